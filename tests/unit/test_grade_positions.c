/* test_grade_positions.c: positions with proven values, and sets of them that are made. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grade/make.h"
#include "grade/positions.h"
#include "grade/prover.h"
#include "support.h"

static void positions_are_written_as_they_are_read(void **state)
{
    (void)state;
    static const char text[] = "A1 C1: B1=-1 A2=1 C2=0 A3=1 C3=-1\n";
    struct game *game = game_open("cave:3x3x3", NULL);
    struct grade_set set = {0};
    struct text written = {0};
    struct error error = {""};
    if (!grade_set_read(&set, game, text, strlen(text), "file", &error))
        fail_msg("%s", error.text);
    assert_int_equal(set.count, 1);
    assert_int_equal(set.list[0].best, 1);
    assert_int_equal(set.list[0].worst, -1);
    grade_set_format(&set, game, &written);
    assert_string_equal(text_string(&written), text);
    text_free(&written);
    grade_set_free(&set);
    game_close(game);
}

static void wrong_positions_are_refused_with_their_line(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "A1 B2: A2=1\n",                      /* an illegal way */
        "A1 C1: B1=-1 A2=1 C2=0 A3=1\n",      /* a move is missing */
        "A1 C1: B1=-1 A2=1 C2=0 A3=1 A3=1\n", /* and another one twice */
        "A1 C1: B1=-1 A2=1 C2=0 A3=1 C3=x\n", /* no value */
        "A1 C1 B1=-1\n",                      /* no colon */
    };
    struct game *game = game_open("cave:3x3x3", NULL);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[128];
        struct grade_set set = {0};
        struct error error = {""};
        snprintf(text, sizeof text, "# comment\n%s", wrong[i]);
        assert_false(grade_set_read(&set, game, text, strlen(text), "file", &error));
        if (!strstr(error.text, "2"))
            fail_msg("%s: %s", wrong[i], error.text);
        grade_set_free(&set);
    }
    game_close(game);
}

static void all_moves_of_a_small_game_are_proven(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *moves;
        int values[8], count;
    } cases[] = {
        {"cave:3x3x3", "A1 C1", {-1, 1, 0, 1, -1}, 5},
        {"mancala:2x2:steal", "", {-4, -2}, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct game *game = game_open(cases[i].spec, NULL);
        const struct limits limits = {.nodes = 100000};
        struct prover prover;
        struct position now;
        struct grade_position values;
        struct error error = {""};
        game->start(game, &now);
        assert_true(game_play_moves(game, &now, cases[i].moves, NULL));
        assert_true(prover_open(&prover, game, 1, &limits, &error));
        assert_true(prover_prove(&prover, &now, &values));
        assert_int_equal(values.choices, cases[i].count);
        for (int k = 0; k < values.choices; k++)
            assert_int_equal(values.choice[k].value, cases[i].values[k]);
        assert_true(prover_matters(&values));
        prover_close(&prover);
        game_close(game);
    }
}

static void a_set_is_the_same_for_the_same_seed(void **state)
{
    (void)state;
    struct game *game = game_open("cave:4x4x3", NULL);
    struct text written[2] = {0};
    for (int i = 0; i < 2; i++) {
        const struct grade_make_options options = {
            .count = 5, .nodes = 5000, .seed = 7};
        struct grade_set set = {0};
        struct error error = {""};
        if (!grade_make(game, &options, &set, &error))
            fail_msg("%s", error.text);
        assert_int_equal(set.count, 5);
        grade_set_format(&set, game, &written[i]);
        grade_set_free(&set);
    }
    assert_string_equal(text_string(&written[0]), text_string(&written[1]));
    text_free(&written[0]);
    text_free(&written[1]);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_written_as_they_are_read),
        cmocka_unit_test(wrong_positions_are_refused_with_their_line),
        cmocka_unit_test(all_moves_of_a_small_game_are_proven),
        cmocka_unit_test(a_set_is_the_same_for_the_same_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
