; Swaps, the Lean model: all swaps first, then all matches.
;
; An empty cell stays empty, and no move can use it again. So no move after a match touches the three cells of
; that match, and a plan remains a plan if its matches are put off to the end: here the first match ends the
; swapping. Two neighbours are named from the left or from above, so that each move is one action. Cells that are
; empty at the start are part of no move.
;
; The problem says what moves cost. If only swaps count, a match is free. If all moves count and the goal says what
; every cell must have, then the number t of tiles that leave the board is known: three in each match and one in
; each vanishing swap. Three times the number of moves is then 3 for each exchange, 2 for each vanishing swap and
; nothing for a match, plus t. With these costs the search for an optimal plan does not go deeper for its matches.
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
