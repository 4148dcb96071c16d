/* test_eval_patterns.c: the learned evaluation of the Cave: what is kept up to date from
 * brick to brick is what a look at the whole board finds. */
#include <math.h>

#include "base/rng.h"
#include "search/cave/eval_patterns.h"
#include "search/cave/weights.h"
#include "support.h"

enum {
    GAMES = 50
};

static void assert_same_sum(const struct pattern_sum *a, const struct pattern_sum *b)
{
    assert_memory_equal(&a->weights, &b->weights, sizeof a->weights);
    assert_memory_equal(a->entry, b->entry, sizeof a->entry);
}

/* Bricks go to any empty cell: the sum knows nothing of the rules. */
static void a_sum_follows_the_bricks(void **context)
{
    const struct cave_weights *weights = cave_weights_builtin();
    struct pattern_map map;
    struct rng rng = rng_seeded(31);
    (void)context;
    pattern_map_init(&map);
    for (int game = 0; game < GAMES; game++) {
        uint64_t brick[2] = {0};
        struct pattern_sum sum, whole;
        pattern_sum_begin(weights, 0, 0, &sum);
        for (uint64_t empty = ~0ull; empty;) {
            int side = (int)rng_below(&rng, 2), cell = (int)rng_below(&rng, 64);
            if (!(empty >> cell & 1))
                continue;
            struct pattern_sum after;
            empty &= ~(1ull << cell);
            brick[side] |= 1ull << cell;
            pattern_vector leaf = pattern_sum_after(weights, &map, &sum, cell, side);
            pattern_sum_play(weights, &map, &sum, cell, side, &after);
            pattern_sum_begin(weights, brick[0], brick[1], &whole);
            assert_memory_equal(&leaf, &whole.weights, sizeof leaf);
            assert_same_sum(&after, &whole);
            sum = after;
        }
    }
}

/* A reflected board is made of the same entries, in another order. */
static void reflections_have_the_same_sum(void **context)
{
    const struct cave_weights *weights = cave_weights_builtin();
    struct game *game = opened("cave");
    const struct cave_board *board = &game->board.cave;
    struct rng rng = rng_seeded(32);
    (void)context;
    for (int i = 0; i < 200; i++) {
        uint64_t first = rng_next(&rng), second = rng_next(&rng) & ~first;
        struct pattern_sum sum;
        pattern_sum_begin(weights, first, second, &sum);
        for (int which = 1; which < cave_symmetries(board); which++) {
            struct pattern_sum there;
            pattern_sum_begin(weights, cave_reflect(board, first, which),
                              cave_reflect(board, second, which), &there);
            assert_memory_equal(&there.weights, &sum.weights, sizeof sum.weights);
        }
    }
    game_close(game);
}

/* The first phase counts alone up to 8 bricks and the last one from 40 on; between them two
 * neighbours share. The turn changes the sign of what comes after them. */
static void the_phases_share_a_position(void **context)
{
    (void)context;
    for (int bricks = 0; bricks <= 64; bricks++) {
        int share[PATTERN_LANES], sum = 0, middle = 0, count = 0;
        pattern_shares(bricks, share);
        for (int i = 0; i < PATTERN_PHASES; i++) {
            assert_true(share[i] >= 0);
            count += share[i] > 0;
            sum += share[i];
            middle += share[i] * (PHASE_FIRST + i * PHASE_STEP);
        }
        assert_int_equal(sum, PHASE_STEP);
        assert_true(count <= 2);
        int nearest = bricks < 8 ? 8 : bricks > 40 ? 40 : bricks;
        assert_int_equal(middle, PHASE_STEP * nearest);
        assert_int_equal(share[PATTERN_PHASES], bricks % 2 ? -PHASE_STEP : PHASE_STEP);
    }
}

/* 100 ln(1 + e^(x/100)) as near as integers get where the table has a number; between two of
 * its numbers, and beyond the last one, at most two off. It never falls. */
static void hope_is_a_logarithm(void **context)
{
    (void)context;
    for (int x = -1000; x <= 1000; x++) {
        const double exact = 100 * log1p(exp(x / 100.0));
        const double error = fabs(pattern_hope(x) - exact);
        assert_true(error < (x % HOPE_STEP == 0 ? 0.501 : 2));
        assert_true(pattern_hope(x) >= pattern_hope(x - 1) - (x > 0));
    }
}

/* A set of so many of the cells, drawn at random. */
static uint64_t drawn(struct rng *rng, uint64_t cells, int count)
{
    uint64_t set = 0;
    while (bits_count(set) < count)
        set |= 1ull << rng_below(rng, 64) & cells;
    return set;
}

/* Positions with every number of bricks, and threats in no row, one or several. Who fits new
 * weights changes the number here. */
static void scores_are_the_same_everywhere(void **context)
{
    const uint64_t wanted = 0xda42dbd6216672bd;
    const struct cave_weights *weights = cave_weights_builtin();
    struct rng rng = rng_seeded(33);
    uint64_t digest = 0;
    (void)context;
    for (int i = 0; i < 100 * 61; i++) {
        const int bricks = i % 61;
        const uint64_t first = drawn(&rng, ~0ull, (bricks + 1) / 2),
                       second = drawn(&rng, ~first, bricks / 2),
                       empty = ~(first | second),
                       threats = drawn(&rng, empty, (int)rng_below(&rng, 4)),
                       others = drawn(&rng, empty, (int)rng_below(&rng, 4));
        struct pattern_sum sum;
        pattern_sum_begin(weights, first, second, &sum);
        const int score = pattern_score(weights, sum.weights, threats, others, bricks);
        digest = bits_mix(digest + (uint64_t)score);
    }
    if (digest != wanted)
        print_error("now it is 0x%llx\n", (unsigned long long)digest);
    assert_true(digest == wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sum_follows_the_bricks),
        cmocka_unit_test(reflections_have_the_same_sum),
        cmocka_unit_test(the_phases_share_a_position),
        cmocka_unit_test(hope_is_a_logarithm),
        cmocka_unit_test(scores_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
