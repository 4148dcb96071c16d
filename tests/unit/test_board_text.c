/* test_board_text.c: boards as they are drawn for a reader. */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "reference.h"
#include "rules/board_text.h"
#include "support.h"

static void assert_drawn(const char *spec, const char *from, const char *moves,
                         struct drawing drawing, const char *expected)
{
    struct game *game = opened(spec);
    struct position position = after(game, from, moves);
    struct text text = {0};
    game->draw(game, &position, &drawing, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    game_close(game);
}

static void an_empty_cave_is_drawn(void **state)
{
    (void)state;
    struct drawing plain = {.last = MOVE_NONE};
    assert_drawn("cave:3x4x3", NULL, "", plain,
                 "    A B C D\n"
                 "3 | - - - - | 3\n"
                 "2 | - - - - | 2\n"
                 "1 | - - - - | 1\n"
                 "    A B C D\n");
}

static void legal_cells_and_the_last_move_are_marked(void **state)
{
    (void)state;
    struct drawing drawing = {.legal = true, .last = (move_t)cave_cell(3, 2)};
    assert_drawn("cave:3x4x3", NULL, "A1 D3", drawing,
                 "    A B C D\n"
                 "3 | + - +(□)| 3\n"
                 "2 | + - - + | 2\n"
                 "1 | ■ + - + | 1\n"
                 "    A B C D\n");
    drawing.ascii = true;
    drawing.last = (move_t)cave_cell(0, 0);
    assert_drawn("cave:3x4x3", NULL, "D3 A1", drawing,
                 "    A B C D\n"
                 "3 | + - + X | 3\n"
                 "2 | + - - + | 2\n"
                 "1 |(O)+ - + | 1\n"
                 "    A B C D\n");
}

static void a_wall_that_does_not_attract_is_drawn_otherwise(void **state)
{
    (void)state;
    struct drawing drawing = {.legal = true, .last = MOVE_NONE};
    assert_drawn("cave:2x3x3:left", NULL, "A1", drawing,
                 "    A B C\n"
                 "2 | + - - : 2\n"
                 "1 | ■ + - : 1\n"
                 "    A B C\n");
}

static void a_winning_line_changes_its_shape(void **state)
{
    (void)state;
    struct drawing drawing = {.legal = true, .last = (move_t)cave_cell(0, 2)};
    assert_drawn("cave:3x4x3", NULL, "A1 D1 A2 D2 A3", drawing,
                 "    A B C D\n"
                 "3 |(◆)- - - | 3\n"
                 "2 | ◆ - - □ | 2\n"
                 "1 | ◆ - - □ | 1\n"
                 "    A B C D\n");
    drawing.ascii = true;
    drawing.last = MOVE_NONE;
    assert_drawn("cave:3x4x3", NULL, "A1 D1 A2 D2 B1 D3", drawing,
                 "    A B C D\n"
                 "3 | - - - @ | 3\n"
                 "2 | X - - @ | 2\n"
                 "1 | X X - @ | 1\n"
                 "    A B C D\n");
}

static void a_mancala_board_is_drawn(void **state)
{
    (void)state;
    struct drawing drawing = {.last = MOVE_NONE};
    assert_drawn("mancala", NULL, "", drawing,
                 "     13  12  11  10   9   8\n"
                 "┌───┬───┬───┬───┬───┬───┬───┬───┐\n"
                 "│   │ 4 │ 4 │ 4 │ 4 │ 4 │ 4 │   │\n"
                 "│ 0 ├───┼───┼───┼───┼───┼───┤ 0 │\n"
                 "│   │ 4 │ 4 │ 4 │ 4 │ 4 │ 4 │   │\n"
                 "└───┴───┴───┴───┴───┴───┴───┴───┘\n"
                 "      1   2   3   4   5   6\n");
}

static void sowable_holes_and_the_last_move_are_marked(void **state)
{
    (void)state;
    struct drawing drawing = {.ascii = true, .legal = true, .last = 3};
    assert_drawn("mancala", NULL, "3", drawing,
                 "     13  12  11  10   9   8\n"
                 "+---+---+---+---+---+---+---+---+\n"
                 "|   | 4 | 4 | 4 | 4 | 4 | 4 |   |\n"
                 "| 0 +---+---+---+---+---+---+ 1 |\n"
                 "|   | 4 | 4 | 0 | 5 | 5 | 5 |   |\n"
                 "+---+---+---+---+---+---+---+---+\n"
                 "      1*  2* (3)  4*  5*  6*\n");
    drawing.last = 13;
    assert_drawn("mancala", "0,5,5,5,5,4,0/4,4,4,4,4,4,0 2", "13", drawing,
                 "    (13) 12  11  10   9   8\n"
                 "+---+---+---+---+---+---+---+---+\n"
                 "|   | 0 | 4 | 4 | 4 | 4 | 4 |   |\n"
                 "| 1 +---+---+---+---+---+---+ 0 |\n"
                 "|   | 1 | 6 | 6 | 5 | 5 | 4 |   |\n"
                 "+---+---+---+---+---+---+---+---+\n"
                 "      1*  2*  3*  4*  5*  6*\n");
    /* A hole that was sown last and has stones again. */
    drawing.last = 1;
    assert_drawn("mancala", "1,0,0,0,0,1,22/1,0,0,0,0,0,23 1", "", drawing,
                 "     13  12  11  10   9   8\n"
                 "+---+---+---+---+---+---+---+---+\n"
                 "|   | 0 | 0 | 0 | 0 | 0 | 1 |   |\n"
                 "|23 +---+---+---+---+---+---+22 |\n"
                 "|   | 1 | 0 | 0 | 0 | 0 | 1 |   |\n"
                 "+---+---+---+---+---+---+---+---+\n"
                 "      1*  2   3   4   5   6*\n");
}

static void three_digits_fit_into_a_hole(void **state)
{
    (void)state;
    struct drawing drawing = {.legal = true, .last = MOVE_NONE};
    assert_drawn("mancala:12x12:nosteal",
                 "0,0,0,0,0,0,0,0,0,0,0,100,8/0,20,0,0,0,0,0,0,0,0,0,2,158 1", "",
                 drawing,
                 "     25  24  23  22  21  20  19  18  17  16  15  14\n"
                 "┌───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┐\n"
                 "│   │ 2 │ 0 │ 0 │ 0 │ 0 │ 0 │ 0 │ 0 │ 0 │ 0 │20 │ 0 │   │\n"
                 "│158├───┼───┼───┼───┼───┼───┼───┼───┼───┼───┼───┼───┤ 8 │\n"
                 "│   │ 0 │ 0 │ 0 │ 0 │ 0 │ 0 │ 0 │ 0 │ 0 │ 0 │ 0 │100│   │\n"
                 "└───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┘\n"
                 "      1   2   3   4   5   6   7   8   9  10  11  12*\n");
}

/* What a reader sees of a line: characters, not bytes, and no colours. */
static size_t visible_width(const char *line, size_t length)
{
    size_t width = 0;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\033')
            i += strcspn(line + i, "m");
        else
            width += ((unsigned char)line[i] & 0xc0) != 0x80;
    }
    return width;
}

