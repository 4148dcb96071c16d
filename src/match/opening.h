/* opening.h: the random openings of a match. */
#pragma once

#include "base/error.h"
#include "rules/game.h"

enum {
    OPENING_MAX_PLIES = 30,
};

struct opening {
    int plies;
    move_t move[OPENING_MAX_PLIES];
};

/* Random moves after which the game is not over. They depend on the seed, the pair's
 * number and the plies alone. False if hardly any game lasts that long. */
bool opening_make(const struct game *game, int plies, uint64_t seed, int pair,
                  struct opening *opening, struct error *error);

/* The most plies up to `wanted` after which a game can still be on. */
int opening_longest(const struct game *game, int wanted, uint64_t seed);
