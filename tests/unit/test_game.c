/* test_game.c: both games as the rest of the program sees them: names, moves, reasons
 * and endings. */
#include <stdio.h>
#include <string.h>

#include "support.h"

/* Opening */

static void a_game_knows_its_long_name(void **state)
{
    (void)state;
    struct game *game = opened("connect-four");
    assert_string_equal(game->name, "cave:7x6x4:left");
    assert_int_equal(game->spec.kind, GAME_CAVE);
    game_close(game);
    game = opened("kalah");
    assert_string_equal(game->name, "mancala:6x4:kalah");
    assert_int_equal(game->spec.kind, GAME_MANCALA);
    game_close(game);
    game_close(NULL);
}

static void a_game_says_what_its_sides_and_files_are_called(void **state)
{
    (void)state;
    struct game *cave = opened("cave"), *mancala = opened("kalah");
    assert_string_equal(cave->title, "Magnetic Cave");
    assert_string_equal(mancala->title, "Mancala");
    assert_string_equal(cave->stem, "cave");
    assert_string_equal(mancala->stem, "mancala");
    assert_string_equal(cave->side_name(0, false), "■");
    assert_string_equal(cave->side_name(1, true), "O");
    assert_string_equal(cave->side_sign(1, false), "□");
    assert_string_equal(mancala->side_name(0, false), "player 1");
    assert_string_equal(mancala->side_name(1, true), "player 2");
    assert_string_equal(mancala->side_sign(1, true), "2");
    assert_false(cave->has_margin || cave->has_extra_turns);
    assert_true(mancala->has_margin && mancala->has_extra_turns);
    game_close(cave);
    game_close(mancala);
}

static void a_move_is_known_by_its_form(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool cave, mancala;
    } cases[] = {
        {"A1", true, false},  {"h8", true, false},    {"z999", true, false},
        {"3", false, true},   {"255", false, true},   {"1000", false, false},
        {"", false, false},   {"A", false, false},    {"A1000", false, false},
        {"AB", false, false}, {"A1 ", false, false},  {"3 4", false, false},
        {"-3", false, false}, {"pass", false, false}, {"1A", false, false},
    };
    struct game *cave = opened("cave"), *mancala = opened("mancala");
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(cave->looks_like_move(cases[i].text), cases[i].cave);
        assert_int_equal(mancala->looks_like_move(cases[i].text), cases[i].mancala);
    }
    assert_true(cave->looks_like_move(cave->example_move));
    assert_true(mancala->looks_like_move(mancala->example_move));
    game_close(cave);
    game_close(mancala);
}

static void no_game_is_made_of_a_wrong_spec(void **state)
{
    (void)state;
    struct error error;
    assert_null(game_open("cave:9x8x5", &error));
    assert_string_equal(error.text, "game 'cave:9x8x5': the number of rows must be a "
                                    "number from 1 to 8, not '9'");
    assert_null(game_open("", NULL));
}

static void results_are_written_as_in_chess(void **state)
{
    (void)state;
    assert_string_equal(game_result_text(RESULT_NONE), "*");
    assert_string_equal(game_result_text(RESULT_FIRST), "1-0");
    assert_string_equal(game_result_text(RESULT_SECOND), "0-1");
    assert_string_equal(game_result_text(RESULT_TIE), "1/2-1/2");
}

static void only_listed_moves_are_legal(void **state)
{
    (void)state;
    struct game *game = opened("mancala");
    struct position start = after(game, NULL, "");
    for (int move = 0; move < 256; move++)
        assert_int_equal(game_is_legal(game, &start, (move_t)move),
                         move >= 1 && move <= 6);
    game_close(game);
    game = opened("cave");
    start = after(game, NULL, "");
    for (int move = 0; move < 256; move++)
        assert_int_equal(game_is_legal(game, &start, (move_t)move),
                         move < 64 && (move % 8 == 0 || move % 8 == 7));
    game_close(game);
}

/* Moves */

/* The move is refused with exactly this message, and nothing is written. */
static void assert_move_refused(const char *spec, const char *from, const char *moves,
                                const char *move, const char *message)
{
    struct game *game = opened(spec);
    struct position position = after(game, from, moves);
    struct error error = {""};
    move_t parsed = 77;
    if (game->parse_move(game, &position, move, &parsed, &error))
        fail_msg("%s: '%s' is not refused", spec, move);
    assert_string_equal(error.text, message);
    assert_int_equal(parsed, 77);
    assert_false(game->parse_move(game, &position, move, &parsed, NULL));
    game_close(game);
}

