; corner: 2 rows, 3 columns, 2 colours, goal 2
(define (problem corner)
  (:domain plotting-direct)

  (:objects
    r1 r2 - row
    c1 c2 c3 - column
    d1 d2 - offset
    green red - paint
  )

  (:init
    ; the board, from the top
    (coloured r1 c1 null) (coloured r1 c2 null) (coloured r1 c3 green)
    (coloured r2 c1 red) (coloured r2 c2 red) (coloured r2 c3 green)
    (hand green)

    ; where one may not fire from
    (blockedrow r1)
    (blockedcol c2)

    ; rows and columns
    (istoprow r1)
    (isbottomrow r2)
    (islastcolumn c3)
    (succ r2 r1)
    (succ c2 c1)
    (succ c3 c2)
    (lt r1 r2)
    (lt c1 c2)
    (lt c1 c3)
    (lt c2 c3)
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
    (same r2 c1 r2 c1)
    (same r2 c2 r2 c2)
    (same r2 c3 r2 c3)
    (before r1 c1 r1 c2)
    (before r1 c1 r1 c3)
    (before r1 c1 r2 c1)
    (before r1 c1 r2 c2)
    (before r1 c1 r2 c3)
    (before r1 c2 r1 c3)
    (before r1 c2 r2 c1)
    (before r1 c2 r2 c2)
    (before r1 c2 r2 c3)
    (before r1 c3 r2 c1)
    (before r1 c3 r2 c2)
    (before r1 c3 r2 c3)
    (before r2 c1 r2 c2)
    (before r2 c1 r2 c3)
    (before r2 c2 r2 c3)

    (= (total-cost) 0)
  )

  ; Blocks left: at most 2. There are so many different cells that any other is empty.
  (:goal
    (exists (?x1 ?x2 - row ?y1 ?y2 - column)
      (and
        (before ?x1 ?y1 ?x2 ?y2)
        (forall (?x - row ?y - column)
          (or
            ; changes nothing here, but keeps planners that make a rule of this part from making it
            ; for all combinations of cells
            (not (before ?x1 ?y1 ?x2 ?y2))
            (same ?x ?y ?x1 ?y1)
            (same ?x ?y ?x2 ?y2)
            (coloured ?x ?y null))))))

  (:metric minimize (total-cost))
)
