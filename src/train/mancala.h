/* mancala.h: fits the weights of the Mancala evaluation to positions whose margin the
 * engine has proven. */
#pragma once

#include "search/engine.h"
#include "search/mancala/eval.h"

struct mancala_train_options {
    int positions;  /* to prove */
    uint64_t nodes; /* per proof; positions that need more are left out */
    int plies;      /* random ones that lead to a position, at most */
    uint64_t seed;
};

struct mancala_train_report {
    int tried;
    /* Root of the mean square error in stones: of the stores alone, and with the
     * weights. */
    double error_before, error_after;
};

/* False when memory runs out. */
bool mancala_train(const struct game *game, const struct mancala_train_options *options,
                   struct mancala_weights *weights,
                   struct mancala_train_report *report);
