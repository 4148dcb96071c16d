/* test_position_text.c: positions as text: what is wrong is refused with its reason. */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "reference.h"
#include "support.h"

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
        {"\xd8x/8/8/8/8/8/8/8 x", "row 8: '\\xd8' is not x, o or a digit"},
        {"\xff/8/8/8/8/8/8/8 x", "row 8: '\\xff' is not x, o or a digit"},
        {"\xe2\x96/8/8/8/8/8/8/8 x", "row 8: '\\xe2' is not x, o or a digit"},
        {"\001"
         "8/8/8/8/8/8/8/8 x",
         "row 8: '\\x01' is not x, o or a digit"},
        {"\033[2J8/8/8/8/8/8/8/8 x", "row 8: '\\x1b' is not x, o or a digit"},
        {"\xc2\x9b"
         "8/8/8/8/8/8/8/8 x",
         "row 8: '\\x9b' is not x, o or a digit"},
        {"8/8/8/8/8/8/8/8\tx", "row 1: '\\t' is not x, o or a digit"},
        {"8/8/8/8/8/8/8/8\n", "row 1: '\\n' is not x, o or a digit"},
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
        {"8/8/8/8/8/8/8/8 x\n", "the side to move must be x or o, not 'x\\n'"},
        {"8/8/8/8/8/8/8/8 1", "the side to move must be x or o, not '1'"},
        {"8/8/8/8/8/8/8/8 y", "the side to move must be x or o, not 'y'"},
        {"8/8/8/8/8/8/8/8 ■", "the side to move must be x or o, not '■'"},
        {"8/8/8/8/8/8/8/8 \xff", "the side to move must be x or o, not '\\xff'"},
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
        {"\xff,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "'\\xff' is not a number"},
        {"4\n,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "'4\\n' is not a number"},
        {"\033[2J,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "'\\x1b[2J' is not a number"},
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
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0 1\n", "must be 1 or 2, not '1\\n'"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0  1", "must be 1 or 2, not ' 1'"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0 x", "must be 1 or 2, not 'x'"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0 ½", "must be 1 or 2, not '½'"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0 \xff\xff", "must be 1 or 2, not '\\xff\\xff'"},
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

int main(void)
{
    const struct CMUnitTest tests[] = {
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
