; alone: 2 rows, 2 columns, 1 colours, goal 0
(define (problem alone)
  (:domain plotting-granular)

  (:objects
    red - paint
    loc_2_4 loc_3_4 - location
    loc_1_3 loc_2_3 loc_3_3 loc_4_3 - location
    loc_1_2 loc_2_2 loc_3_2 loc_4_2 - location
    loc_2_1 loc_3_1 - location
    n0 n1 n2 n3 - count
  )

  (:init
    ; what is on the right of what
    (next loc_1_3 loc_2_3 right)
    (next loc_2_3 loc_3_3 right)
    (next loc_3_3 loc_4_3 right)
    (next loc_1_2 loc_2_2 right)
    (next loc_2_2 loc_3_2 right)
    (next loc_3_2 loc_4_2 right)
    ; what is below what
    (next loc_2_4 loc_2_3 down)
    (next loc_2_3 loc_2_2 down)
    (next loc_2_2 loc_2_1 down)
    (next loc_3_4 loc_3_3 down)
    (next loc_3_3 loc_3_2 down)
    (next loc_3_2 loc_3_1 down)

    ; where shots may enter
    (row_entry loc_1_3)
    (row_entry loc_1_2)
    (column_entry loc_2_4)
    (column_entry loc_3_4)

    ; the board and what surrounds it, from the top
    (coloured loc_2_4 none) (coloured loc_3_4 none)
    (coloured loc_1_3 none) (coloured loc_2_3 red) (coloured loc_3_3 none) (coloured loc_4_3 wall)
    (coloured loc_1_2 none) (coloured loc_2_2 red) (coloured loc_3_2 red) (coloured loc_4_2 wall)
    (coloured loc_2_1 wall) (coloured loc_3_1 wall)

    (hand wildcard)

    ; counting blocks
    (pred n0 n1)
    (pred n1 n2)
    (pred n2 n3)
    (blocks_remaining n3)

    (= (total-cost) 0)
  )

  ; Blocks left: at most 0. And the last shot has ended, and nothing hangs in the air.
  (:goal (and
    (blocks_remaining n0)
    (not (shooting_horizontal_flag))
    (not (shooting_vertical_flag))
    (not (falling_flag))))

  (:metric minimize (total-cost))
)
