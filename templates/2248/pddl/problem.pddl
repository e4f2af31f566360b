; {{ title }}
(define (problem {{ name }})
  (:domain g2248-cells)

  (:objects
    {{ cells|join(" ") }} - cell
    {{ numbers|join(" ") }} - value
    {{ amounts|join(" ") }} - amount
    {{ counts|join(" ") }} - count
  )

  (:init
    ; the board from the top; what waits above it first
{%- for row in board %}
   {% for fact in row %} {{ fact }}{% endfor %}
{%- endfor %}
    (blocks {{ blocks }})
    (resting)

    ; the grid
{%- for fact in grid %}
    {{ fact }}
{%- endfor %}

    ; numbers
{%- for fact in arithmetic %}
    {{ fact }}
{%- endfor %}

    (= (total-cost) 0)
  )

  (:goal (done))

  (:metric minimize (total-cost))
)
