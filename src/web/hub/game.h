/* game.h: a game of the web server: a session, the keys that open it, and what is
 * offered. It knows nothing of connections and storage. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "play/session.h"
#include "web/hub/key.h"

/* What a key lets its owner do. The first three are also the places in web_game.key. */
enum web_role {
    WEB_FIRST, /* in a game that is not apart this key stands for both */
    WEB_SECOND,
    WEB_SPECTATOR,
    WEB_BOTH,
};

enum web_offer_kind {
    WEB_OFFER_NONE,
    WEB_OFFER_UNDO,
    WEB_OFFER_REMATCH,
};

struct web_offer {
    enum web_offer_kind kind;
    int by;    /* the side that offers */
    int to;    /* undo: how many moves to keep */
    bool swap; /* rematch: with changed sides */
};

enum {
    WEB_COMMENT_MOST = 4000 /* bytes */
};

struct web_job;
struct web_watch;

struct web_game {
    int64_t id;
    struct session session;
    bool apart;
    double move_time;
    struct web_key key[3];
    int64_t created, changed; /* seconds since 1970 */
    int64_t version;
    struct web_offer offer;
    int64_t next;               /* the rematch, 0: none */
    struct web_key next_key[3]; /* its keys, by the roles in this game */

    /* What is not stored: */
    uint64_t asker;      /* the client that played or asked last; 0: none */
    int64_t asked;       /* when */
    bool reviewed;       /* the store has a review of these moves */
    struct web_job *job; /* the automatic player who is thinking */
    move_t due_move;     /* an automatic move that waits until `due`, or MOVE_NONE */
    int64_t due;
    int64_t show_due;    /* when to tell watchers who is here; INT64_MAX: never */
    const char *trouble; /* why an automatic player does not move, or NULL */
    bool touched;        /* changed since the last commit */
    struct web_watch *watches;
    struct web_game *after; /* in the same bucket */
};

/* Takes the record over. NULL when memory runs out (the record is then freed). */
struct web_game *web_game_new(struct record *record);
void web_game_free(struct web_game *game);

/* As session_play, session_go and session_finish; the next turn begins `now`, and an
 * offer lapses. */
bool web_game_play(struct web_game *game, move_t move, int64_t now,
                   struct error *error);
void web_game_go(struct web_game *game, int count, int64_t now);
void web_game_finish(struct web_game *game, enum session_end end, int loser);

/* Whether this role may write comments now. */
bool web_game_may_comment(const struct web_game *game, enum web_role role);

/* The role of a key in this game; false when it has none. */
bool web_game_find_role(const struct web_game *game, const struct web_key *key,
                        enum web_role *role);
