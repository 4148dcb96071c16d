/* connection.h: what a request or a WebSocket needs while it is open, and the site that
 * all of them belong to. */
#pragma once

#include <libwebsockets.h>
#include <stdbool.h>

#include "base/text.h"
#include "web/hub/hub.h"

enum {
    WEB_CONNECTIONS_MOST = 4000, /* of all clients together */
    WEB_HEAD_MOST = 8192, /* bytes of a request's head; longer ones are told so */
    WEB_HEAD_CUT = 65535, /* and here the connection just ends */
};

/* What the connections share. libwebsockets carries it as the user of its context. */
struct web_site {
    struct web_hub hub;
    const char *listen;             /* the address we listen on; NULL: loopback */
    const char *host;               /* a name that browsers may use for us, or NULL */
    int port;                       /* the port we listen on */
    int connections;                /* how many are open */
    bool stopping;                  /* no new WebSockets */
    struct web_connection *sockets; /* all WebSockets */
    int64_t looked_after;           /* when that was last done */
};

/* A request or a WebSocket: the user data of its struct lws. */
struct web_connection {
    struct lws *wsi;
    bool is_socket;
    struct web_peer peer; /* open while peer.hub is set */
    struct text in;       /* the body or message, as far as it has come */

    /* WebSocket: */
    bool closing;   /* nothing may be written any more */
    int close_code; /* what to close it with, 0: it stays open */
    const char *close_why;
    int refused;       /* frames that came too fast, less what was paid since */
    uint64_t received; /* bytes when last looked after */
    uint64_t messages; /* bytes of messages since then */
    struct web_connection *after, *before;

    /* HTTP: */
    char operation[32];
    int status;
    bool head_only, has_headers, keeps;
    const char *type;
    char etag[32];             /* with its quotes; "" for none */
    bool is_gzip;              /* the body is compressed */
    bool is_lasting;           /* what has this address never changes */
    const unsigned char *body; /* NULL: what the peer has to say */
    size_t size, sent;
};

struct web_site *web_connection_site(struct lws *wsi);

/* Where the connection comes from; NULL when that is not known. */
struct web_client *web_connection_client(struct lws *wsi);

/* The same once the head of a request has come: a proxy on this machine may name
 * somebody else for each request. */
struct web_client *web_connection_identify(struct lws *wsi);

/* How many bytes the system has received so far. */
uint64_t web_connection_received(struct lws *wsi);

/* Whether more came since the request before than a head may have. The library's own
 * limit is higher, because it closes without an answer. Behind the head of a POST its
 * body may have come as well, so that counts for nothing. */
bool web_connection_head_is_long(struct lws *wsi);

/* Whether Host and Origin are ours: other sites must not act for their visitors (CSRF),
 * and foreign names must not lead here (DNS rebinding). */
bool web_connection_is_ours(struct lws *wsi);

/* Counts a connection that was accepted, and one that is gone. -1: there are too many,
 * or too many that ask for nothing. */
int web_connection_accept(struct lws *wsi);
void web_connection_release(struct lws *wsi);

/* Asks the peer's connection to send what is ready: the hub's `flush`. */
void web_connection_flush(struct web_peer *peer);
