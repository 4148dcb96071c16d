/* moves_to_position.h: finds moves that lead to a position. Bots are told moves, not
 * positions. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "rules/game.h"

/* Appends the moves, separated by spaces. False if none are found; only positions of
 * Magnetic Cave are searched. */
bool moves_to_position(const struct game *game, const struct position *position,
                       struct text *moves, struct error *error);
