; {{ title }}
(define (problem {{ name }})
  (:domain swaps-six)

  (:objects
    {{ kinds|join(" ") }}{% if !kinds.is_empty() %} {% endif %}x - tile
    {{ rows|join(" ") }} - row
    {{ columns|join(" ") }} - column
  )

  (:init
    ; the grid: every row and column, and the next one
{%- for (row, next) in next_rows %}
    (adjacent-rows {{ row }} {{ next }})
{%- endfor %}
{%- for (column, next) in next_columns %}
    (adjacent-columns {{ column }} {{ next }})
{%- endfor %}

    ; the tiles
    (empty x)
{%- for kind in movable %}
    (movable {{ kind }})
{%- endfor %}
{%- for (mover, gone) in vanish %}
    (magically-disappear {{ mover }} {{ gone }})
{%- endfor %}
{%- if !is_directed %}
    (both-ways)
{%- endif %}

    ; the board, from the top
{%- for row in board %}
   {% for (cell, tile) in row %} (tile_at {{ cell }} {{ tile }}){% endfor %}
{%- endfor %}

    ; what moves cost
    (= (total-cost) 0)
    (= (swap-cost) 1)
    (= (match-cost) {{ match_cost }})
  )

  (:goal (and
{%- for row in goal %}
   {% for (cell, tile) in row %} (tile_at {{ cell }} {{ tile }}){% endfor %}
{%- endfor %}
  ))

  (:metric minimize (total-cost))
)
