/* test_sprt.c: the statistics of a match, against numbers that Fishtest has published. */
#include <math.h>

#include "match/sprt.h"
#include "support.h"

static const struct sprt usual = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};

static void assert_near(double value, double wanted, double most)
{
    if (!(fabs(value - wanted) <= most))
        fail_msg("%f is not within %f of %f", value, most, wanted);
}

/* Tests of Stockfish with logistic bounds, as the pull requests of
 * official-stockfish/Stockfish quote them from Fishtest ("LLR: 2.96 (-2.94,2.94)
 * {-0.50,1.50} ... Ptnml(0-2): 17, 253, 1042, 337, 39"), and the two logistic tests with
 * pairs of app/tests/sprt_test.cpp in Disservin/fastchess. */
static const struct {
    const char *source;
    double elo0, elo1;
    struct sprt_pairs pairs;
    double llr;
} published[] = {
    {"#2971, short", -0.5, 1.5, {{17, 253, 1042, 337, 39}}, 2.96},
    {"#2971, long", 0.25, 1.75, {{11, 407, 3238, 513, 11}}, 2.93},
    {"#2950, short", -0.5, 1.5, {{133, 1751, 5094, 1849, 165}}, 2.94},
    {"#2950, long", 0.25, 1.75, {{149, 4748, 32785, 5063, 159}}, 2.95},
    {"#3098, short", -0.25, 1.25, {{491, 7345, 29693, 7670, 465}}, 2.96},
    {"#3098, long", 0.25, 1.25, {{53, 2220, 21459, 2445, 47}}, 2.97},
    {"#3209, short", -0.25, 1.25, {{253, 4282, 17604, 4431, 286}}, 2.94},
    {"#3209, long", 0.25, 1.25, {{58, 3302, 33130, 3518, 84}}, 2.97},
    {"fastchess 1", 0.5, 2.5, {{223, 9863, 21279, 10037, 246}}, -3.07},
    {"fastchess 2", 0, 2, {{871, 26175, 55983, 26678, 821}}, -4.98},
};

static void the_ratio_is_that_of_fishtest(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        struct sprt sprt = {published[i].elo0, published[i].elo1, 0.05, 0.05};
        print_message("%s\n", published[i].source);
        assert_near(sprt_llr(&sprt, &published[i].pairs), published[i].llr, 0.00501);
    }
}

/* The line of a fixed number of games in official-stockfish/Stockfish#6255: "Elo: 2.22 ±
 * 1.3 (95%) LOS: 100.0%", "nElo: 12.00 ± 6.8 (95%)"; and of nodchip/Stockfish#141:
 * "ELO: -28.50 +-1.8 (95%) LOS: 0.0%". */
static void the_elo_is_that_of_fishtest(void **state)
{
    (void)state;
    struct sprt_pairs better = {{1, 137, 4659, 203, 0}};
    struct sprt_estimate found = sprt_estimate(&better);
    assert_near(found.elo, 2.22, 0.00501);
    assert_near((found.elo_high - found.elo_low) / 2, 1.3, 0.0501);
    assert_near(found.nelo, 12.00, 0.00501);
    assert_near(found.nelo_error, 6.8, 0.0501);
    assert_near(found.superiority, 1, 0.000501);
    struct sprt_pairs worse = {{1718, 8785, 12979, 5725, 793}};
    found = sprt_estimate(&worse);
    assert_near(found.elo, -28.50, 0.00501);
    assert_near((found.elo_high - found.elo_low) / 2, 1.8, 0.0501);
    assert_near(found.superiority, 0, 0.000501);
}

static void five_percent_of_errors_end_at_2_94(void **state)
{
    (void)state;
    assert_near(sprt_lower(&usual), -2.94, 0.00501);
    assert_near(sprt_upper(&usual), 2.94, 0.00501);
    struct sprt strict = {0, 10, 0.05, 0.1};
    assert_near(sprt_lower(&strict), -2.25, 0.00501);
    assert_near(sprt_upper(&strict), 2.89, 0.00501);
}

