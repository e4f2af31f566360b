; corner: 2 rows, 3 columns, 2 colours, goal 2
(define (problem corner)
  (:domain plotting-lean-2x3)

  (:objects
    green red - colour
    n0 n1 n2 - count
  )

  (:init
    ; the board, from the top
    (free r1 k1) (passes r1 k1 green) (passes r1 k1 red) (free r1 k2) (passes r1 k2 green) (passes r1 k2 red) (passes r1 k3 green)
    (passes r2 k1 red) (passes r2 k2 red) (passes r2 k3 green)
    (free sky k1)
    (free sky k2)
    (free sky k3)

    (hand green)

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
