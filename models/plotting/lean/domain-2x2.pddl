; Plotting, the Lean model: one action per shot, no derived predicates, for boards of 2×2.
;
; Rows are r1, r2, … from the top, columns k1, k2, … from the left. Every cell has a few gates. In an empty
; cell all are open, in a block only that of its colour. So a shot goes on through a cell, whether it is empty
; or has a block to consume, if the gate of its colour is open, and it ends where that is shut.
; No colour has the gate g0, which is open in empty cells only.
;
; A shot consumes the block that it passes in a column, and everything above falls by one cell. In a column
; where it passes an empty cell everything above is empty too, and the same fall changes nothing: no effect
; needs to know which of the cells had blocks. In the last column a shot that turns at the wall clears all cells
; from its row to where it ends, and what is above falls by as many.
;
; There is an action for each place where a shot can hit its first block and each place where it can end; so
; every shot consumes a block. A shot along a row that is empty, or has no block but that in the top right
; corner, does what the shot down the last column does; it is an action (over-…) only where one may not fire down
; there. The cost of a plan is its number of shots. Counting the blocks that are left ends it: no shot follows.
(define (domain plotting-lean-2x2)
  (:requirements :typing :negative-preconditions :conditional-effects :action-costs)

  (:types row column colour gate count - object)

  (:constants
    r1 r2 - row
    sky - row                       ; above the board, where it is always empty
    k1 k2 - column
    g0 - gate
  )

  (:predicates
    (open ?r - row ?k - column ?g - gate)       ; the gate is open in this cell
    (held ?g - gate)                            ; a gate of the block in the hand; a wildcard has all
    (has ?c - colour ?x - gate)                 ; the gate of a colour
    (row-entry ?r - row)                        ; one may fire along this row
    (column-entry ?k - column)                  ; one may fire down this column
    (over ?r ?s - row)                          ; one may fire along row ?r but not down the last column, and
                                                ; row ?s is row ?r or below it

    (allowed ?n - count)                        ; at most ?n blocks may be left
    (keeps ?k - column ?n - count ?r - row ?m - count)
                                                ; if ?n blocks may be left from column ?k on, and it has none
                                                ; from row ?r up, then ?m may be left in the columns after it
    (done)                                      ; there are few enough blocks
  )

  (:functions (total-cost))

  ; ---------------------------------------------------------------- along row 1

  (:action row-1-hits-1-stops-2
    :parameters (?c - colour ?x - gate)
    :precondition (and
      (row-entry r1)
      (has ?c ?x) (held ?x)
      (open r1 k1 ?x) (not (open r1 k1 g0))
      (not (open r1 k2 ?x)))
    :effect (and
      (forall (?g - gate) (open r1 k1 ?g))
      (forall (?g - gate) (not (held ?g)))
      (forall (?g - gate) (when (open r1 k2 ?g) (held ?g)))
      (forall (?g - gate) (not (open r1 k2 ?g)))
      (open r1 k2 ?x)
      (increase (total-cost) 1)))

  (:action row-1-hits-1-sinks-to-2
    :parameters (?c - colour ?x - gate)
    :precondition (and
      (row-entry r1)
      (has ?c ?x) (held ?x)
      (open r1 k1 ?x) (not (open r1 k1 g0))
      (open r1 k2 ?x)
      (not (open r2 k2 ?x)))
    :effect (and
      (forall (?g - gate) (open r1 k1 ?g))
      (forall (?g - gate) (open r1 k2 ?g))
      (forall (?g - gate) (not (held ?g)))
      (forall (?g - gate) (when (open r2 k2 ?g) (held ?g)))
      (forall (?g - gate) (not (open r2 k2 ?g)))
      (open r2 k2 ?x)
      (increase (total-cost) 1)))

  (:action row-1-hits-1-sinks-to-floor
    :parameters (?c - colour ?x - gate)
    :precondition (and
      (row-entry r1)
      (has ?c ?x) (held ?x)
      (open r1 k1 ?x) (not (open r1 k1 g0))
      (open r1 k2 ?x)
      (open r2 k2 ?x))
    :effect (and
      (forall (?g - gate) (open r1 k1 ?g))
      (forall (?g - gate) (open r2 k2 ?g))
      (forall (?g - gate) (open r1 k2 ?g))
      (forall (?g - gate) (not (held ?g)))
      (held ?x)
      (increase (total-cost) 1)))

  ; ---------------------------------------------------------------- along row 2

  (:action row-2-hits-1-stops-2
    :parameters (?c - colour ?x - gate)
    :precondition (and
      (row-entry r2)
      (has ?c ?x) (held ?x)
      (open r2 k1 ?x) (not (open r2 k1 g0))
      (not (open r2 k2 ?x)))
    :effect (and
      (forall (?g - gate) (when (open r1 k1 ?g) (open r2 k1 ?g)))
      (when (not (open r1 k1 ?x)) (not (open r2 k1 ?x)))
      (forall (?g - gate) (open r1 k1 ?g))
      (forall (?g - gate) (not (held ?g)))
      (forall (?g - gate) (when (open r2 k2 ?g) (held ?g)))
      (forall (?g - gate) (not (open r2 k2 ?g)))
      (open r2 k2 ?x)
      (increase (total-cost) 1)))

  (:action row-2-hits-1-sinks-to-floor
    :parameters (?c - colour ?x - gate)
    :precondition (and
      (row-entry r2)
      (has ?c ?x) (held ?x)
      (open r2 k1 ?x) (not (open r2 k1 g0))
      (open r2 k2 ?x))
    :effect (and
      (forall (?g - gate) (when (open r1 k1 ?g) (open r2 k1 ?g)))
      (when (not (open r1 k1 ?x)) (not (open r2 k1 ?x)))
      (forall (?g - gate) (open r1 k1 ?g))
      (forall (?g - gate) (when (open r1 k2 ?g) (open r2 k2 ?g)))
      (when (not (open r1 k2 ?x)) (not (open r2 k2 ?x)))
      (forall (?g - gate) (open r1 k2 ?g))
      (forall (?g - gate) (not (held ?g)))
      (held ?x)
      (increase (total-cost) 1)))

  (:action row-2-hits-2-sinks-to-floor
    :parameters (?c - colour ?x - gate)
    :precondition (and
      (row-entry r2)
      (has ?c ?x) (held ?x)
      (open r2 k1 g0)
      (open r2 k2 ?x) (not (open r2 k2 g0)))
    :effect (and
      (forall (?g - gate) (when (open r1 k2 ?g) (open r2 k2 ?g)))
      (when (not (open r1 k2 ?x)) (not (open r2 k2 ?x)))
      (forall (?g - gate) (open r1 k2 ?g))
      (forall (?g - gate) (not (held ?g)))
      (held ?x)
      (increase (total-cost) 1)))

  ; ---------------------------------------------------------------- down a column

  (:action column-hits-1-stops-2
    :parameters (?k - column ?c - colour ?x - gate)
    :precondition (and
      (column-entry ?k)
      (has ?c ?x) (held ?x)
      (open r1 ?k ?x) (not (open r1 ?k g0))
      (not (open r2 ?k ?x)))
    :effect (and
      (forall (?g - gate) (open r1 ?k ?g))
      (forall (?g - gate) (not (held ?g)))
      (forall (?g - gate) (when (open r2 ?k ?g) (held ?g)))
      (forall (?g - gate) (not (open r2 ?k ?g)))
      (open r2 ?k ?x)
      (increase (total-cost) 1)))

  (:action column-hits-1-sinks-to-floor
    :parameters (?k - column ?c - colour ?x - gate)
    :precondition (and
      (column-entry ?k)
      (has ?c ?x) (held ?x)
      (open r1 ?k ?x) (not (open r1 ?k g0))
      (open r2 ?k ?x))
    :effect (and
      (forall (?g - gate) (open r1 ?k ?g))
      (forall (?g - gate) (open r2 ?k ?g))
      (forall (?g - gate) (not (held ?g)))
      (held ?x)
      (increase (total-cost) 1)))

  (:action column-hits-2-sinks-to-floor
    :parameters (?k - column ?c - colour ?x - gate)
    :precondition (and
      (column-entry ?k)
      (has ?c ?x) (held ?x)
      (open r1 ?k g0)
      (open r2 ?k ?x) (not (open r2 ?k g0)))
    :effect (and
      (forall (?g - gate) (open r2 ?k ?g))
      (forall (?g - gate) (not (held ?g)))
      (held ?x)
      (increase (total-cost) 1)))

  ; ---------------------------------------------------------------- along an empty row, down the last column

  (:action over-hits-1-stops-2
    :parameters (?r - row ?c - colour ?x - gate)
    :precondition (and
      (over ?r r1)
      (has ?c ?x) (held ?x)
      (open ?r k1 g0)
      (open r1 k2 ?x) (not (open r1 k2 g0))
      (not (open r2 k2 ?x)))
    :effect (and
      (forall (?g - gate) (open r1 k2 ?g))
      (forall (?g - gate) (not (held ?g)))
      (forall (?g - gate) (when (open r2 k2 ?g) (held ?g)))
      (forall (?g - gate) (not (open r2 k2 ?g)))
      (open r2 k2 ?x)
      (increase (total-cost) 1)))

  (:action over-hits-1-sinks-to-floor
    :parameters (?r - row ?c - colour ?x - gate)
    :precondition (and
      (over ?r r1)
      (has ?c ?x) (held ?x)
      (open ?r k1 g0)
      (open r1 k2 ?x) (not (open r1 k2 g0))
      (open r2 k2 ?x))
    :effect (and
      (forall (?g - gate) (open r1 k2 ?g))
      (forall (?g - gate) (open r2 k2 ?g))
      (forall (?g - gate) (not (held ?g)))
      (held ?x)
      (increase (total-cost) 1)))

  (:action over-hits-2-sinks-to-floor
    :parameters (?r - row ?c - colour ?x - gate)
    :precondition (and
      (over ?r r2)
      (has ?c ?x) (held ?x)
      (open ?r k1 g0)
      (open r1 k2 g0)
      (open r2 k2 ?x) (not (open r2 k2 g0)))
    :effect (and
      (forall (?g - gate) (open r2 k2 ?g))
      (forall (?g - gate) (not (held ?g)))
      (held ?x)
      (increase (total-cost) 1)))

  ; ---------------------------------------------------------------- few enough blocks

  ; Each column has no block from some row up, and the blocks below those rows are as many as may be left.
  ; The hand is taken away, so that no shot can follow.
  (:action finish
    :parameters (?r1 ?r2 - row ?n1 ?n2 ?n3 - count)
    :precondition (and
      (allowed ?n1)
      (keeps k1 ?n1 ?r1 ?n2)
      (open ?r1 k1 g0)
      (keeps k2 ?n2 ?r2 ?n3)
      (open ?r2 k2 g0))
    :effect (and
      (forall (?g - gate) (not (held ?g)))
      (done)))
)
