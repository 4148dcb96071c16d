/* call.h: an operation of the API while it runs: the request, and how it is answered
 * or refused. */
#pragma once

#include "web/hub/hub.h"

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

struct web_call {
    struct web_hub *hub;
    struct web_peer *peer;
    json_t *args;
    int64_t id; /* -1: none */
    enum web_code code;
    struct error error;
    bool later; /* the answer comes when the work is done */
};

/* Refuses; returns NULL, so that an operation can end with `return web_refuse(...)`. */
json_t *web_refuse(struct web_call *call, enum web_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with the message in call->error. */
json_t *web_refuse_why(struct web_call *call, enum web_code code);

/* Answers with a result, or with the reason when there is none; takes the result over.
 */
void web_answer(struct web_peer *peer, int64_t id, json_t *result, enum web_code code,
                const struct error *error);
