/* test_gtp.c: whole conversations in the Go Text Protocol: the form of commands and
 * answers, moves, and what can be seen. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gtp_support.h"
#include "protocol/gtp.h"

/* The form of commands and answers. */

static void every_command_gets_one_answer_and_an_empty_line(void **state)
{
    (void)state;
    gtp_expect("cave", "protocol_version\nname\nversion\nquit\n",
               "= 2\n\n= Lodestone\n\n= " LODESTONE_VERSION "\n\n=\n\n");
}

static void ids_come_back(void **state)
{
    (void)state;
    gtp_expect("cave", "1 name\n0 undo\n2147483647 quit\n",
               "=1 Lodestone\n\n?0 cannot undo\n\n=2147483647\n\n");
    gtp_expect("cave", "7\n", "?7 syntax error: a command is missing\n\n");
    /* Too long to be an id. */
    gtp_expect("cave", "12345678901 name\n", "? unknown command\n\n");
}

static void comments_and_empty_lines_get_no_answer(void **state)
{
    (void)state;
    gtp_expect("cave",
               "# nothing\n\n   \n\t\r\n  # more\nname # why not\n1 name# so\n#quit\n",
               "= Lodestone\n\n=1 Lodestone\n\n");
}

static void tabs_are_spaces_and_control_characters_are_nothing(void **state)
{
    (void)state;
    gtp_expect("cave", "  play\tblack\t \tA1  \r\nna\x01\x7fme\r\nplay w a1\n",
               "=\n\n= Lodestone\n\n? illegal move: A1 is already filled\n\n");
    static const char with_nuls[] = "na\0me\n\0\0\n\0quit\0\n";
    gtp_expect_bytes("cave", with_nuls, sizeof with_nuls - 1, "= Lodestone\n\n=\n\n");
}

static void the_last_line_needs_no_newline(void **state)
{
    (void)state;
    gtp_expect("cave", "name", "= Lodestone\n\n");
    gtp_expect("cave", "\n", "");
}

static void nothing_is_answered_after_quit(void **state)
{
    (void)state;
    gtp_expect("cave", "quit\nname\n", "=\n\n");
    gtp_expect("cave", "3 quit now\nname\n", "=3\n\n");
}

static void unknown_commands_are_refused(void **state)
{
    (void)state;
    gtp_expect("cave", "nonsense\n5 Name\nplayblack A1\n\xff\xfe\n",
               "? unknown command\n\n?5 unknown command\n\n? unknown command\n\n"
               "? unknown command\n\n");
}

/* A conversation whose first line has `count` times this byte after `before`. */
static void expect_long(const char *before, char byte, size_t count,
                        const char *expected)
{
    struct text input = {0};
    text_add(&input, before);
    for (size_t i = 0; i < count; i++)
        text_add_bytes(&input, &byte, 1);
    text_add(&input, "\nname\n");
    assert_false(input.failed);
    gtp_expect_bytes("cave", input.data, input.length, expected);
    text_free(&input);
}

static void a_line_of_a_megabyte_is_refused_once_and_skipped(void **state)
{
    (void)state;
    expect_long("", 'a', 1 << 20, "? line too long\n\n= Lodestone\n\n");
    expect_long("12 play b A1 ", 'a', 1 << 20, "?12 line too long\n\n= Lodestone\n\n");
    expect_long("name ", 'a', 60000, "= Lodestone\n\n= Lodestone\n\n");
    /* The longest line that is read, and one byte more. */
    expect_long("", 'a', 65535, "? unknown command\n\n= Lodestone\n\n");
    expect_long("", 'a', 65536, "? line too long\n\n= Lodestone\n\n");
}

static void a_long_line_of_nothing_is_nothing(void **state)
{
    (void)state;
    expect_long("", ' ', 1 << 20, "= Lodestone\n\n");
    expect_long("#", 'a', 1 << 20, "= Lodestone\n\n");
    expect_long("name #", 'a', 1 << 20, "= Lodestone\n\n= Lodestone\n\n");
    expect_long("name", '\0', 1 << 20, "= Lodestone\n\n= Lodestone\n\n");
}

