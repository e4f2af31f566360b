; corner: 2 rows, 3 columns, 2 colours, goal 2
(define (problem corner)
  (:domain plotting-lean-pairs-2x3)

  (:objects
    green red - colour
    n0 n1 n2 - count
  )

  (:init
    ; the gates of the colours
    (has green g1 g2 g3) (own green g1) (own green g2)
    (has red g1 g3 g2) (own red g1) (own red g3)

    ; the board, from the top
    (open r1 k1 g1) (open r1 k1 g2) (open r1 k1 g3)
    (open r1 k2 g1) (open r1 k2 g2) (open r1 k2 g3)
    (open r1 k3 g1) (open r1 k3 g2)
    (open r2 k1 g1) (open r2 k1 g3)
    (open r2 k2 g1) (open r2 k2 g3)
    (open r2 k3 g1) (open r2 k3 g2)
    (open sky k1 g1) (open sky k1 g2) (open sky k1 g3)
    (open sky k2 g1) (open sky k2 g2) (open sky k2 g3)
    (open sky k3 g1) (open sky k3 g2) (open sky k3 g3)

    ; the hand
    (held g1) (held g2)

    ; where shots may enter
    (row-entry r2)
    (column-entry k1)
    (column-entry k3)

    ; counting blocks
    (allowed n2)
    (keeps k1 n0 r2 n0)
    (keeps k1 n1 r2 n1)
    (keeps k1 n1 r1 n0)
    (keeps k1 n2 r2 n2)
    (keeps k1 n2 r1 n1)
    (keeps k1 n2 sky n0)
    (keeps k2 n0 r2 n0)
    (keeps k2 n1 r2 n1)
    (keeps k2 n1 r1 n0)
    (keeps k2 n2 r2 n2)
    (keeps k2 n2 r1 n1)
    (keeps k2 n2 sky n0)
    (keeps k3 n0 r2 n0)
    (keeps k3 n1 r1 n0)
    (keeps k3 n2 sky n0)

    (= (total-cost) 0)
  )

  (:goal (done))

  (:metric minimize (total-cost))
)
