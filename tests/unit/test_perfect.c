/* test_perfect.c: moves that are proven to be as good as any are counted, others not. */
#include <stdlib.h>
#include <string.h>

#include "grade/perfect.h"
#include "support.h"

static struct perfect_count count_moves(const char *spec, const char *moves,
                                        const char *opening)
{
    struct error error = {""};
    struct perfect_count count;
    struct game *game = game_open(spec, &error);
    assert_non_null(game);
    if (!perfect_count(game, moves, opening, &count, &error))
        fail_msg("%s", error.text);
    game_close(game);
    return count;
}

static void a_missed_win_is_not_perfect(void **state)
{
    (void)state;
    /* Three in a row win on this board: A1 A2 A3 does, B1 instead doesn't. */
    struct perfect_count count = count_moves("cave:3x3x3", "A1 C1 A2 C2 B1 C3", "");
    assert_int_equal(count.moves[0] >= 1, true);
    assert_int_equal(count.perfect[0] < count.moves[0], true);
    assert_int_equal(count.perfect[1], count.moves[1]);
    count = count_moves("cave:3x3x3", "A1 C1 A2 C2 A3", "");
    assert_int_equal(count.perfect[0], count.moves[0]);
    assert_int_equal(count.moves[0] >= 1, true);
}

static void the_opening_is_nobodys(void **state)
{
    (void)state;
    struct perfect_count count =
        count_moves("cave:3x3x3", "A1 C1 A2 C2 B1 C3", "A1 C1 A2 C2 B1");
    assert_int_equal(count.moves[0], 0);
    assert_int_equal(count.perfect[0], 0);
}

static void in_mancala_the_margin_counts(void **state)
{
    (void)state;
    /* Both lose: hole 1 by four stones, hole 2 by two. */
    struct perfect_count count = count_moves("mancala:2x2:steal", "1", "");
    assert_int_equal(count.moves[0], 1);
    assert_int_equal(count.perfect[0], 0);
    count = count_moves("mancala:2x2:steal", "2", "");
    assert_int_equal(count.moves[0], 1);
    assert_int_equal(count.perfect[0], 1);
}

static void what_is_no_game_is_refused(void **state)
{
    (void)state;
    struct error error = {""};
    struct perfect_count count;
    struct game *game = game_open("cave:3x3x3", &error);
    assert_false(perfect_count(game, "A1 B2", "", &count, &error));
    assert_non_null(strstr(error.text, "B2"));
    assert_true(perfect_count(game, "", "", &count, &error));
    assert_int_equal(count.moves[0] + count.moves[1], 0);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missed_win_is_not_perfect),
        cmocka_unit_test(the_opening_is_nobodys),
        cmocka_unit_test(in_mancala_the_margin_counts),
        cmocka_unit_test(what_is_no_game_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
