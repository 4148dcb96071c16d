/* test_train.c: what training promises: it learns, and the same seed gives the same. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "support.h"
#include "train/cave.h"
#include "train/cave_lines.h"
#include "train/mancala.h"

enum {
    SAMPLES = 2000
};

/* Positions in which the winner has more bricks in column D. */
static struct cave_samples made_samples(void)
{
    struct cave_samples samples = {.count = SAMPLES, .capacity = SAMPLES};
    struct rng rng = rng_seeded(5);
    samples.sample = calloc(SAMPLES, sizeof *samples.sample);
    assert_non_null(samples.sample);
    for (int i = 0; i < SAMPLES; i++) {
        struct cave_sample *sample = &samples.sample[i];
        sample->bricks = 16;
        for (int row = 0; row < 8; row++) {
            int owner = (int)rng_below(&rng, 2);
            sample->brick[owner] |= (uint64_t)1 << (row * 8 + 3);
            sample->brick[!owner] |= (uint64_t)1 << (row * 8 + 7);
            sample->result = (int8_t)(sample->result + (owner ? -1 : 1));
        }
        sample->result = (int8_t)((sample->result > 0) - (sample->result < 0));
        sample->score = (int16_t)(1000 * sample->result);
        sample->game = (uint32_t)i;
    }
    return samples;
}

static void the_fit_learns_what_decides(void **context)
{
    (void)context;
    struct cave_samples samples = made_samples();
    struct cave_weights *first = calloc(1, sizeof *first);
    struct cave_weights *second = calloc(1, sizeof *second);
    struct cave_train_options none = {.rate = 0.05, .results = 0.7, .seed = 1};
    struct cave_train_options some = {
        .rate = 0.02, .results = 0.7, .seed = 1, .epochs = 20};
    assert_non_null(first);
    assert_non_null(second);
    assert_true(cave_train_fit(&none, &samples, first, NULL, NULL));
    double before = cave_train_loss(first, &samples);
    assert_true(cave_train_fit(&some, &samples, first, NULL, NULL));
    double after = cave_train_loss(first, &samples);
    assert_true(fabs(before - log(2)) < 1e-6); /* it knew nothing */
    assert_true(after < before / 2);
    assert_true(cave_train_fit(&some, &samples, second, NULL, NULL));
    assert_memory_equal(first, second, sizeof *first);
    free(first);
    free(second);
    free(samples.sample);
}

/* One side has two bricks in row 1 and wins; who has two in column G says nothing. */
static void values_of_lines_learn_what_decides(void **context)
{
    (void)context;
    const uint64_t in_row = 3, in_column = 1ull << 38 | 1ull << 46;
    struct cave_board board;
    struct cave_samples samples = {.count = SAMPLES, .capacity = SAMPLES};
    struct cave_line_values values, again;
    struct cave_lines_report report;
    struct rng rng = rng_seeded(5);
    cave_board_init(&board, 7, 7, 4, false);
    samples.sample = calloc(SAMPLES, sizeof *samples.sample);
    assert_non_null(samples.sample);
    for (int i = 0; i < SAMPLES; i++) {
        const int winner = (int)rng_below(&rng, 2), other = (int)rng_below(&rng, 2);
        struct cave_sample *sample = &samples.sample[i];
        sample->bricks = 4;
        sample->brick[winner] |= in_row;
        sample->brick[other] |= in_column;
        sample->result = (int8_t)(winner == 0 ? 1 : -1);
        sample->game = (uint32_t)i;
    }
    cave_lines_fit(&board, &samples, &values, &report);
    assert_int_equal(report.positions, SAMPLES - SAMPLES / 10);
    assert_true(report.loss < log(2) / 10);
    assert_true(cave_evaluate_lines(&board, &values, in_row, 0) >
                10 * abs(cave_evaluate_lines(&board, &values, in_column, 0)));
    assert_int_equal(values.value[1][2], values.value[1][3]); /* both diagonals */
    cave_lines_fit(&board, &samples, &again, &report);
    assert_memory_equal(&values, &again, sizeof values);
    free(samples.sample);
}

static void a_hope_is_the_logarithm_that_its_comment_says(void **context)
{
    (void)context;
    for (int x = -2000; x <= 2000; x++) {
        double exact = 100 * log1p(exp(x / 100.0));
        assert_true(fabs(pattern_hope(x) - exact) < HOPE_STEP);
        assert_int_equal(pattern_hope(x) - pattern_hope(-x), x);
    }
}

/* Without a pass over the samples, a fit gives back what it started from. */
static void a_fit_goes_on_from_the_weights_it_is_given(void **context)
{
    (void)context;
    struct cave_samples samples = made_samples();
    struct cave_weights *first = calloc(1, sizeof *first);
    struct cave_weights *second = calloc(1, sizeof *second);
    struct cave_train_options options = {
        .rate = 0.05, .results = 0.7, .seed = 1, .epochs = 1};
    assert_non_null(first);
    assert_non_null(second);
    assert_true(cave_train_fit(&options, &samples, first, NULL, NULL));
    options.weights = first;
    options.epochs = 0;
    assert_true(cave_train_fit(&options, &samples, second, NULL, NULL));
    assert_memory_equal(first, second, sizeof *first);
    options.epochs = 1;
    assert_true(cave_train_fit(&options, &samples, second, NULL, NULL));
    assert_true(cave_train_loss(second, &samples) < cave_train_loss(first, &samples));
    free(first);
    free(second);
    free(samples.sample);
}

