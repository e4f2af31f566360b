; corner: S.G/GHG/HHS, empty it in the fewest swaps
(define (problem corner)
  (:domain swaps-six)

  (:objects
    g h s x - tile
    r1 r2 r3 - row
    c1 c2 c3 - column
  )

  (:init
    ; the grid: every row and column, and the next one
    (adjacent-rows r1 r2)
    (adjacent-rows r2 r3)
    (adjacent-columns c1 c2)
    (adjacent-columns c2 c3)

    ; the tiles
    (empty x)
    (movable g)
    (movable h)
    (movable s)
    (magically-disappear g s)
    (both-ways)

    ; the board, from the top
    (tile_at r1 c1 s) (tile_at r1 c2 x) (tile_at r1 c3 g)
    (tile_at r2 c1 g) (tile_at r2 c2 h) (tile_at r2 c3 g)
    (tile_at r3 c1 h) (tile_at r3 c2 h) (tile_at r3 c3 s)

    ; what moves cost
    (= (total-cost) 0)
    (= (swap-cost) 1)
    (= (match-cost) 0)
  )

  (:goal (and
    (tile_at r1 c1 x) (tile_at r1 c2 x) (tile_at r1 c3 x)
    (tile_at r2 c1 x) (tile_at r2 c2 x) (tile_at r2 c3 x)
    (tile_at r3 c1 x) (tile_at r3 c2 x) (tile_at r3 c3 x)
  ))

  (:metric minimize (total-cost))
)
