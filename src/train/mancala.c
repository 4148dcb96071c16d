/* mancala.c: least squares on proven positions. */
#include "train/mancala.h"

#include <math.h>

#include "base/bits.h"
#include "base/rng.h"

#define MANCALA(x) mancala_##x
#include "search/mancala/features.inc"

enum {
    RANDOM_LEAST = 6
};

/* The sums that least squares needs. */
struct sums {
    double product[FEATURE_COUNT][FEATURE_COUNT];
    double with_target[FEATURE_COUNT];
    double target_square;
    int count;
};

static void sums_add(struct sums *sums, const struct mancala_board *board,
                     const struct mancala_position *p, double target)
{
    int own[FEATURE_TURN], other[FEATURE_TURN];
    double feature[FEATURE_COUNT];
    mancala_features(board, p->row[0], p->row[1], own);
    mancala_features(board, p->row[1], p->row[0], other);
    for (int i = 0; i < FEATURE_TURN; i++)
        feature[i] = own[i] - other[i];
    feature[FEATURE_TURN] = 1;
    for (int i = 0; i < FEATURE_COUNT; i++) {
        for (int j = 0; j < FEATURE_COUNT; j++)
            sums->product[i][j] += feature[i] * feature[j];
        sums->with_target[i] += feature[i] * target;
    }
    sums->target_square += target * target;
    sums->count++;
}

/* Solves the normal equations; a feature that never varied (no stealing) gets nothing.
 */
static void sums_solve(struct sums s, double weight[FEATURE_COUNT])
{
    for (int i = 0; i < FEATURE_COUNT; i++)
        s.product[i][i] += 1e-6 * (1 + s.product[i][i]);
    for (int i = 0; i < FEATURE_COUNT; i++) {
        for (int row = i + 1; row < FEATURE_COUNT; row++) {
            double factor = s.product[row][i] / s.product[i][i];
            for (int j = i; j < FEATURE_COUNT; j++)
                s.product[row][j] -= factor * s.product[i][j];
            s.with_target[row] -= factor * s.with_target[i];
        }
    }
    for (int i = FEATURE_COUNT - 1; i >= 0; i--) {
        double rest = s.with_target[i];
        for (int j = i + 1; j < FEATURE_COUNT; j++)
            rest -= s.product[i][j] * weight[j];
        weight[i] = rest / s.product[i][i];
    }
}

/* The mean square that is left with these weights. */
static double sums_error(const struct sums *s, const double weight[FEATURE_COUNT])
{
    double error = s->target_square;
    for (int i = 0; i < FEATURE_COUNT; i++) {
        error -= 2 * weight[i] * s->with_target[i];
        for (int j = 0; j < FEATURE_COUNT; j++)
            error += weight[i] * weight[j] * s->product[i][j];
    }
    return error / s->count;
}

static void random_position(const struct game *game, struct rng *rng, int most,
                            struct position *position)
{
    struct moves moves;
    game->start(game, position);
    uint32_t plies = RANDOM_LEAST + rng_below(rng, (uint32_t)(most - RANDOM_LEAST + 1));
    for (uint32_t i = 0; i < plies; i++) {
        game->moves(game, position, &moves);
        if (moves.count == 0)
            return;
        game->play(game, position, moves.move[rng_below(rng, (uint32_t)moves.count)]);
    }
}

bool mancala_train(const struct game *game, const struct mancala_train_options *options,
                   struct mancala_weights *weights, struct mancala_train_report *report)
{
    struct engine_options engine_options = {.threads = 1, .hash_mib = 16};
    struct engine *engine = engine_open(game, &engine_options, NULL);
    if (!engine)
        return false;
    struct rng rng = rng_seeded(options->seed);
    struct limits limits = {.nodes = options->nodes};
    struct sums sums = {0};
    *report = (struct mancala_train_report){0};
    while (sums.count < options->positions) {
        struct position position;
        struct search_result verdict;
        random_position(game, &rng, options->plies, &position);
        struct outcome outcome = game->outcome(game, &position);
        if (outcome.result != RESULT_NONE)
            continue;
        report->tried++;
        engine_think(engine, &position, &limits, NULL, NULL, &verdict);
        int turn = game->turn(&position);
        int stores = outcome.store[turn] - outcome.store[!turn];
        if (verdict.proven)
            sums_add(&sums, &game->board.mancala, &position.mancala,
                     verdict.score - stores);
    }
    engine_close(engine);
    double weight[FEATURE_COUNT], none[FEATURE_COUNT] = {0};
    sums_solve(sums, weight);
    report->error_before = sqrt(sums_error(&sums, none));
    report->error_after = sqrt(sums_error(&sums, weight));
    for (int i = 0; i < FEATURE_COUNT; i++)
        weights->weight[i] = (int)lround(weight[i] * MANCALA_UNIT);
    return true;
}