static void a_test_ends_when_a_bound_is_reached(void **state)
{
    (void)state;
    struct sprt_pairs gain = {{100, 200, 400, 300, 150}},
                      loss = {{150, 300, 400, 200, 100}}, few = {{1, 2, 4, 3, 1}};
    assert_int_equal(sprt_judge(&usual, &gain), SPRT_H1);
    assert_int_equal(sprt_judge(&usual, &loss), SPRT_H0);
    assert_int_equal(sprt_judge(&usual, &few), SPRT_CONTINUE);
}

/* Who is first and who second only changes the sign. */
static void swapped_players_swap_everything(void **state)
{
    (void)state;
    struct sprt_pairs one = {{3, 1, 20, 9, 4}}, two = {{4, 9, 20, 1, 3}};
    struct sprt_estimate a = sprt_estimate(&one), b = sprt_estimate(&two);
    assert_near(a.elo, -b.elo, 1e-6);
    assert_near(a.elo_low, -b.elo_high, 1e-6);
    assert_near(a.nelo, -b.nelo, 1e-6);
    assert_near(a.superiority, 1 - b.superiority, 1e-6);
    struct sprt mirrored = {-10, 0, 0.05, 0.05};
    assert_near(sprt_llr(&usual, &one), -sprt_llr(&mirrored, &two), 1e-6);
}

static void assert_sane(const struct sprt_pairs *pairs)
{
    struct sprt_estimate found = sprt_estimate(pairs);
    assert_true(found.score_low >= 0 && found.score_high <= 1);
    assert_true(found.score_low <= found.score && found.score <= found.score_high);
    assert_true(found.elo_low <= found.elo && found.elo <= found.elo_high);
    assert_true(found.superiority >= 0 && found.superiority <= 1);
    assert_true(!isnan(found.nelo) && !isnan(found.nelo_error));
    for (double elo = -1000; elo < 1000; elo += 499.5) {
        struct sprt sprt = {elo, elo + 0.5, 0.05, 0.05};
        assert_true(isfinite(sprt_llr(&sprt, pairs)));
    }
}

static void few_and_equal_pairs_are_no_trouble(void **state)
{
    (void)state;
    struct sprt_pairs none = {{0}};
    assert_sane(&none);
    assert_true(sprt_llr(&usual, &none) == 0);
    assert_true(sprt_estimate(&none).elo_low == -INFINITY);
    static const int64_t counts[] = {1, 2, 100, 1000000};
    for (int i = 0; i < SPRT_OUTCOMES; i++) {
        for (int k = 0; k < 4; k++) {
            struct sprt_pairs equal = {{0}};
            equal.count[i] = counts[k];
            assert_sane(&equal);
        }
    }
}

/* Without variance the interval must not shrink to a point. n pairs that are all won
 * have the probability s^n, so the bound is where that is exp(-1.92). */
static void winning_all_games_proves_little_when_they_are_few(void **state)
{
    (void)state;
    struct sprt_pairs two = {{0, 0, 0, 0, 2}}, lost = {{2, 0, 0, 0, 0}},
                      drawn = {{0, 0, 2, 0, 0}};
    struct sprt_estimate found = sprt_estimate(&two);
    assert_near(found.score_low, exp(-1.9207 / 2), 0.002);
    assert_true(found.score_high == 1 && found.elo_high == INFINITY);
    assert_true(found.elo == INFINITY);
    found = sprt_estimate(&lost);
    assert_near(found.score_high, 1 - exp(-1.9207 / 2), 0.002);
    assert_true(found.score_low == 0 && found.elo == -INFINITY);
    found = sprt_estimate(&drawn);
    assert_near(found.score_low, exp(-1.9207 / 2) / 2, 0.002);
    assert_near(found.score_high, 1 - exp(-1.9207 / 2) / 2, 0.002);
    assert_near(found.superiority, 0.5, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ratio_is_that_of_fishtest),
        cmocka_unit_test(the_elo_is_that_of_fishtest),
        cmocka_unit_test(five_percent_of_errors_end_at_2_94),
        cmocka_unit_test(a_test_ends_when_a_bound_is_reached),
        cmocka_unit_test(swapped_players_swap_everything),
        cmocka_unit_test(few_and_equal_pairs_are_no_trouble),
        cmocka_unit_test(winning_all_games_proves_little_when_they_are_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