/* ■ won the first game, which is the only one held out, and the weights know nothing. */
static void calibration_counts_the_games_held_out(void **context)
{
    (void)context;
    struct cave_sample sample[] = {
        {.brick = {1, 2}, .bricks = 2, .result = 1},
        {.brick = {1, 2 | 4}, .bricks = 8, .result = 0},
        {.brick = {1, 2}, .bricks = 2, .result = RESULT_UNKNOWN},
        {.brick = {1, 2}, .bricks = 2, .result = -1, .game = 1},
    };
    struct cave_samples samples = {.sample = sample, .count = COUNT(sample)};
    struct cave_calibration calibration[CALIBRATION_PHASES];
    struct cave_weights *weights = calloc(1, sizeof *weights);
    assert_non_null(weights);
    for (int i = 0; i < STANDING_ENTRIES; i++)
        weights->standing[0][1][i] = 100; /* with 8 to 15 bricks: ■ has some hope */
    cave_calibrate(weights, &samples, calibration);
    assert_int_equal(calibration[0].bin[5].count, 1);
    assert_true(calibration[0].bin[5].scored == 1);
    assert_true(calibration[0].bin[5].expected == 0.5);
    assert_int_equal(calibration[0].drawn, 0);
    assert_int_equal(calibration[1].drawn, 1);
    /* ln(1 + e) - ln(2) */
    assert_true(fabs(calibration[1].drawn_size - 0.62) < 0.015);
    free(weights);
}

static void games_are_the_same_with_any_number_of_threads(void **context)
{
    (void)context;
    struct cave_samples one = {0}, three = {0};
    struct cave_games_options options = {
        .games = 6, .threads = 1, .nodes = 60, .seed = 9};
    assert_true(cave_games_play(&options, &one, NULL, NULL));
    options.threads = 3;
    assert_true(cave_games_play(&options, &three, NULL, NULL));
    assert_int_equal(one.count, three.count);
    assert_true(one.count > 0);
    for (size_t i = 0; i < one.count; i++) {
        assert_int_equal(one.sample[i].brick[0], three.sample[i].brick[0]);
        assert_int_equal(one.sample[i].brick[1], three.sample[i].brick[1]);
        assert_int_equal(one.sample[i].result, three.sample[i].result);
        assert_int_equal(bits_count(one.sample[i].brick[0] | one.sample[i].brick[1]),
                         one.sample[i].bricks);
    }
    free(one.sample);
    free(three.sample);
}

static void mancala_weights_come_nearer_than_the_stores(void **context)
{
    (void)context;
    struct game *game = opened("mancala:4x3:kalah");
    struct mancala_train_options options = {
        .positions = 150, .nodes = 20000, .plies = 12, .seed = 3};
    struct mancala_train_report report;
    struct error error;
    struct mancala_weights first, second;
    assert_true(mancala_train(game, &options, &first, &report, &error));
    assert_true(report.tried >= options.positions);
    assert_true(report.error_after < 0.9 * report.error_before);
    assert_true(mancala_train(game, &options, &second, &report, &error));
    assert_memory_equal(&first, &second, sizeof first);
    game_close(game);
}

static void a_value_for_each_hole_comes_nearer_than_the_stores(void **context)
{
    (void)context;
    struct game *game = opened("kalah");
    struct mancala_train_options options = {
        .positions = 1500, .nodes = 300, .plies = 30, .seed = 3};
    struct mancala_train_report report;
    struct error error;
    struct mancala_hole_weights first, second;
    assert_true(mancala_train_holes(game, &options, &first, &report, &error));
    assert_int_equal(report.tried, options.positions);
    assert_true(report.error_after < 0.7 * report.error_before);
    /* One stone in the hole before the store moves again, two give one away. */
    assert_true(first.stones[0][5][1] > first.stones[0][5][2]);
    assert_true(mancala_train_holes(game, &options, &second, &report, &error));
    assert_memory_equal(&first, &second, sizeof first);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fit_learns_what_decides),
        cmocka_unit_test(values_of_lines_learn_what_decides),
        cmocka_unit_test(a_hope_is_the_logarithm_that_its_comment_says),
        cmocka_unit_test(a_fit_goes_on_from_the_weights_it_is_given),
        cmocka_unit_test(calibration_counts_the_games_held_out),
        cmocka_unit_test(games_are_the_same_with_any_number_of_threads),
        cmocka_unit_test(mancala_weights_come_nearer_than_the_stores),
        cmocka_unit_test(a_value_for_each_hole_comes_nearer_than_the_stores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
