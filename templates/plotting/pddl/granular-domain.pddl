; Plotting, the Granular model: every step of the shot block and every fall is an action of its own.
;
; A shot is a bullet that travels through the grid one location at a time. Locations are named
; loc_COLUMN_ROW. Around the board there are a column on the left and a row on top, from where shots
; enter, a wall on the right and a floor below. Rows are counted from the floor, which is row 1.
;
; The state machine: while a bullet flies, only the bullet moves; then, while blocks hang in the air,
; only they fall; only then may the next shot be fired. A shot that consumes nothing can never end,
; so no plan has one. The cost of a plan is its number of shots.
;
; This domain serves every level: where one may fire from is said by facts of the problem.
(define (domain plotting-granular)
  (:requirements :typing :equality :negative-preconditions :disjunctive-preconditions
                 :existential-preconditions :derived-predicates :action-costs)

  (:types
    location direction count colour - object
    paint - colour                  ; the colours that blocks have
  )

  (:constants
    none                            ; the colour of an empty location
    wall                            ; of the wall and of the floor
    bullet                          ; of the location where the bullet is
    wildcard - colour               ; what the hand holds before the first shot
    right down - direction
  )

  (:predicates
    (hand ?c - colour)                              ; what the player holds, and the colour of the bullet
    (coloured ?l - location ?c - colour)            ; each location has exactly one colour
    (next ?from ?to - location ?dir - direction)
    (row_entry ?l - location)                       ; a shot along a row may start here
    (column_entry ?l - location)                    ; a shot down a column may start here

    (pred ?n1 ?n2 - count)                          ; ?n1 is the predecessor of ?n2
    (blocks_remaining ?n - count)

    (falling_flag)                                  ; some block must fall
    (shooting_horizontal_flag)                      ; the bullet flies to the right
    (shooting_vertical_flag)                        ; the bullet flies down
    (block_removed_flag)                            ; the bullet has consumed a block
  )

  (:functions (total-cost))

  ; A block has an empty location under it.
  (:derived (falling_flag)
    (exists (?l1 ?l2 - location ?c - paint)
      (and (next ?l1 ?l2 down)
           (coloured ?l2 none)
           (coloured ?l1 ?c))))

  ; ---------------------------------------------------------------- firing

  (:action shooting_row
    :parameters (?l - location)
    :precondition (and
      (row_entry ?l)
      (coloured ?l none)
      (not (shooting_horizontal_flag))
      (not (shooting_vertical_flag))
      (not (falling_flag)))
    :effect (and
      (not (coloured ?l none))
      (coloured ?l bullet)
      (shooting_horizontal_flag)
      (increase (total-cost) 1)))

  (:action shooting_column
    :parameters (?l - location)
    :precondition (and
      (column_entry ?l)
      (coloured ?l none)
      (not (shooting_horizontal_flag))
      (not (shooting_vertical_flag))
      (not (falling_flag)))
    :effect (and
      (not (coloured ?l none))
      (coloured ?l bullet)
      (shooting_vertical_flag)
      (increase (total-cost) 1)))
{% for way in ways %}
  ; ---------------------------------------------------------------- flying {{ way.towards }}

  ; The wildcard takes the colour of the first block that it meets.
  (:action {{ way.name }}_wildcard_taking
    :parameters (?l1 ?l2 - location ?c - paint)
    :precondition (and
      (shooting_{{ way.name }}_flag)
      (hand wildcard)
      (next ?l1 ?l2 {{ way.direction }})
      (coloured ?l1 bullet)
      (coloured ?l2 ?c))
    :effect (and
      (not (hand wildcard))
      (hand ?c)))

  ; A block of the bullet's colour is consumed.
  (:action {{ way.name }}_bullet_advancing_absorbing
    :parameters (?l1 ?l2 - location ?c - paint ?ni ?nj - count)
    :precondition (and
      (shooting_{{ way.name }}_flag)
      (hand ?c)
      (next ?l1 ?l2 {{ way.direction }})
      (coloured ?l1 bullet)
      (coloured ?l2 ?c)
      (pred ?nj ?ni)
      (blocks_remaining ?ni))
    :effect (and
      (not (coloured ?l1 bullet))
      (coloured ?l1 none)
      (not (coloured ?l2 ?c))
      (coloured ?l2 bullet)
      (block_removed_flag)
      (not (blocks_remaining ?ni))
      (blocks_remaining ?nj)))

  ; An empty location is passed.
  (:action {{ way.name }}_bullet_advancing_non_absorbing
    :parameters (?l1 ?l2 - location)
    :precondition (and
      (shooting_{{ way.name }}_flag)
      (next ?l1 ?l2 {{ way.direction }})
      (coloured ?l1 bullet)
      (coloured ?l2 none))
    :effect (and
      (not (coloured ?l1 bullet))
      (coloured ?l1 none)
      (not (coloured ?l2 none))
      (coloured ?l2 bullet)))
{% if way.name == "horizontal" %}
  ; At the wall the bullet turns and goes on down the last column.
  (:action horizontal_bullet_advancing_reaching_end
    :parameters (?l1 ?l2 - location)
    :precondition (and
      (shooting_horizontal_flag)
      (next ?l1 ?l2 right)
      (coloured ?l1 bullet)
      (coloured ?l2 wall))
    :effect (and
      (not (shooting_horizontal_flag))
      (shooting_vertical_flag)))
{% else %}
  ; At the floor the shot ends, and the block comes back into the hand: it keeps its colour.
  (:action vertical_bullet_advancing_reaching_end
    :parameters (?l1 ?l2 - location)
    :precondition (and
      (shooting_vertical_flag)
      (block_removed_flag)
      (next ?l1 ?l2 down)
      (coloured ?l1 bullet)
      (coloured ?l2 wall))
    :effect (and
      (not (coloured ?l1 bullet))
      (coloured ?l1 none)
      (not (block_removed_flag))
      (not (shooting_vertical_flag))))
{% endif %}
  ; The first block of another colour ends the shot, and changes places with the hand.
  (:action {{ way.name }}_bullet_bouncing
    :parameters (?l1 ?l2 - location ?c1 ?c2 - paint)
    :precondition (and
      (shooting_{{ way.name }}_flag)
      (block_removed_flag)
      (hand ?c1)
      (next ?l1 ?l2 {{ way.direction }})
      (coloured ?l1 bullet)
      (coloured ?l2 ?c2)
      (not (= ?c1 ?c2)))
    :effect (and
      (not (coloured ?l1 bullet))
      (coloured ?l1 none)
      (not (coloured ?l2 ?c2))
      (coloured ?l2 ?c1)
      (not (hand ?c1))
      (hand ?c2)
      (not (block_removed_flag))
      (not (shooting_{{ way.name }}_flag))))
{% endfor %}
  ; ---------------------------------------------------------------- falling

  (:action fall_block
    :parameters (?l1 ?l2 - location ?c - paint)   ; from ?l1 to ?l2
    :precondition (and
      (not (shooting_horizontal_flag))
      (not (shooting_vertical_flag))
      (next ?l1 ?l2 down)
      (coloured ?l1 ?c)
      (coloured ?l2 none))
    :effect (and
      (not (coloured ?l1 ?c))
      (coloured ?l1 none)
      (not (coloured ?l2 none))
      (coloured ?l2 ?c)))
)
