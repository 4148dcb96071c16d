/* cave.h: fits the learned evaluation of the standard board to games that the engine
 * plays against itself. The same samples give the same weights on the same machine. */
#pragma once

#include "train/cave_games.h"

struct cave_train_options {
    uint64_t seed;
    const struct cave_weights *weights; /* to start from; NULL: from zero */
    int epochs;
    double rate;    /* of learning */
    double forget;  /* how strongly rare entries are pulled towards the start */
    double results; /* share of results in what is learned; the rest is scores */
};

/* Fits the weights by logistic regression; false when memory runs out. Every tenth game
 * is left out of the fit, for the functions below. */
bool cave_train_fit(const struct cave_train_options *options,
                    const struct cave_samples *samples, struct cave_weights *weights,
                    train_progress *progress, void *context);

/* The mean loss on the games left out of the fit. */
double cave_train_loss(const struct cave_weights *weights,
                       const struct cave_samples *samples);

enum {
    CALIBRATION_PHASES = 8, /* by the number of bricks */
    CALIBRATION_BINS = 10,  /* by the points that ■ expects, from 0 to 1 */
};

/* How well the estimates agree with the results of the games left out of the fit. */
struct cave_calibration {
    struct {
        size_t count;
        double expected, scored; /* sums of points */
    } bin[CALIBRATION_BINS];
    size_t drawn;
    double drawn_size; /* the sum of the estimates' sizes in drawn games */
};

void cave_calibrate(const struct cave_weights *weights,
                    const struct cave_samples *samples,
                    struct cave_calibration calibration[CALIBRATION_PHASES]);
