/* careful.h: moves that are not an obvious mistake. */
#pragma once

#include "rules/game.h"

/* Reduces the legal `moves` to one that ends the game with a winner or, when there is
 * none, to those after which the opponent can't win at once. When the opponent can win
 * after every move, all of them stay. */
void careful_moves(const struct game *game, const struct position *position,
                   struct moves *moves);
