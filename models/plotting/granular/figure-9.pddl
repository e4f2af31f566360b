; figure-9: 2 rows, 4 columns, 2 colours, goal 1
(define (problem figure-9)
  (:domain plotting-granular)

  (:objects
    red green - paint
    loc_2_4 loc_3_4 loc_4_4 loc_5_4 - location
    loc_1_3 loc_2_3 loc_3_3 loc_4_3 loc_5_3 loc_6_3 - location
    loc_1_2 loc_2_2 loc_3_2 loc_4_2 loc_5_2 loc_6_2 - location
    loc_2_1 loc_3_1 loc_4_1 loc_5_1 - location
    n0 n1 n2 n3 n4 n5 n6 n7 n8 - count
  )

  (:init
    ; what is on the right of what
    (next loc_1_3 loc_2_3 right)
    (next loc_2_3 loc_3_3 right)
    (next loc_3_3 loc_4_3 right)
    (next loc_4_3 loc_5_3 right)
    (next loc_5_3 loc_6_3 right)
    (next loc_1_2 loc_2_2 right)
    (next loc_2_2 loc_3_2 right)
    (next loc_3_2 loc_4_2 right)
    (next loc_4_2 loc_5_2 right)
    (next loc_5_2 loc_6_2 right)
    ; what is below what
    (next loc_2_4 loc_2_3 down)
    (next loc_2_3 loc_2_2 down)
    (next loc_2_2 loc_2_1 down)
    (next loc_3_4 loc_3_3 down)
    (next loc_3_3 loc_3_2 down)
    (next loc_3_2 loc_3_1 down)
    (next loc_4_4 loc_4_3 down)
    (next loc_4_3 loc_4_2 down)
    (next loc_4_2 loc_4_1 down)
    (next loc_5_4 loc_5_3 down)
    (next loc_5_3 loc_5_2 down)
    (next loc_5_2 loc_5_1 down)

    ; where shots may enter
    (row_entry loc_1_3)
    (row_entry loc_1_2)
    (column_entry loc_2_4)
    (column_entry loc_3_4)
    (column_entry loc_4_4)
    (column_entry loc_5_4)

    ; the board and what surrounds it, from the top
    (coloured loc_2_4 none) (coloured loc_3_4 none) (coloured loc_4_4 none) (coloured loc_5_4 none)
    (coloured loc_1_3 none) (coloured loc_2_3 red) (coloured loc_3_3 red) (coloured loc_4_3 red) (coloured loc_5_3 green) (coloured loc_6_3 wall)
    (coloured loc_1_2 none) (coloured loc_2_2 red) (coloured loc_3_2 green) (coloured loc_4_2 red) (coloured loc_5_2 red) (coloured loc_6_2 wall)
    (coloured loc_2_1 wall) (coloured loc_3_1 wall) (coloured loc_4_1 wall) (coloured loc_5_1 wall)

    (hand wildcard)

    ; counting blocks
    (pred n0 n1)
    (pred n1 n2)
    (pred n2 n3)
    (pred n3 n4)
    (pred n4 n5)
    (pred n5 n6)
    (pred n6 n7)
    (pred n7 n8)
    (blocks_remaining n8)

    (= (total-cost) 0)
  )

  ; Blocks left: at most 1. And the last shot has ended, and nothing hangs in the air.
  (:goal (and
    (or (blocks_remaining n0) (blocks_remaining n1))
    (not (shooting_horizontal_flag))
    (not (shooting_vertical_flag))
    (not (falling_flag))))

  (:metric minimize (total-cost))
)