/* With and without symbols, with and without colours, the lines have the same widths
 * and no spaces at their ends. */
static void check_drawings(const struct game *game, const struct position *position,
                           move_t last)
{
    for (int legal = 0; legal < 2; legal++) {
        struct text text[4] = {{0}};
        const char *line[4];
        for (int i = 0; i < 4; i++) {
            struct drawing drawing = {
                .ascii = i & 1, .colour = i & 2, .legal = legal, .last = last};
            game->draw(game, position, &drawing, &text[i]);
            line[i] = text_string(&text[i]);
            assert_true(text_is_utf8(line[i], text[i].length));
            assert_true((strchr(line[i], '\033') == NULL) || (i & 2));
        }
        while (*line[0]) {
            size_t length = strcspn(line[0], "\n");
            size_t width = visible_width(line[0], length);
            assert_true(length == 0 || line[0][length - 1] != ' ');
            for (int i = 0; i < 4; i++) {
                length = strcspn(line[i], "\n");
                assert_int_equal(visible_width(line[i], length), width);
                line[i] += length + 1;
            }
        }
        for (int i = 0; i < 4; i++)
            text_free(&text[i]);
    }
}

static void boards_of_all_sizes_are_drawn_straight(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(reference_seed());
    for (int i = 0; i < 600; i++) {
        char spec[64];
        if (i % 2)
            snprintf(spec, sizeof spec, "cave:%ux%ux%u%s", 1 + rng_below(&rng, 8),
                     1 + rng_below(&rng, 8), 2 + rng_below(&rng, 7),
                     i % 4 == 1 ? ":left" : "");
        else
            snprintf(spec, sizeof spec, "mancala:%ux%u:%s", 1 + rng_below(&rng, 12),
                     1 + rng_below(&rng, 12), i % 4 ? "steal" : "nosteal");
        struct game *game = opened(spec);
        struct position position = after(game, NULL, "");
        struct moves moves;
        move_t last = MOVE_NONE;
        for (game->moves(game, &position, &moves); moves.count > 0;
             game->moves(game, &position, &moves)) {
            if (rng_below(&rng, 8) == 0)
                check_drawings(game, &position, last);
            last = moves.move[rng_below(&rng, (uint32_t)moves.count)];
            game->play(game, &position, last);
        }
        check_drawings(game, &position, last);
        game_close(game);
    }
}

static void colours_only_add_to_the_shapes(void **state)
{
    (void)state;
    struct drawing drawing = {.colour = true, .last = MOVE_NONE};
    assert_drawn("cave:1x2x2", NULL, "A1 B1", drawing,
                 "    A B\n"
                 "1 | \033[1;36m■\033[0m \033[1;33m□\033[0m | 1\n"
                 "    A B\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_cave_is_drawn),
        cmocka_unit_test(legal_cells_and_the_last_move_are_marked),
        cmocka_unit_test(a_wall_that_does_not_attract_is_drawn_otherwise),
        cmocka_unit_test(a_winning_line_changes_its_shape),
        cmocka_unit_test(a_mancala_board_is_drawn),
        cmocka_unit_test(sowable_holes_and_the_last_move_are_marked),
        cmocka_unit_test(three_digits_fit_into_a_hole),
        cmocka_unit_test(boards_of_all_sizes_are_drawn_straight),
        cmocka_unit_test(colours_only_add_to_the_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
