/* peer_inside.h: what the parts of the server share: the server itself, and a session
 * for each request or WebSocket. */
#pragma once

#include <libwebsockets.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/text.h"
#include "web/files.h"
#include "web/hub.h"
#include "web/server.h"

struct web_server {
    struct web web;
    struct lws_context *context;
    struct lws_sorted_usec_list alarm;
    const struct web_server_options *options;
    int port;
    int connections;   /* all that are open */
    atomic_int caught; /* the signal that ends it */
    bool stopping;
    struct web_session *sockets; /* all WebSockets */
};

struct web_session {
    struct lws *wsi;
    bool is_socket;
    struct web_peer peer; /* open while peer.web is set */
    struct text in;       /* the body, or the message, as far as it has come */
    bool closing;         /* nothing may be written any more */
    int close_code;       /* of a WebSocket that is to be closed, 0: none */
    const char *close_why;
    int refused; /* messages in a row that came too fast */
    struct web_session *after, *before;

    /* HTTP: */
    char operation[32];
    int status;
    bool head_only, has_headers, keeps;
    const char *type;
    char etag[24];             /* with its quotes; "" for none */
    const unsigned char *body; /* NULL: what the peer has to say */
    size_t size, sent;
};

static inline struct web_server *web_session_server(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

/* Where the connection comes from; NULL when that is not known. */
struct web_client *web_session_client(struct lws *wsi);

/* Whether Host and Origin are ours: a page elsewhere must not speak for its visitor,
 * and a foreign name must not lead here. */
bool web_session_is_ours(struct lws *wsi);

/* The callbacks for HTTP and for WebSockets; as lws_callback_function. */
int web_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                      void *in, size_t length);
int web_socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                        void *in, size_t length);

/* Asks the peer's connection to send what is ready: web.flush. */
void web_session_flush(struct web_peer *peer);

/* Tells all WebSockets that the server stops. */
void web_socket_close_all(struct web_server *server);
