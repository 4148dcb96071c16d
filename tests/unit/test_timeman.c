/* test_timeman.c: how long to think, and what is kept back for the way. */

#include "search/timeman.h"
#include "support.h"

enum {
    MS = 1000000 /* nanoseconds */
};

static void assert_seconds(double seconds, double wanted)
{
    assert_float_equal((float)seconds, (float)wanted, 1e-6f);
}

static void three_seconds_leave_400_ms(void **state)
{
    (void)state;
    assert_seconds(timeman_budget(3), 2.6);
    int64_t late = timeman_deadline(5000ll * MS, 3) - 7600ll * MS;
    assert_in_range(late + MS, 0, 2 * MS);
}

static void something_is_always_kept_back(void **state)
{
    (void)state;
    for (double seconds = 0.001; seconds < 1e5; seconds *= 1.7) {
        assert_true(timeman_budget(seconds) < 0.9 * seconds);
        assert_true(timeman_budget(seconds) > 0.8 * seconds);
    }
}

static void without_a_limit_there_is_no_deadline(void **state)
{
    (void)state;
    assert_true(timeman_deadline(5000ll * MS, 0) == INT64_MAX);
    assert_true(timeman_deadline(5000ll * MS, -1) == INT64_MAX);
}

static void a_clock_is_shared_by_the_moves_to_come(void **state)
{
    (void)state;
    assert_seconds(timeman_share(60, 10, 0), 6);
    assert_seconds(timeman_share(60, 0, 0), 3);
    assert_seconds(timeman_share(60, 0, 2), 4);
    assert_seconds(timeman_share(60, 1, 0), 60);
}

/* The increment comes after the move: too late for a clock that has run out. */
static void no_share_is_larger_than_what_is_left(void **state)
{
    (void)state;
    assert_seconds(timeman_share(0.5, 0, 10), 0.5);
    assert_seconds(timeman_share(0, 0, 10), 0);
    /* Move after move as long as they are allowed to be: the clock never runs out. */
    double left = 10;
    for (int i = 0; i < 1000; i++) {
        left -= timeman_share(left, 0, 0.2);
        assert_true(left >= 0);
        left += 0.2;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_seconds_leave_400_ms),
        cmocka_unit_test(something_is_always_kept_back),
        cmocka_unit_test(without_a_limit_there_is_no_deadline),
        cmocka_unit_test(a_clock_is_shared_by_the_moves_to_come),
        cmocka_unit_test(no_share_is_larger_than_what_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
