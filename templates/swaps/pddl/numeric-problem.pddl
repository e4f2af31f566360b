; {{ title }}
{%- if let Some(leaving) = leaving %}
; Three times the number of moves is the total cost and {{ leaving }}, the number of tiles that leave the board.
{%- endif %}
(define (problem {{ name }})
  (:domain swaps-numeric)

  (:objects
    {{ cells|join(" ") }} - cell
{%- if !pairs.is_empty() %}
   {% for pair in pairs %} {{ pair.name }}{% endfor %} - pair
{%- endif %}
  )

  (:init
    ; the board, from the top{% for (number, kind) in kinds %}{% if loop.first %}: {% else %}, {% endif %}{{ number }} is {{ kind }}{% endfor %}
{%- for row in board %}
   {% for (cell, kind) in row %} (= (kind {{ cell }}) {{ kind }}){% endfor %}
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
    (= (movable) {{ movable }})
{%- for pair in pairs %}
    (= (mover {{ pair.name }}) {{ pair.mover }}) (= (gone {{ pair.name }}) {{ pair.gone }})
{%- endfor %}

    ; what moves cost
    (= (total-cost) 0)
    (= (swap-cost) {{ costs.swap }})
    (= (vanish-cost) {{ costs.vanish }})
    (= (match-cost) {{ costs.matched }})
  )

  (:goal (and
{%- for row in goal %}
   {% for (cell, kind) in row %} (= (kind {{ cell }}) {{ kind }}){% endfor %}
{%- endfor %}
  ))

  (:metric minimize (total-cost))
)
