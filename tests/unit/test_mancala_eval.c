/* test_mancala_eval.c: the evaluation of Mancala: the features are what playing the moves
 * shows, every hole counts by its own stones, and the weights are those that were fitted. */
#include "base/bits.h"
#include "base/rng.h"
#include "search/mancala/eval.h"
#include "support.h"

#define MANCALA(x) mancala_small_##x
#include "search/mancala/features.inc"

/* Some stones in each hole of a row, at most `most`, many holes empty. */
static uint64_t random_row(struct rng *rng, int holes, uint32_t most)
{
    uint64_t row = 0;
    for (int lane = 0; lane < holes; lane++)
        if (rng_below(rng, 3) > 0)
            row += mancala_small_stones((int)rng_below(rng, most + 1), lane);
    return row;
}

/* The stones that a move takes from the opponent's holes, by playing it. One that it has put
 * there itself on its way round doesn't count. */
static int stolen(const struct mancala_small_board *board, uint64_t own, uint64_t other,
                  int lane)
{
    const int n = mancala_small_lane(own, lane), holes = board->holes;
    struct mancala_small_position p = {.row = {own, other}};
    const bool again = mancala_small_play(board, &p, lane);
    const bool round = lane + n > 2 * holes;
    if (again || mancala_small_over(board, &p) || n > 2 * holes)
        return 0;
    const int gain = mancala_small_store(board, p.row[1]) - (lane + n > holes);
    return gain > 0 ? gain - 1 - round : 0;
}

struct expected {
    int feature[FEATURE_TURN];
    bool ends; /* a move ends the game, so what it steals can't be seen */
};

static struct expected look(const struct mancala_small_board *board, uint64_t own,
                            uint64_t other)
{
    struct expected seen = {0};
    for (int lane = 0; lane < board->holes; lane++) {
        const int n = mancala_small_lane(own, lane);
        struct mancala_small_position p = {.row = {own, other}};
        if (n == 0)
            continue;
        const int booty = stolen(board, own, other, lane);
        seen.feature[FEATURE_SIDE] += n;
        seen.feature[FEATURE_NEAR] = lane == board->holes - 1 ? n : 0;
        seen.feature[FEATURE_MOBILITY]++;
        seen.feature[FEATURE_EXTRA] += mancala_small_play(board, &p, lane);
        if (booty > seen.feature[FEATURE_STEAL])
            seen.feature[FEATURE_STEAL] = booty;
        seen.ends |= mancala_small_over(board, &p);
    }
    return seen;
}

static void features_are_what_the_moves_show(void **context)
{
    struct rng rng = rng_seeded(61);
    int steals = 0, rounds = 0;
    (void)context;
    for (int i = 0; i < TRIES(20000); i++) {
        struct mancala_small_board board;
        const int holes = 2 + i % 6;
        mancala_small_board_init(&board, holes, MANCALA_HOLES, MANCALA_KALAH);
        for (int j = 0; j < 10; j++) {
            const uint64_t own = random_row(&rng, holes, j < 5 ? 4 : 16),
                           other = random_row(&rng, holes, 6);
            int feature[FEATURE_TURN];
            const struct expected seen = look(&board, own, other);
            if (seen.ends || !other)
                continue;
            mancala_small_features(&board, own, other, feature);
            for (int k = 0; k < FEATURE_TURN; k++)
                assert_int_equal(feature[k], seen.feature[k]);
            steals += seen.feature[FEATURE_STEAL] > 0;
            rounds += mancala_small_lane(own, 0) > 2 * holes;
        }
    }
    print_message("# %d with a steal, %d with a long way round\n", steals, rounds);
    assert_true(steals > 1000 && rounds > 100);
}

/* Each hole by its stones, of which more than HOLE_MOST count as many; the best steal of each
 * side; the turn. */
static void six_holes_are_worth_what_the_table_says(void **context)
{
    struct rng rng = rng_seeded(62);
    struct mancala_small_board board;
    struct mancala_hole_weights weights;
    (void)context;
    mancala_small_board_init(&board, HOLE_COUNT, MANCALA_HOLES, MANCALA_KALAH);
    for (int side = 0; side < 2; side++)
        for (int lane = 0; lane < HOLE_COUNT; lane++)
            for (int n = 0; n <= HOLE_MOST; n++)
                weights.stones[side][lane][n] =
                    (int16_t)((int)rng_below(&rng, 401) - 200);
    weights.steal[0] = 1000;
    weights.steal[1] = -3000;
    weights.turn = 5;
    for (int i = 0; i < TRIES(20000); i++) {
        const uint64_t row[2] = {random_row(&rng, HOLE_COUNT, i % 2 ? 18 : 5),
                                 random_row(&rng, HOLE_COUNT, i % 2 ? 18 : 5)};
        int feature[2][FEATURE_TURN], value = weights.turn;
        for (int side = 0; side < 2; side++) {
            mancala_small_features(&board, row[side], row[!side], feature[side]);
            value += weights.steal[side] * feature[side][FEATURE_STEAL];
            for (int lane = 0; lane < HOLE_COUNT; lane++) {
                const int n = mancala_small_lane(row[side], lane);
                value += weights.stones[side][lane][n > HOLE_MOST ? HOLE_MOST : n];
            }
        }
        assert_int_equal(mancala_small_value_holes(&board, &weights, row), value);
    }
}

/* Nobody sees a weight that is off by one in a game. Who fits new ones changes the numbers
 * here. */
static void the_weights_are_those_that_were_fitted(void **context)
{
    static const uint64_t wanted[3] = {0xa3bf4cd5fb96cc76, 0x10f259363299f144,
                                       0x3edb4b47a62ec367};
    (void)context;
    for (enum mancala_stealing stealing = 0; stealing < 3; stealing++) {
        const struct mancala_hole_weights *holes = &mancala_hole_weights[stealing];
        uint64_t sum = 0;
        for (int i = 0; i < FEATURE_COUNT; i++)
            sum = bits_mix(sum + (uint64_t)mancala_weights[stealing].weight[i]);
        for (int side = 0; side < 2; side++) {
            for (int lane = 0; lane < HOLE_COUNT; lane++)
                for (int n = 0; n <= HOLE_MOST; n++)
                    sum = bits_mix(sum + (uint64_t)holes->stones[side][lane][n]);
            sum = bits_mix(sum + (uint64_t)holes->steal[side]);
        }
        sum = bits_mix(sum + (uint64_t)holes->turn);
        if (sum != wanted[stealing])
            print_error("%s: now it is 0x%llx\n", mancala_stealing_name(stealing),
                        (unsigned long long)sum);
        assert_true(sum == wanted[stealing]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_are_what_the_moves_show),
        cmocka_unit_test(six_holes_are_worth_what_the_table_says),
        cmocka_unit_test(the_weights_are_those_that_were_fitted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
