/* test_cave.c: the rules of Magnetic Cave, by name. */
#include <inttypes.h>
#include <stdio.h>

#include "base/rng.h"
#include "reference.h"
#include "support.h"

static struct game *opened_size(int rows, int columns, int line, bool left_only)
{
    char spec[64];
    snprintf(spec, sizeof spec, "cave:%dx%dx%d%s", rows, columns, line,
             left_only ? ":left" : "");
    return opened(spec);
}

/* A set of cells from their names. */
static uint64_t cells(const char *names)
{
    uint64_t set = 0;
    for (; *names; names += names[2] ? 3 : 2)
        set |= 1ull << cave_cell(names[0] - 'A', names[1] - '1');
    return set;
}

static uint64_t legal(const struct game *game, const struct position *position)
{
    struct moves moves;
    uint64_t set = 0;
    game->moves(game, position, &moves);
    for (int i = 0; i < moves.count; i++)
        set |= 1ull << moves.move[i];
    return set;
}

/* The first player wins with these cells, and nobody has anything left to play. */
static void assert_line(const char *from, const char *moves, const char *line)
{
    struct game *game = opened("cave");
    struct position position = after(game, from, moves);
    struct outcome outcome = game->outcome(game, &position);
    assert_int_equal(outcome.result, RESULT_FIRST);
    assert_int_equal(outcome.ending, ENDING_LINE);
    assert_true(outcome.line == cells(line));
    assert_true(legal(game, &position) == 0);
    game_close(game);
}

/* Where a brick can go */

static void an_empty_cave_is_open_along_both_walls(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    struct position start = after(game, NULL, "");
    assert_true(legal(game, &start) == (CAVE_COLUMN_A | CAVE_COLUMN_H));
    assert_int_equal(game->turn(&start), 0);
    game_close(game);
}

static void a_brick_opens_the_cell_beside_it(void **state)
{
    (void)state;
    struct game *game = opened("cave:1x8x5");
    struct position position = after(game, NULL, "A1 H1");
    assert_true(legal(game, &position) == cells("B1 G1"));
    position = after(game, NULL, "A1 B1 C1");
    assert_true(legal(game, &position) == cells("D1 H1"));
    game_close(game);
}

static void a_brick_opens_nothing_above_or_below(void **state)
{
    (void)state;
    struct game *game = opened("cave:3x5x4");
    struct position position = after(game, NULL, "A2 B2");
    assert_true(legal(game, &position) == cells("A1 A3 C2 E1 E2 E3"));
    game_close(game);
}

static void a_full_row_has_nothing_left(void **state)
{
    (void)state;
    struct game *game = opened("cave:2x3x3");
    struct position position = after(game, NULL, "A1 B1 C1");
    assert_true(legal(game, &position) == cells("A2 C2"));
    game_close(game);
}

static void the_last_gap_of_a_row_is_one_cell(void **state)
{
    (void)state;
    struct game *game = opened("cave:1x5x4");
    struct position position = after(game, NULL, "A1 E1 B1 D1");
    assert_true(legal(game, &position) == cells("C1"));
    game_close(game);
}

static void a_left_cave_fills_from_the_left_alone(void **state)
{
    (void)state;
    struct game *game = opened("cave:3x5x4:left");
    struct position position = after(game, NULL, "");
    assert_true(legal(game, &position) == cells("A1 A2 A3"));
    position = after(game, NULL, "A2 B2 A1 C2");
    assert_true(legal(game, &position) == cells("B1 D2 A3"));
    position = after(game, NULL, "A2 B2 C2 D2 E2");
    assert_true(legal(game, &position) == cells("A1 A3"));
    game_close(game);
}

static void no_cell_is_beside_one_at_the_other_wall(void **state)
{
    (void)state;
    assert_true(cave_beside(cells("H1")) == cells("G1"));
    assert_true(cave_beside(cells("A2")) == cells("B2"));
    assert_true(cave_beside(cells("D4")) == cells("C4 E4"));
    assert_true(cave_beside(cells("A1 H8")) == cells("B1 G8"));
    assert_true(cave_beside(CAVE_COLUMN_A | CAVE_COLUMN_H) ==
                (CAVE_COLUMN_A << 1 | CAVE_COLUMN_H >> 1));
    assert_true(cave_beside(0) == 0);
}

