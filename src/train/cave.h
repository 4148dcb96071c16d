/* cave.h: fits the learned evaluation of the standard board to games that the engine
 * plays against itself. The same seed gives the same weights on the same machine. */
#pragma once

#include "search/cave/eval_patterns.h"
#include "search/engine.h"

/* A position and how its game ended: the training data. */
struct cave_sample {
    uint64_t brick[2];
    uint8_t bricks;
    int8_t result; /* for ■: 1, 0, -1 */
};

struct cave_samples {
    struct cave_sample *sample;
    size_t count, capacity;
};

struct cave_train_options {
    int games;
    int threads;
    uint64_t nodes; /* a move */
    uint64_t seed;
    const struct cave_weights *weights; /* to play with; NULL: evaluate by lines */
    int epochs;
    double rate;   /* of learning */
    double forget; /* how strongly rare entries are pulled towards zero */
};

typedef void cave_train_progress(void *context, const char *stage, int done, int of);

/* Plays the games and adds their positions; false when memory runs out. A game is over
 * as soon as its value is proven. The first plies are random, so that games differ. */
bool cave_train_play(const struct cave_train_options *options,
                     struct cave_samples *samples, cave_train_progress *progress,
                     void *context);

/* Fits the weights by logistic regression; returns the loss on the positions of every
 * tenth game, which are left out of the fit. */
double cave_train_fit(const struct cave_train_options *options,
                      const struct cave_samples *samples, struct cave_weights *weights,
                      cave_train_progress *progress, void *context);
