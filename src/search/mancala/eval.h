/* eval.h: the evaluation of a Mancala position: the stores, and some features of the
 * holes, in units of 1/32 stone. */
#pragma once

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
