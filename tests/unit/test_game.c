/* test_game.c: both games as the rest of the program sees them: notation, reasons,
 * results in words, drawn boards and counts. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "reference.h"
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
                        "'\?\?' is not a cell: cells go from A1 to H8");
    assert_move_refused("cave", NULL, "", "A\xb1",
                        "'A?' is not a cell: cells go from A1 to H8");
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
                        "'?' is not a hole: player 1's holes are 1 to 6");
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
        {"cave", "A1 \xff", "move 2: '?' is not a cell: cells go from A1 to H8"},
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

/* Positions */

/* The position is refused for a reason with these words; nothing is written. */
static void assert_position_refused(const char *spec, const char *text,
                                    const char *reason)
{
    struct game *game = opened(spec);
    struct position position, before;
    struct error error = {""};
    memset(&position, 0x5a, sizeof position);
    memcpy(&before, &position, sizeof before);
    if (game->parse_position(game, text, &position, &error))
        fail_msg("%s: '%s' is not refused", spec, text);
    if (strncmp(error.text, "position: ", 10) != 0 || !strstr(error.text, reason))
        fail_msg("%s: '%s' is refused with '%s', not with '%s'", spec, text, error.text,
                 reason);
    assert_memory_equal(&position, &before, sizeof position);
    assert_false(game->parse_position(game, text, &position, NULL));
    assert_memory_equal(&position, &before, sizeof position);
    game_close(game);
}

struct refusal {
    const char *position, *reason;
};

static void assert_all_refused(const char *spec, const struct refusal *cases,
                               size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_position_refused(spec, cases[i].position, cases[i].reason);
}

static void a_floating_brick_is_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"8/8/8/8/8/8/8/3x4 o",
         "the brick on D1 floats: no bricks connect it to a wall"},
        {"8/8/8/8/8/8/8/1x6 o", "the brick on B1 floats"},
        {"8/8/8/8/8/8/8/6x1 o", "the brick on G1 floats"},
        {"8/8/8/8/8/8/x7/1o6 x", "the brick on B1 floats"},
        {"8/8/8/8/8/8/8/xo1xo3 x", "the brick on D1 floats"},
        {"2x5/8/8/8/8/8/8/8 o", "the brick on C8 floats"},
        /* That comes before anything about the side to move. */
        {"8/8/8/8/8/8/8/3x4", "the brick on D1 floats"},
        {"8/8/8/8/8/8/8/3x4 x", "the brick on D1 floats"},
        /* The end of one row does not hold the beginning of the next. */
        {"8/8/8/8/8/8/1x6/7o x", "the brick on B2 floats"},
    };
    assert_all_refused("cave", cases, COUNT(cases));
    assert_position_refused(
        "cave:8x8x5:left", "8/8/8/8/8/8/8/7x o",
        "the brick on H1 floats: no bricks connect it to the left wall");
    assert_position_refused("cave:2x3x3:left", "1x1/3 o", "the brick on B2 floats");
}

static void wrong_numbers_of_bricks_are_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"8/8/8/8/8/8/8/x6x x", "2 x and 0 o are impossible"},
        {"8/8/8/8/8/8/8/x6x o", "2 x and 0 o are impossible"},
        {"8/8/8/8/8/8/8/o7 x", "0 x and 1 o are impossible"},
        {"8/8/8/8/8/8/8/o7 o", "0 x and 1 o are impossible"},
        {"8/8/8/8/8/8/8/xoo5 x", "there must be as many x as o, or one more"},
        {"xxxxxxxx/8/8/8/8/8/8/8 o", "8 x and 0 o are impossible"},
    };
    assert_all_refused("cave", cases, COUNT(cases));
}

static void two_winners_are_refused(void **state)
{
    (void)state;
    assert_position_refused("cave", "8/8/8/x6o/x6o/x6o/x6o/x6o x",
                            "both x and o have a line of 5");
    assert_position_refused("side-stacker", "7/7/7/x5o/x5o/x5o/x5o x",
                            "both x and o have a line of 4");
}

