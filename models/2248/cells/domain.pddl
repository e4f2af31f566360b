; 2248, the Cells model: a path is built cell by cell, and the columns are packed cell by cell.
;
; Only a join costs anything, so the cost of a plan is its number of moves. A path begins with two equal numbers
; and is extended by numbers that are equal or twice as great. A cell that the path leaves is empty at once, so no
; path comes to a cell twice; nothing falls before the join. Then the columns are packed one after the other, each
; from its lowest cell up, in one way only: the planner has no choice there. The numbers of a queue wait in cells
; above their column, and come in as they fall.
(define (domain g2248-cells)
  (:requirements :typing :action-costs)

  (:types cell value amount count - object)

  (:predicates
    ; the board
    (has ?a - cell ?n - value)
    (hole ?a - cell)
    (blocks ?k - count)                         ; the number of blocks on the board

    ; what is going on
    (resting)                                   ; a path may begin, or the plan end
    (growing)                                   ; the path may go on, or be joined
    (adding ?n - value)                        ; this number is to be added to the sum of the path
    (tip ?a - cell)                             ; the path has come to this cell
    (sum ?s - amount)                           ; the numbers on the path
    (look ?a - cell)                            ; packing a column: the cell that is looked at,
    (fill ?a - cell)                            ; and the lowest cell that is not packed yet
    (done)

    ; the grid
    (touch ?a ?b - cell)                        ; two neighbours on the board
    (above ?a ?b - cell)                        ; ?b is right above ?a
    (first-cell ?a - cell)                      ; the lowest cell of the first column
    (next-column ?a ?b - cell)                  ; ?a ends a column at the top, ?b is the lowest cell of the next
    (last-column ?a - cell)                     ; ?a ends the last column
    (same-area ?a ?b - cell)                    ; both on the board, or both above it
    (comes-in ?a ?b - cell)                     ; ?a is above the board, ?b is on it

    ; numbers
    (follows ?n ?m - value)                    ; ?m is ?n or twice as great
    (twice ?n - value ?s - amount)             ; the sum of two such numbers
    (plus ?s - amount ?n - value ?t - amount)
    (rounded ?s - amount ?n - value)           ; the least number that is not below the sum
    (successor ?k ?l - count)                   ; ?l is one more than ?k
    (few ?k - count)                            ; as few blocks as the goal wants
  )

  (:functions (total-cost) - number)

  ; ---------------------------------------------------------------- the path

  (:action begin
    :parameters (?a ?b - cell ?n - value ?s - amount ?k ?l - count)
    :precondition (and
      (resting) (touch ?a ?b) (has ?a ?n) (has ?b ?n) (twice ?n ?s)
      (blocks ?k) (successor ?l ?k))
    :effect (and
      (not (resting)) (growing) (tip ?b) (sum ?s)
      (not (has ?a ?n)) (hole ?a)
      (not (blocks ?k)) (blocks ?l)))

  (:action extend
    :parameters (?a ?b - cell ?n ?m - value ?k ?l - count)
    :precondition (and
      (growing) (tip ?a) (touch ?a ?b) (has ?a ?n) (has ?b ?m) (follows ?n ?m)
      (blocks ?k) (successor ?l ?k))
    :effect (and
      (not (growing)) (adding ?m)
      (not (tip ?a)) (tip ?b)
      (not (has ?a ?n)) (hole ?a)
      (not (blocks ?k)) (blocks ?l)))

  (:action add
    :parameters (?n - value ?s ?t - amount)
    :precondition (and (adding ?n) (sum ?s) (plus ?s ?n ?t))
    :effect (and
      (not (adding ?n)) (growing)
      (not (sum ?s)) (sum ?t)))

  (:action join
    :parameters (?a - cell ?n - value ?s - amount ?m - value ?b - cell)
    :precondition (and
      (growing) (tip ?a) (has ?a ?n) (sum ?s) (rounded ?s ?m) (first-cell ?b))
    :effect (and
      (not (growing)) (not (tip ?a)) (not (sum ?s))
      (not (has ?a ?n)) (has ?a ?m)
      (look ?b) (fill ?b)
      (increase (total-cost) 1)))

  ; ---------------------------------------------------------------- the fall, column by column

  ; No hole so far.
  (:action pass
    :parameters (?a ?b - cell ?n - value)
    :precondition (and (look ?a) (fill ?a) (has ?a ?n) (above ?a ?b))
    :effect (and
      (not (look ?a)) (look ?b)
      (not (fill ?a)) (fill ?b)))

  (:action skip
    :parameters (?a ?b - cell)
    :precondition (and (look ?a) (hole ?a) (above ?a ?b))
    :effect (and (not (look ?a)) (look ?b)))

  (:action fall
    :parameters (?a ?b ?to ?next - cell ?n - value)
    :precondition (and
      (look ?a) (above ?a ?b) (has ?a ?n)
      (fill ?to) (above ?to ?next) (hole ?to) (same-area ?a ?to))
    :effect (and
      (not (look ?a)) (look ?b)
      (not (fill ?to)) (fill ?next)
      (not (has ?a ?n)) (hole ?a)
      (not (hole ?to)) (has ?to ?n)))

  ; From above the board.
  (:action enter
    :parameters (?a ?b ?to ?next - cell ?n - value ?k ?l - count)
    :precondition (and
      (look ?a) (above ?a ?b) (has ?a ?n)
      (fill ?to) (above ?to ?next) (hole ?to) (comes-in ?a ?to)
      (blocks ?k) (successor ?k ?l))
    :effect (and
      (not (look ?a)) (look ?b)
      (not (fill ?to)) (fill ?next)
      (not (has ?a ?n)) (hole ?a)
      (not (hole ?to)) (has ?to ?n)
      (not (blocks ?k)) (blocks ?l)))

  (:action turn
    :parameters (?a ?filled ?b - cell)
    :precondition (and (look ?a) (fill ?filled) (next-column ?a ?b))
    :effect (and
      (not (look ?a)) (look ?b)
      (not (fill ?filled)) (fill ?b)))

  (:action rest
    :parameters (?a ?filled - cell)
    :precondition (and (look ?a) (fill ?filled) (last-column ?a))
    :effect (and (not (look ?a)) (not (fill ?filled)) (resting)))

  ; ---------------------------------------------------------------- the end

  (:action finish
    :parameters (?k - count)
    :precondition (and (resting) (blocks ?k) (few ?k))
    :effect (and (not (resting)) (done)))
)
