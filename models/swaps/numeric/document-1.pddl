; document-1: GHG/HHR/RRG, empty it in the fewest moves
; Three times the number of moves is the total cost and 9, the number of tiles that leave the board.
(define (problem document-1)
  (:domain swaps-numeric)

  (:objects
    r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3 - cell
  )

  (:init
    ; the board, from the top: 1 is G, 2 is H, 3 is R
    (= (kind r1c1) 1) (= (kind r1c2) 2) (= (kind r1c3) 1)
    (= (kind r2c1) 2) (= (kind r2c2) 2) (= (kind r2c3) 3)
    (= (kind r3c1) 3) (= (kind r3c2) 3) (= (kind r3c3) 1)

    ; the moves of the grid
    (swapping)
    (beside r1c1 r1c2)
    (beside r1c1 r2c1)
    (beside r1c2 r1c3)
    (beside r1c2 r2c2)
    (beside r1c3 r2c3)
    (beside r2c1 r2c2)
    (beside r2c1 r3c1)
    (beside r2c2 r2c3)
    (beside r2c2 r3c2)
    (beside r2c3 r3c3)
    (beside r3c1 r3c2)
    (beside r3c2 r3c3)
    (line r1c1 r1c2 r1c3)
    (line r1c1 r2c1 r3c1)
    (line r1c2 r2c2 r3c2)
    (line r1c3 r2c3 r3c3)
    (line r2c1 r2c2 r2c3)
    (line r3c1 r3c2 r3c3)

    ; the moves of the tiles
    (= (movable) 3)

    ; what moves cost
    (= (total-cost) 0)
    (= (swap-cost) 3)
    (= (vanish-cost) 2)
    (= (match-cost) 0)
  )

  (:goal (and
    (= (kind r1c1) 0) (= (kind r1c2) 0) (= (kind r1c3) 0)
    (= (kind r2c1) 0) (= (kind r2c2) 0) (= (kind r2c3) 0)
    (= (kind r3c1) 0) (= (kind r3c2) 0) (= (kind r3c3) 0)
  ))

  (:metric minimize (total-cost))
)
