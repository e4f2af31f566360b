; figure-9: 2 rows, 4 columns, 2 colours, goal 1
(define (problem figure-9)
  (:domain plotting-direct)

  (:objects
    r1 r2 - row
    c1 c2 c3 c4 - column
    d1 d2 - offset
    red green - paint
  )

  (:init
    ; the board, from the top
    (coloured r1 c1 red) (coloured r1 c2 red) (coloured r1 c3 red) (coloured r1 c4 green)
    (coloured r2 c1 red) (coloured r2 c2 green) (coloured r2 c3 red) (coloured r2 c4 red)
    (hand wildcard)

    ; rows and columns
    (istoprow r1)
    (isbottomrow r2)
    (islastcolumn c4)
    (succ r2 r1)
    (succ c2 c1)
    (succ c3 c2)
    (succ c4 c3)
    (lt r1 r2)
    (lt c1 c2)
    (lt c1 c3)
    (lt c1 c4)
    (lt c2 c3)
    (lt c2 c4)
    (lt c3 c4)
    (height r1 r1 d1)
    (height r1 r2 d2)
    (height r2 r2 d1)
    (distance r1 r2 d1)
    (highest r1 d1)
    (highest r1 d2)
    (highest r2 d2)

    ; the cells, for the goal
    (same r1 c1 r1 c1)
    (same r1 c2 r1 c2)
    (same r1 c3 r1 c3)
    (same r1 c4 r1 c4)
    (same r2 c1 r2 c1)
    (same r2 c2 r2 c2)
    (same r2 c3 r2 c3)
    (same r2 c4 r2 c4)
    (before r1 c1 r1 c2)
    (before r1 c1 r1 c3)
    (before r1 c1 r1 c4)
    (before r1 c1 r2 c1)
    (before r1 c1 r2 c2)
    (before r1 c1 r2 c3)
    (before r1 c1 r2 c4)
    (before r1 c2 r1 c3)
    (before r1 c2 r1 c4)
    (before r1 c2 r2 c1)
    (before r1 c2 r2 c2)
    (before r1 c2 r2 c3)
    (before r1 c2 r2 c4)
    (before r1 c3 r1 c4)
    (before r1 c3 r2 c1)
    (before r1 c3 r2 c2)
    (before r1 c3 r2 c3)
    (before r1 c3 r2 c4)
    (before r1 c4 r2 c1)
    (before r1 c4 r2 c2)
    (before r1 c4 r2 c3)
    (before r1 c4 r2 c4)
    (before r2 c1 r2 c2)
    (before r2 c1 r2 c3)
    (before r2 c1 r2 c4)
    (before r2 c2 r2 c3)
    (before r2 c2 r2 c4)
    (before r2 c3 r2 c4)

    (= (total-cost) 0)
  )

  ; Blocks left: at most 1. There are so many different cells that any other is empty.
  (:goal
    (exists (?x1 - row ?y1 - column)
      (and
        (forall (?x - row ?y - column)
          (or
            (same ?x ?y ?x1 ?y1)
            (coloured ?x ?y null))))))

  (:metric minimize (total-cost))
)
