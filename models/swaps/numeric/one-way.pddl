; one-way: .GSH/HGHG, empty it in the fewest moves
; Three times the number of moves is the total cost and 7, the number of tiles that leave the board.
(define (problem one-way)
  (:domain swaps-numeric)

  (:objects
    r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4 - cell
    p1 - pair
  )

  (:init
    ; the board, from the top: 1 is G, 2 is H, 3 is S
    (= (kind r1c1) 0) (= (kind r1c2) 1) (= (kind r1c3) 3) (= (kind r1c4) 2)
    (= (kind r2c1) 2) (= (kind r2c2) 1) (= (kind r2c3) 2) (= (kind r2c4) 1)

    ; the moves of the grid
    (swapping)
    (beside r1c2 r1c3)
    (beside r1c2 r2c2)
    (beside r1c3 r1c4)
    (beside r1c3 r2c3)
    (beside r1c4 r2c4)
    (beside r2c1 r2c2)
    (beside r2c2 r2c3)
    (beside r2c3 r2c4)
    (onto r1c2 r1c3)
    (onto r1c2 r2c2)
    (onto r1c3 r1c4)
    (onto r1c3 r2c3)
    (onto r1c4 r2c4)
    (onto r2c1 r2c2)
    (onto r2c2 r2c3)
    (onto r2c3 r2c4)
    (line r1c2 r1c3 r1c4)
    (line r2c1 r2c2 r2c3)
    (line r2c2 r2c3 r2c4)

    ; the moves of the tiles
    (= (movable) 3)
    (= (mover p1) 1) (= (gone p1) 3)

    ; what moves cost
    (= (total-cost) 0)
    (= (swap-cost) 3)
    (= (vanish-cost) 2)
    (= (match-cost) 0)
  )

  (:goal (and
    (= (kind r1c1) 0) (= (kind r1c2) 0) (= (kind r1c3) 0) (= (kind r1c4) 0)
    (= (kind r2c1) 0) (= (kind r2c2) 0) (= (kind r2c3) 0) (= (kind r2c4) 0)
  ))

  (:metric minimize (total-cost))
)
