/* test_position.c: when two positions are the same. */
#include "rules/game.h"
#include "support.h"

static void assert_same(const char *spec, const char *a, const char *b, bool same)
{
    struct game *game = opened(spec);
    struct position first = after(game, a, ""), second = after(game, b, "");
    assert_int_equal(game_same_position(game, &first, &second), same);
    assert_int_equal(game_same_position(game, &second, &first), same);
    game_close(game);
}

static void bricks_of_both_colours_count(void **context)
{
    (void)context;
    assert_same("cave:3x3x3", "3/o2/x2 x", "3/o2/x2 x", true);
    assert_same("cave:3x3x3", "3/o2/x2 x", "3/2o/x2 x", false);
    assert_same("cave:3x3x3", "3/o2/x2 x", "x2/o2/3 x", false);
}

static void stones_of_both_rows_and_the_turn_count(void **context)
{
    (void)context;
    const char *spec = "mancala:3x3:kalah";
    assert_same(spec, "0,0,1,5/1,0,0,11 1", "0,0,1,5/1,0,0,11 1", true);
    assert_same(spec, "0,0,1,5/1,0,0,11 1", "0,0,1,5/0,1,0,11 1", false);
    assert_same(spec, "0,0,1,5/1,0,0,11 1", "0,1,0,5/1,0,0,11 1", false);
    assert_same(spec, "0,0,1,5/1,0,0,11 1", "0,0,1,5/1,0,0,11 2", false);
    assert_same(spec, "0,0,1,5/1,0,0,11 1", "0,0,1,6/1,0,0,10 1", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bricks_of_both_colours_count),
        cmocka_unit_test(stones_of_both_rows_and_the_turn_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