static void a_move_after_the_win_is_refused(void **state)
{
    (void)state;
    assert_position_refused("cave", "8/8/8/x7/x6o/x6o/x6o/xo5o x",
                            "x has a line of 5, but o moved after that");
    assert_position_refused("cave", "8/8/7x/o6x/o6x/o7/o6x/ox5x o",
                            "o has a line of 5, but x moved after that");
}

static void lines_that_no_single_brick_completes_are_refused(void **state)
{
    (void)state;
    static const char reason[] =
        "no single last brick can have completed the lines of x";
    /* Two lines without a common brick. */
    assert_position_refused("cave", "8/o7/8/xo4ox/xo4ox/x6x/xo4ox/xo4ox o", reason);
    /* Each brick of the line holds the one beside it. */
    assert_position_refused("cave", "8/8/8/8/8/8/ooo5/xxxxxo2 o", reason);
    /* A line so long that it was one without any of its bricks. */
    assert_position_refused("cave:7x3x3", "x1o/x1o/x2/x1o/x1o/x2/2o o", reason);
    assert_position_refused("cave:7x3x3", "o1x/o1x/o2/o1x/o1x/o2/1xx x",
                            "can have completed the lines of o");
}

static void too_many_or_too_few_cells_are_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"", "row 8 is too short: 0 of 8 cells"},
        {" ", "row 8 is too short: 0 of 8 cells"},
        {" x", "row 8 is too short: 0 of 8 cells"},
        {"/", "row 8 is too short: 0 of 8 cells"},
        {"8", "too few rows, 7 missing: there must be 8, separated by '/'"},
        {"8 x", "too few rows, 7 missing"},
        {"8/8/8/8/8/8/8 x", "too few rows, 1 missing"},
        {"8/8/8/8/8/8/8/ x", "row 1 is too short: 0 of 8 cells"},
        {"8/8/8/8/8/8/8/8/8 x", "too many rows: there must be 8"},
        {"8/8/8/8/8/8/8/8/ x", "too many rows: there must be 8"},
        {"7/8/8/8/8/8/8/8 x", "row 8 is too short: 7 of 8 cells"},
        {"8/8/8//8/8/8/8 x", "row 5 is too short: 0 of 8 cells"},
        {"8/8/8/8/8/8/8/7 x", "row 1 is too short: 7 of 8 cells"},
        {"8/8/8/8/8/8/8/x o", "row 1 is too short: 1 of 8 cells"},
        {"8/8/8/8/8/8/8/x8 o", "row 1 is too long: the board is 8 wide"},
        {"8/8/8/8/8/8/8/8x o", "row 1 is too long: the board is 8 wide"},
        {"8/8/8/8/8/8/8/81 x", "row 1 is too long: the board is 8 wide"},
        {"88/8/8/8/8/8/8/8 x", "row 8 is too long: the board is 8 wide"},
        {"8888888888888888888888 x", "row 8 is too long: the board is 8 wide"},
        {"8/8/8/8/8/8/8/xoxoxoxox o", "row 1 is too long: the board is 8 wide"},
    };
    assert_all_refused("cave", cases, COUNT(cases));
    assert_position_refused("cave:2x3x3", "8/8/8/8/8/8/8/8 x",
                            "row 2 is too long: the board is 3 wide");
    assert_position_refused("cave:2x3x3", "3/3/3 x", "too many rows: there must be 2");
    assert_position_refused("cave:2x3x3", "2/3 x", "row 2 is too short: 2 of 3 cells");
}

