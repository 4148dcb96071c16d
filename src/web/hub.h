/* hub.h: the heart of the web server, without its sockets: games in memory, who watches
 * them, and the messages that wait to be sent.
 *
 * The server's loop works in rounds: it takes in what came, changes games and writes
 * the changes; web_round then makes them last on the disk, all at once, and only after
 * that lets the messages of the round go out. So whatever anybody was shown is kept.
 * When the disk refuses, the games of the round are read back and its answers become
 * errors. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "web/game.h"
#include "web/jobs.h"
#include "web/store.h"

enum {
    WEB_HEADROOM = 32,           /* bytes before a message, for the frame's header */
    WEB_MESSAGE_MOST = 64 << 10, /* bytes of a request */
    WEB_OUT_MOST = 4 << 20,      /* bytes that wait for one peer */
    WEB_RATE = 20,               /* requests a second */
    WEB_BURST = 80,
    WEB_KEYS_MOST = 200,
    WEB_WATCHES_MOST = 64, /* of one connection */
    WEB_TOURNAMENT_PUSH = -1,
};

struct web_tournament;

/* An address that connections come from, and its share. */
struct web_client {
    struct web_client *after;
    char address[48];
    bool local; /* this machine: its own user, or a proxy in front of us */
    int connections;
    double games;    /* how many may still be made */
    int64_t counted; /* when that was last filled up */
    double requests; /* the same for requests by HTTP */
    int64_t requests_counted;
    int users; /* who holds a pointer */
};

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

struct web_watch {
    struct web_watch *after;      /* of the same game */
    struct web_watch *peer_after; /* of the same peer */
    struct web_game *game;
    struct web_peer *peer;
    enum web_role role;
};

struct web_study;

/* Somebody at the other end of a connection. */
struct web_peer {
    struct web_peer *after, *before;
    struct web *web;
    uint64_t id;
    struct web_client *client;
    bool http;  /* one request, one answer */
    bool gone;  /* too slow: to be closed */
    void *link; /* the connection, for `flush` */
    struct web_watch *watches;
    struct web_study *studies;
    bool watches_tournament;
    double tokens; /* requests that may come now */
    int64_t counted;
    struct web_out *out, **out_end;
    size_t out_bytes;
};

enum {
    WEB_GAME_BUCKETS = 1024
};

struct web {
    struct web_store *store;
    struct web_jobs *jobs;
    struct web_tournament *tournament; /* or NULL */
    struct web_game *game[WEB_GAME_BUCKETS];
    struct web_client *clients;
    struct web_peer *peers;
    uint64_t round, peer_ids;
    int64_t swept; /* when idle games were last put away */
    /* Asks the connection of a peer to send what is ready. */
    void (*flush)(struct web_peer *peer);
};

/* Takes the store over. */
void web_init(struct web *web, struct web_store *store,
              void (*flush)(struct web_peer *peer));
void web_free(struct web *web);

struct web_client *web_client_find(struct web *web, const char *address);
void web_client_release(struct web *web, struct web_client *client);
int web_client_connections_most(const struct web_client *client);
int web_client_games_most(const struct web_client *client);
/* Whether the client may make another game, or another request by HTTP; counts it. */
bool web_client_may_create(struct web_client *client);
bool web_client_may_ask(struct web_client *client);

void web_peer_open(struct web *web, struct web_peer *peer, struct web_client *client,
                   bool http, void *link);
void web_peer_close(struct web_peer *peer);
/* Whether a request may come now; counts it. */
bool web_peer_may_ask(struct web_peer *peer);
/* Queues a message and takes it over. */
void web_peer_push(struct web_peer *peer, json_t *message, int64_t game);
void web_peer_answer(struct web_peer *peer, json_t *message, int64_t id, int status);
/* The next message that may go out; NULL when there is none. It stays until dropped. */
struct web_out *web_peer_next(struct web_peer *peer);
void web_peer_drop(struct web_peer *peer);

/* The game of this number, from memory or from the store; NULL and a message (empty
 * when there is none). */
struct web_game *web_find_game(struct web *web, int64_t id, struct error *error);
/* Writes a new game and keeps it in memory; takes it over, also on failure. */
bool web_add_game(struct web *web, struct web_game *game, struct error *error);
/* Writes a changed game (its moves from `from` on), tells those who watch, and has an
 * automatic player think when it is his turn. */
bool web_change_game(struct web *web, struct web_game *game, int from,
                     struct error *error);
/* Tells those who watch how the game stands. */
void web_show_game(struct web_game *game);
/* Sees to it that the automatic player whose turn it is thinks. */
void web_wake_game(struct web *web, struct web_game *game);
/* Watching; false when the connection watches too much. */
bool web_watch(struct web_peer *peer, struct web_game *game, enum web_role role);
void web_unwatch(struct web_peer *peer, const struct web_game *game);

/* Ends a round: see above. */
void web_round(struct web *web);
/* How long until web_round has something to do by itself, in nanoseconds; -1: nothing.
 */
int64_t web_next_alarm(const struct web *web, int64_t now);
