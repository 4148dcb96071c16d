/* games.h: what fuzz targets have in common. */
#pragma once

#include <stdlib.h>

#include "rules/game.h"

static inline void demand(bool condition)
{
    if (!condition)
        abort();
}

/* The game that a byte of the input chooses. Games are made once, since that takes longer
 * than all the rest; `games` keeps them. */
static inline const struct game *game_number(const char *const *specs,
                                             struct game **games, unsigned count,
                                             unsigned number)
{
    struct game **game = &games[number % count];
    if (!*game)
        *game = game_open(specs[number % count], NULL);
    return *game;
}
