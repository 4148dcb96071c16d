/* store_games.h: games in the database. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "web/hub/game.h"
#include "web/hub/store.h"

/* Writes a new game and gives it its number. */
bool web_store_add(struct web_store *store, struct web_game *game, struct error *error);
/* Writes what can change in a game, and its moves from number `from` on. */
bool web_store_change(struct web_store *store, const struct web_game *game, int from,
                      struct error *error);

/* Reads a game; NULL and an empty error when there is no such number. */
struct web_game *web_store_load(struct web_store *store, int64_t id,
                                struct error *error);
