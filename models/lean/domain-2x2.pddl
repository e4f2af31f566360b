; Plotting, the Lean model: one action a shot, without derived predicates, for boards of 2 rows and 2 columns.
;
; Rows are r1, r2, … from the top, columns k1, k2, … from the left. What is in a cell is said by which
; colours pass it: every colour passes an empty cell, only its own colour passes a block. So one positive
; literal says that a shot goes on, and one negative literal that it ends.
;
; A shot consumes the block that it passes in a column, and everything above falls by one cell. In a column
; where it passes an empty cell everything above is empty too, and the same fall changes nothing: no effect
; needs to know which of the cells had blocks.
;
; There is an action for each place where a shot can hit its first block and each place where it can end; so
; every shot consumes a block. A shot along a row that would do what the shot down the last column does is
; left to that one. The cost of a plan is its number of shots.
(define (domain plotting-lean-2x2)
  (:requirements :typing :negative-preconditions :conditional-effects :action-costs)

  (:types row column colour count - object)

  (:constants
    r1 r2 - row
    sky ground - row                ; above the board, where it is always empty, and below it, where it never is
    k1 k2 - column
  )

  (:predicates
    (free ?r - row ?k - column)                 ; the cell is empty
    (passes ?r - row ?k - column ?c - colour)   ; the cell is empty, or has a block of this colour
    (hand ?c - colour)                          ; what the player holds; a wildcard is all colours at once
    (row-entry ?r - row)                        ; one may fire along this row
    (column-entry ?k - column)                  ; one may fire down this column
    (over ?r ?s - row)                          ; only along row ?r, not from above, can row ?s of the last
                                                ; column be hit from above

    (allowed ?n - count)                        ; so many blocks may be left
    (keeps ?k - column ?n - count ?r - row ?m - count)
                                                ; if ?n blocks may be left from column ?k on, and it has none
                                                ; from row ?r up, then ?m may be left in the columns after it
    (below ?s ?r - row)                         ; row ?s is below row ?r
    (reckoned ?k - column ?n - count)           ; with the columns up to ?k counted, ?n more may be left
    (done)                                      ; there are few enough blocks
  )

  (:functions (total-cost))

  ; ---------------------------------------------------------------- along row 1

  (:action row-1-hits-1-stops-2
    :parameters (?c - colour)
    :precondition (and
      (row-entry r1)
      (hand ?c)
      (not (free r1 k1))
      (passes r1 k1 ?c)
      (not (passes r1 k2 ?c)))
    :effect (and
      (free r1 k1)
      (forall (?d - colour) (passes r1 k1 ?d))
      (forall (?d - colour) (not (hand ?d)))
      (forall (?d - colour) (when (passes r1 k2 ?d) (hand ?d)))
      (forall (?d - colour) (not (passes r1 k2 ?d)))
      (passes r1 k2 ?c)
      (increase (total-cost) 1)))

  (:action row-1-hits-1-sinks-to-2
    :parameters (?c - colour)
    :precondition (and
      (row-entry r1)
      (hand ?c)
      (not (free r1 k1))
      (passes r1 k1 ?c)
      (passes r1 k2 ?c)
      (not (passes r2 k2 ?c)))
    :effect (and
      (free r1 k1)
      (forall (?d - colour) (passes r1 k1 ?d))
      (free r1 k2)
      (forall (?d - colour) (passes r1 k2 ?d))
      (forall (?d - colour) (not (hand ?d)))
      (forall (?d - colour) (when (passes r2 k2 ?d) (hand ?d)))
      (forall (?d - colour) (not (passes r2 k2 ?d)))
      (passes r2 k2 ?c)
      (increase (total-cost) 1)))

  (:action row-1-hits-1-sinks-to-floor
    :parameters (?c - colour)
    :precondition (and
      (row-entry r1)
      (hand ?c)
      (not (free r1 k1))
      (passes r1 k1 ?c)
      (passes r1 k2 ?c)
      (passes r2 k2 ?c))
    :effect (and
      (free r1 k1)
      (forall (?d - colour) (passes r1 k1 ?d))
      (free r2 k2)
      (forall (?d - colour) (passes r2 k2 ?d))
      (free r1 k2)
      (forall (?d - colour) (passes r1 k2 ?d))
      (forall (?d - colour) (not (hand ?d)))
      (hand ?c)
      (increase (total-cost) 1)))

  ; ---------------------------------------------------------------- along row 2

  (:action row-2-hits-1-stops-2
    :parameters (?c - colour)
    :precondition (and
      (row-entry r2)
      (hand ?c)
      (not (free r2 k1))
      (passes r2 k1 ?c)
      (not (passes r2 k2 ?c)))
    :effect (and
      (when (free r1 k1) (free r2 k1))
      (forall (?d - colour) (when (passes r1 k1 ?d) (passes r2 k1 ?d)))
      (when (not (passes r1 k1 ?c)) (not (passes r2 k1 ?c)))
      (free r1 k1)
      (forall (?d - colour) (passes r1 k1 ?d))
      (forall (?d - colour) (not (hand ?d)))
      (forall (?d - colour) (when (passes r2 k2 ?d) (hand ?d)))
      (forall (?d - colour) (not (passes r2 k2 ?d)))
      (passes r2 k2 ?c)
      (increase (total-cost) 1)))

  (:action row-2-hits-1-sinks-to-floor
    :parameters (?c - colour)
    :precondition (and
      (row-entry r2)
      (hand ?c)
      (not (free r2 k1))
      (passes r2 k1 ?c)
      (passes r2 k2 ?c))
    :effect (and
      (when (free r1 k1) (free r2 k1))
      (forall (?d - colour) (when (passes r1 k1 ?d) (passes r2 k1 ?d)))
      (when (not (passes r1 k1 ?c)) (not (passes r2 k1 ?c)))
      (free r1 k1)
      (forall (?d - colour) (passes r1 k1 ?d))
      (when (free r1 k2) (free r2 k2))
      (forall (?d - colour) (when (passes r1 k2 ?d) (passes r2 k2 ?d)))
      (when (not (passes r1 k2 ?c)) (not (passes r2 k2 ?c)))
      (free r1 k2)
      (forall (?d - colour) (passes r1 k2 ?d))
      (forall (?d - colour) (not (hand ?d)))
      (hand ?c)
      (increase (total-cost) 1)))

  (:action row-2-hits-2-sinks-to-floor
    :parameters (?c - colour)
    :precondition (and
      (row-entry r2)
      (hand ?c)
      (free r2 k1)
      (not (free r1 k2))
      (not (free r2 k2))
      (passes r2 k2 ?c))
    :effect (and
      (when (free r1 k2) (free r2 k2))
      (forall (?d - colour) (when (passes r1 k2 ?d) (passes r2 k2 ?d)))
      (when (not (passes r1 k2 ?c)) (not (passes r2 k2 ?c)))
      (free r1 k2)
      (forall (?d - colour) (passes r1 k2 ?d))
      (forall (?d - colour) (not (hand ?d)))
      (hand ?c)
      (increase (total-cost) 1)))

  ; ---------------------------------------------------------------- down a column

  (:action column-hits-1-stops-2
    :parameters (?k - column ?c - colour)
    :precondition (and
      (column-entry ?k)
      (hand ?c)
      (not (free r1 ?k))
      (passes r1 ?k ?c)
      (not (passes r2 ?k ?c)))
    :effect (and
      (free r1 ?k)
      (forall (?d - colour) (passes r1 ?k ?d))
      (forall (?d - colour) (not (hand ?d)))
      (forall (?d - colour) (when (passes r2 ?k ?d) (hand ?d)))
      (forall (?d - colour) (not (passes r2 ?k ?d)))
      (passes r2 ?k ?c)
      (increase (total-cost) 1)))

  (:action column-hits-1-sinks-to-floor
    :parameters (?k - column ?c - colour)
    :precondition (and
      (column-entry ?k)
      (hand ?c)
      (not (free r1 ?k))
      (passes r1 ?k ?c)
      (passes r2 ?k ?c))
    :effect (and
      (free r1 ?k)
      (forall (?d - colour) (passes r1 ?k ?d))
      (free r2 ?k)
      (forall (?d - colour) (passes r2 ?k ?d))
      (forall (?d - colour) (not (hand ?d)))
      (hand ?c)
      (increase (total-cost) 1)))

  (:action column-hits-2-sinks-to-floor
    :parameters (?k - column ?c - colour)
    :precondition (and
      (column-entry ?k)
      (hand ?c)
      (free r1 ?k)
      (not (free r2 ?k))
      (passes r2 ?k ?c))
    :effect (and
      (free r2 ?k)
      (forall (?d - colour) (passes r2 ?k ?d))
      (forall (?d - colour) (not (hand ?d)))
      (hand ?c)
      (increase (total-cost) 1)))

  ; ---------------------------------------------------------------- along an empty row, down the last column

  (:action over-hits-1-stops-2
    :parameters (?r - row ?c - colour)
    :precondition (and
      (over ?r r1)
      (hand ?c)
      (free ?r k1)
      (not (free r1 k2))
      (passes r1 k2 ?c)
      (not (passes r2 k2 ?c)))
    :effect (and
      (free r1 k2)
      (forall (?d - colour) (passes r1 k2 ?d))
      (forall (?d - colour) (not (hand ?d)))
      (forall (?d - colour) (when (passes r2 k2 ?d) (hand ?d)))
      (forall (?d - colour) (not (passes r2 k2 ?d)))
      (passes r2 k2 ?c)
      (increase (total-cost) 1)))

  (:action over-hits-1-sinks-to-floor
    :parameters (?r - row ?c - colour)
    :precondition (and
      (over ?r r1)
      (hand ?c)
      (free ?r k1)
      (not (free r1 k2))
      (passes r1 k2 ?c)
      (passes r2 k2 ?c))
    :effect (and
      (free r1 k2)
      (forall (?d - colour) (passes r1 k2 ?d))
      (free r2 k2)
      (forall (?d - colour) (passes r2 k2 ?d))
      (forall (?d - colour) (not (hand ?d)))
      (hand ?c)
      (increase (total-cost) 1)))

  (:action over-hits-2-sinks-to-floor
    :parameters (?r - row ?c - colour)
    :precondition (and
      (over ?r r2)
      (hand ?c)
      (free ?r k1)
      (free r1 k2)
      (not (free r2 k2))
      (passes r2 k2 ?c))
    :effect (and
      (free r2 k2)
      (forall (?d - colour) (passes r2 k2 ?d))
      (forall (?d - colour) (not (hand ?d)))
      (hand ?c)
      (increase (total-cost) 1)))

  ; ---------------------------------------------------------------- few enough blocks

  ; Each column has no block from some row up, and the blocks below those rows are as many as may be left.
  (:action finish
    :parameters (?r1 ?r2 - row ?n1 ?n2 ?n3 - count)
    :precondition (and
      (allowed ?n1)
      (keeps k1 ?n1 ?r1 ?n2)
      (free ?r1 k1)
      (keeps k2 ?n2 ?r2 ?n3)
      (free ?r2 k2))
    :effect (done))
)
