; alone: 2 rows, 2 columns, 1 colours, goal 0
(define (problem alone)
  (:domain plotting-lean-pairs-2x2)

  (:objects
    red - colour
    n0 - count
  )

  (:init
    ; the gates of the colours
    (has red g1 g2 g3) (own red g1) (own red g2)

    ; the board, from the top
    (open r1 k1 g1) (open r1 k1 g2)
    (open r1 k2 g1) (open r1 k2 g2) (open r1 k2 g3)
    (open r2 k1 g1) (open r2 k1 g2)
    (open r2 k2 g1) (open r2 k2 g2)
    (open sky k1 g1) (open sky k1 g2) (open sky k1 g3)
    (open sky k2 g1) (open sky k2 g2) (open sky k2 g3)

    ; the hand
    (held g1) (held g2) (held g3)

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
