/* api.h: the operations of the JSON API; docs/api.md is their contract. */
#pragma once

#include "web/hub.h"

/* Why an operation was refused. */
enum web_code {
    WEB_OK,
    WEB_BAD_JSON,
    WEB_BAD_REQUEST,
    WEB_UNKNOWN_OP,
    WEB_NOT_FOUND,
    WEB_FORBIDDEN,
    WEB_UNFAIR,
    WEB_ILLEGAL,
    WEB_TURN,
    WEB_STALE,
    WEB_OVER,
    WEB_NOTHING,
    WEB_STOPPED,
    WEB_BUSY,
    WEB_LIMIT,
    WEB_TOO_LARGE,
    WEB_STORAGE,
    WEB_INTERNAL,
};

const char *web_code_name(enum web_code code);
int web_code_status(enum web_code code); /* of HTTP */

/* An operation that is being carried out. */
struct web_call {
    struct web *web;
    struct web_peer *peer;
    json_t *args;
    int64_t id; /* -1: none */
    enum web_code code;
    struct error error;
    bool later; /* somebody will answer when the work is done */
};

/* Refuses; returns NULL, so that an operation can end with `return web_refuse(...)`. */
json_t *web_refuse(struct web_call *call, enum web_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with the message that stands in call->error. */
json_t *web_refuse_why(struct web_call *call, enum web_code code);

/* Members of the request: NULL, `usual` when they are not there. */
const char *web_text_arg(const struct web_call *call, const char *name);
bool web_flag_arg(const struct web_call *call, const char *name, bool usual);
double web_number_arg(const struct web_call *call, const char *name, double usual);
/* Seconds within limits; refuses others. */
bool web_seconds_arg(struct web_call *call, const char *name, double least, double most,
                     double *seconds);
/* A whole number within limits, `*number` as it was when not there. */
bool web_count_arg(struct web_call *call, const char *name, int most, int *number);

/* The game and role of the member "key"; NULL and refused when there is none. */
struct web_game *web_key_arg(struct web_call *call, enum web_role *role);
/* The same for a key by itself; NULL without a refusal when nothing has it. */
struct web_game *web_find_key(struct web *web, const char *key, enum web_role *role,
                              struct error *error);
/* A record from "spec", "position" and "moves"; false and refused. */
bool web_record_arg(struct web_call *call, struct record *record);
/* A record from the text of a file in "lode"; false and refused. */
bool web_lode_arg(struct web_call *call, struct record *record);

/* Answers with a result, or with the reason when that is NULL; takes it over. */
void web_answer(struct web_peer *peer, int64_t id, json_t *result, enum web_code code,
                const struct error *error);

/* A message of a WebSocket, and the body of an HTTP request for operation `name`. */
void web_api_message(struct web_peer *peer, const char *bytes, size_t count);
void web_api_post(struct web_peer *peer, const char *name, const char *bytes,
                  size_t count);
/* Answers an HTTP request or a message that is refused before it is read. */
void web_api_reject(struct web_peer *peer, enum web_code code, const char *message);

/* The operations, by file. */
typedef json_t *web_operation(struct web_call *call);
web_operation web_op_hello, web_op_look, web_op_read, web_op_tournament,
    web_op_tournament_game;
web_operation web_op_create, web_op_import, web_op_watch, web_op_unwatch, web_op_state,
    web_op_move, web_op_undo, web_op_redo, web_op_answer, web_op_resign, web_op_players,
    web_op_rematch, web_op_list, web_op_export;
web_operation web_op_hint, web_op_evaluate, web_op_scores, web_op_analyse, web_op_stop;