static void a_cell_away_from_the_walls_is_not_reachable(void **state)
{
    (void)state;
    for (int rows = 6; rows <= 8; rows++) {
        for (int columns = 3; columns <= 8; columns++) {
            for (int line = 2; line <= 8; line++) {
                char spec[64];
                static const char message[] =
                    "B6 is not reachable: neither A6 nor C6 is filled";
                snprintf(spec, sizeof spec, "cave:%dx%dx%d", rows, columns, line);
                assert_move_refused(spec, NULL, "", "B6", message);
                assert_move_refused(spec, NULL, "", "b6", message);
                strcat(spec, ":left");
                assert_move_refused(spec, NULL, "", "B6", message);
                /* Bricks above and below do not hold it. */
                if (line > 2)
                    assert_move_refused(spec, NULL, "A5 B5", "B6", message);
            }
        }
    }
}

static void what_a_cell_needs_is_named(void **state)
{
    (void)state;
    assert_move_refused("cave", NULL, "", "D1",
                        "D1 is not reachable: neither C1 nor E1 is filled");
    assert_move_refused("cave", NULL, "A1", "C1",
                        "C1 is not reachable: neither B1 nor D1 is filled");
    assert_move_refused("cave", NULL, "H8", "F8",
                        "F8 is not reachable: neither E8 nor G8 is filled");
    assert_move_refused("cave:8x8x5:left", NULL, "", "H1",
                        "H1 is not reachable: G1 is not filled");
    assert_move_refused("cave:8x2x5:left", NULL, "", "B6",
                        "B6 is not reachable: A6 is not filled");
}

static void a_brick_beside_makes_a_cell_reachable(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    struct position position = after(game, NULL, "A6 H6");
    struct error error;
    move_t move = MOVE_NONE;
    assert_true(game->parse_move(game, &position, "B6", &move, &error));
    assert_int_equal(move, cave_cell(1, 5));
    assert_true(game->parse_move(game, &position, "g6", &move, &error));
    assert_int_equal(move, cave_cell(6, 5));
    game_close(game);
}

static void a_cell_is_filled_only_once(void **state)
{
    (void)state;
    assert_move_refused("cave", NULL, "A1", "A1", "A1 is already filled");
    assert_move_refused("cave", NULL, "A1 B1", "b1", "B1 is already filled");
}

static void nothing_is_played_after_the_end(void **state)
{
    (void)state;
    static const char won[] = "A1 H1 A2 H2 A3 H3 A4 H4 A5";
    static const char *const cells[] = {"B1", "A1", "D4", "H8"};
    for (size_t i = 0; i < COUNT(cells); i++) {
        char message[64];
        snprintf(message, sizeof message, "%s comes after the end of the game",
                 cells[i]);
        assert_move_refused("cave", NULL, won, cells[i], message);
    }
    assert_move_refused("cave:1x1x2", NULL, "A1", "A1",
                        "A1 comes after the end of the game");
    assert_move_refused("mancala:1x1:steal", NULL, "1", "1",
                        "hole 1 comes after the end of the game");
    assert_move_refused("mancala:1x1:steal", NULL, "1", "3",
                        "hole 3 comes after the end of the game");
}

static void what_is_no_cell_is_refused(void **state)
{
    (void)state;
    static const char *const cells[] = {
        "",    "A",   "1",    "A0",     "A9",  "I1",  "i1", "Z9", "@1",  "[1",  "`1",
        "1A",  "AA",  "11",   "a ",     "A 1", "A-1", "A:", "A/", "A1x", "A10", "A1 ",
        " A1", "B2B", "pass", "resign", "-",   "x",   "é1", "■",  "Ａ1"};
    for (size_t i = 0; i < COUNT(cells); i++) {
        char message[96];
        snprintf(message, sizeof message, "'%s' is not a cell: cells go from A1 to H8",
                 cells[i]);
        assert_move_refused("cave", NULL, "", cells[i], message);
    }
    assert_move_refused("cave", NULL, "", "\xff\x01",
                        "'\\xff\\x01' is not a cell: cells go from A1 to H8");
    assert_move_refused("cave", NULL, "", "A\xb1",
                        "'A\\xb1' is not a cell: cells go from A1 to H8");
    assert_move_refused(
        "cave", NULL, "", "A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1",
        "'A1A1A1A1A1A1A1A1A1A1...' is not a cell: cells go from A1 to H8");
    /* The board's own size decides. */
    assert_move_refused("cave:3x4x3", NULL, "", "E1",
                        "'E1' is not a cell: cells go from A1 to D3");
    assert_move_refused("cave:3x4x3", NULL, "", "A4",
                        "'A4' is not a cell: cells go from A1 to D3");
    assert_move_refused("cave:1x1x2", NULL, "", "B1",
                        "'B1' is not a cell: cells go from A1 to A1");
}

