/* mancala.h: fits the weights of the Mancala evaluation to random positions, whose
 * margin the engine has proven or estimated by a search. */
#pragma once

#include "search/engine.h"
#include "search/mancala/eval.h"

struct mancala_train_options {
    int positions;
    uint64_t nodes; /* per position; without a proof by then it is left out */
    int plies;      /* random ones that lead to a position, at most */
    uint64_t seed;
};

struct mancala_train_report {
    int tried;
    /* Root of the mean square error in stones: of the stores alone, and with the
     * weights. */
    double error_before, error_after;
};

/* False with a reason when memory runs out or too few positions can be used, as
 * below. */
bool mancala_train(const struct game *game, const struct mancala_train_options *options,
                   struct mancala_weights *weights, struct mancala_train_report *report,
                   struct error *error);

/* The same for boards with HOLE_COUNT holes, by proven and estimated margins alike:
 * nothing is left out. */
bool mancala_train_holes(const struct game *game,
                         const struct mancala_train_options *options,
                         struct mancala_hole_weights *weights,
                         struct mancala_train_report *report, struct error *error);
