/* mancala.h: fits the weights of the Mancala estimate to positions whose margin
 * the engine has proven. */
#pragma once

#include "search/engine.h"
#include "search/mancala/eval.h"

struct mancala_train_options {
    int positions;  /* to be proven */
    uint64_t nodes; /* for each proof; what takes longer is left out */
    int plies;      /* up to so many random ones lead to a position */
    uint64_t seed;
};

struct mancala_train_report {
    int tried;
    double error_before, error_after; /* root of the mean square, in stones: stores
                                         alone, and with the weights */
};

/* False when memory runs out. */
bool mancala_train(const struct game *game, const struct mancala_train_options *options,
                   struct mancala_weights *weights,
                   struct mancala_train_report *report);