static void an_answer_that_cannot_be_written_ends_it(void **state)
{
    (void)state;
    const struct gtp_options options = {.move_time = 3};
    struct player player = {.game = opened("cave")};
    char input[] = "name\nname\n";
    FILE *in = fmemopen(input, strlen(input), "r"), *out = fopen("/dev/full", "w");
    assert_non_null(player.game);
    assert_non_null(in);
    if (!out)
        skip();
    assert_int_equal(gtp_run(player.game, &player, &options, in, out), ENOSPC);
    fclose(in);
    fclose(out);
    game_close((struct game *)(uintptr_t)player.game);
}

/* Administration. */

static void commands_can_be_asked_for(void **state)
{
    (void)state;
    gtp_expect("cave",
               "known_command genmove\nknown_command gogui-rules_board\n"
               "known_command nonsense\nknown_command\n",
               "= true\n\n= true\n\n= false\n\n"
               "? syntax error: a command is missing\n\n");
    gtp_expect(
        "cave", "list_commands\n",
        "= boardsize\nclear_board\nfinal_score\ngenmove\ngogui-rules_board\n"
        "gogui-rules_board_size\ngogui-rules_final_result\ngogui-rules_game_id\n"
        "gogui-rules_legal_moves\ngogui-rules_side_to_move\nknown_command\nkomi\n"
        "list_commands\nname\nplay\nprotocol_version\nquit\nshowboard\ntime_left\n"
        "time_settings\nundo\nversion\n\n");
}

static void every_listed_command_is_known(void **state)
{
    (void)state;
    struct player player = {0};
    const char *list = "list_commands\n";
    char *answers = gtp_talk("cave", &player, list, strlen(list)), *save;
    int count = 0;
    for (char *name = strtok_r(answers + 2, "\n", &save); name;
         name = strtok_r(NULL, "\n", &save), count++) {
        char input[64];
        snprintf(input, sizeof input, "known_command %s\n", name);
        gtp_expect("cave", input, "= true\n\n");
    }
    assert_int_equal(count, 22);
    free(answers);
}

static void only_the_size_of_the_game_is_acceptable(void **state)
{
    (void)state;
    gtp_expect("cave",
               "boardsize 8\nboardsize 9\nboardsize\nboardsize x\nboardsize -8\n",
               "=\n\n? unacceptable size\n\n? syntax error: a number is missing\n\n"
               "? syntax error: 'x' is not a number\n\n"
               "? syntax error: '-8' is not a number\n\n");
    gtp_expect("cave:7x6x4:left", "boardsize 7\nboardsize 6\n",
               "=\n\n? unacceptable size\n\n");
    gtp_expect("cave:3x5x3", "boardsize 5\n", "=\n\n");
    gtp_expect("mancala", "boardsize 6\nboardsize 8\n", "=\n\n? unacceptable size\n\n");
    /* A refused size leaves the game alone, an accepted one begins a new game. */
    gtp_expect("cave", "play b A1\nboardsize 19\nundo\n",
               "=\n\n? unacceptable size\n\n=\n\n");
    gtp_expect("cave", "play b A1\nboardsize 8\nundo\n", "=\n\n=\n\n? cannot undo\n\n");
}

static void komi_is_accepted_and_ignored(void **state)
{
    (void)state;
    gtp_expect("cave", "komi 6.5\nkomi -3\nkomi\nkomi much\nkomi 1x\n",
               "=\n\n=\n\n? syntax error: a komi is missing\n\n"
               "? syntax error: 'much' is not a komi\n\n"
               "? syntax error: '1x' is not a komi\n\n");
}

/* Moves. */

static void colours_have_many_names(void **state)
{
    (void)state;
    gtp_expect(
        "cave",
        "play b A1\nplay w H1\nplay BLACK a2\nplay White h2\nplay X A3\nplay o H3\n"
        "gogui-rules_board\n",
        "=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n"
        "= ........\n........\n........\n........\n........\n"
        "X......O\nX......O\nX......O\n\n");
    gtp_expect("cave", "play green A1\nplay\nplay b\ngenmove\ngenmove 1\n",
               "? syntax error: 'green' is not a colour\n\n"
               "? syntax error: a colour is missing\n\n"
               "? syntax error: a move is missing\n\n"
               "? syntax error: a colour is missing\n\n"
               "? syntax error: '1' is not a colour\n\n");
}

