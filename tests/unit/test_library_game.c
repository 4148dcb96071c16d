/* test_library_game.c: what a program shows of a game with the API of lodestone.h. */
#include <lodestone.h>
#include <string.h>

#include "support.h"

static void assert_text(char *text, const char *expected)
{
    assert_non_null(text);
    assert_string_equal(text, expected);
    lodestone_free(text);
}

static void a_position_is_written_and_read(void **context)
{
    (void)context;
    lodestone_error error;
    lodestone_game *game = lodestone_game_open("cave:3x3x3", &error);
    assert_non_null(game);
    assert_false(lodestone_game_set_position(game, "3/o2 x", &error));
    assert_string_not_equal(error.text, "");
    assert_true(lodestone_game_set_position(game, "3/o2/x2 x", &error));
    assert_text(lodestone_game_position(game), "3/o2/x2 x");
    assert_true(lodestone_game_play(game, "C1", &error));
    assert_text(lodestone_game_position(game), "3/o2/x1x o");
    lodestone_game_close(game);
}

static void the_board_shows_the_last_move(void **context)
{
    (void)context;
    lodestone_error error;
    lodestone_game *game = lodestone_game_open("cave:3x3x3", &error);
    assert_non_null(game);
    char *before = lodestone_game_board(game, true);
    assert_non_null(before);
    assert_true(lodestone_game_play(game, "A1", &error));
    char *after_it = lodestone_game_board(game, true);
    assert_non_null(after_it);
    assert_non_null(strchr(before, 'A'));
    assert_null(strpbrk(before, "xX"));
    assert_non_null(strpbrk(after_it, "xX"));
    lodestone_free(before);
    lodestone_free(after_it);
    lodestone_game_close(game);
}

static void assert_result(const char *spec, const char *moves, lodestone_result result)
{
    lodestone_error error;
    lodestone_game *game = lodestone_game_open(spec, &error);
    assert_non_null(game);
    assert_true(lodestone_game_play(game, moves, &error));
    assert_int_equal(lodestone_game_result(game), result);
    lodestone_game_close(game);
}

static void every_result_is_told(void **context)
{
    (void)context;
    assert_result("cave:3x3x3", "A1 C1 A2 C2", LODESTONE_GOING_ON);
    assert_result("cave:3x3x3", "A1 C1 A2 C2 A3", LODESTONE_FIRST_WINS);
    assert_result("cave:3x3x3", "A1 C1 A2 C2 B1 C3", LODESTONE_SECOND_WINS);
    assert_result("cave:2x2x3", "A1 B1 A2 B2", LODESTONE_TIE);
}

/* What a page or a script gets; docs/api.md has the words. */
static void a_game_and_an_answer_are_written_as_json(void **context)
{
    (void)context;
    lodestone_error error;
    lodestone_game *game = lodestone_game_open("cave:3x3x3", &error);
    const lodestone_answer answer = {.move = {"A2"},
                                     .value = LODESTONE_WIN,
                                     .exact = true,
                                     .score = 9999,
                                     .plies = 1,
                                     .depth = 4,
                                     .nodes = 7,
                                     .line_length = 1,
                                     .line = {{"A2"}}};
    assert_true(lodestone_game_set_tag(game, "First", "\"Ann\" \\", &error));
    assert_true(lodestone_game_play(game, "A1 C1 A2 C2 A3", &error));
    char *json = lodestone_game_json(game);
    assert_string_equal(
        json, "{\"start\":{\"position\":\"3/3/3 "
              "x\",\"board\":\".........\",\"turn\":\"first\",\"comment\":\"\"},"
              "\"moves\":["
              "{\"move\":\"A1\",\"by\":\"first\",\"position\":\"3/3/x2 "
              "o\",\"board\":\"......x..\","
              "\"ms\":null,\"comment\":\"\",\"wall\":\"left\"},"
              "{\"move\":\"C1\",\"by\":\"second\",\"position\":\"3/3/x1o "
              "x\",\"board\":\"......x.o\","
              "\"ms\":null,\"comment\":\"\",\"wall\":\"right\"},"
              "{\"move\":\"A2\",\"by\":\"first\",\"position\":\"3/x2/x1o "
              "o\",\"board\":\"...x..x.o\","
              "\"ms\":null,\"comment\":\"\",\"wall\":\"left\"},"
              "{\"move\":\"C2\",\"by\":\"second\",\"position\":\"3/x1o/x1o "
              "x\",\"board\":\"...x.ox.o\","
              "\"ms\":null,\"comment\":\"\",\"wall\":\"right\"},"
              "{\"move\":\"A3\",\"by\":\"first\",\"position\":\"x2/x1o/x1o "
              "o\",\"board\":\"x..x.ox.o\","
              "\"ms\":null,\"comment\":\"\",\"wall\":\"left\"}],"
              "\"position\":{\"spec\":\"cave:3x3x3\",\"kind\":\"cave\",\"rows\":3,"
              "\"columns\":3,\"line\":3,"
              "\"left_only\":false,\"position\":\"x2/x1o/x1o "
              "o\",\"board\":\"x..x.ox.o\",\"turn\":null,"
              "\"legal\":[],\"result\":\"1-0\",\"end\":\"line\",\"reason\":\"■ wins: "
              "A1 A2 A3\","
              "\"winning\":[\"A1\",\"A2\",\"A3\"]},"
              "\"tags\":{\"First\":\"\\\"Ann\\\" \\\\\",\"Result\":\"1-0\"}}");
    lodestone_free(json);
    json = lodestone_answer_json(game, 2, &answer);
    assert_string_equal(json,
                        "{\"move\":\"A2\",\"value\":{\"kind\":\"win\",\"exact\":true,"
                        "\"score\":9999,\"plies\":1,"
                        "\"text\":\"wins in "
                        "1\",\"bar\":1.000},\"line\":[\"A2\"],\"depth\":4,\"nodes\":7,"
                        "\"seconds\":0.000000}");
    lodestone_free(json);
    lodestone_game_close(game);
}

static void a_sowing_is_written_as_json(void **context)
{
    (void)context;
    lodestone_error error;
    lodestone_game *game = lodestone_game_open("mancala:2x1", &error);
    assert_true(lodestone_game_play(game, "2", &error));
    char *json = lodestone_game_json(game);
    assert_non_null(
        strstr(json, "\"path\":[3],\"stolen\":[],\"swept\":[],\"again\":true"));
    assert_non_null(strstr(json, "\"board\":[0,1,0,1,1,1]"));
    lodestone_free(json);
    lodestone_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_is_written_and_read),
        cmocka_unit_test(the_board_shows_the_last_move),
        cmocka_unit_test(every_result_is_told),
        cmocka_unit_test(a_game_and_an_answer_are_written_as_json),
        cmocka_unit_test(a_sowing_is_written_as_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
