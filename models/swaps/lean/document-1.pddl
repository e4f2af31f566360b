; document-1: GHG/HHR/RRG, empty it in the fewest moves
; Three times the number of moves is the total cost and 9, the number of tiles that leave the board.
(define (problem document-1)
  (:domain swaps-lean)

  (:objects
    r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3 - cell
    g h r - kind
  )

  (:init
    ; the board, from the top
    (at r1c1 g) (at r1c2 h) (at r1c3 g)
    (at r2c1 h) (at r2c2 h) (at r2c3 r)
    (at r3c1 r) (at r3c2 r) (at r3c3 g)

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
    (exchange g h)
    (exchange g r)
    (exchange h g)
    (exchange h r)
    (exchange r g)
    (exchange r h)

    ; what moves cost
    (= (total-cost) 0)
    (= (swap-cost) 3)
    (= (vanish-cost) 2)
    (= (match-cost) 0)
  )

  (:goal (and
    (empty r1c1) (empty r1c2) (empty r1c3)
    (empty r2c1) (empty r2c2) (empty r2c3)
    (empty r3c1) (empty r3c2) (empty r3c3)
  ))

  (:metric minimize (total-cost))
)
