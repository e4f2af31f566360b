; Swaps, the Numeric model: all swaps first, then all matches, and the kind of a tile is a number.
;
; The moves, their order and their costs are those of the Lean model, which says why. But no action names the kinds
; of its tiles: a swap exchanges two numbers, and a match needs three that are equal. An empty cell is 0. The kinds
; that can be swapped have the lowest numbers.
(define (domain swaps-numeric)
  (:requirements :typing :negative-preconditions :disjunctive-preconditions :universal-preconditions :numeric-fluents)

  (:types cell pair - object)

  (:predicates
    (swapping)                          ; nothing was matched yet
    (beside ?a ?b - cell)               ; two neighbours, ?a left of ?b or above it
    (onto ?a ?b - cell)                 ; two neighbours, and a tile may move from ?a onto one in ?b
    (line ?a ?b ?c - cell)              ; three cells in a line that a match may leave empty
  )

  (:functions
    (kind ?a - cell)                    ; the tile in the cell; 0: none
    (movable)                           ; the kinds from 1 to this one can be swapped
    (mover ?p - pair)                   ; swapped with a tile of this kind,
    (gone ?p - pair)                    ; one of this kind is gone
    (total-cost)
    (swap-cost)
    (vanish-cost)
    (match-cost)
  )

  (:action swap
    :parameters (?a ?b - cell)
    :precondition (and
      (swapping) (beside ?a ?b)
      (> (kind ?a) 0) (<= (kind ?a) (movable))
      (> (kind ?b) 0) (<= (kind ?b) (movable))
      (not (= (kind ?a) (kind ?b)))
      (forall (?p - pair) (and
        (or (not (= (kind ?a) (mover ?p))) (not (= (kind ?b) (gone ?p))))
        (or (not (= (kind ?b) (mover ?p))) (not (= (kind ?a) (gone ?p)))))))
    :effect (and
      (assign (kind ?a) (kind ?b))
      (assign (kind ?b) (kind ?a))
      (increase (total-cost) (swap-cost))))

  (:action vanish
    :parameters (?a ?b - cell ?p - pair)
    :precondition (and
      (swapping) (onto ?a ?b)
      (= (kind ?a) (mover ?p)) (= (kind ?b) (gone ?p)))
    :effect (and
      (assign (kind ?a) 0)
      (assign (kind ?b) (mover ?p))
      (increase (total-cost) (vanish-cost))))

  (:action match
    :parameters (?a ?b ?c - cell)
    :precondition (and
      (line ?a ?b ?c)
      (> (kind ?a) 0)
      (= (kind ?a) (kind ?b)) (= (kind ?b) (kind ?c)))
    :effect (and
      (not (swapping))
      (assign (kind ?a) 0)
      (assign (kind ?b) 0)
      (assign (kind ?c) 0)
      (increase (total-cost) (match-cost))))
)