static void strange_characters_on_the_board_are_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"9/8/8/8/8/8/8/8 x", "row 8: '9' is not x, o or a digit from 1 to 8"},
        {"08/8/8/8/8/8/8/8 x", "row 8: '0' is not x, o or a digit"},
        {"0/8/8/8/8/8/8/8 x", "row 8: '0' is not x, o or a digit"},
        {"8/8/8/8/8/8/8/b7 o", "row 1: 'b' is not x, o or a digit"},
        {"8/8/8/8/8/8/8/.7 x", "row 1: '.' is not x, o or a digit"},
        {"8/8/8/8/8/8/8/-8 x", "row 1: '-' is not x, o or a digit"},
        {"8\\8\\8\\8\\8\\8\\8\\8 x", "row 8: '\\' is not x, o or a digit"},
        {"8|8/8/8/8/8/8/8 x", "row 8: '|' is not x, o or a digit"},
        {"8,8,8,8,8,8,8,8 x", "row 8: ',' is not x, o or a digit"},
        {"■7/8/8/8/8/8/8/8 o", "row 8: '■' is not x, o or a digit"},
        {"□7/8/8/8/8/8/8/8 o", "row 8: '□' is not x, o or a digit"},
        {"é7/8/8/8/8/8/8/8 o", "row 8: 'é' is not x, o or a digit"},
        {"𝄞7/8/8/8/8/8/8/8 o", "row 8: '𝄞' is not x, o or a digit"},
        {"\xd8x/8/8/8/8/8/8/8 x", "row 8: '?' is not x, o or a digit"},
        {"\xff/8/8/8/8/8/8/8 x", "row 8: '?' is not x, o or a digit"},
        {"\xe2\x96/8/8/8/8/8/8/8 x", "row 8: '?' is not x, o or a digit"},
        {"\001"
         "8/8/8/8/8/8/8/8 x",
         "row 8: '?' is not x, o or a digit"},
        {"\033[2J8/8/8/8/8/8/8/8 x", "row 8: '?' is not x, o or a digit"},
        {"\xc2\x9b"
         "8/8/8/8/8/8/8/8 x",
         "row 8: '?' is not x, o or a digit"},
        {"8/8/8/8/8/8/8/8\tx", "row 1: '?' is not x, o or a digit"},
        {"8/8/8/8/8/8/8/8\n", "row 1: '?' is not x, o or a digit"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "row 8: ',' is not x, o or a digit"},
    };
    assert_all_refused("cave", cases, COUNT(cases));
}

static void the_side_to_move_must_be_there_and_fit(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"8/8/8/8/8/8/8/8", "the side to move is missing at the end: ' x' or ' o'"},
        {"8/8/8/8/8/8/8/8 ", "the side to move is missing at the end"},
        {"8/8/8/8/8/8/8/8  x", "the side to move must be x or o, not ' x'"},
        {"8/8/8/8/8/8/8/8 x ", "the side to move must be x or o, not 'x '"},
        {"8/8/8/8/8/8/8/8 xo", "the side to move must be x or o, not 'xo'"},
        {"8/8/8/8/8/8/8/8 x\n", "the side to move must be x or o, not 'x?'"},
        {"8/8/8/8/8/8/8/8 1", "the side to move must be x or o, not '1'"},
        {"8/8/8/8/8/8/8/8 y", "the side to move must be x or o, not 'y'"},
        {"8/8/8/8/8/8/8/8 ■", "the side to move must be x or o, not '■'"},
        {"8/8/8/8/8/8/8/8 \xff", "the side to move must be x or o, not '?'"},
        {"8/8/8/8/8/8/8/8 black and white and everything", "not 'black and white and "},
        {"8/8/8/8/8/8/8/8 o", "it can't be o's turn: with 0 x and 0 o it is x's turn"},
        {"8/8/8/8/8/8/8/x7 x", "it can't be x's turn: with 1 x and 0 o it is o's turn"},
        {"8/8/8/8/8/8/8/xo6 O",
         "it can't be o's turn: with 1 x and 1 o it is x's turn"},
    };
    assert_all_refused("cave", cases, COUNT(cases));
}

static void capitals_and_split_runs_are_read_too(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    static const char *const same[] = {"8/8/8/8/8/8/8/x6o x", "8/8/8/8/8/8/8/X6O X",
                                       "44/17/8/8/8/8/8/x33o x",
                                       "11111111/8/8/8/8/8/8/x51o X"};
    struct position expected = after(game, NULL, "A1 H1");
    for (size_t i = 0; i < COUNT(same); i++) {
        struct position position = after(game, same[i], "");
        assert_memory_equal(&position.cave, &expected.cave, sizeof expected.cave);
        struct text text = position_text(game, &position);
        assert_string_equal(text_string(&text), same[0]);
        text_free(&text);
    }
    game_close(game);
}

