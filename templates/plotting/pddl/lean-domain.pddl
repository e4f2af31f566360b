{#- What the gates of a cell say: a shot of colour ?c passes it -#}
{%- macro passes(cell) -%}
(open {{ cell }} ?x){% if has_pairs %} (open {{ cell }} ?y){% endif %}
{%- endmacro -%}
{#- it is empty -#}
{%- macro empty(cell) -%}
{% if has_void %}(open {{ cell }} g0){% else %}{{ passes(cell) }} (open {{ cell }} ?z){% endif %}
{%- endmacro -%}
{#- it has a block of colour ?c -#}
{%- macro block(cell) -%}
{{ passes(cell) }} (not (open {{ cell }} {% if has_void %}g0{% else %}?z{% endif %}))
{%- endmacro -%}
; Plotting, the Lean model: one action per shot, no derived predicates, for boards of {{ rows.len() }}×{{ columns.len() }}.
;
; Rows are r1, r2, … from the top, columns k1, k2, … from the left. Every cell has a few gates. In an empty
{%- if has_pairs %}
; cell all are open, in a block only the two of its colour. So a shot goes on through a cell, whether it is
; empty or has a block to consume, if both gates of its colour are open, and it ends where one is shut.
{%- if !has_void %}
; Where a third gate is open, the cell is empty.
{%- endif %}
{%- else %}
; cell all are open, in a block only that of its colour. So a shot goes on through a cell, whether it is empty
; or has a block to consume, if the gate of its colour is open, and it ends where that is shut.
{%- endif %}
{%- if has_void %}
; No colour has the gate g0, which is open in empty cells only.
{%- endif %}
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
(define (domain {{ name }})
  (:requirements :typing :negative-preconditions :conditional-effects :action-costs)

  (:types row column colour gate count - object)

  (:constants
    {{ rows|join(" ") }} - row
{%- if has_groups %}
    sky ground - row                ; above the board, where it is always empty, and below it, where it never is
{%- else %}
    sky - row                       ; above the board, where it is always empty
{%- endif %}
    {{ columns|join(" ") }} - column
    {% if has_void %}g0{% else %}g1 g2 g3{% endif %} - gate
  )

  (:predicates
    (open ?r - row ?k - column ?g - gate)       ; the gate is open in this cell
    (held ?g - gate)                            ; a gate of the block in the hand; a wildcard has all
{%- if has_void && !has_pairs %}
    (has ?c - colour ?x - gate)                 ; the gate of a colour
{%- else if has_void %}
    (has ?c - colour ?x ?y - gate)              ; the gates of a colour
{%- else %}
    (has ?c - colour ?x ?y ?z - gate)           ; the gates ?x and ?y of a colour, and one that it has not
{%- endif %}
{%- if has_pairs %}
    (own ?c - colour ?g - gate)                 ; either gate of a colour
{%- endif %}
    (row-entry ?r - row)                        ; one may fire along this row
    (column-entry ?k - column)                  ; one may fire down this column
    (over ?r ?s - row)                          ; one may fire along row ?r but not down the last column, and
                                                ; row ?s is row ?r or below it

    (allowed ?n - count)                        ; at most ?n blocks may be left
    (keeps ?k - column ?n - count ?r - row ?m - count)
                                                ; if ?n blocks may be left from column ?k on, and it has none
                                                ; from row ?r up, then ?m may be left in the columns after it
{%- if has_groups %}
    (below ?s ?r - row)                         ; row ?s is right below row ?r
    (counted ?k - column ?n - count)            ; with the columns up to ?k counted, ?n more may be left
{%- endif %}
    (done)                                      ; there are few enough blocks
  )

  (:functions (total-cost))
{% for part in parts if !part.shots.is_empty() %}
  ; ---------------------------------------------------------------- {{ part.about }}
{% for shot in part.shots %}
  (:action {{ shot.name }}
    :parameters ({{ shot.parameter }}?c - colour {{ gates }}{% if has_pairs && shot.stop.is_some() %} ?shut{% endif %} - gate)
    :precondition (and
      {{ shot.entry }}
      (has ?c {{ gates }}) (held ?x){% if has_pairs %} (held ?y){% endif %}
{%- for cell in shot.free %}
      {{ empty(cell) }}
{%- endfor %}
      {{ block(shot.hit) }}
{%- for cell in shot.passed %}
      {{ passes(cell) }}
{%- endfor %}
{%- for cell in shot.stop %}
      {% if has_pairs %}(own ?c ?shut) (not (open {{ cell }} ?shut)){% else %}(not (open {{ cell }} ?x)){% endif %}
{%- endfor %})
    :effect (and
{%- for change in shot.changes %}
{%- match change.from %}
{%- when Some with (from) %}
      (forall (?g - gate) (when (open {{ from }} ?g) (open {{ change.cell }} ?g)))
{%- if change.is_passed %}
      (when (not (open {{ from }} ?x)) (not (open {{ change.cell }} ?x)))
{%- if has_pairs %}
      (when (not (open {{ from }} ?y)) (not (open {{ change.cell }} ?y)))
{%- endif %}
{%- else %}
      (forall (?g - gate) (when (not (open {{ from }} ?g)) (not (open {{ change.cell }} ?g))))
{%- endif %}
{%- when None %}
      (forall (?g - gate) (open {{ change.cell }} ?g))
{%- endmatch %}
{%- endfor %}
      (forall (?g - gate) (not (held ?g)))
{%- match shot.stop %}
{%- when Some with (stop) %}
      (forall (?g - gate) (when (open {{ stop }} ?g) (held ?g)))
      (forall (?g - gate) (not (open {{ stop }} ?g)))
      {{ passes(stop) }}
{%- when None %}
      (held ?x){% if has_pairs %} (held ?y){% endif %}
{%- endmatch %}
      (increase (total-cost) 1)))
{% endfor %}{% endfor %}
  ; ---------------------------------------------------------------- few enough blocks
{% for counting in countings %}
{%- match counting.before %}
{%- when None %}
{%- if counting.is_last %}
  ; Each column has no block from some row up, and the blocks below those rows are as many as may be left.
{%- else %}
  ; The first columns are counted: each has no block from some row up, and one right below that row.
{%- endif %}
  ; The hand is taken away, so that no shot can follow.
{%- when Some with (_) %}
{%- if counting.is_last %}
  ; Each of the last columns has no block from some row up, with as many below as may still be left.
{%- else %}
  ; The next columns are counted.
{%- endif %}
{%- endmatch %}
  (:action {{ counting.name }}
    :parameters ({% for column in counting.columns %}?r{{ column }} {% endfor -%}
      {% if !counting.is_last %}{% for column in counting.columns %}?s{{ column }} {% endfor %}{% endif %}- row
      {%- for column in counting.columns %} ?n{{ column }}{% endfor %} ?n{{ counting.after }} - count)
    :precondition (and
{%- match counting.before %}
{%- when None %}
      (allowed ?n{{ counting.first }})
{%- when Some with (column) %}
      (counted k{{ column }} ?n{{ counting.first }})
{%- endmatch %}
{%- for column in counting.columns %}
      (keeps k{{ column }} ?n{{ column }} ?r{{ column }} ?n{{ column + 1 }})
{%- let cell = format!("?r{column} k{column}") %}
      {% if has_void %}(open {{ cell }} g0){% else %}(open {{ cell }} g1) (open {{ cell }} g2) (open {{ cell }} g3){% endif %}
{%- if !counting.is_last %}
      (below ?s{{ column }} ?r{{ column }})
      (not (open ?s{{ column }} k{{ column }} g0))
{%- endif %}
{%- endfor %})
    :effect {% if counting.before.is_none() %}(and
      (forall (?g - gate) (not (held ?g)))
      {% endif -%}
      {% if counting.is_last %}(done){% else %}(counted k{{ counting.after - 1 }} ?n{{ counting.after }}){% endif -%}
      {% if counting.before.is_none() %}){% endif %})
{% endfor -%}
)
