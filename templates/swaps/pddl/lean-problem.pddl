; {{ title }}
{%- if let Some(leaving) = leaving %}
; Three times the number of moves is the total cost and {{ leaving }}, the number of tiles that leave the board.
{%- endif %}
(define (problem {{ name }})
  (:domain swaps-lean)

  (:objects
    {{ cells|join(" ") }} - cell
{%- if !kinds.is_empty() %}
    {{ kinds|join(" ") }} - kind
{%- endif %}
  )

  (:init
    ; the board, from the top
{%- for row in board %}
   {% for fact in row %} {{ fact }}{% endfor %}
{%- endfor %}

    ; the moves of the grid
    (swapping)
{%- for (one, other) in beside %}
    (beside {{ one }} {{ other }})
{%- endfor %}
{%- for (from, to) in onto %}
    (onto {{ from }} {{ to }})
{%- endfor %}
{%- for [one, two, three] in lines %}
    (line {{ one }} {{ two }} {{ three }})
{%- endfor %}

    ; the moves of the tiles
{%- for (one, other) in exchange %}
    (exchange {{ one }} {{ other }})
{%- endfor %}
{%- for (mover, gone) in vanish %}
    (vanish {{ mover }} {{ gone }})
{%- endfor %}

    ; what moves cost
    (= (total-cost) 0)
    (= (swap-cost) {{ costs.swap }})
    (= (vanish-cost) {{ costs.vanish }})
    (= (match-cost) {{ costs.matched }})
  )

  (:goal (and
{%- for row in goal %}
   {% for fact in row %} {{ fact }}{% endfor %}
{%- endfor %}
  ))

  (:metric minimize (total-cost))
)
