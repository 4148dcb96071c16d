/* hub.h: the core of the web server, without sockets: the games in memory, who watches
 * them, and the messages that wait to be sent.
 *
 * The server's loop works in rounds. It reads what came in, changes games and writes
 * the changes; then web_hub_round commits all of them at once, and only then sends the
 * messages of the round. So whatever a client has seen is on disk. When the disk
 * refuses, the games of the round are read back and its answers become errors. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "web/engine/jobs.h"
#include "web/hub/game.h"
#include "web/hub/peer.h"
#include "web/hub/store.h"

enum {
    WEB_WATCHES_MOST = 64, /* of one connection */
};

struct web_tournament;
struct web_tree;

struct web_watch {
    struct web_watch *after;      /* of the same game */
    struct web_watch *peer_after; /* of the same peer */
    struct web_game *game;
    struct web_peer *peer;
    enum web_role role;
};

enum {
    WEB_GAME_BUCKETS = 1024
};

struct web_hub {
    struct web_store *store;
    struct web_jobs *jobs;
    struct web_tournament *tournament; /* or NULL */
    struct web_game *game[WEB_GAME_BUCKETS];
    struct web_client *clients;
    struct web_peer *peers;
    struct web_tree *trees; /* of all peers */
    uint64_t round, peer_ids, client_ids;
    bool sharing;  /* somebody waits for the engine */
    int64_t swept; /* when idle games were last dropped from memory */
    /* Asks the connection of a peer to send what is ready. */
    void (*flush)(struct web_peer *peer);
};

/* Takes the store over. */
void web_hub_init(struct web_hub *hub, struct web_store *store,
                  void (*flush)(struct web_peer *peer));
void web_hub_free(struct web_hub *hub);

/* The game of this number, from memory or from the store; NULL and a message (empty
 * when there is none). */
struct web_game *web_hub_find_game(struct web_hub *hub, int64_t id,
                                   struct error *error);
/* Writes a new game and keeps it in memory; takes it over, also on failure. */
bool web_hub_add_game(struct web_hub *hub, struct web_game *game, struct error *error);
/* Writes a changed game (its moves from `from` on), tells its watchers, and starts the
 * automatic player whose turn it is. */
bool web_hub_change_game(struct web_hub *hub, struct web_game *game, int from,
                         struct error *error);
/* The same for what is said about a game, a name or a comment: an automatic player goes
 * on thinking. */
bool web_hub_annotate_game(struct web_hub *hub, struct web_game *game, int from,
                           struct error *error);
/* Starts the automatic player whose turn it is, unless it is already thinking. */
void web_hub_wake_game(struct web_hub *hub, struct web_game *game);
/* Starts watching; false when the connection watches too many games. */
bool web_hub_watch(struct web_peer *peer, struct web_game *game, enum web_role role);
void web_hub_unwatch(struct web_peer *peer, const struct web_game *game);

/* Ends a round: see above. */
void web_hub_round(struct web_hub *hub);
/* Nanoseconds until web_hub_round has something to do even without input; -1: never. */
int64_t web_hub_next_alarm(const struct web_hub *hub, int64_t now);
