/* test_kgp.c: the lines and boards of the Kalah Game Protocol. */
#include <stdio.h>
#include <string.h>

#include "protocol/kgp_text.h"
#include "support.h"

static struct kgp_line line;
static struct error error;
static char buffer[KGP_LINE_BYTES + 1];

static bool parse(const char *text)
{
    snprintf(buffer, sizeof buffer, "%s", text);
    return kgp_parse(buffer, strlen(buffer), &line, &error);
}

static void assert_parsed(const char *text)
{
    if (!parse(text))
        fail_msg("'%s' was refused: %s", text, error.text);
}

static void assert_refused(const char *text, const char *why)
{
    if (parse(text))
        fail_msg("'%s' was accepted", text);
    if (!strstr(error.text, why))
        fail_msg("'%s' was refused for another reason: %s", text, error.text);
}

static void a_command_may_have_an_id_and_a_reference(void **state)
{
    (void)state;
    assert_parsed("kgp 1 0 1\r\n");
    assert_int_equal(line.id, 0);
    assert_string_equal(line.command, "kgp");
    assert_true(kgp_takes(&line, "iii"));
    assert_parsed("12@7 move 3");
    assert_int_equal(line.id, 12);
    assert_int_equal(line.ref, 7);
    assert_parsed("  @9 \t yield  \r\n");
    assert_int_equal(line.id, 0);
    assert_int_equal(line.ref, 9);
    assert_string_equal(line.command, "yield");
    assert_int_equal(line.arguments, 0);
}

static void arguments_have_kinds(void **state)
{
    (void)state;
    assert_parsed(
        "x -5 +3.25 .5 single-word:1 \"two \\\"words\\\" \\\\ \\n\" <1,2,3,4,5>");
    assert_int_equal(line.arguments, 6);
    assert_int_equal(line.argument[0].kind, KGP_INTEGER);
    assert_true(line.argument[0].number == -5);
    assert_int_equal(line.argument[1].kind, KGP_REAL);
    assert_true(line.argument[1].number == 3.25);
    assert_true(line.argument[2].number == 0.5);
    assert_int_equal(line.argument[3].kind, KGP_WORD);
    assert_string_equal(line.argument[3].text, "single-word:1");
    assert_int_equal(line.argument[4].kind, KGP_STRING);
    assert_string_equal(line.argument[4].text, "two \"words\" \\ \n");
    assert_int_equal(line.argument[5].kind, KGP_BOARD);
    assert_false(kgp_takes(&line, "iisssb"));
    assert_parsed("set \"info:name\" \"\"");
    assert_true(kgp_takes(&line, "ss"));
    assert_string_equal(line.argument[1].text, "");
}

static void malformed_lines_are_refused_with_a_reason(void **state)
{
    (void)state;
    assert_refused("", "the command is missing");
    assert_refused("12@7", "the command is missing");
    assert_refused("@ move", "id");
    assert_refused("9999999999999999999 move", "18 digits");
    assert_refused("mo-ve 3", "letters");
    assert_refused("set x \"open", "closing quote");
    assert_refused("set x \"a\"b", "space is missing");
    assert_refused("x 1 2 3 4 5 6 7 8 9", "at most 8");
    assert_refused("state <", "numbers");
    assert_refused("state <0,1,1>", "1 to 12");
    assert_refused("state <13,1,1>", "1 to 12");
    assert_refused("state <1,2,3,4>", "4 numbers");
    assert_refused("state <1,2,3,4,5,6>", "ends in '>'");
    assert_refused("state <1,2,3,4,x>", "numbers");
    assert_refused("state <1,2,3,4,10000>", "9999");
    assert_refused("state <1,2,3,4,-1>", "numbers");
    assert_refused("state >", "not an argument");
    memcpy(buffer, "a\0b", 4);
    assert_false(kgp_parse(buffer, 3, &line, &error));
}

static void strings_come_back_as_they_went(void **state)
{
    (void)state;
    static const char string[] = "a \"quoted\" \\ backslash";
    struct text text = {0};
    text_add(&text, "set x ");
    kgp_add_string(&text, string);
    assert_parsed(text_string(&text));
    assert_string_equal(line.argument[1].text, string);
    text_free(&text);
}

/* Board, position, board again. */
static void assert_round_trip(const char *board)
{
    char command[256], name[SPEC_NAME_SIZE];
    struct spec spec;
    struct position position;
    struct kgp_board again;
    snprintf(command, sizeof command, "state %s", board);
    assert_parsed(command);
    const struct kgp_board *parsed = &line.argument[0].board;
    assert_true(kgp_board_spec(parsed, MANCALA_KALAH, &spec, &error));
    spec_format(&spec, name);
    struct game *game = opened(name);
    if (!kgp_board_position(parsed, game, &position, &error))
        fail_msg("%s: %s", board, error.text);
    kgp_board_from(&again, game, &position);
    /* The pits are the same, and so is what the stores differ by. */
    int before = parsed->store[0] - parsed->store[1];
    int after = again.store[0] - again.store[1];
    assert_in_range(before - after + 1, 0, 2);
    memcpy(again.store, parsed->store, sizeof again.store);
    assert_true(kgp_board_same(&again, parsed));
    game_close(game);
}

static void boards_of_any_number_of_stones_are_positions(void **state)
{
    (void)state;
    assert_round_trip("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>");
    assert_round_trip("<3,10,2,1,2,3,4,2,0>");
    assert_round_trip("<1,0,0,1,1>");
    assert_round_trip("<2,300,300,1,0,0,1>");
    assert_round_trip("<2,0,1,5,0,0,5>");
    parse("state <1,500,0,1,1>");
    struct spec spec;
    assert_false(kgp_board_spec(&line.argument[0].board, MANCALA_KALAH, &spec, &error));
}

static void the_board_after_a_move_is_the_movers(void **state)
{
    (void)state;
    struct game *game = opened("mancala:3x3:kalah");
    struct position position;
    struct kgp_board board;
    struct text text = {0};
    assert_non_null(game);
    game->start(game, &position);
    assert_true(kgp_board_after(&board, game, &position, 1));
    kgp_add_board(&text, &board);
    assert_string_equal(text_string(&text), "<3,1,0,0,4,4,3,3,3>");
    text_clear(&text);
    assert_false(kgp_board_after(&board, game, &position, 2));
    kgp_add_board(&text, &board);
    assert_string_equal(text_string(&text), "<3,1,0,3,0,4,4,3,3>");
    text_free(&text);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_may_have_an_id_and_a_reference),
        cmocka_unit_test(arguments_have_kinds),
        cmocka_unit_test(malformed_lines_are_refused_with_a_reason),
        cmocka_unit_test(strings_come_back_as_they_went),
        cmocka_unit_test(boards_of_any_number_of_stones_are_positions),
        cmocka_unit_test(the_board_after_a_move_is_the_movers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