static void wrong_numbers_of_stones_are_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"4,4,4,4,4,4,1/4,4,4,4,4,4,0 1", "wrong number of stones: 49 instead of 48"},
        {"4,4,4,4,4,3,0/4,4,4,4,4,4,0 1", "wrong number of stones: 47 instead of 48"},
        {"0,0,0,0,0,0,0/0,0,0,0,0,0,0 1", "wrong number of stones: 0 instead of 48"},
        {"48,48,48,48,48,48,48/48,48,48,48,48,48,48 2",
         "wrong number of stones: 672 instead of 48"},
        {"49,0,0,0,0,0,0/0,0,0,0,0,0,0 1",
         "player 1, number 1: '49' is not a number from 0 to 48"},
    };
    assert_all_refused("mancala", cases, COUNT(cases));
}

static void stones_that_should_have_been_swept_are_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"0,0,0,0,0,0,24/1,0,0,0,0,2,21 1",
         "player 1's holes are empty, so the game is over: what is left in player 2's "
         "holes (3) belongs in that player's store"},
        {"0,0,0,0,0,0,24/1,0,0,0,0,2,21 2", "player 1's holes are empty"},
        {"5,0,0,0,0,0,24/0,0,0,0,0,0,19 1",
         "player 2's holes are empty, so the game is over: what is left in player 1's "
         "holes (5) belongs in that player's store"},
        {"5,0,0,0,0,0,24/0,0,0,0,0,0,19 2", "player 2's holes are empty"},
    };
    assert_all_refused("mancala", cases, COUNT(cases));
}

static void too_many_or_too_few_numbers_are_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"", "player 1, number 1: '' is not a number from 0 to 48"},
        {"1",
         "player 1 must have 7 numbers, 6 holes and the store, separated by ',' and "
         "followed by '/'"},
        {"4,4,4,4,4,4/4,4,4,4,4,4,0 1", "player 1 must have 7 numbers"},
        {"4,4,4,4,4,4,0,0/4,4,4,4,4,4,0 1", "player 1 must have 7 numbers"},
        {"4,4,4,4,4,4,0 4,4,4,4,4,4,0 1", "player 1 must have 7 numbers"},
        {"4/4/4/4/4/4/0/4/4/4/4/4/4/0 1", "player 1 must have 7 numbers"},
        {"4,4,4,4,4,4,0", "player 1 must have 7 numbers"},
        {"4,4,4,4,4,4,0/", "player 2, number 1: '' is not a number"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4 1", "player 2 must have 7 numbers"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0,0 1", "player 2 must have 7 numbers"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0/0 1", "player 2 must have 7 numbers"},
        {"4,4,4,,4,4,0/4,4,4,4,4,4,0 1", "player 1, number 4: '' is not a number"},
        {",4,4,4,4,4,0/4,4,4,4,4,4,0 1", "player 1, number 1: '' is not a number"},
        {"4,4,4,4,4,4,/4,4,4,4,4,4,0 1", "player 1, number 7: '' is not a number"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,,0 1", "player 2, number 6: '' is not a number"},
    };
    assert_all_refused("mancala", cases, COUNT(cases));
    assert_position_refused("mancala:7x4:steal", "4,4,4,4,4,4,0/4,4,4,4,4,4,0 1",
                            "player 1 must have 8 numbers, 7 holes and the store");
    assert_position_refused("mancala:5x4:steal", "4,4,4,4,4,4,0/4,4,4,4,4,4,0 1",
                            "player 1 must have 6 numbers, 5 holes and the store");
}

