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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_is_written_and_read),
        cmocka_unit_test(the_board_shows_the_last_move),
        cmocka_unit_test(every_result_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