static void an_empty_hole_cannot_be_sown(void **state)
{
    (void)state;
    assert_move_refused("mancala", NULL, "3", "3", "hole 3 is empty");
    assert_move_refused("mancala", NULL, "1 10", "10", "hole 10 is empty");
}

static void the_opponents_holes_cannot_be_sown(void **state)
{
    (void)state;
    assert_move_refused("mancala", NULL, "", "9", "hole 9 is player 2's");
    assert_move_refused("mancala", NULL, "1", "3", "hole 3 is player 1's");
    /* Also when they are empty. */
    assert_move_refused("mancala", NULL, "1 8", "8", "hole 8 is player 2's");
}

static void what_is_no_hole_is_refused(void **state)
{
    (void)state;
    static const char *const holes[] = {"",
                                        "0",
                                        "7",
                                        "14",
                                        "15",
                                        "99",
                                        "100",
                                        "00",
                                        "01",
                                        "001",
                                        "-1",
                                        "+1",
                                        "1.0",
                                        "1 ",
                                        " 1",
                                        "1x",
                                        "x1",
                                        "A1",
                                        "1,",
                                        "1e0",
                                        "0x1",
                                        "１",
                                        "½",
                                        "257",
                                        "4294967297",
                                        "18446744073709551617",
                                        "99999999999999999999"};
    for (size_t i = 0; i < COUNT(holes); i++) {
        char message[96];
        snprintf(message, sizeof message,
                 "'%s' is not a hole: player 1's holes are 1 to 6", holes[i]);
        assert_move_refused("mancala", NULL, "", holes[i], message);
    }
    assert_move_refused("mancala", NULL, "1", "7",
                        "'7' is not a hole: player 2's holes are 8 to 13");
    assert_move_refused("mancala:12x1:kalah", NULL, "1", "26",
                        "'26' is not a hole: player 2's holes are 14 to 25");
    assert_move_refused("mancala", NULL, "", "\n",
                        "'\\n' is not a hole: player 1's holes are 1 to 6");
}

/* Lists of moves */

static void moves_are_parted_by_any_white_space(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    struct position expected = after(game, NULL, "A1 H1 B1");
    static const char *const lists[] = {"A1 H1 B1", " A1  H1\tB1 ", "a1\nh1\r\nb1\n",
                                        "A1 h1 B1", "A1,H1,B1",     ", a1, H1 ,B1,"};
    for (size_t i = 0; i < COUNT(lists); i++) {
        struct position position = after(game, NULL, lists[i]);
        assert_memory_equal(&position.cave, &expected.cave, sizeof position.cave);
    }
    struct position start = after(game, NULL, ""),
                    position = after(game, NULL, " \t,\n");
    assert_memory_equal(&position.cave, &start.cave, sizeof position.cave);
    game_close(game);
}

static void the_first_wrong_move_of_a_list_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *moves, *message;
    } cases[] = {
        {"cave", "A1 H1 A1", "move 3: A1 is already filled"},
        {"cave", "B2", "move 1: B2 is not reachable: neither A2 nor C2 is filled"},
        {"cave", "A1 H1 x", "move 3: 'x' is not a cell: cells go from A1 to H8"},
        {"cave", "A1;H1", "move 1: 'A1;H1' is not a cell: cells go from A1 to H8"},
        {"cave", "A1,H1,,A1", "move 3: A1 is already filled"},
        {"cave", "A1 H1 A2 H2 A3 H3 A4 H4 A5 H5",
         "move 10: H5 comes after the end of the game"},
        {"cave", "1. A1", "move 1: '1.' is not a cell: cells go from A1 to H8"},
        {"cave", "A1 \xff", "move 2: '\\xff' is not a cell: cells go from A1 to H8"},
        {"mancala", "3 6 1", "move 3: hole 1 is player 1's"},
        {"mancala", "3 3", "move 2: hole 3 is empty"},
        {"mancala", "1 7", "move 2: '7' is not a hole: player 2's holes are 8 to 13"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct game *game = opened(cases[i].spec);
        struct position position, before;
        struct error error;
        memset(&position, 0, sizeof position);
        game->start(game, &position);
        before = position;
        assert_false(game_play_moves(game, &position, cases[i].moves, &error));
        assert_string_equal(error.text, cases[i].message);
        assert_memory_equal(&position, &before, sizeof position);
        assert_false(game_play_moves(game, &position, cases[i].moves, NULL));
        game_close(game);
    }
}