static void a_refused_move_changes_nothing(void **state)
{
    (void)state;
    gtp_expect("cave",
               "play b A1\nplay w A1\nplay w D4\nplay w Z9\nplay b B1\nplay w pass\n"
               "play b pass\nplay w resign\ngogui-rules_side_to_move\nundo\nundo\n",
               "=\n\n? illegal move: A1 is already filled\n\n"
               "? illegal move: D4 is not reachable: neither C4 nor E4 is filled\n\n"
               "? illegal move: 'Z9' is not a cell: cells go from A1 to H8\n\n"
               "? illegal move: it is white's turn\n\n"
               "? illegal move: a player passes only when the opponent moves again\n\n"
               "? illegal move: a player passes only when the opponent moves again\n\n"
               "? illegal move: 'resign' is not a cell: cells go from A1 to H8\n\n"
               "= white\n\n=\n\n? cannot undo\n\n");
    gtp_expect(
        "mancala", "play b 8\nplay b 7\nplay w 8\nplay b A1\nplay b 1\n",
        "? illegal move: hole 8 is player 2's\n\n"
        "? illegal move: '7' is not a hole: player 1's holes are 1 to 6\n\n"
        "? illegal move: it is black's turn\n\n"
        "? illegal move: 'A1' is not a hole: player 1's holes are 1 to 6\n\n=\n\n");
}

static void a_computed_move_sent_again_is_refused(void **state)
{
    (void)state;
    gtp_expect("cave",
               "genmove b\nplay b A1\ngenmove w\nplay w B1\ngogui-rules_side_to_move\n",
               "= A1\n\n? illegal move: it is white's turn\n\n= B1\n\n"
               "? illegal move: it is black's turn\n\n= black\n\n");
}

static void genmove_plays_for_the_side_to_move(void **state)
{
    (void)state;
    gtp_expect("cave", "genmove w\ngenmove b\ngenmove b\ngenmove w\nundo\nundo\nundo\n",
               "? wrong colour: it is black's turn\n\n= A1\n\n"
               "? wrong colour: it is white's turn\n\n= B1\n\n=\n\n=\n\n"
               "? cannot undo\n\n");
}

static void a_player_without_a_move_changes_nothing(void **state)
{
    (void)state;
    struct player player = {.broken = true};
    const char *input = "genmove b\nundo\n";
    char *answers = gtp_talk("cave", &player, input, strlen(input));
    assert_string_equal(answers, "? no move was found\n\n? cannot undo\n\n");
    free(answers);
}

static void undo_takes_back_one_move(void **state)
{
    (void)state;
    gtp_expect("cave:2x2x2",
               "play b A1\nplay w A2\nundo\ngogui-rules_board\nplay w B1\n",
               "=\n\n=\n\n=\n\n= ..\nX.\n\n=\n\n");
    /* Also the move that ended the game. */
    gtp_expect("cave:2x2x2", "play b A1\nplay w A2\nplay b B1\nundo\nfinal_score\n",
               "=\n\n=\n\n=\n\n=\n\n? game is not over\n\n");
    gtp_expect(
        "mancala",
        "play b 3\nplay b 6\nundo\ngogui-rules_board\ngogui-rules_side_to_move\n",
        "=\n\n=\n\n=\n\n= 0 4 4 4 4 4 4\n4 4 0 5 5 5 1\n\n= black\n\n");
}

static void many_moves_can_be_taken_back(void **state)
{
    (void)state;
    struct text input = {0}, expected = {0};
    for (int i = 0; i < 100; i++) {
        text_add(&input, "play b 6\nundo\nplay b 3\nundo\n");
        text_add(&expected, "=\n\n=\n\n=\n\n=\n\n");
    }
    gtp_expect("mancala", text_string(&input), text_string(&expected));
    text_free(&input);
    text_free(&expected);
}

static void clear_board_begins_again(void **state)
{
    (void)state;
    gtp_expect("cave", "play b A1\nclear_board\nundo\ngogui-rules_side_to_move\n",
               "=\n\n=\n\n? cannot undo\n\n= black\n\n");
}

