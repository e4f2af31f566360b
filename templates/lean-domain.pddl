; Plotting, the Lean model: one action a shot, without derived predicates, for boards of {{ rows.len() }} rows and {{ columns.len() }} columns.
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
(define (domain {{ name }})
  (:requirements :typing :negative-preconditions :conditional-effects :action-costs)

  (:types row column colour count - object)

  (:constants
    {{ rows|join(" ") }} - row
    sky ground - row                ; above the board, where it is always empty, and below it, where it never is
    {{ columns|join(" ") }} - column
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
{% for part in parts %}
  ; ---------------------------------------------------------------- {{ part.about }}
{% for shot in part.shots %}
  (:action {{ shot.name }}
    :parameters ({{ shot.parameter }}?c - colour)
    :precondition (and
      {{ shot.entry }}
      (hand ?c)
{%- for cell in shot.free %}
      (free {{ cell }})
{%- endfor %}
{%- for cell in shot.standing %}
      (not (free {{ cell }}))
{%- endfor %}
{%- for cell in shot.passed %}
      (passes {{ cell }} ?c)
{%- endfor %}
{%- for cell in shot.stop %}
      (not (passes {{ cell }} ?c))
{%- endfor %})
    :effect (and
{%- for change in shot.changes %}
{%- match change.from %}
{%- when Some with (from) %}
      (when (free {{ from }}) (free {{ change.cell }}))
      (forall (?d - colour) (when (passes {{ from }} ?d) (passes {{ change.cell }} ?d)))
{%- if change.is_passed %}
      (when (not (passes {{ from }} ?c)) (not (passes {{ change.cell }} ?c)))
{%- else %}
      (when (not (free {{ from }})) (not (free {{ change.cell }})))
      (forall (?d - colour) (when (not (passes {{ from }} ?d)) (not (passes {{ change.cell }} ?d))))
{%- endif %}
{%- when None %}
      (free {{ change.cell }})
      (forall (?d - colour) (passes {{ change.cell }} ?d))
{%- endmatch %}
{%- endfor %}
      (forall (?d - colour) (not (hand ?d)))
{%- match shot.stop %}
{%- when Some with (stop) %}
      (forall (?d - colour) (when (passes {{ stop }} ?d) (hand ?d)))
      (forall (?d - colour) (not (passes {{ stop }} ?d)))
      (passes {{ stop }} ?c)
{%- when None %}
      (hand ?c)
{%- endmatch %}
      (increase (total-cost) 1)))
{% endfor %}{% endfor %}
  ; ---------------------------------------------------------------- few enough blocks
{% for reckoning in reckonings %}
{%- match reckoning.before %}
{%- when None %}
{%- if reckoning.is_last %}
  ; Each column has no block from some row up, and the blocks below those rows are as many as may be left.
{%- else %}
  ; The first columns are counted. The hand goes, so that no shot follows.
{%- endif %}
{%- when Some with (_) %}
{%- if reckoning.is_last %}
  ; Each of the last columns has no block from some row up, with as many below as may still be left.
{%- else %}
  ; The next columns are counted.
{%- endif %}
{%- endmatch %}
  (:action {{ reckoning.name }}
    :parameters ({% for column in reckoning.columns %}?r{{ column }} {% endfor -%}
      {% if !reckoning.is_last %}{% for column in reckoning.columns %}?s{{ column }} {% endfor %}{% endif %}- row
      {%- for column in reckoning.columns %} ?n{{ column }}{% endfor %} ?n{{ reckoning.after }} - count)
    :precondition (and
{%- match reckoning.before %}
{%- when None %}
      (allowed ?n{{ reckoning.first }})
{%- when Some with (column) %}
      (reckoned k{{ column }} ?n{{ reckoning.first }})
{%- endmatch %}
{%- for column in reckoning.columns %}
      (keeps k{{ column }} ?n{{ column }} ?r{{ column }} ?n{{ column + 1 }})
      (free ?r{{ column }} k{{ column }})
{%- if !reckoning.is_last %}
      (below ?s{{ column }} ?r{{ column }})
      (not (free ?s{{ column }} k{{ column }}))
{%- endif %}
{%- endfor %})
{%- if reckoning.is_last %}
    :effect (done))
{%- else %}
    :effect (and
      (forall (?d - colour) (not (hand ?d)))
      (reckoned k{{ reckoning.after - 1 }} ?n{{ reckoning.after }})))
{%- endif %}
{% endfor -%}
)
