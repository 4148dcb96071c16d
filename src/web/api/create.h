/* create.h: making games: from a request, from a file, as a rematch. */
#pragma once

#include "web/api/call.h"

static const double WEB_MOVE_TIME_LEAST = 0.1, WEB_MOVE_TIME_MOST = 60;

/* Make a game of the record, with the settings of the request, and return what the
 * operation answers; NULL when refused. They take the record over. An imported one has
 * the players and the result of its file. */
json_t *web_create_game(struct web_call *call, struct record *record);
json_t *web_create_import(struct web_call *call, struct record *record);

/* A new game with the settings of another; NULL when refused. */
struct web_game *web_create_rematch(struct web_call *call, const struct web_game *game,
                                    bool swap);

/* {"keys", "state"} for the person who made the game. */
json_t *web_create_result(const struct web_game *game);

/* Gives a person a name, "" for none; refuses what can't be read or seen. */
bool web_create_label(struct web_call *call, const char *label,
                      struct session_side *seat);

/* Reads "first" and "second" into the seats; refuses names that do not play this
 * game. */
bool web_create_seats(struct web_call *call, const struct game *game,
                      struct session_side seat[2]);