static void one_column_is_all_wall(void **state)
{
    (void)state;
    for (int left = 0; left < 2; left++) {
        struct game *game = opened_size(8, 1, 5, left);
        struct position position = after(game, NULL, "");
        assert_true(legal(game, &position) == CAVE_COLUMN_A);
        position = after(game, NULL, "A5 A1 A8");
        assert_true(legal(game, &position) == cells("A2 A3 A4 A6 A7"));
        position = after(game, NULL, "A1 A8 A2 A7 A3 A6 A4");
        assert_int_equal(game->outcome(game, &position).result, RESULT_NONE);
        position = after(game, NULL, "A1 A8 A2 A7 A3 A6 A4 A5");
        assert_int_equal(game->outcome(game, &position).result, RESULT_TIE);
        position = after(game, NULL, "A1 A6 A2 A7 A3 A8 A5");
        assert_int_equal(game->outcome(game, &position).result, RESULT_NONE);
        game_close(game);
    }
}

/* Lines */

static void five_in_a_column_wins(void **state)
{
    (void)state;
    assert_line(NULL, "A1 H1 A2 H2 A3 H3 A4 H4 A5", "A1 A2 A3 A4 A5");
}

static void five_in_a_row_wins(void **state)
{
    (void)state;
    assert_line(NULL, "A1 A2 B1 B2 C1 C2 D1 D2 E1", "A1 B1 C1 D1 E1");
}

static void five_on_a_rising_diagonal_win(void **state)
{
    (void)state;
    assert_line("8/8/8/xoxo4/oxox4/oox5/ox6/x7 x", "E5", "A1 B2 C3 D4 E5");
}

static void five_on_a_falling_diagonal_win(void **state)
{
    (void)state;
    assert_line("8/8/8/x7/ox6/oox5/oxox4/xoxo4 x", "E1", "A5 B4 C3 D2 E1");
}

static void four_do_not_win(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    struct position position = after(game, NULL, "A1 H1 A2 H2 A3 H3 A4");
    assert_int_equal(game->outcome(game, &position).result, RESULT_NONE);
    assert_true(game->outcome(game, &position).line == 0);
    position = after(game, NULL, "A1 H1 A2 H2 A3 H3 A4 H4 B1");
    assert_int_equal(game->outcome(game, &position).result, RESULT_NONE);
    game_close(game);
}

static void six_and_eight_in_a_line_win_too(void **state)
{
    (void)state;
    assert_line(NULL, "A1 H1 A2 H2 A3 H3 A5 H5 A6 H7 A4", "A1 A2 A3 A4 A5 A6");
    assert_line(NULL, "A1 H1 A2 H2 A3 H3 A4 H4 A6 H6 A7 H7 A8 H8 A5",
                "A1 A2 A3 A4 A5 A6 A7 A8");
}

static void a_line_can_be_completed_from_the_middle(void **state)
{
    (void)state;
    assert_line(NULL, "A1 H1 A2 H2 A4 H4 A5 H5 A3", "A1 A2 A3 A4 A5");
    assert_line("8/8/8/xoxox3/oxox4/oo6/ox6/x7 x", "C3", "A1 B2 C3 D4 E5");
}

static void one_brick_can_complete_two_lines(void **state)
{
    (void)state;
    assert_line("8/8/7o/x7/x5oo/x5oo/x5oo/1xxxxoxo x", "A1",
                "A1 B1 C1 D1 E1 A2 A3 A4 A5");
}

static void the_second_player_can_win(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    struct position position = after(game, NULL, "A1 H1 A2 H2 A3 H3 A4 H4 A6 H5");
    struct outcome outcome = game->outcome(game, &position);
    assert_int_equal(outcome.result, RESULT_SECOND);
    assert_true(outcome.line == cells("H1 H2 H3 H4 H5"));
    game_close(game);
}

static void bricks_of_both_colours_make_no_line(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    struct position position = after(game, NULL, "A1 A2 A3 A4 A5 A6 A7 A8");
    assert_int_equal(game->outcome(game, &position).result, RESULT_NONE);
    game_close(game);
}

