/* game.h: Mancala as a struct game. */
#pragma once

#include "rules/game.h"

/* Fills in everything but spec and name; for game_open alone. */
void mancala_game_bind(struct game *game);
