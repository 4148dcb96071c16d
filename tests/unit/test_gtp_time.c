/* test_gtp_time.c: how much time the Go Text Protocol gives the player for a move, and
 * which seed for a game. */
#include <stdlib.h>
#include <string.h>

#include "gtp_support.h"

/* The player, who takes `thinks` seconds each time, must be given these. */
static void expect_times(double thinks, const char *input, const double *expected,
                         int count)
{
    struct player player = {.thinks = thinks};
    free(gtp_talk("cave", &player, input, strlen(input)));
    assert_int_equal(player.choices, count);
    for (int i = 0; i < count; i++)
        assert_float_equal(player.seconds[i], expected[i], 1e-6);
}

static void expect_seconds(const char *input, const double *expected, int count)
{
    expect_times(0, input, expected, count);
}

static void a_move_has_its_time_and_no_more(void **state)
{
    (void)state;
    expect_seconds("genmove b\ngenmove w\n", (double[]){3, 3}, 2);
    /* No clock, as the protocol says it. */
    expect_seconds("time_settings 0 1 0\ngenmove b\n", (double[]){3}, 1);
    /* More on the clock than a move may take. */
    expect_seconds("time_settings 6000 0 0\ngenmove b\n", (double[]){3}, 1);
    expect_seconds("time_settings 0 600 25\ngenmove b\n", (double[]){3}, 1);
}

static void a_short_clock_gives_less(void **state)
{
    (void)state;
    /* A twentieth of the main time. */
    expect_seconds("time_settings 20 0 0\ngenmove b\ngenmove w\n", (double[]){1, 1}, 2);
    expect_seconds("time_settings 600 0 0\ntime_left b 10 0\ngenmove b\ngenmove w\n",
                   (double[]){0.5, 3}, 2);
    /* Byo-yomi: its part of each stone, and no less in the last main time. */
    expect_seconds("time_settings 0 10 10\ngenmove b\n", (double[]){1}, 1);
    expect_seconds("time_settings 10 10 5\ngenmove b\n", (double[]){2}, 1);
    expect_seconds("time_settings 10 60 5\ntime_left b 4 2\ngenmove b\n", (double[]){2},
                   1);
    expect_seconds("time_left b 2.5 1\ngenmove b\n", (double[]){2.5}, 1);
    /* Nothing left is not no limit. */
    expect_seconds("time_settings 0 0 0\ngenmove b\n", (double[]){0.01}, 1);
    expect_seconds("time_left b 0 0\ngenmove b\n", (double[]){0.01}, 1);
}

static void the_clock_goes_on_by_itself(void **state)
{
    (void)state;
    expect_times(2,
                 "time_settings 20 0 0\ngenmove b\ngenmove w\ngenmove b\n"
                 "clear_board\ngenmove b\n",
                 (double[]){1, 1, 0.9, 1}, 4);
}

/* 1 s of main time, then 4 s for every two stones; each move takes 1.5 s. */
static void byo_yomi_begins_when_the_main_time_is_over(void **state)
{
    (void)state;
    expect_times(1.5,
                 "time_settings 1 4 2\ngenmove b\ngenmove w\ngenmove b\ngenmove w\n"
                 "genmove b\ngenmove w\ngenmove b\n",
                 (double[]){
                     2, 2,       /* at least what a stone in byo-yomi has */
                     1.75, 1.75, /* 4 s less the 0.5 s overrun, for two stones */
                     2, 2,       /* what is left of that, for the second one */
                     2,          /* the next two */
                 },
                 7);
}

static void wrong_times_are_refused_and_change_nothing(void **state)
{
    (void)state;
    gtp_expect("cave",
               "time_settings\ntime_settings 1 2\ntime_settings -1 0 0\n"
               "time_settings nan 0 0\ntime_settings . 0 0\ntime_settings 1.2.3 0 0\n"
               "time_settings 0x10 0 0\ntime_settings 1 1 x\ntime_left b\n"
               "time_left q 1 1\ntime_left b 1\n",
               "? syntax error: a time is missing\n\n"
               "? syntax error: a number is missing\n\n"
               "? syntax error: '-1' is not a time\n\n"
               "? syntax error: 'nan' is not a time\n\n"
               "? syntax error: '.' is not a time\n\n"
               "? syntax error: '1.2.3' is not a time\n\n"
               "? syntax error: '0x10' is not a time\n\n"
               "? syntax error: 'x' is not a number\n\n"
               "? syntax error: a time is missing\n\n"
               "? syntax error: 'q' is not a colour\n\n"
               "? syntax error: a number is missing\n\n");
    expect_seconds("time_settings 20 0 0\ntime_settings 1 1 x\ntime_left b 1 y\n"
                   "genmove b\n",
                   (double[]){1}, 1);
}

static void each_game_of_the_player_has_its_own_seed(void **state)
{
    (void)state;
    struct player player = {0};
    const char *input = "boardsize 8\nclear_board\nplay b A1\nclear_board\ngenmove b\n"
                        "clear_board\nclear_board\ngenmove b\nundo\nclear_board\n";
    free(gtp_talk("cave", &player, input, strlen(input)));
    assert_int_equal(player.clears, 2);
    assert_int_equal(player.seed[0], 101);
    assert_int_equal(player.seed[1], 102);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_has_its_time_and_no_more),
        cmocka_unit_test(a_short_clock_gives_less),
        cmocka_unit_test(the_clock_goes_on_by_itself),
        cmocka_unit_test(byo_yomi_begins_when_the_main_time_is_over),
        cmocka_unit_test(wrong_times_are_refused_and_change_nothing),
        cmocka_unit_test(each_game_of_the_player_has_its_own_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
