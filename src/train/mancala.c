/* mancala.c: least squares on positions with a known or estimated margin. */
#include "train/mancala.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/i18n.h"
#include "base/rng.h"

#define MANCALA(x) mancala_##x
#include "search/mancala/features.inc"

enum {
    RANDOM_LEAST = 6,
    ENOUGH = 1000, /* positions after which one in a hundred must have been of use */
    /* The features of a fit by holes: stones, then what can be stolen, then the
     * turn. */
    HOLE_STEAL = 2 * HOLE_COUNT * (HOLE_MOST + 1),
    HOLE_TURN = HOLE_STEAL + 2,
    HOLE_FEATURES,
    SPARSE_MOST = 2 * HOLE_COUNT + 3,
};

/* Rare counts of stones are pulled towards nothing, as by this many positions. */
static const double hole_pull = 3;

/* The features of a position that are not 0. */
struct sparse {
    int count;
    int index[SPARSE_MOST];
    double value[SPARSE_MOST];
};

static void sparse_add(struct sparse *sparse, int index, double value)
{
    sparse->index[sparse->count] = index;
    sparse->value[sparse->count++] = value;
}

/* Describes a position by its features. */
typedef void describe(const struct mancala_board *board,
                      const struct mancala_position *position, struct sparse *sparse);

static void describe_features(const struct mancala_board *board,
                              const struct mancala_position *p, struct sparse *sparse)
{
    int own[FEATURE_TURN], other[FEATURE_TURN];
    mancala_features(board, p->row[0], p->row[1], own);
    mancala_features(board, p->row[1], p->row[0], other);
    for (int i = 0; i < FEATURE_TURN; i++)
        sparse_add(sparse, i, own[i] - other[i]);
    sparse_add(sparse, FEATURE_TURN, 1);
}

static void describe_holes(const struct mancala_board *board,
                           const struct mancala_position *p, struct sparse *sparse)
{
    for (int side = 0; side < 2; side++) {
        int feature[FEATURE_TURN];
        mancala_features(board, p->row[side], p->row[!side], feature);
        for (int lane = 0; lane < HOLE_COUNT; lane++) {
            int n = mancala_lane(p->row[side], lane);
            int hole = (side * HOLE_COUNT + lane) * (HOLE_MOST + 1);
            sparse_add(sparse, hole + (n < HOLE_MOST ? n : HOLE_MOST), 1);
        }
        sparse_add(sparse, HOLE_STEAL + side, feature[FEATURE_STEAL]);
    }
    sparse_add(sparse, HOLE_TURN, 1);
}

/* The sums that least squares needs. */
struct sums {
    int features;
    double *product; /* features x features */
    double *with_target;
    double target_square;
    int count;
};

static bool sums_init(struct sums *sums, int features)
{
    size_t n = (size_t)features;
    *sums = (struct sums){.features = features,
                          .product = calloc(n * n, sizeof *sums->product),
                          .with_target = calloc(n, sizeof *sums->with_target)};
    return sums->product && sums->with_target;
}

static void sums_free(struct sums *sums)
{
    free(sums->product);
    free(sums->with_target);
}

static double *product(const struct sums *sums, int row, int column)
{
    return &sums->product[row * sums->features + column];
}

static void sums_add(struct sums *sums, const struct sparse *sparse, double target)
{
    for (int i = 0; i < sparse->count; i++) {
        for (int j = 0; j < sparse->count; j++)
            *product(sums, sparse->index[i], sparse->index[j]) +=
                sparse->value[i] * sparse->value[j];
        sums->with_target[sparse->index[i]] += sparse->value[i] * target;
    }
    sums->target_square += target * target;
    sums->count++;
}

/* Solves the normal equations and gives up the sums. A feature that never varied (no
 * stealing) gets nothing. */
