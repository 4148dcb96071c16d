/* state.h: a game of the web server as JSON; see docs/api.md. All return new
 * references, NULL when memory runs out. */
#pragma once

#include <jansson.h>

#include "web/hub/game.h"

/* The game as this role sees it. */
json_t *web_state_json(const struct web_game *game, enum web_role role);
/* The keys for the person who made the game. */
json_t *web_state_keys(const struct web_game *game);
/* One line of a list of games. */
json_t *web_state_summary(const struct web_game *game, enum web_role role,
                          const char *key);
