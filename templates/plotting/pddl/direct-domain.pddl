; Plotting, the Direct model: every shot of the player is one action.
;
; The board is a grid of coloured cells, rows counted from the top, columns from the left; an empty
; cell has the colour null. A shot along a row ends in one of three ways, each an action: within the
; row, at the end of the row, or further down the last column. A shot down a column is the fourth
; action. Each action names where the shot ends, so that its preconditions can say what it passes and
; its effects what falls. Null shots have no action. The cost of a plan is its number of shots.
;
; This domain serves every level.
(define (domain plotting-direct)
  (:requirements :typing :equality :negative-preconditions :disjunctive-preconditions
                 :existential-preconditions :universal-preconditions :conditional-effects
                 :action-costs)

  (:types
    line offset colour - object
    row column - line
    paint - colour                  ; the colours that blocks have
  )

  (:constants
    null                            ; the colour of an empty cell
    wildcard - colour               ; what the hand holds before the first shot
  )

  (:predicates
    (hand ?c - colour)
    (coloured ?row - row ?col - column ?c - colour)

    (succ ?p1 ?p2 - line)           ; ?p1 is the successor of ?p2
    (lt ?p1 ?p2 - line)             ; ?p1 is less than ?p2
    (istoprow ?row - row)
    (isbottomrow ?row - row)
    (islastcolumn ?col - column)

    (height ?p1 ?p2 - row ?d - offset)      ; from ?p1 to ?p2, both included, there are ?d rows
    (distance ?p1 ?p2 - row ?d - offset)    ; ?p2 is ?d rows below ?p1
    (highest ?row - row ?d - offset)        ; ?row is one of the ?d highest rows

    (blockedrow ?row - row)         ; the level does not allow shots along this row
    (blockedcol ?col - column)      ; nor down this column

    ; the cells in their order, and each with itself: for the goal
    (before ?x1 - row ?y1 - column ?x2 - row ?y2 - column)
    (same ?x1 - row ?y1 - column ?x2 - row ?y2 - column)
  )

  (:functions (total-cost))

  ; Along row ?r up to column ?t, and a swap with the block behind ?t.
  (:action shoot-partial-row
    :parameters (?r - row ?t - column ?c - paint)
    :precondition (and
      (not (blockedrow ?r))
      (or (hand ?c) (hand wildcard))
      ; up to ?t there are only blocks of this colour and empty cells, and at least one block
      (forall (?col - column)
        (or (lt ?t ?col) (coloured ?r ?col ?c) (coloured ?r ?col null)))
      (exists (?col - column)
        (and (not (lt ?t ?col)) (coloured ?r ?col ?c)))
      ; behind ?t there is a block of another colour
      (exists (?next - column ?x - paint)
        (and (succ ?next ?t) (not (= ?x ?c)) (coloured ?r ?next ?x))))
    :effect (and
      (increase (total-cost) 1)
      ; the swap
      (forall (?next - column ?x - paint)
        (when (and (succ ?next ?t) (coloured ?r ?next ?x))
          (and (not (coloured ?r ?next ?x)) (coloured ?r ?next ?c)
               (not (hand ?c)) (not (hand wildcard)) (hand ?x))))
      ; what is above the row falls by one: each cell takes the colour of the one above it
      ; (where the row was empty, so is all above it)
      (forall (?above ?below - row ?col - column ?x - colour)
        (and
          (when (and (succ ?below ?above) (not (lt ?r ?below)) (not (lt ?t ?col))
                     (coloured ?above ?col ?x))
            (coloured ?below ?col ?x))
          (when (and (succ ?below ?above) (not (lt ?r ?below)) (not (lt ?t ?col))
                     (coloured ?below ?col ?x) (not (coloured ?above ?col ?x)))
            (not (coloured ?below ?col ?x)))))
      (forall (?top - row ?col - column ?x - paint)
        (when (and (istoprow ?top) (not (lt ?t ?col)) (coloured ?top ?col ?x))
          (and (not (coloured ?top ?col ?x)) (coloured ?top ?col null))))))

  ; Along the whole of row ?r, and no block of the last column below it is consumed.
  (:action shoot-only-full-row
    :parameters (?r - row ?c - paint)
    :precondition (and
      (not (blockedrow ?r))
      (or (hand ?c) (hand wildcard))
      (forall (?col - column)
        (or (coloured ?r ?col ?c) (coloured ?r ?col null)))
      (exists (?col - column)
        (coloured ?r ?col ?c))
      ; under the end of the row is the floor or a block of another colour
      (forall (?next - row ?last - column)
        (imply (and (succ ?next ?r) (islastcolumn ?last))
          (and (not (coloured ?next ?last ?c)) (not (coloured ?next ?last null))))))
    :effect (and
      (increase (total-cost) 1)
      ; the swap, or the floor
      (forall (?next - row ?last - column ?x - paint)
        (when (and (succ ?next ?r) (islastcolumn ?last) (coloured ?next ?last ?x))
          (and (not (coloured ?next ?last ?x)) (coloured ?next ?last ?c)
               (not (hand ?c)) (not (hand wildcard)) (hand ?x))))
      (when (isbottomrow ?r)
        (and (not (hand wildcard)) (hand ?c)))
      ; what is above the row falls by one
      (forall (?above ?below - row ?col - column ?x - colour)
        (and
          (when (and (succ ?below ?above) (not (lt ?r ?below))
                     (coloured ?above ?col ?x))
            (coloured ?below ?col ?x))
          (when (and (succ ?below ?above) (not (lt ?r ?below))
                     (coloured ?below ?col ?x) (not (coloured ?above ?col ?x)))
            (not (coloured ?below ?col ?x)))))
      (forall (?top - row ?col - column ?x - paint)
        (when (and (istoprow ?top) (coloured ?top ?col ?x))
          (and (not (coloured ?top ?col ?x)) (coloured ?top ?col null))))))

  ; Along the whole of row ?r and down the last column to row ?t, which is below ?r.
  (:action shoot-row-and-column
    :parameters (?r ?t - row ?c - paint)
    :precondition (and
      (lt ?r ?t)
      (not (blockedrow ?r))
      (or (hand ?c) (hand wildcard))
      (forall (?col - column)
        (or (coloured ?r ?col ?c) (coloured ?r ?col null)))
      (forall (?row - row ?last - column)
        (imply (and (lt ?r ?row) (not (lt ?t ?row)) (islastcolumn ?last))
          (or (coloured ?row ?last ?c) (coloured ?row ?last null))))
      ; at least one block is consumed
      (exists (?row - row ?col - column)
        (and (or (= ?row ?r)
                 (and (lt ?r ?row) (not (lt ?t ?row)) (islastcolumn ?col)))
             (coloured ?row ?col ?c)))
      ; under ?t is the floor or a block of another colour
      (forall (?next - row ?last - column)
        (imply (and (succ ?next ?t) (islastcolumn ?last))
          (and (not (coloured ?next ?last ?c)) (not (coloured ?next ?last null))))))
    :effect (and
      (increase (total-cost) 1)
      ; the swap, or the floor
      (forall (?next - row ?last - column ?x - paint)
        (when (and (succ ?next ?t) (islastcolumn ?last) (coloured ?next ?last ?x))
          (and (not (coloured ?next ?last ?x)) (coloured ?next ?last ?c)
               (not (hand ?c)) (not (hand wildcard)) (hand ?x))))
      (when (isbottomrow ?t)
        (and (not (hand wildcard)) (hand ?c)))
      ; in the other columns what is above the row falls by one
      (forall (?above ?below - row ?col - column ?x - colour)
        (and
          (when (and (succ ?below ?above) (not (lt ?r ?below)) (not (islastcolumn ?col))
                     (coloured ?above ?col ?x))
            (coloured ?below ?col ?x))
          (when (and (succ ?below ?above) (not (lt ?r ?below)) (not (islastcolumn ?col))
                     (coloured ?below ?col ?x) (not (coloured ?above ?col ?x)))
            (not (coloured ?below ?col ?x)))))
      (forall (?top - row ?col - column ?x - paint)
        (when (and (istoprow ?top) (not (islastcolumn ?col)) (coloured ?top ?col ?x))
          (and (not (coloured ?top ?col ?x)) (coloured ?top ?col null))))
      ; in the last column it falls by as many rows as were passed there
      (forall (?from ?to - row ?last - column ?d - offset ?x - colour)
        (and
          (when (and (height ?r ?t ?d) (distance ?from ?to ?d) (not (lt ?t ?to)) (islastcolumn ?last)
                     (coloured ?from ?last ?x))
            (coloured ?to ?last ?x))
          (when (and (height ?r ?t ?d) (distance ?from ?to ?d) (not (lt ?t ?to)) (islastcolumn ?last)
                     (coloured ?to ?last ?x) (not (coloured ?from ?last ?x)))
            (not (coloured ?to ?last ?x)))))
      (forall (?to - row ?last - column ?d - offset ?x - paint)
        (when (and (height ?r ?t ?d) (highest ?to ?d) (islastcolumn ?last) (coloured ?to ?last ?x))
          (and (not (coloured ?to ?last ?x)) (coloured ?to ?last null))))))

  ; Down column ?col to row ?t, where the last block is consumed. Nothing falls.
  (:action shoot-column
    :parameters (?col - column ?t - row ?c - paint)
    :precondition (and
      (not (blockedcol ?col))
      (or (hand ?c) (hand wildcard))
      (coloured ?t ?col ?c)
      (forall (?row - row)
        (or (lt ?t ?row) (coloured ?row ?col ?c) (coloured ?row ?col null)))
      (forall (?next - row)
        (imply (succ ?next ?t) (not (coloured ?next ?col ?c)))))
    :effect (and
      (increase (total-cost) 1)
      (forall (?row - row)
        (when (and (not (lt ?t ?row)) (coloured ?row ?col ?c))
          (and (not (coloured ?row ?col ?c)) (coloured ?row ?col null))))
      ; the swap, or the floor
      (forall (?next - row ?x - paint)
        (when (and (succ ?next ?t) (coloured ?next ?col ?x))
          (and (not (coloured ?next ?col ?x)) (coloured ?next ?col ?c)
               (not (hand ?c)) (not (hand wildcard)) (hand ?x))))
      (when (isbottomrow ?t)
        (and (not (hand wildcard)) (hand ?c)))))
)