static void sums_solve(struct sums *s, double pull, double *weight)
{
    const int n = s->features;
    for (int i = 0; i < n; i++)
        *product(s, i, i) += 1e-6 * (1 + *product(s, i, i)) + pull;
    for (int i = 0; i < n; i++) {
        for (int row = i + 1; row < n; row++) {
            double factor = *product(s, row, i) / *product(s, i, i);
            for (int j = i; j < n && factor != 0; j++)
                *product(s, row, j) -= factor * *product(s, i, j);
            s->with_target[row] -= factor * s->with_target[i];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        double rest = s->with_target[i];
        for (int j = i + 1; j < n; j++)
            rest -= *product(s, i, j) * weight[j];
        weight[i] = rest / *product(s, i, i);
    }
}

/* The mean square that is left with these weights. */
static double sums_error(const struct sums *s, const double *weight)
{
    double error = s->target_square;
    for (int i = 0; i < s->features; i++) {
        error -= 2 * weight[i] * s->with_target[i];
        for (int j = 0; j < s->features; j++)
            error += weight[i] * weight[j] * *product(s, i, j);
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

/* Searches random positions and adds up what least squares needs: of those with a
 * proven margin, or of all. */
static bool collect(struct engine *engine, const struct game *game,
                    const struct mancala_train_options *options, describe *features_of,
                    bool all, struct sums *sums, int *tried, struct error *error)
{
    struct rng rng = rng_seeded(options->seed);
    struct limits limits = {.nodes = options->nodes};
    *tried = 0;
    for (int made = 0; sums->count < options->positions; made++) {
        /* On some boards nearly all are over, or none can be proven. */
        if (made == ENOUGH && sums->count < ENOUGH / 100)
            return error_set(error,
                             _("of the first %d random positions only %d can be used; "
                               "more --nodes prove more of them"),
                             ENOUGH, sums->count);
        struct position position;
        struct search_result verdict;
        struct sparse sparse = {0};
        random_position(game, &rng, options->plies, &position);
        struct outcome outcome = game->outcome(game, &position);
        if (outcome.result != RESULT_NONE)
            continue;
        ++*tried;
        engine_think(engine, &position, &limits, NULL, NULL, &verdict);
        if (!all && !verdict.proven)
            continue;
        int turn = game->turn(&position);
        features_of(&game->board.mancala, &position.mancala, &sparse);
        sums_add(sums, &sparse,
                 verdict.score - (outcome.store[turn] - outcome.store[!turn]));
    }
    return true;
}

/* Fits `weight`, one for each feature, in stones. */
static bool fit(const struct game *game, const struct mancala_train_options *options,
                describe *features_of, bool all, double pull, int features,
                double *weight, struct mancala_train_report *report,
                struct error *error)
{
    struct engine_options engine_options = {.threads = 1, .hash_mib = 16};
    struct engine *engine = engine_open(game, &engine_options, NULL);
    struct sums sums = {0}, used = {0};
    bool ok = (engine && sums_init(&sums, features) && sums_init(&used, features)) ||
              error_set(error, _("out of memory"));
    ok = ok &&
         collect(engine, game, options, features_of, all, &sums, &report->tried, error);
    if (ok) {
        const size_t n = (size_t)features;
        memcpy(used.product, sums.product, n * n * sizeof *used.product);
        memcpy(used.with_target, sums.with_target, n * sizeof *used.with_target);
        sums_solve(&used, pull, weight);
        report->error_before = sqrt(sums.target_square / sums.count);
        report->error_after = sqrt(sums_error(&sums, weight));
    }
    sums_free(&sums);
    sums_free(&used);
    engine_close(engine);
    return ok;
}

static int16_t units(double stones)
{
    double scaled = round(stones * MANCALA_UNIT);
    return (int16_t)(scaled > INT16_MAX   ? INT16_MAX
                     : scaled < INT16_MIN ? INT16_MIN
                                          : scaled);
}

bool mancala_train(const struct game *game, const struct mancala_train_options *options,
                   struct mancala_weights *weights, struct mancala_train_report *report,
                   struct error *error)
{
    double weight[FEATURE_COUNT];
    if (!fit(game, options, describe_features, false, 0, FEATURE_COUNT, weight, report,
             error))
        return false;
    for (int i = 0; i < FEATURE_COUNT; i++)
        weights->weight[i] = units(weight[i]);
    return true;
}

bool mancala_train_holes(const struct game *game,
                         const struct mancala_train_options *options,
                         struct mancala_hole_weights *weights,
                         struct mancala_train_report *report, struct error *error)
{
    double weight[HOLE_FEATURES];
    if (!fit(game, options, describe_holes, true, hole_pull, HOLE_FEATURES, weight,
             report, error))
        return false;
    const double *next = weight;
    for (int side = 0; side < 2; side++)
        for (int lane = 0; lane < HOLE_COUNT; lane++)
            for (int n = 0; n <= HOLE_MOST; n++)
                weights->stones[side][lane][n] = units(*next++);
    for (int side = 0; side < 2; side++)
        weights->steal[side] = units(*next++);
    weights->turn = units(*next);
    return true;
}
