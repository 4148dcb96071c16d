/* think.h: the moves of automatic players in games of the web server. */
#pragma once

#include "web/hub/hub.h"

/* Starts the player whose turn it is; its move is played when it is found. NULL when
 * the queue is full. */
struct web_job *web_think_begin(struct web_hub *hub, struct web_game *game);

/* Plays an automatic player's move. */
void web_think_play(struct web_hub *hub, struct web_game *game, move_t move);