static void a_very_long_move_is_not_cut_to_a_legal_one(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    struct position position = after(game, NULL, "");
    struct error error;
    static char moves[100000];
    memset(moves, '1', sizeof moves - 1);
    moves[0] = 'A';
    assert_false(game_play_moves(game, &position, moves, &error));
    assert_non_null(strstr(error.text, "move 1: 'A1111111111"));
    game_close(game);
}

/* Games that were played */

/* A final board, the brick that won, and the line in words. */
static void assert_final_board(const char *final, const char *brick, const char *before,
                               enum result result, const char *words,
                               const char *ascii_words)
{
    struct game *game = opened("cave");
    struct position position = after(game, final, "");
    struct outcome outcome = game->outcome(game, &position);
    assert_int_equal(outcome.result, result);
    assert_int_equal(outcome.ending, ENDING_LINE);
    uint64_t line = 0;
    for (const char *c = strchr(words, ':'); c; c = strchr(c + 1, ' '))
        if (c[1] != ' ')
            line |= 1ull << cave_cell(c[1] - 'A', c[2] - '1');
    assert_true(outcome.line == line);
    struct text text = {0};
    game->describe(game, &outcome, false, &text);
    assert_string_equal(text_string(&text), words);
    text_clear(&text);
    game->describe(game, &outcome, true, &text);
    assert_string_equal(text_string(&text), ascii_words);

    /* Without the last brick there is no line, and playing it leads back here. */
    struct position earlier = after(game, before, "");
    assert_int_equal(game->outcome(game, &earlier).result, RESULT_NONE);
    assert_true(game->outcome(game, &earlier).line == 0);
    earlier = after(game, before, brick);
    assert_memory_equal(&earlier.cave, &position.cave, sizeof position.cave);
    text_free(&text);
    game_close(game);
}

static void six_in_the_column_won_a_recorded_game(void **state)
{
    (void)state;
    assert_final_board("8/6ox/oxxooxo1/xoxooxoo/xoxoxooo/xxoxxxo1/oxox2ox/xxxo4 x",
                       "G6", "8/6ox/oxxoox2/xoxooxoo/xoxoxooo/xxoxxxo1/oxox2ox/xxxo4 o",
                       RESULT_SECOND, "□ wins: G2 G3 G4 G5 G6 G7",
                       "O wins: G2 G3 G4 G5 G6 G7");
}

static void a_diagonal_won_a_recorded_game(void **state)
{
    (void)state;
    assert_final_board(
        "x2oxoxx/3oxxox/xxoxoxox/1oxxoxoo/oxxxxoxo/x1oxoooo/1oxoxooo/xoxo3x o", "A3",
        "x2oxoxx/3oxxox/xxoxoxox/1oxxoxoo/oxxxxoxo/2oxoooo/1oxoxooo/xoxo3x x",
        RESULT_FIRST, "■ wins: A3 B4 C5 D6 E7", "X wins: A3 B4 C5 D6 E7");
}

static void a_brick_in_the_middle_won_a_recorded_game(void **state)
{
    (void)state;
    assert_final_board("8/oxxo4/xo1oxoxo/xoooxoxx/xooooxox/ox1oxxxx/x6x/6oo x", "D6",
                       "8/oxxo4/xo2xoxo/xoooxoxx/xooooxox/ox1oxxxx/x6x/6oo o",
                       RESULT_SECOND, "□ wins: D3 D4 D5 D6 D7",
                       "O wins: D3 D4 D5 D6 D7");
}

/* Endings in words */

static void assert_words(const char *spec, const char *from, const char *moves,
                         const char *words)
{
    struct game *game = opened(spec);
    struct position position = after(game, from, moves);
    struct outcome outcome = game->outcome(game, &position);
    struct text text = {0};
    game->describe(game, &outcome, false, &text);
    assert_string_equal(text_string(&text), words);
    text_free(&text);
    game_close(game);
}

