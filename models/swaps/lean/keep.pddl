; keep: GGSG/H.SG, reach ?G../H..? in the fewest moves
(define (problem keep)
  (:domain swaps-lean)

  (:objects
    r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4 - cell
    g h s - kind
  )

  (:init
    ; the board, from the top
    (at r1c1 g) (at r1c2 g) (at r1c3 s) (at r1c4 g)
    (at r2c1 h) (empty r2c2) (at r2c3 s) (at r2c4 g)

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
    (vanish g s)

    ; what moves cost
    (= (total-cost) 0)
    (= (swap-cost) 1)
    (= (vanish-cost) 1)
    (= (match-cost) 1)
  )

  (:goal (and
    (at r1c2 g) (empty r1c3) (empty r1c4)
    (at r2c1 h) (empty r2c2) (empty r2c3)
  ))

  (:metric minimize (total-cost))
)
