; alone: 2 rows, 2 columns, 1 colours, goal 0
(define (problem alone)
  (:domain plotting-lean-2x2)

  (:objects
    red - colour
    n0 - count
  )

  (:init
    ; the board, from the top
    (passes r1 k1 red) (free r1 k2) (passes r1 k2 red)
    (passes r2 k1 red) (passes r2 k2 red)
    (free sky k1)
    (free sky k2)

    (hand red)

    ; where shots may enter
    (row-entry r1)
    (row-entry r2)
    (column-entry k1)
    (column-entry k2)

    ; counting blocks
    (allowed n0)
    (keeps k1 n0 r2 n0)
    (keeps k2 n0 r2 n0)

    (= (total-cost) 0)
  )

  (:goal (done))

  (:metric minimize (total-cost))
)
