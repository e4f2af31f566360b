; corner: S.G/GHG/HHS, empty it in the fewest swaps
(define (problem corner)
  (:domain swaps-numeric)

  (:objects
    r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3 - cell
    p1 - pair
  )

  (:init
    ; the board, from the top: 1 is G, 2 is H, 3 is S
    (= (kind r1c1) 3) (= (kind r1c2) 0) (= (kind r1c3) 1)
    (= (kind r2c1) 1) (= (kind r2c2) 2) (= (kind r2c3) 1)
    (= (kind r3c1) 2) (= (kind r3c2) 2) (= (kind r3c3) 3)

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
    (= (movable) 3)
    (= (mover p1) 1) (= (gone p1) 3)

    ; what moves cost
    (= (total-cost) 0)
    (= (swap-cost) 1)
    (= (vanish-cost) 1)
    (= (match-cost) 0)
  )

  (:goal (and
    (= (kind r1c1) 0) (= (kind r1c2) 0) (= (kind r1c3) 0)
    (= (kind r2c1) 0) (= (kind r2c2) 0) (= (kind r2c3) 0)
    (= (kind r3c1) 0) (= (kind r3c2) 0) (= (kind r3c3) 0)
  ))

  (:metric minimize (total-cost))
)
