/* mancala_estimate.h: the worth of a Mancala position for the side to move, in units of
 * 1/32 stone. */
#pragma once

enum {
    MANCALA_UNIT = 32
};

/* The features that are weighed, each the mover's less the opponent's where both have
 * it. */
enum mancala_feature {
    FEATURE_SIDE,     /* stones in the holes */
    FEATURE_NEAR,     /* stones in the hole before the store */
    FEATURE_MOBILITY, /* holes with stones */
    FEATURE_EXTRA,    /* moves that end in the store */
    FEATURE_STEAL,    /* the most stones that a move would steal */
    FEATURE_TURN,     /* always 1 */
    FEATURE_COUNT,
};

struct mancala_weights {
    int weight[FEATURE_COUNT]; /* units a stone, a hole, a move */
};

/* Fitted for each stealing rule by `lodestone train`. */
extern const struct mancala_weights mancala_weights[3];
