/* eval.h: the evaluation of a Mancala position: the stores, and what the holes are
 * worth, in units of 1/32 stone. With six holes a side there is a table of what each
 * hole is worth with so many stones; other boards weigh some features. */
#pragma once

#include <stdint.h>

#include "rules/mancala/mancala.h"

enum {
    MANCALA_UNIT = 32
};

/* Each counts for the player to move and, with the opposite sign, for the opponent;
 * only the last is the mover's alone. */
enum mancala_feature {
    FEATURE_SIDE,     /* stones in the holes */
    FEATURE_NEAR,     /* stones in the hole before the store */
    FEATURE_MOBILITY, /* holes with stones */
    FEATURE_EXTRA,    /* moves that end in the store */
    FEATURE_STEAL,    /* the most stones that a move can steal */
    FEATURE_TURN,     /* always 1 */
    FEATURE_COUNT,
};

struct mancala_weights {
    int weight[FEATURE_COUNT]; /* in units: for each stone, hole, move */
};

/* By the stealing rule. */
extern const struct mancala_weights mancala_weights[3];

enum {
    HOLE_COUNT = 6,
    HOLE_MOST = 15, /* more stones count as many */
};

/* The first of two is that of the player to move, the second the opponent's; all count
 * for the player to move. */
struct mancala_hole_weights {
    int16_t stones[2][HOLE_COUNT][HOLE_MOST + 1]; /* by hole and the stones in it */
    int16_t steal[2]; /* for each stone of the most that a move can steal */
    int16_t turn;     /* for the turn */
};

/* By the stealing rule, for boards with HOLE_COUNT holes. */
extern const struct mancala_hole_weights mancala_hole_weights[3];
