; alone: 2 rows, 2 columns, 1 colours, goal 0
(define (problem alone)
  (:domain plotting-lean-2x2)

  (:objects
    red - colour
    g1 - gate
    n0 - count
  )

  (:init
    ; the gates of the colours
    (has red g1)

    ; the board, from the top
    (open r1 k1 g1)
    (open r1 k2 g0) (open r1 k2 g1)
    (open r2 k1 g1)
    (open r2 k2 g1)
    (open sky k1 g0) (open sky k1 g1)
    (open sky k2 g0) (open sky k2 g1)

    ; the hand
    (held g0) (held g1)

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
