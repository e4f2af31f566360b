; figure-9: 2 rows, 4 columns, 2 colours, goal 1
(define (problem figure-9)
  (:domain plotting-lean-pairs-2x4-2)

  (:objects
    red green - colour
    g1 g2 g3 - gate
    n0 n1 - count
  )

  (:init
    ; the gates of the colours
    (has red g1 g2) (own red g1) (own red g2)
    (has green g1 g3) (own green g1) (own green g3)

    ; the board, from the top
    (open r1 k1 g1) (open r1 k1 g2)
    (open r1 k2 g1) (open r1 k2 g2)
    (open r1 k3 g1) (open r1 k3 g2)
    (open r1 k4 g1) (open r1 k4 g3)
    (open r2 k1 g1) (open r2 k1 g2)
    (open r2 k2 g1) (open r2 k2 g3)
    (open r2 k3 g1) (open r2 k3 g2)
    (open r2 k4 g1) (open r2 k4 g2)
    (open sky k1 g0) (open sky k1 g1) (open sky k1 g2) (open sky k1 g3)
    (open sky k2 g0) (open sky k2 g1) (open sky k2 g2) (open sky k2 g3)
    (open sky k3 g0) (open sky k3 g1) (open sky k3 g2) (open sky k3 g3)
    (open sky k4 g0) (open sky k4 g1) (open sky k4 g2) (open sky k4 g3)

    ; the hand
    (held g0) (held g1) (held g2) (held g3)

    ; where shots may enter
    (row-entry r1)
    (row-entry r2)
    (column-entry k1)
    (column-entry k2)
    (column-entry k3)
    (column-entry k4)

    ; counting blocks
    (allowed n1)
    (below ground r2)
    (below r2 r1)
    (below r1 sky)
    (keeps k1 n0 r2 n0)
    (keeps k1 n1 r2 n1)
    (keeps k1 n1 r1 n0)
    (keeps k2 n0 r2 n0)
    (keeps k2 n1 r2 n1)
    (keeps k2 n1 r1 n0)
    (keeps k3 n0 r2 n0)
    (keeps k3 n1 r2 n1)
    (keeps k3 n1 r1 n0)
    (keeps k4 n0 r2 n0)
    (keeps k4 n1 r1 n0)

    (= (total-cost) 0)
  )

  (:goal (done))

  (:metric minimize (total-cost))
)
