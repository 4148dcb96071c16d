/* retrace.h: moves that lead to a position. Bots know the moves of a game, not its
 * positions. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "rules/game.h"

/* Appends the moves, parted by blanks. False when none are found: they are looked for
 * in Magnetic Cave only. */
bool retrace(const struct game *game, const struct position *position,
             struct text *moves, struct error *error);