static void numbers_must_be_plain_and_small_enough(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"04,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "player 1, number 1: '04' is not a number"},
        {"4,4,4,4,4,4,00/4,4,4,4,4,4,0 1", "player 1, number 7: '00' is not a number"},
        {"4,4,4,4,4,4,0/4,4,4,4,004,4,0 1", "player 2, number 5: '004' is not"},
        {"-4,4,4,4,4,4,8/4,4,4,4,4,4,0 1", "player 1, number 1: '-4' is not a number"},
        {"+4,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "player 1, number 1: '+4' is not a number"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,99999999999999999999 1",
         "player 2, number 7: '99999999999999999999' is not a number from 0 to 48"},
        {"4,4,4,4,4,18446744073709551620,0/4,4,4,4,4,4,0 1", "'18446744073709551620'"},
        {"4,4,4,4,4,4294967300,0/4,4,4,4,4,4,0 1", "'4294967300' is not a number"},
        {"260,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "'260' is not a number from 0 to 48"},
        {"99999999999999999999999999999999999999,4 1", "'99999999999999999999...'"},
        {"4, 4,4,4,4,4,0/4,4,4,4,4,4,0 1", "player 1, number 2: '' is not a number"},
        {" 4,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "player 1, number 1: '' is not a number"},
        {"4.0,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "'4.0' is not a number"},
        {"x,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "'x' is not a number"},
        {"４,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "'４' is not a number"},
        {"\xff,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "'?' is not a number"},
        {"4\n,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "'4?' is not a number"},
        {"\033[2J,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "'?[2J' is not a number"},
        {"8/8/8/8/8/8/8/8 x", "player 1 must have 7 numbers"},
    };
    assert_all_refused("mancala", cases, COUNT(cases));
}

static void the_player_to_move_must_be_there(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0", "and followed by ' '"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0 ", "the player to move is missing at the end"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0 0", "the player to move must be 1 or 2, not '0'"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0 3", "the player to move must be 1 or 2, not '3'"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0 12", "must be 1 or 2, not '12'"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0 01", "must be 1 or 2, not '01'"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0 1 ", "must be 1 or 2, not '1 '"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0 1\n", "must be 1 or 2, not '1?'"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0  1", "must be 1 or 2, not ' 1'"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0 x", "must be 1 or 2, not 'x'"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0 ½", "must be 1 or 2, not '½'"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0 \xff\xff", "must be 1 or 2, not '\?\?'"},
    };
    assert_all_refused("mancala", cases, COUNT(cases));
}

static void a_position_cut_anywhere_is_refused(void **state)
{
    (void)state;
    static const char *const whole[][2] = {
        {"cave", "8/6ox/oxxooxo1/xoxooxoo/xoxoxooo/xxoxxxo1/oxox2ox/xxxo4 x"},
        {"mancala", "10,0,3,12,0,1,5/4,0,0,1,2,0,10 2"},
    };
    for (size_t i = 0; i < COUNT(whole); i++) {
        for (size_t length = 0; length < strlen(whole[i][1]); length++) {
            char text[96];
            snprintf(text, sizeof text, "%.*s", (int)length, whole[i][1]);
            assert_position_refused(whole[i][0], text, "");
        }
    }
}

/* Changes some bytes of right positions: what is still accepted must be a position that
 * is written and read back the same. */
static void a_damaged_position_is_refused_or_another_right_one(void **state)
{
    (void)state;
    static const char *const whole[][2] = {
        {"cave", "8/6ox/oxxooxo1/xoxooxoo/xoxoxooo/xxoxxxo1/oxox2ox/xxxo4 x"},
        {"connect-four", "6/6/6/x5/xo4/6/6 o"},
        {"mancala", "10,0,3,12,0,1,5/4,0,0,1,2,0,10 2"},
        {"mancala:2x3:kalah", "3,3,0/3,3,0 1"},
    };
    static const char letters[] = "xo12345678/,  0\xff\n";
    struct rng rng = rng_seeded(reference_seed());
    int accepted = 0;
    for (int i = 0; i < 40000; i++) {
        const char *const *one = whole[i % (int)COUNT(whole)];
        struct game *game = opened(one[0]);
        char text[96];
        snprintf(text, sizeof text, "%s", one[1]);
        uint32_t length = (uint32_t)strlen(text);
        for (uint32_t changes = 1 + rng_below(&rng, 3); changes > 0; changes--)
            text[rng_below(&rng, length)] = letters[rng_below(&rng, sizeof letters)];
        struct position position, back;
        struct error error = {""};
        if (!game->parse_position(game, text, &position, &error)) {
            assert_memory_equal(error.text, "position: ", 10);
            game_close(game);
            continue;
        }
        accepted++;
        struct text first = position_text(game, &position);
        assert_true(game->parse_position(game, text_string(&first), &back, &error));
        struct text second = position_text(game, &back);
        assert_same_text(&first, &second);
        text_free(&first);
        text_free(&second);
        game_close(game);
    }
    assert_true(accepted > 100);
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

/* Drawn boards */

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

/* Counts */

struct count {
    const char *spec, *moves;
    int depths;
    uint64_t nodes[9]; /* from depth 1 on */
};

static const struct count counts[] = {
    {"cave", "", 5, {16, 256, 4096, 65536, 1048576}},
    {"side-stacker", "", 6, {14, 196, 2744, 38416, 537824, 7529536}},
    {"connect-four", "", 8, {7, 49, 343, 2401, 16807, 117649, 823536, 5673234}},
    {"cave",
     "A5 H6 A1 A8 H4 H1 H3 H2 G6 H8 G4 A7 G2 F4 B1 A4 H7 B5 G3 B7 F3 A2 A3 B8",
     6,
     {16, 256, 4096, 64801, 1035164, 16199943}},
    {"mancala", "", 8, {6, 35, 185, 942, 4685, 23169, 113959, 559885}},
    {"kalah", "", 8, {6, 35, 185, 942, 4690, 23233, 114430, 563055}},
    {"mancala:6x4:nosteal", "", 8, {6, 35, 185, 949, 4782, 23964, 119377, 595400}},
    /* Nothing follows a finished game. */
    {"cave", "A1 H1 A2 H2 A3 H3 A4 H4 A5", 3, {0, 0, 0}},
    {"mancala:1x1:steal", "1", 2, {0, 0}},
    {"cave:2x2x3", "", 5, {4, 12, 24, 24, 0}},
    {"cave:1x1x2", "", 2, {1, 0}},
};

static void the_sequences_of_moves_are_as_many_as_known(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(counts); i++) {
        struct game *game = opened(counts[i].spec);
        struct position position = after(game, NULL, counts[i].moves);
        assert_int_equal(game->perft(game, &position, 0, NULL), 1);
        for (int depth = 1; depth <= counts[i].depths; depth++) {
            uint64_t nodes = game->perft(game, &position, depth, NULL);
            if (nodes != counts[i].nodes[depth - 1])
                fail_msg("%s '%s' depth %d: %" PRIu64, counts[i].spec, counts[i].moves,
                         depth, nodes);
        }
        game_close(game);
    }
}

/* To count the ends every last move is played, which must not change the number. */
static void counting_the_ends_counts_the_same_sequences(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(counts); i++) {
        struct game *game = opened(counts[i].spec);
        struct position position = after(game, NULL, counts[i].moves);
        for (int depth = 1; depth <= counts[i].depths; depth++) {
            uint64_t ended = 0;
            if (counts[i].nodes[depth - 1] > 3000000)
                continue;
            assert_true(game->perft(game, &position, depth, &ended) ==
                        counts[i].nodes[depth - 1]);
            assert_true(ended <= counts[i].nodes[depth - 1]);
        }
        game_close(game);
    }
    /* All four bricks of a 2x2 board: each of the 24 orders ends there. */
    struct game *game = opened("cave:2x2x3");
    struct position start = after(game, NULL, "");
    uint64_t ended = 0;
    game->perft(game, &start, 3, &ended);
    assert_int_equal(ended, 0);
    game->perft(game, &start, 4, &ended);
    assert_int_equal(ended, 24);
    game_close(game);
}

static uint64_t plain_cave_count(const struct game *game, const char *moves, int depth)
{
    struct reference_cave plain =
        reference_cave_start(game->spec.cave.rows, game->spec.cave.columns,
                             game->spec.cave.line, game->spec.cave.left_only);
    uint64_t ended = 0;
    for (; *moves; moves += moves[2] ? 3 : 2)
        reference_cave_play(&plain, moves[0] - 'A', moves[1] - '1');
    return reference_cave_perft(&plain, depth, &ended);
}

static uint64_t plain_mancala_count(const struct game *game, const char *moves,
                                    int depth)
{
    struct reference_mancala plain =
        reference_mancala_start(game->spec.mancala.holes, game->spec.mancala.stones,
                                (enum reference_stealing)game->spec.mancala.stealing);
    uint64_t ended = 0;
    for (char *end; *moves; moves = end)
        reference_mancala_play(&plain, (int)strtol(moves, &end, 10));
    return reference_mancala_perft(&plain, depth, &ended);
}

static void the_plain_games_count_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(counts); i++) {
        struct game *game = opened(counts[i].spec);
        for (int depth = 1; depth <= counts[i].depths; depth++) {
            if (counts[i].nodes[depth - 1] > 70000)
                break;
            uint64_t nodes = game->spec.kind == GAME_CAVE
                                 ? plain_cave_count(game, counts[i].moves, depth)
                                 : plain_mancala_count(game, counts[i].moves, depth);
            assert_int_equal(nodes, counts[i].nodes[depth - 1]);
        }
        game_close(game);
    }
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
        cmocka_unit_test(a_floating_brick_is_refused),
        cmocka_unit_test(wrong_numbers_of_bricks_are_refused),
        cmocka_unit_test(two_winners_are_refused),
        cmocka_unit_test(a_move_after_the_win_is_refused),
        cmocka_unit_test(lines_that_no_single_brick_completes_are_refused),
        cmocka_unit_test(too_many_or_too_few_cells_are_refused),
        cmocka_unit_test(strange_characters_on_the_board_are_refused),
        cmocka_unit_test(the_side_to_move_must_be_there_and_fit),
        cmocka_unit_test(capitals_and_split_runs_are_read_too),
        cmocka_unit_test(wrong_numbers_of_stones_are_refused),
        cmocka_unit_test(stones_that_should_have_been_swept_are_refused),
        cmocka_unit_test(too_many_or_too_few_numbers_are_refused),
        cmocka_unit_test(numbers_must_be_plain_and_small_enough),
        cmocka_unit_test(the_player_to_move_must_be_there),
        cmocka_unit_test(a_position_cut_anywhere_is_refused),
        cmocka_unit_test(a_damaged_position_is_refused_or_another_right_one),
        cmocka_unit_test(six_in_the_column_won_a_recorded_game),
        cmocka_unit_test(a_diagonal_won_a_recorded_game),
        cmocka_unit_test(a_brick_in_the_middle_won_a_recorded_game),
        cmocka_unit_test(an_ending_is_told_in_words),
        cmocka_unit_test(a_game_that_goes_on_has_no_ending),
        cmocka_unit_test(an_empty_cave_is_drawn),
        cmocka_unit_test(legal_cells_and_the_last_move_are_marked),
        cmocka_unit_test(a_wall_that_does_not_attract_is_drawn_otherwise),
        cmocka_unit_test(a_winning_line_changes_its_shape),
        cmocka_unit_test(a_mancala_board_is_drawn),
        cmocka_unit_test(sowable_holes_and_the_last_move_are_marked),
        cmocka_unit_test(three_digits_fit_into_a_hole),
        cmocka_unit_test(boards_of_all_sizes_are_drawn_straight),
        cmocka_unit_test(colours_only_add_to_the_shapes),
        cmocka_unit_test(the_sequences_of_moves_are_as_many_as_known),
        cmocka_unit_test(counting_the_ends_counts_the_same_sequences),
        cmocka_unit_test(the_plain_games_count_the_same),
        cmocka_unit_test(positions_are_the_same_whatever_the_gaps),
    };
    return cmocka_run_group_tests_name("game", tests, NULL, NULL);
}
