; {{ title }}
(define (problem {{ name }})
  (:domain plotting-direct)

  (:objects
    {{ rows|join(" ") }} - row
    {{ columns|join(" ") }} - column
    {{ offsets|join(" ") }} - offset
    {{ colours|join(" ") }} - paint
  )

  (:init
    ; the board, from the top
{%- for row in board %}
   {% for cell in row %} (coloured {{ cell.row }} {{ cell.column }} {{ cell.colour }}){% endfor %}
{%- endfor %}
    (hand {{ hand }})
{%- if !blocked_rows.is_empty() || !blocked_columns.is_empty() %}

    ; where one may not fire from
{%- for row in blocked_rows %}
    (blockedrow {{ row }})
{%- endfor %}
{%- for column in blocked_columns %}
    (blockedcol {{ column }})
{%- endfor %}
{%- endif %}

    ; rows and columns
    (istoprow {{ rows[0] }})
    (isbottomrow {{ rows[rows.len() - 1] }})
    (islastcolumn {{ columns[columns.len() - 1] }})
{%- for (less, more) in neighbours %}
    (succ {{ more }} {{ less }})
{%- endfor %}
{%- for (less, more) in ordered %}
    (lt {{ less }} {{ more }})
{%- endfor %}
{%- for span in spans %}
    (height {{ span.from }} {{ span.to }} {{ span.rows }})
{%- endfor %}
{%- for span in falls %}
    (distance {{ span.from }} {{ span.to }} {{ span.rows }})
{%- endfor %}
{%- for (row, offset) in highest %}
    (highest {{ row }} {{ offset }})
{%- endfor %}
{%- if goal > 0 %}

    ; the cells, for the goal
{%- for cell in cells %}
    (same {{ cell }} {{ cell }})
{%- endfor %}
{%- for (first, second) in ordered_cells %}
    (before {{ first }} {{ second }})
{%- endfor %}
{%- endif %}

    (= (total-cost) 0)
  )
{% if goal == 0 %}
  ; No block is left.
  (:goal
    (forall (?x - row ?y - column) (coloured ?x ?y null)))
{% else %}
  ; Blocks left: at most {{ goal }}. There are so many different cells that any other is empty.
  (:goal
    (exists ({% for index in 1..=goal %}?x{{ index }} {% endfor %}- row{% for index in 1..=goal %} ?y{{ index }}{% endfor %} - column)
      (and
{%- for (one, other) in goal_pairs %}
        (before ?x{{ one }} ?y{{ one }} ?x{{ other }} ?y{{ other }})
{%- endfor %}
        (forall (?x - row ?y - column)
          (or
{%- if goal > 1 %}
            ; changes nothing here, but keeps planners that make a rule of this part from making it
            ; for all combinations of cells
{%- endif %}
{%- for index in 1..goal %}
            (not (before ?x{{ index }} ?y{{ index }} ?x{{ index + 1 }} ?y{{ index + 1 }}))
{%- endfor %}
{%- for index in 1..=goal %}
            (same ?x ?y ?x{{ index }} ?y{{ index }})
{%- endfor %}
            (coloured ?x ?y null))))))
{% endif %}
  (:metric minimize (total-cost))
)
