; keep: GGSG/H.SG, reach ?G../H..? in the fewest moves
(define (problem keep)
  (:domain swaps-numeric)

  (:objects
    r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4 - cell
    p1 - pair
  )

  (:init
    ; the board, from the top: 1 is G, 2 is S, 3 is H
    (= (kind r1c1) 1) (= (kind r1c2) 1) (= (kind r1c3) 2) (= (kind r1c4) 1)
    (= (kind r2c1) 3) (= (kind r2c2) 0) (= (kind r2c3) 2) (= (kind r2c4) 1)

    ; the moves of the grid
    (swapping)
    (beside r1c1 r1c2)
    (beside r1c1 r2c1)
    (beside r1c2 r1c3)
    (beside r1c3 r1c4)
    (beside r1c3 r2c3)
    (beside r1c4 r2c4)
    (beside r2c3 r2c4)
    (onto r1c1 r1c2)
    (onto r1c2 r1c1)
    (onto r1c1 r2c1)
    (onto r2c1 r1c1)
    (onto r1c2 r1c3)
    (onto r1c3 r1c2)
    (onto r1c3 r1c4)
    (onto r1c4 r1c3)
    (onto r1c3 r2c3)
    (onto r2c3 r1c3)
    (onto r1c4 r2c4)
    (onto r2c4 r1c4)
    (onto r2c3 r2c4)
    (onto r2c4 r2c3)

    ; the moves of the tiles
    (= (movable) 2)
    (= (mover p1) 1) (= (gone p1) 2)

    ; what moves cost
    (= (total-cost) 0)
    (= (swap-cost) 1)
    (= (vanish-cost) 1)
    (= (match-cost) 1)
  )

  (:goal (and
    (= (kind r1c2) 1) (= (kind r1c3) 0) (= (kind r1c4) 0)
    (= (kind r2c1) 3) (= (kind r2c2) 0) (= (kind r2c3) 0)
  ))

  (:metric minimize (total-cost))
)
