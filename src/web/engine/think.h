/* think.h: the moves of automatic players in games of the web server. */
#pragma once

#include "web/hub/hub.h"

/* Has the player whose turn it is think; he moves by himself. NULL when there is no
 * place in the queue. */
struct web_job *web_think_begin(struct web_hub *hub, struct web_game *game);

/* Plays an automatic player's move. */
void web_think_play(struct web_hub *hub, struct web_game *game, move_t move);
