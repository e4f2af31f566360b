; figure-9: 2 rows, 4 columns, 2 colours, goal 1
(define (problem figure-9)
  (:domain plotting-lean-2x4)

  (:objects
    red green - colour
    n0 n1 - count
  )

  (:init
    ; the board, from the top
    (passes r1 k1 red) (passes r1 k2 red) (passes r1 k3 red) (passes r1 k4 green)
    (passes r2 k1 red) (passes r2 k2 green) (passes r2 k3 red) (passes r2 k4 red)
    (free sky k1)
    (free sky k2)
    (free sky k3)
    (free sky k4)

    (hand red)
    (hand green)

    ; where shots may enter
    (row-entry r1)
    (row-entry r2)
    (column-entry k1)
    (column-entry k2)
    (column-entry k3)
    (column-entry k4)

    ; counting blocks
    (allowed n1)
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
