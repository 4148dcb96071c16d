/* test_results.c: the rating made of a person's results. */
#include "play/results.h"
#include "support.h"

static void equal_results_are_worth_the_opponents_rating(void **state)
{
    (void)state;
    const double level_1[] = {1000, 1000, 1000, 1000};
    assert_int_equal(results_rating(level_1, 4, 2), 1000);
}

static void nobody_has_an_infinite_rating(void **state)
{
    (void)state;
    const double level_2[] = {1150};
    int won = results_rating(level_2, 1, 1), drawn = results_rating(level_2, 1, 0.5),
        lost = results_rating(level_2, 1, 0);
    assert_true(won > drawn && drawn > lost);
    assert_true(won < 1400 && lost > 700);
}

static void more_games_count_for_more(void **state)
{
    (void)state;
    double strong[40];
    for (int i = 0; i < 40; i++)
        strong[i] = 2050;
    assert_true(results_rating(strong, 40, 20) > results_rating(strong, 4, 2));
    assert_true(results_rating(strong, 40, 20) > 1950);
    assert_true(results_rating(strong, 40, 20) < 2050);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_results_are_worth_the_opponents_rating),
        cmocka_unit_test(nobody_has_an_infinite_rating),
        cmocka_unit_test(more_games_count_for_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
