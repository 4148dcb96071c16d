/* test_signals.c: what Ctrl-C leaves behind: a count and a token. */
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "base/signals.h"
#include "support.h"

static int set_up(void **state)
{
    (void)state;
    signals_install();
    signals_forget();
    return 0;
}

static bool is_set(void)
{
    return atomic_load(signals_flag());
}

static void ctrl_c_sets_the_token_and_counts(void **state)
{
    (void)state;
    assert_false(is_set());
    assert_int_equal(signals_count(), 0);
    raise(SIGINT);
    assert_true(is_set());
    assert_int_equal(signals_count(), 1);
}

/* A move that was hurried has obeyed; the second Ctrl-C is still the second one. */
static void an_obeyed_ctrl_c_still_counts(void **state)
{
    (void)state;
    raise(SIGINT);
    signals_obeyed();
    assert_false(is_set());
    assert_int_equal(signals_count(), 1);
    raise(SIGINT);
    assert_true(is_set());
    assert_int_equal(signals_count(), 2);
}

static void an_entry_makes_all_forgotten(void **state)
{
    (void)state;
    raise(SIGINT);
    signals_forget();
    assert_false(is_set());
    assert_int_equal(signals_count(), 0);
}

static void a_signal_wakes_those_who_wait(void **state)
{
    (void)state;
    int wake[2];
    assert_int_equal(pipe2(wake, 0), 0);
    signals_wake(wake[1]);
    raise(SIGINT);
    signals_wake(-1);
    struct pollfd polled = {.fd = wake[0], .events = POLLIN};
    assert_int_equal(poll(&polled, 1, 0), 1);
    close(wake[0]);
    close(wake[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(ctrl_c_sets_the_token_and_counts, set_up),
        cmocka_unit_test_setup(an_obeyed_ctrl_c_still_counts, set_up),
        cmocka_unit_test_setup(an_entry_makes_all_forgotten, set_up),
        cmocka_unit_test_setup(a_signal_wakes_those_who_wait, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