static void a_full_board_without_a_line_is_a_tie(void **state)
{
    (void)state;
    struct game *game = opened("cave:2x2x3");
    struct position position = after(game, NULL, "A1 B1 A2");
    assert_int_equal(game->outcome(game, &position).result, RESULT_NONE);
    position = after(game, NULL, "A1 B1 A2 B2");
    struct outcome outcome = game->outcome(game, &position);
    assert_int_equal(outcome.result, RESULT_TIE);
    assert_int_equal(outcome.ending, ENDING_FULL);
    assert_true(outcome.line == 0);
    assert_true(legal(game, &position) == 0);
    game_close(game);
}

static void a_line_with_the_last_brick_is_no_tie(void **state)
{
    (void)state;
    struct game *game = opened("cave:3x1x2");
    struct position position = after(game, NULL, "A1 A3 A2");
    struct outcome outcome = game->outcome(game, &position);
    assert_int_equal(outcome.result, RESULT_FIRST);
    assert_int_equal(outcome.ending, ENDING_LINE);
    game_close(game);
}

/* Fills the board in any order and sees it end in a tie. */
static void assert_only_ties(int rows, int columns, int line, bool left_only,
                             struct rng *rng)
{
    struct game *game = opened_size(rows, columns, line, left_only);
    struct position position = after(game, NULL, "");
    struct moves moves;
    for (game->moves(game, &position, &moves); moves.count > 0;
         game->moves(game, &position, &moves)) {
        assert_int_equal(game->outcome(game, &position).result, RESULT_NONE);
        game->play(game, &position, moves.move[rng_below(rng, (uint32_t)moves.count)]);
    }
    assert_int_equal(game->outcome(game, &position).result, RESULT_TIE);
    assert_int_equal(position.cave.bricks, rows * columns);
    game_close(game);
}

static void a_line_longer_than_the_board_never_wins(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(1);
    for (int rows = 1; rows <= 7; rows++)
        for (int columns = 1; columns <= 7; columns++)
            for (int line = 2; line <= 8; line++)
                if (line > rows && line > columns)
                    for (int left = 0; left < 2; left++)
                        assert_only_ties(rows, columns, line, left, &rng);
}

static bool plain_line(const struct cave_board *board, uint64_t bricks, uint64_t *line)
{
    struct reference_cave plain = reference_cave_start(board->rows, board->columns,
                                                       board->line, board->left_only);
    bool marked[REFERENCE_SIDE][REFERENCE_SIDE];
    for (int cell = 0; cell < CAVE_MAX_CELLS; cell++)
        if (bricks >> cell & 1)
            plain.cell[cell / 8][cell % 8] = 'x';
    bool won = reference_cave_line(&plain, marked) == 'x';
    *line = 0;
    for (int cell = 0; cell < CAVE_MAX_CELLS; cell++)
        if (marked[cell / 8][cell % 8])
            *line |= 1ull << cell;
    return won;
}

static void assert_same_lines(const struct cave_board *board, uint64_t bricks)
{
    uint64_t expected, line = 0;
    bool won = plain_line(board, bricks, &expected);
    for (int d = 0; d < CAVE_DIRECTIONS; d++)
        line |= cave_line_cells(board, bricks, d);
    if (cave_has_line(board, bricks) != won || line != expected)
        fail_msg("cave:%dx%dx%d with bricks %016" PRIx64, board->rows, board->columns,
                 board->line, bricks);
}

static void a_line_does_not_go_round_the_edge(void **state)
{
    (void)state;
    static const char *const wrapped[] = {
        "F1 G1 H1 A2 B2", /* the end of a row and the beginning of the next */
        "H1 A2 B2 C2 D2", "E4 F4 G4 H4 A5",
        "H1 A3 B4 C5 D6", /* a rising diagonal that leaves at the right */
        "G1 H2 A4 B5 C6", "A1 H1 G2 F3 E4", /* a falling one that leaves at the left */
        "B1 A2 H2 G3 F4", "A8 B8 C8 D8 A1",
        "A5 A6 A7 A8 A1", /* over the top */
    };
    struct cave_board board;
    cave_board_init(&board, 8, 8, 5, false);
    for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++) {
        assert_int_equal(bits_count(cells(wrapped[i])), 5);
        assert_false(cave_has_line(&board, cells(wrapped[i])));
        assert_same_lines(&board, cells(wrapped[i]));
    }
}

