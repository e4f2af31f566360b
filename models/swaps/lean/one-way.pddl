; one-way: .GSH/HGHG, empty it in the fewest moves
; Three times the number of moves is the total cost and 7, the number of tiles that leave the board.
(define (problem one-way)
  (:domain swaps-lean)

  (:objects
    r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4 - cell
    g h s - kind
  )

  (:init
    ; the board, from the top
    (empty r1c1) (at r1c2 g) (at r1c3 s) (at r1c4 h)
    (at r2c1 h) (at r2c2 g) (at r2c3 h) (at r2c4 g)

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
    (exchange g h)
    (exchange h g)
    (exchange h s)
    (exchange s h)
    (vanish g s)

    ; what moves cost
    (= (total-cost) 0)
    (= (swap-cost) 3)
    (= (vanish-cost) 2)
    (= (match-cost) 0)
  )

  (:goal (and
    (empty r1c1) (empty r1c2) (empty r1c3) (empty r1c4)
    (empty r2c1) (empty r2c2) (empty r2c3) (empty r2c4)
  ))

  (:metric minimize (total-cost))
)
