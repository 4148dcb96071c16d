/* measure.h: how well a heuristic agrees with proven values. */
#pragma once

#include "players/heuristic.h"
#include "search/engine.h"

enum {
    MEASURE_WORST = 5
};

/* A position and its proven value, seen from the first player: the cave -1, 0, 1;
 * Mancala the final margin in stones. */
struct solved_position {
    struct position position;
    double proven;
};

/* Solves a position within the limits; false when that is not enough. */
struct solver;
bool measure_solve(struct solver *solver, const struct game *game,
                   const struct position *position, const struct limits *limits,
                   struct solved_position *solved);

struct measure {
    /* A heuristic's points are in units of its own. This times its points comes nearest
     * to the proven values: the smallest sum of squares. */
    double scale;
    double mean_error; /* of the scaled points, in the unit of the proven values */
    int decided, right_side; /* positions that are no draws; with the right sign */
    /* Pairs of positions that are worth different, and those that the heuristic puts in
     * the same order; equal points count half. */
    double pairs, pairs_right;
    int worst[MEASURE_WORST]; /* positions by their number, the worst first */
    int worst_count;
};

/* Compares; `value` gets the heuristic's points of each position. */
void measure_heuristic(const struct heuristic *heuristic, const struct game *game,
                       const struct solved_position *solved, int count, double *value,
                       struct measure *measure);
