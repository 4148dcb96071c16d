/* cave_games.h: training data for the cave family: the engine plays itself. The same
 * seed gives the same games on every machine. */
#pragma once

#include "search/cave/eval_patterns.h"
#include "search/engine.h"

enum {
    RESULT_UNKNOWN = 2,
};

/* A position, how its game ended and what the search said. */
struct cave_sample {
    uint64_t brick[2];
    uint32_t game; /* its number */
    int16_t score; /* of the search, for ■; 0 for a proven draw, large for a win */
    uint8_t bricks;
    int8_t result; /* for ■: 1, 0, -1 or RESULT_UNKNOWN */
};

struct cave_samples {
    struct cave_sample *sample;
    size_t count, capacity;
};

/* Whether these can be samples of games on this board: for what comes from a file. */
bool cave_samples_are_sound(const struct cave_samples *samples,
                            const struct cave_board *board);

struct cave_games_options {
    const char *spec; /* NULL: the standard board */
    int games;
    int threads;
    uint64_t nodes; /* a move */
    uint64_t seed;
    const struct cave_weights *weights; /* NULL: evaluate by lines */
};

typedef void train_progress(void *context, const char *stage, int done, int of);

/* Plays the games and adds their positions; false when memory runs out. A game is over
 * as soon as its value is proven. The first plies are random, so that games differ. */
bool cave_games_play(const struct cave_games_options *options,
                     struct cave_samples *samples, train_progress *progress,
                     void *context);
