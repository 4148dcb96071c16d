/* create.h: making games: from a request, from a file, as a rematch. */
#pragma once

#include "web/api.h"

static const double WEB_MOVE_TIME_LEAST = 0.1, WEB_MOVE_TIME_MOST = 60;

/* Reads "first" and "second" into the seats; refuses who does not play this game. */
bool web_make_seats(struct web_call *call, const struct game *game,
                    struct session_side seat[2]);

/* A new game with the settings of another; NULL and refused. */
struct web_game *web_make_rematch(struct web_call *call, const struct web_game *game,
                                  bool swap);

/* {"keys", "state"} as whoever made it sees it. */
json_t *web_make_result(const struct web_game *game);

/* Brings the tags of the record up to date, before it is written as a file. */
bool web_make_tags(struct web_game *game, struct error *error);