static void an_ending_is_told_in_words(void **state)
{
    (void)state;
    assert_words("cave", NULL, "A1 H1 A2 H2 A3 H3 A4 H4 A5", "■ wins: A1 A2 A3 A4 A5");
    assert_words("cave", "8/8/8/x7/ox6/oox5/oxox4/xoxo4 x", "E1",
                 "■ wins: A5 B4 C3 D2 E1");
    assert_words("cave", "8/8/7o/x7/x5oo/x5oo/x5oo/1xxxxoxo x", "A1",
                 "■ wins: A1 B1 C1 D1 E1, A1 A2 A3 A4 A5");
    assert_words("cave:2x2x3", NULL, "A1 B1 A2 B2", "tie: the board is full");
    assert_words("mancala", "0,0,0,0,0,1,24/0,0,0,0,0,1,22 1", "6",
                 "player 1 wins 25 to 23");
    assert_words("mancala", "0,0,0,0,0,1,22/0,0,0,0,0,1,24 1", "6",
                 "player 2 wins 25 to 23");
    assert_words("mancala", "0,0,0,0,0,1,23/0,0,0,0,0,1,23 1", "6",
                 "tie: 24 stones each");
}

static void a_game_that_goes_on_has_no_ending(void **state)
{
    (void)state;
    assert_words("cave", NULL, "", "");
    assert_words("cave", NULL, "A1 H1", "");
    assert_words("mancala", NULL, "", "");
    assert_words("mancala", NULL, "3", "");
}

/* The same position, with other bytes between its fields. */
static struct position with_other_gaps(const struct game *game,
                                       const struct position *position)
{
    struct position copy;
    memset(&copy, 0xa5, sizeof copy);
    if (game->spec.kind == GAME_CAVE) {
        copy.cave.brick[0] = position->cave.brick[0];
        copy.cave.brick[1] = position->cave.brick[1];
        copy.cave.hash = position->cave.hash;
        copy.cave.bricks = position->cave.bricks;
    } else {
        copy.mancala.row[0] = position->mancala.row[0];
        copy.mancala.row[1] = position->mancala.row[1];
        copy.mancala.turn = position->mancala.turn;
    }
    return copy;
}

static void positions_are_the_same_whatever_the_gaps(void **state)
{
    static const char *const specs[] = {"cave:4x4x3", "mancala:12x12:steal"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct game *game = opened(specs[i]);
        struct position start, next;
        struct moves moves;
        game->start(game, &start);
        struct position copy = with_other_gaps(game, &start);
        assert_memory_not_equal(&copy, &start, sizeof start);
        assert_true(game_same_position(game, &copy, &start));
        game->moves(game, &start, &moves);
        for (int j = 0; j < moves.count; j++) {
            next = start;
            game->play(game, &next, moves.move[j]);
            assert_false(game_same_position(game, &next, &start));
        }
        game_close(game);
    }
    /* Only the turn tells these apart. */
    struct game *game = opened("mancala:2x2:kalah");
    struct position first, second;
    assert_true(game->parse_position(game, "1,1,2/1,1,2 1", &first, NULL));
    assert_true(game->parse_position(game, "1,1,2/1,1,2 2", &second, NULL));
    assert_false(game_same_position(game, &first, &second));
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_knows_its_long_name),
        cmocka_unit_test(a_game_says_what_its_sides_and_files_are_called),
        cmocka_unit_test(a_move_is_known_by_its_form),
        cmocka_unit_test(no_game_is_made_of_a_wrong_spec),
        cmocka_unit_test(results_are_written_as_in_chess),
        cmocka_unit_test(only_listed_moves_are_legal),
        cmocka_unit_test(a_cell_away_from_the_walls_is_not_reachable),
        cmocka_unit_test(what_a_cell_needs_is_named),
        cmocka_unit_test(a_brick_beside_makes_a_cell_reachable),
        cmocka_unit_test(a_cell_is_filled_only_once),
        cmocka_unit_test(nothing_is_played_after_the_end),
        cmocka_unit_test(what_is_no_cell_is_refused),
        cmocka_unit_test(an_empty_hole_cannot_be_sown),
        cmocka_unit_test(the_opponents_holes_cannot_be_sown),
        cmocka_unit_test(what_is_no_hole_is_refused),
        cmocka_unit_test(moves_are_parted_by_any_white_space),
        cmocka_unit_test(the_first_wrong_move_of_a_list_is_named),
        cmocka_unit_test(a_very_long_move_is_not_cut_to_a_legal_one),
        cmocka_unit_test(six_in_the_column_won_a_recorded_game),
        cmocka_unit_test(a_diagonal_won_a_recorded_game),
        cmocka_unit_test(a_brick_in_the_middle_won_a_recorded_game),
        cmocka_unit_test(an_ending_is_told_in_words),
        cmocka_unit_test(a_game_that_goes_on_has_no_ending),
        cmocka_unit_test(positions_are_the_same_whatever_the_gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
