; corner: S.G/GHG/HHS, empty it in the fewest swaps
(define (problem corner)
  (:domain swaps-lean)

  (:objects
    r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3 - cell
    g h s - kind
  )

  (:init
    ; the board, from the top
    (at r1c1 s) (empty r1c2) (at r1c3 g)
    (at r2c1 g) (at r2c2 h) (at r2c3 g)
    (at r3c1 h) (at r3c2 h) (at r3c3 s)

    ; the moves of the grid
    (swapping)
    (beside r1c1 r2c1)
    (beside r1c3 r2c3)
    (beside r2c1 r2c2)
    (beside r2c1 r3c1)
    (beside r2c2 r2c3)
    (beside r2c2 r3c2)
    (beside r2c3 r3c3)
    (beside r3c1 r3c2)
    (beside r3c2 r3c3)
    (onto r1c1 r2c1)
    (onto r2c1 r1c1)
    (onto r1c3 r2c3)
    (onto r2c3 r1c3)
    (onto r2c1 r2c2)
    (onto r2c2 r2c1)
    (onto r2c1 r3c1)
    (onto r3c1 r2c1)
    (onto r2c2 r2c3)
    (onto r2c3 r2c2)
    (onto r2c2 r3c2)
    (onto r3c2 r2c2)
    (onto r2c3 r3c3)
    (onto r3c3 r2c3)
    (onto r3c1 r3c2)
    (onto r3c2 r3c1)
    (onto r3c2 r3c3)
    (onto r3c3 r3c2)
    (line r1c1 r2c1 r3c1)
    (line r1c3 r2c3 r3c3)
    (line r2c1 r2c2 r2c3)
    (line r3c1 r3c2 r3c3)

    ; the moves of the tiles
    (exchange g h)
    (exchange h g)
    (exchange h s)
    (exchange s h)
    (vanish g s)

    ; what moves cost
    (= (total-cost) 0)
    (= (swap-cost) 1)
    (= (vanish-cost) 1)
    (= (match-cost) 0)
  )

  (:goal (and
    (empty r1c1) (empty r1c2) (empty r1c3)
    (empty r2c1) (empty r2c2) (empty r2c3)
    (empty r3c1) (empty r3c2) (empty r3c3)
  ))

  (:metric minimize (total-cost))
)
