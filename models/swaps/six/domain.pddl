; Swaps, the Six model: the six actions of the published domain, under their published names.
;
; Rows are r1, r2, … from the top, columns c1, c2, … from the left. The adjacency facts go one way, from a row
; to the row below it and from a column to the column right of it, so every swap and every match has one name.
; Reverse facts would make a match of two tiles possible, its third tile being the first again.
;
; A tile that makes another one disappear may lie on either side of it: with the fact (both-ways) the special
; swaps look in both directions. Without it they need the moving tile above or left of the other one, as in the
; published domain.
(define (domain swaps-six)
  (:requirements :typing :negative-preconditions :disjunctive-preconditions :equality :action-costs)

  (:types tile row column - object)

  (:predicates
    (tile_at ?row - row ?col - column ?tile - tile)
    (adjacent-rows ?row1 ?row2 - row)                   ; ?row2 is right below ?row1
    (adjacent-columns ?col1 ?col2 - column)             ; ?col2 is right of ?col1
    (movable ?tile - tile)                              ; tiles of this kind can be swapped
    (empty ?tile - tile)                                ; what an empty cell has in place of a tile
    (magically-disappear ?tile1 ?tile2 - tile)          ; swapped with ?tile1, ?tile2 is gone,
    (both-ways)                                         ; … whether ?tile1 is above, below, left or right of it
  )

  (:functions
    (total-cost) - number
    (swap-cost) - number                                ; what a swap costs
    (match-cost) - number                               ; what a match costs
  )

  ; ---------------------------------------------------------------- two tiles change places

  (:action swap-up-down
    :parameters (?col - column ?tile1 ?tile2 - tile ?row1 ?row2 - row)
    :precondition (and
      (adjacent-rows ?row1 ?row2)
      (tile_at ?row1 ?col ?tile1) (tile_at ?row2 ?col ?tile2)
      (movable ?tile1) (movable ?tile2) (not (= ?tile1 ?tile2))
      (not (magically-disappear ?tile1 ?tile2)) (not (magically-disappear ?tile2 ?tile1)))
    :effect (and
      (not (tile_at ?row1 ?col ?tile1)) (tile_at ?row1 ?col ?tile2)
      (not (tile_at ?row2 ?col ?tile2)) (tile_at ?row2 ?col ?tile1)
      (increase (total-cost) (swap-cost))))

  (:action swap-left-right
    :parameters (?row - row ?tile1 ?tile2 - tile ?col1 ?col2 - column)
    :precondition (and
      (adjacent-columns ?col1 ?col2)
      (tile_at ?row ?col1 ?tile1) (tile_at ?row ?col2 ?tile2)
      (movable ?tile1) (movable ?tile2) (not (= ?tile1 ?tile2))
      (not (magically-disappear ?tile1 ?tile2)) (not (magically-disappear ?tile2 ?tile1)))
    :effect (and
      (not (tile_at ?row ?col1 ?tile1)) (tile_at ?row ?col1 ?tile2)
      (not (tile_at ?row ?col2 ?tile2)) (tile_at ?row ?col2 ?tile1)
      (increase (total-cost) (swap-cost))))

  ; ---------------------------------------------------------------- the first tile moves, the second is gone

  (:action swap-up-down-special
    :parameters (?col - column ?tile1 ?tile2 - tile ?row1 ?row2 - row ?empty - tile)
    :precondition (and
      (or (adjacent-rows ?row1 ?row2) (and (both-ways) (adjacent-rows ?row2 ?row1)))
      (tile_at ?row1 ?col ?tile1) (tile_at ?row2 ?col ?tile2)
      (movable ?tile1) (movable ?tile2)
      (magically-disappear ?tile1 ?tile2) (empty ?empty))
    :effect (and
      (not (tile_at ?row1 ?col ?tile1)) (tile_at ?row1 ?col ?empty)
      (not (tile_at ?row2 ?col ?tile2)) (tile_at ?row2 ?col ?tile1)
      (increase (total-cost) (swap-cost))))

  (:action swap-left-right-special
    :parameters (?row - row ?tile1 ?tile2 - tile ?col1 ?col2 - column ?empty - tile)
    :precondition (and
      (or (adjacent-columns ?col1 ?col2) (and (both-ways) (adjacent-columns ?col2 ?col1)))
      (tile_at ?row ?col1 ?tile1) (tile_at ?row ?col2 ?tile2)
      (movable ?tile1) (movable ?tile2)
      (magically-disappear ?tile1 ?tile2) (empty ?empty))
    :effect (and
      (not (tile_at ?row ?col1 ?tile1)) (tile_at ?row ?col1 ?empty)
      (not (tile_at ?row ?col2 ?tile2)) (tile_at ?row ?col2 ?tile1)
      (increase (total-cost) (swap-cost))))

  ; ---------------------------------------------------------------- three of a kind in a line are removed

  (:action match-three-row
    :parameters (?tile - tile ?row - row ?col1 ?col2 ?col3 - column ?empty - tile)
    :precondition (and
      (adjacent-columns ?col1 ?col2) (adjacent-columns ?col2 ?col3)
      (tile_at ?row ?col1 ?tile) (tile_at ?row ?col2 ?tile) (tile_at ?row ?col3 ?tile)
      (not (empty ?tile)) (empty ?empty))
    :effect (and
      (not (tile_at ?row ?col1 ?tile)) (tile_at ?row ?col1 ?empty)
      (not (tile_at ?row ?col2 ?tile)) (tile_at ?row ?col2 ?empty)
      (not (tile_at ?row ?col3 ?tile)) (tile_at ?row ?col3 ?empty)
      (increase (total-cost) (match-cost))))

  (:action match-three-column
    :parameters (?tile - tile ?col - column ?row1 ?row2 ?row3 - row ?empty - tile)
    :precondition (and
      (adjacent-rows ?row1 ?row2) (adjacent-rows ?row2 ?row3)
      (tile_at ?row1 ?col ?tile) (tile_at ?row2 ?col ?tile) (tile_at ?row3 ?col ?tile)
      (not (empty ?tile)) (empty ?empty))
    :effect (and
      (not (tile_at ?row1 ?col ?tile)) (tile_at ?row1 ?col ?empty)
      (not (tile_at ?row2 ?col ?tile)) (tile_at ?row2 ?col ?empty)
      (not (tile_at ?row3 ?col ?tile)) (tile_at ?row3 ?col ?empty)
      (increase (total-cost) (match-cost))))
)