/* Sets of K cells at equal distances are the lines of every board and all that could be
 * taken for one. */
static void every_line_of_every_board_is_seen_and_nothing_else(void **state)
{
    (void)state;
    int lines = 0;
    for (int size = 0; size < 8 * 8 * 7; size++) {
        struct cave_board board;
        cave_board_init(&board, size % 8 + 1, size / 8 % 8 + 1, size / 64 + 2, false);
        for (int start = 0; start < CAVE_MAX_CELLS; start++) {
            for (int step = 1; step <= 10; step++) {
                uint64_t set = 0;
                int last = start + (board.line - 1) * step;
                for (int cell = start; last < CAVE_MAX_CELLS && cell <= last;
                     cell += step)
                    set |= 1ull << cell;
                if (!set || set & ~board.cells)
                    continue;
                assert_same_lines(&board, set);
                lines += cave_has_line(&board, set);
                /* Without one of its bricks it is no line. */
                assert_same_lines(&board, set & (set - 1));
                assert_same_lines(&board,
                                  set & ~(1ull << (start + board.line / 2 * step)));
            }
        }
    }
    /* The lines of all boards together: for each K and n cells in a direction,
     * n - K + 1 places. */
    int expected = 0;
    for (int rows = 1; rows <= 8; rows++) {
        for (int columns = 1; columns <= 8; columns++) {
            for (int line = 2; line <= 8; line++) {
                int across = columns >= line ? columns - line + 1 : 0;
                int up = rows >= line ? rows - line + 1 : 0;
                expected += across * rows + up * columns + 2 * across * up;
            }
        }
    }
    assert_int_equal(lines, expected);
}

static void lines_among_random_bricks(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(reference_seed());
    for (int i = 0; i < 40000; i++) {
        struct cave_board board;
        cave_board_init(&board, 1 + (int)rng_below(&rng, 8),
                        1 + (int)rng_below(&rng, 8), 2 + (int)rng_below(&rng, 7),
                        false);
        uint64_t bricks = rng_next(&rng);
        switch (rng_below(&rng, 3)) {
        case 0:
            bricks &= rng_next(&rng);
            break;
        case 1:
            bricks |= rng_next(&rng);
            break;
        default:
            break;
        }
        assert_same_lines(&board, bricks & board.cells);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_cave_is_open_along_both_walls),
        cmocka_unit_test(a_brick_opens_the_cell_beside_it),
        cmocka_unit_test(a_brick_opens_nothing_above_or_below),
        cmocka_unit_test(a_full_row_has_nothing_left),
        cmocka_unit_test(the_last_gap_of_a_row_is_one_cell),
        cmocka_unit_test(a_left_cave_fills_from_the_left_alone),
        cmocka_unit_test(no_cell_is_beside_one_at_the_other_wall),
        cmocka_unit_test(one_column_is_all_wall),
        cmocka_unit_test(five_in_a_column_wins),
        cmocka_unit_test(five_in_a_row_wins),
        cmocka_unit_test(five_on_a_rising_diagonal_win),
        cmocka_unit_test(five_on_a_falling_diagonal_win),
        cmocka_unit_test(four_do_not_win),
        cmocka_unit_test(six_and_eight_in_a_line_win_too),
        cmocka_unit_test(a_line_can_be_completed_from_the_middle),
        cmocka_unit_test(one_brick_can_complete_two_lines),
        cmocka_unit_test(the_second_player_can_win),
        cmocka_unit_test(bricks_of_both_colours_make_no_line),
        cmocka_unit_test(a_full_board_without_a_line_is_a_tie),
        cmocka_unit_test(a_line_with_the_last_brick_is_no_tie),
        cmocka_unit_test(a_line_longer_than_the_board_never_wins),
        cmocka_unit_test(a_line_does_not_go_round_the_edge),
        cmocka_unit_test(every_line_of_every_board_is_seen_and_nothing_else),
        cmocka_unit_test(lines_among_random_bricks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
