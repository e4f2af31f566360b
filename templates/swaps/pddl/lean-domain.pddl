; Swaps, the Lean model: all swaps first, then all matches.
;
; An empty cell stays empty, and no move can use it again. So no move after a match touches its three cells, and
; every plan remains a plan, with the same moves, if its matches are put off to the end: the first match ends the
; swapping. Two cells are named from the left or from above, so that each move is one action; cells that are empty
; at the start are part of none.
;
; The problem gives the costs. Where only swaps count, a match is free. Where all moves count and every cell of the
; goal is known, so is the number t of tiles that leave the board: a match removes three of them and a vanishing
; swap one. The moves, three times over, are then 3 for a swap, 2 for a vanishing swap and 0 for a match, and t
; for all of them: a planner has the cost of the matches before it searches.
(define (domain swaps-lean)
  (:requirements :typing :action-costs)

  (:types cell kind - object)

  (:predicates
    (at ?a - cell ?k - kind)            ; the tile in the cell
    (empty ?a - cell)                   ; the cell has none
    (swapping)                          ; nothing was matched yet

    (beside ?a ?b - cell)               ; two neighbours, ?a left of ?b or above it
    (onto ?a ?b - cell)                 ; two neighbours, and a tile may move from ?a onto one in ?b
    (line ?a ?b ?c - cell)              ; three cells in a line that a match may leave empty
    (exchange ?k ?l - kind)             ; swapped, tiles of these kinds change places
    (vanish ?k ?l - kind)               ; swapped with ?k, a tile of kind ?l is gone
  )

  (:functions
    (total-cost) - number
    (swap-cost) - number
    (vanish-cost) - number
    (match-cost) - number
  )

  (:action swap
    :parameters (?a ?b - cell ?k ?l - kind)
    :precondition (and
      (swapping) (beside ?a ?b) (exchange ?k ?l)
      (at ?a ?k) (at ?b ?l))
    :effect (and
      (not (at ?a ?k)) (at ?a ?l)
      (not (at ?b ?l)) (at ?b ?k)
      (increase (total-cost) (swap-cost))))

  (:action vanish
    :parameters (?a ?b - cell ?k ?l - kind)
    :precondition (and
      (swapping) (onto ?a ?b) (vanish ?k ?l)
      (at ?a ?k) (at ?b ?l))
    :effect (and
      (not (at ?a ?k)) (empty ?a)
      (not (at ?b ?l)) (at ?b ?k)
      (increase (total-cost) (vanish-cost))))

  (:action match
    :parameters (?a ?b ?c - cell ?k - kind)
    :precondition (and
      (line ?a ?b ?c)
      (at ?a ?k) (at ?b ?k) (at ?c ?k))
    :effect (and
      (not (swapping))
      (not (at ?a ?k)) (empty ?a)
      (not (at ?b ?k)) (empty ?b)
      (not (at ?c ?k)) (empty ?c)
      (increase (total-cost) (match-cost))))
)
