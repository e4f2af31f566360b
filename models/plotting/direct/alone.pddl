; alone: 2 rows, 2 columns, 1 colours, goal 0
(define (problem alone)
  (:domain plotting-direct)

  (:objects
    r1 r2 - row
    c1 c2 - column
    d1 d2 - offset
    red - paint
  )

  (:init
    ; the board, from the top
    (coloured r1 c1 red) (coloured r1 c2 null)
    (coloured r2 c1 red) (coloured r2 c2 red)
    (hand wildcard)

    ; rows and columns
    (istoprow r1)
    (isbottomrow r2)
    (islastcolumn c2)
    (succ r2 r1)
    (succ c2 c1)
    (lt r1 r2)
    (lt c1 c2)
    (height r1 r1 d1)
    (height r1 r2 d2)
    (height r2 r2 d1)
    (distance r1 r2 d1)
    (highest r1 d1)
    (highest r1 d2)
    (highest r2 d2)

    (= (total-cost) 0)
  )

  ; No block is left.
  (:goal
    (forall (?x - row ?y - column) (coloured ?x ?y null)))

  (:metric minimize (total-cost))
)
