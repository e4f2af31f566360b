; {{ title }}
(define (problem {{ name }})
  (:domain {{ domain }})

  (:objects
    {{ colours|join(" ") }} - colour
    {{ counts|join(" ") }} - count
  )

  (:init
    ; the board, from the top
{%- for row in board %}
   {% for fact in row %} {{ fact }}{% endfor %}
{%- endfor %}
{%- for column in columns %}
    (free sky {{ column }})
{%- endfor %}

{% for colour in hand %}    (hand {{ colour }})
{% endfor %}
    ; where shots may enter
{%- for row in row_entries %}
    (row-entry {{ row }})
{%- endfor %}
{%- for column in column_entries %}
    (column-entry {{ column }})
{%- endfor %}
{%- for (row, hit) in over %}
    (over {{ row }} {{ hit }})
{%- endfor %}

    ; counting blocks
    (allowed n{{ goal }})
{%- for (lower, row) in below %}
    (below {{ lower }} {{ row }})
{%- endfor %}
{%- for keep in keeps %}
    (keeps {{ keep.column }} n{{ keep.allowed }} {{ keep.row }} n{{ keep.left }})
{%- endfor %}

    (= (total-cost) 0)
  )

  (:goal (done))

  (:metric minimize (total-cost))
)