/* ■ has A1 and B1 on a board where two are enough. */
#define CAVE_WON "play b A1\nplay w A2\nplay b B1\n"

static void after_a_win_the_loser_resigns(void **state)
{
    (void)state;
    gtp_expect("cave:2x2x2",
               CAVE_WON
               "genmove w\ngenmove b\nplay w B2\nplay b B2\nplay w pass\n"
               "gogui-rules_legal_moves\ngogui-rules_final_result\nfinal_score\n",
               "=\n\n=\n\n=\n\n= resign\n\n= pass\n\n"
               "? illegal move: B2 comes after the end of the game\n\n"
               "? illegal move: B2 comes after the end of the game\n\n"
               "=\n\n=\n\n= black\n\n= B+1\n\n");
    /* □ wins. */
    gtp_expect("cave:3x2x2",
               "play b A1\nplay w A2\nplay b A3\nplay w B2\ngenmove b\ngenmove w\n"
               "gogui-rules_final_result\nfinal_score\n",
               "=\n\n=\n\n=\n\n=\n\n= resign\n\n= pass\n\n= white\n\n= W+1\n\n");
}

static void after_a_tie_both_pass(void **state)
{
    (void)state;
    gtp_expect("cave:1x2x2",
               "play b A1\nplay w B1\ngenmove b\nplay b pass\ngenmove w\nplay w pass\n"
               "gogui-rules_final_result\nfinal_score\n",
               "=\n\n=\n\n= pass\n\n=\n\n= pass\n\n=\n\n= draw\n\n= 0\n\n");
    /* A board of six columns and seven rows says so. */
    gtp_expect(
        "connect-four", "gogui-rules_board_size\nplay b A7\ngogui-rules_board\n",
        "= 6 7\n\n=\n\n= X.....\n......\n......\n......\n......\n......\n......\n\n");
    gtp_expect("mancala:1x1:steal", "play b 1\ngenmove w\ngenmove b\nfinal_score\n",
               "=\n\n= pass\n\n= pass\n\n= 0\n\n");
}

/* One hole a side. Three stones go to the store, across and back home, where the last
 * one steals: 6 to 0. Two stones go to the store and across: 1 to 3. */
static void a_mancala_score_is_the_margin(void **state)
{
    (void)state;
    gtp_expect("mancala:1x3:kalah", "play b 1\nfinal_score\ngenmove w\ngenmove b\n",
               "=\n\n= B+6\n\n= resign\n\n= pass\n\n");
    gtp_expect("mancala:1x2:kalah", "play b 1\nfinal_score\ngenmove b\n",
               "=\n\n= W+2\n\n= resign\n\n");
    gtp_expect("mancala", "final_score\n", "? game is not over\n\n");
}

/* Hole 3 ends in the store, so that black moves again and white passes. */
static void who_waits_for_an_extra_turn_passes(void **state)
{
    (void)state;
    gtp_expect(
        "mancala",
        "play w pass\nplay b pass\ngenmove w\nplay b 3\nplay b pass\ngenmove w\n"
        "play w pass\nplay w PASS\nplay w 8\ngogui-rules_side_to_move\ngenmove b\n",
        "? illegal move: a player passes only when the opponent moves again\n\n"
        "? illegal move: a player passes only when the opponent moves again\n\n"
        "? wrong colour: it is black's turn\n\n=\n\n"
        "? illegal move: a player passes only when the opponent moves again\n\n"
        "= pass\n\n=\n\n=\n\n? illegal move: it is black's turn\n\n= black\n\n"
        "= 1\n\n");
    gtp_expect("mancala", "play b 3\nplay w pass\nplay b 1\nplay b pass\ngenmove b\n",
               "=\n\n=\n\n=\n\n"
               "? illegal move: a player passes only when the opponent moves again\n\n"
               "? wrong colour: it is white's turn\n\n");
    /* A pass is not a move, so undo takes back hole 3. */
    gtp_expect("mancala", "play b 3\nplay w pass\nundo\nundo\n",
               "=\n\n=\n\n=\n\n? cannot undo\n\n");
}

/* What can be seen. */

