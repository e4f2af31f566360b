; document-1: GHG/HHR/RRG, empty it in the fewest moves
(define (problem document-1)
  (:domain swaps-six)

  (:objects
    g h r x - tile
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
    (movable r)
    (both-ways)

    ; the board, from the top
    (tile_at r1 c1 g) (tile_at r1 c2 h) (tile_at r1 c3 g)
    (tile_at r2 c1 h) (tile_at r2 c2 h) (tile_at r2 c3 r)
    (tile_at r3 c1 r) (tile_at r3 c2 r) (tile_at r3 c3 g)

    ; what moves cost
    (= (total-cost) 0)
    (= (swap-cost) 1)
    (= (match-cost) 1)
  )

  (:goal (and
    (tile_at r1 c1 x) (tile_at r1 c2 x) (tile_at r1 c3 x)
    (tile_at r2 c1 x) (tile_at r2 c2 x) (tile_at r2 c3 x)
    (tile_at r3 c1 x) (tile_at r3 c2 x) (tile_at r3 c3 x)
  ))

  (:metric minimize (total-cost))
)
