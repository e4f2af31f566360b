; {{ title }}
(define (problem {{ name }})
  (:domain {{ domain }})

  (:objects
   {% for colour in colours %} {{ colour.name }}{% endfor %} - colour
{%- if !gates.is_empty() %}
    {{ gates|join(" ") }} - gate
{%- endif %}
    {{ counts|join(" ") }} - count
  )

  (:init
    ; the gates of the colours
{%- for colour in colours %}
    (has {{ colour.name }} {{ colour.own|join(" ") }}{% for gate in colour.other %} {{ gate }}{% endfor %})
{%- if colour.own.len() > 1 %}{% for gate in colour.own %} (own {{ colour.name }} {{ gate }}){% endfor %}{% endif %}
{%- endfor %}

    ; the board, from the top
{%- for opening in board.iter().chain(sky) %}
   {% for gate in opening.gates %} (open {{ opening.cell }} {{ gate }}){% endfor %}
{%- endfor %}

    ; the hand
   {% for gate in hand %} (held {{ gate }}){% endfor %}

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
