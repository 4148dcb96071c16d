/* peer.h: the other end of a connection, and the messages that wait for it. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "web/hub/client.h"

enum {
    WEB_HEADROOM = 32,      /* bytes before a message, for the frame's header */
    WEB_OUT_MOST = 4 << 20, /* bytes that wait behind the next message */
    WEB_RATE = 20,          /* messages per second */
    WEB_BURST = 80,         /* messages at once */
    WEB_TOURNAMENT_PUSH = -1,
};

struct web_watch;
struct web_study;

/* A message that waits. */
struct web_out {
    struct web_out *after;
    int64_t game;   /* a push of this game's state, of which only the newest counts;
                     * or of the tournament */
    uint64_t round; /* it may go out when this round is over */
    int64_t id;     /* of the request, -1: none */
    bool is_answer;
    int status; /* of HTTP */
    size_t length;
    unsigned char room[]; /* WEB_HEADROOM bytes, then the text */
};

struct web_peer {
    struct web_peer *after, *before;
    struct web_hub *hub;
    uint64_t id;
    struct web_client *client;
    bool http;  /* one request, one answer */
    bool gone;  /* too slow: to be closed */
    void *link; /* the connection, for `flush` */
    struct web_watch *watches;
    struct web_study *studies;
    bool watches_tournament;
    struct web_quota messages; /* that may come now */
    struct web_out *out, **out_end;
    size_t out_bytes;
};

void web_peer_open(struct web_hub *hub, struct web_peer *peer,
                   struct web_client *client, bool http, void *link);
void web_peer_close(struct web_peer *peer);

/* Whether a message may come now; counts it. */
bool web_peer_may_ask(struct web_peer *peer);

/* Queues a message and takes it over. */
void web_peer_push(struct web_peer *peer, json_t *message, int64_t game);
void web_peer_answer(struct web_peer *peer, json_t *message, int64_t id, int status);

/* The next message that may go out; NULL when there is none. It stays until dropped. */
struct web_out *web_peer_next(struct web_peer *peer);
void web_peer_drop(struct web_peer *peer);
