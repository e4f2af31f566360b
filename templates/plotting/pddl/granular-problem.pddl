; {{ title }}
(define (problem {{ name }})
  (:domain plotting-granular)

  (:objects
    {{ colours|join(" ") }} - paint
{%- for row in cells %}
   {% for (location, _) in row %} {{ location }}{% endfor %} - location
{%- endfor %}
    {{ counts|join(" ") }} - count
  )

  (:init
    ; what is on the right of what
{%- for (from, to) in right %}
    (next {{ from }} {{ to }} right)
{%- endfor %}
    ; what is below what
{%- for (from, to) in down %}
    (next {{ from }} {{ to }} down)
{%- endfor %}

    ; where shots may enter
{%- for location in row_entries %}
    (row_entry {{ location }})
{%- endfor %}
{%- for location in column_entries %}
    (column_entry {{ location }})
{%- endfor %}

    ; the board and what surrounds it, from the top
{%- for row in cells %}
   {% for (location, colour) in row %} (coloured {{ location }} {{ colour }}){% endfor %}
{%- endfor %}

    (hand {{ hand }})

    ; counting blocks
{%- for (less, more) in predecessors %}
    (pred {{ less }} {{ more }})
{%- endfor %}
    (blocks_remaining n{{ blocks }})

    (= (total-cost) 0)
  )

  ; Blocks left: at most {{ goal }}. And the last shot has ended, and nothing hangs in the air.
  (:goal (and
{%- if goal == 0 %}
    (blocks_remaining n0)
{%- else %}
    (or{% for count in goal_counts %} (blocks_remaining {{ count }}){% endfor %})
{%- endif %}
    (not (shooting_horizontal_flag))
    (not (shooting_vertical_flag))
    (not (falling_flag))))

  (:metric minimize (total-cost))
)