static void showboard_draws_the_board(void **state)
{
    (void)state;
    gtp_expect("cave:2x3x2", "play b A1\nplay w C2\nshowboard\n",
               "=\n\n=\n\n=\n    A B C\n2 | - -(O)| 2\n1 | X - - | 1\n    A B C\n"
               "black to move\n\n");
    gtp_expect_last("cave:2x2x2", CAVE_WON "showboard\n", "X wins: A1 B1\n\n");
    gtp_expect_last("mancala", "showboard\n",
                    "1   2   3   4   5   6\nblack to move\n\n");
    gtp_expect_last("mancala:1x3:kalah", "play b 1\nshowboard\n",
                    "\nplayer 1 wins 6 to 0\n\n");
}

static void the_rules_extension_tells_the_rules(void **state)
{
    (void)state;
    gtp_expect("cave:2x3x2",
               "gogui-rules_game_id\ngogui-rules_board_size\ngogui-rules_side_to_move\n"
               "gogui-rules_legal_moves\ngogui-rules_final_result\n",
               "= Magneticcave\n\n= 3 2\n\n= black\n\n= A1 C1 A2 C2\n\n= unknown\n\n");
    gtp_expect("mancala",
               "gogui-rules_game_id\ngogui-rules_board_size\ngogui-rules_side_to_move\n"
               "gogui-rules_legal_moves\nplay b 1\ngogui-rules_side_to_move\n"
               "gogui-rules_legal_moves\ngogui-rules_board\n",
               "= Mancala\n\n= 6\n\n= black\n\n= 1 2 3 4 5 6\n\n=\n\n= white\n\n"
               "= 8 9 10 11 12 13\n\n= 0 4 4 4 4 4 4\n0 5 5 5 5 4 0\n\n");
}

/* GoGui has A1 at the bottom left. */
static void a_board_need_not_be_square(void **state)
{
    (void)state;
    gtp_expect("cave:2x3x2", "play b A1\nplay w C2\ngogui-rules_board\n",
               "=\n\n=\n\n= ..O\nX..\n\n");
    gtp_expect("cave:3x2x2", "play b A3\nplay w B1\ngogui-rules_board\n",
               "=\n\n=\n\n= X.\n..\n.O\n\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_gets_one_answer_and_an_empty_line),
        cmocka_unit_test(ids_come_back),
        cmocka_unit_test(comments_and_empty_lines_get_no_answer),
        cmocka_unit_test(tabs_are_spaces_and_control_characters_are_nothing),
        cmocka_unit_test(the_last_line_needs_no_newline),
        cmocka_unit_test(nothing_is_answered_after_quit),
        cmocka_unit_test(unknown_commands_are_refused),
        cmocka_unit_test(a_line_of_a_megabyte_is_refused_once_and_skipped),
        cmocka_unit_test(a_long_line_of_nothing_is_nothing),
        cmocka_unit_test(an_answer_that_cannot_be_written_ends_it),
        cmocka_unit_test(commands_can_be_asked_for),
        cmocka_unit_test(every_listed_command_is_known),
        cmocka_unit_test(only_the_size_of_the_game_is_acceptable),
        cmocka_unit_test(komi_is_accepted_and_ignored),
        cmocka_unit_test(colours_have_many_names),
        cmocka_unit_test(a_refused_move_changes_nothing),
        cmocka_unit_test(a_computed_move_sent_again_is_refused),
        cmocka_unit_test(genmove_plays_for_the_side_to_move),
        cmocka_unit_test(a_player_without_a_move_changes_nothing),
        cmocka_unit_test(undo_takes_back_one_move),
        cmocka_unit_test(many_moves_can_be_taken_back),
        cmocka_unit_test(clear_board_begins_again),
        cmocka_unit_test(after_a_win_the_loser_resigns),
        cmocka_unit_test(after_a_tie_both_pass),
        cmocka_unit_test(a_mancala_score_is_the_margin),
        cmocka_unit_test(who_waits_for_an_extra_turn_passes),
        cmocka_unit_test(showboard_draws_the_board),
        cmocka_unit_test(the_rules_extension_tells_the_rules),
        cmocka_unit_test(a_board_need_not_be_square),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
