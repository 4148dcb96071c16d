/* effect.h: what a move does on the board, for those who draw it. */
#pragma once

#include <stdbool.h>

#include "rules/game.h"
#include "rules/mancala/sowing.h"

enum {
    EFFECT_PATH = 2 * MANCALA_HOLES * MANCALA_HOLES /* stones in play, at most */
};

struct effect {
    /* Cave: the brick comes from the left wall's side, not from the right. */
    bool from_left;
    /* Mancala: places by the index printed on the board. */
    int path[EFFECT_PATH]; /* where the stones fall, one by one */
    int path_length;
    int stolen[2]; /* the emptied holes of a capture, */
    int stolen_count;
    int swept[SOWING_PLACES]; /* and those that go to their owner's store at the end */
    int swept_count;
    bool again; /* the mover moves again */
};

/* `move` must be legal. */
void effect_of_move(const struct game *game, const struct position *before, move_t move,
                    struct effect *effect);
