/* json.h: positions, moves, values and games as JSON; see docs/api.md. All return
 * new references, NULL when memory runs out. */
#pragma once

#include <jansson.h>

#include "rules/record.h"
#include "search/engine.h"
#include "web/hub/game.h"

/* {"first": a, "second": b}; takes both over. */
json_t *web_json_pair(json_t *first, json_t *second);

const char *web_json_side(int side);
const char *web_json_role(enum web_role role);

json_t *web_json_move_name(const struct game *game, move_t move);
json_t *web_json_position(const struct game *game, const struct position *position);
/* The moves of a record with their boards. */
json_t *web_json_moves(const struct record *record);
/* {"position", "board", "turn", "comment"} of the record's first position. */
json_t *web_json_start(const struct record *record);

/* A value seen from player `turn`. */
json_t *web_json_value(const struct game *game, int turn,
                       const struct search_result *verdict);
/* A record to look at: {"start", "moves", "position"}; of a file also its "tags". */
json_t *web_json_record(const struct record *record);
json_t *web_json_file(const struct record *record);

/* The principal variation. */
json_t *web_json_pv(const struct game *game, const struct search_result *verdict);

/* What a text says that is JSON already; frees the text. */
json_t *web_json_take_text(struct text *text);

/* {"error": {"code", "message"}}, with the id unless that is -1. */
json_t *web_json_error(const char *code, const char *message, int64_t id);
