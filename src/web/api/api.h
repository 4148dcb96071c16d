/* api.h: the JSON API: requests come in as text and are answered; docs/api.md. */
#pragma once

#include "web/api/call.h"

enum {
    WEB_MESSAGE_MOST = 64 << 10, /* bytes of a request */
    WEB_KEYS_MOST = 200,         /* in a list of games */
};

/* A message of a WebSocket. It is paid for before it is read; false when the peer sends
 * too many. */
bool web_api_message(struct web_peer *peer, const char *bytes, size_t count);
/* The body of an HTTP request for operation `name`. */
void web_api_post(struct web_peer *peer, const char *name, const char *bytes,
                  size_t count);
/* Answers an HTTP request or a message that is refused before it is read. */
void web_api_reject(struct web_peer *peer, enum web_code code, const char *message);
