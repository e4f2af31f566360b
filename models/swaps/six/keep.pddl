; keep: GGSG/H.SG, reach ?G../H..? in the fewest moves
(define (problem keep)
  (:domain swaps-six)

  (:objects
    g h s x - tile
    r1 r2 - row
    c1 c2 c3 c4 - column
  )

  (:init
    ; the grid: every row and column, and the next one
    (adjacent-rows r1 r2)
    (adjacent-columns c1 c2)
    (adjacent-columns c2 c3)
    (adjacent-columns c3 c4)

    ; the tiles
    (empty x)
    (movable g)
    (movable s)
    (magically-disappear g s)
    (magically-disappear s h)
    (both-ways)

    ; the board, from the top
    (tile_at r1 c1 g) (tile_at r1 c2 g) (tile_at r1 c3 s) (tile_at r1 c4 g)
    (tile_at r2 c1 h) (tile_at r2 c2 x) (tile_at r2 c3 s) (tile_at r2 c4 g)

    ; what moves cost
    (= (total-cost) 0)
    (= (swap-cost) 1)
    (= (match-cost) 1)
  )

  (:goal (and
    (tile_at r1 c2 g) (tile_at r1 c3 x) (tile_at r1 c4 x)
    (tile_at r2 c1 h) (tile_at r2 c2 x) (tile_at r2 c3 x)
  ))

  (:metric minimize (total-cost))
)
