/* game.h: a game of the web server: what was played, by whom, against which clock,
 * and what is offered. It knows nothing of connections and storage. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "rules/record.h"
#include "web/hub/key.h"

enum {
    WEB_NAME_SIZE = 32,
    WEB_LABEL_SIZE = 4 * 40 + 1, /* forty characters */
};

/* What a key lets its owner do. The first three are also the places in web_game.key. */
enum web_role {
    WEB_FIRST, /* in a game that is not apart this key stands for both */
    WEB_SECOND,
    WEB_SPECTATOR,
    WEB_BOTH,
};

enum web_clock_mode {
    WEB_CLOCK_NONE,
    WEB_CLOCK_MOVE, /* so long for each move */
    WEB_CLOCK_GAME, /* so long for all moves */
};

struct web_clock {
    enum web_clock_mode mode;
    bool strict;       /* who oversteps loses */
    int64_t ms;        /* for a move, or for the game */
    int64_t increment; /* added after each move, in ms */
};

/* How a game ended when not by its own rules. */
enum web_end {
    WEB_END_NONE,
    WEB_END_TIME,
    WEB_END_RESIGNED,
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

struct web_seat {
    char name[WEB_NAME_SIZE]; /* "human" or a player's name */
    char label[WEB_LABEL_SIZE];
};

struct web_job;
struct web_watch;

struct web_game {
    int64_t id;
    struct record record;
    int *ms; /* what each move took, -1 when not known; as many as the record's steps */
    struct web_seat seat[2];
    bool apart;
    double move_time;
    struct web_clock clock;
    struct web_key key[3];
    int64_t created, changed; /* seconds since 1970 */
    int64_t version;
    enum web_end end;
    struct web_offer offer;
    int64_t next;               /* the game that was agreed on as rematch, 0: none */
    struct web_key next_key[3]; /* its keys, by the roles in this game */

    /* What is not kept: */
    int64_t turn_began;  /* when the side to move got its turn; monotonic */
    struct web_job *job; /* the automatic player who is thinking */
    move_t due_move;     /* an automatic move that waits until `due`, or MOVE_NONE */
    int64_t due;
    int64_t show_due;    /* when those who watch are told who is here; INT64_MAX: not */
    const char *trouble; /* why an automatic player does not move, or NULL */
    bool touched;        /* changed since the last commit */
    struct web_watch *watches;
    struct web_game *after; /* in the table of games */
};

/* Takes the record over. NULL when memory runs out (the record is then freed). */
struct web_game *web_game_new(struct record *record);
void web_game_free(struct web_game *game);

bool web_game_is_auto(const struct web_game *game, int side);
int web_game_turn(const struct web_game *game);
bool web_game_is_over(const struct web_game *game);

/* Plays a move of the side to move and stops its clock. */
bool web_game_play(struct web_game *game, move_t move, int64_t now,
                   struct error *error);
/* Adds a move that was played somewhere else. */
bool web_game_add(struct web_game *game, move_t move, int ms, struct error *error);

/* Where undo and redo lead when nobody says how far: to a choice of a person, of
 * `side` alone unless that is -1. -1 when there is none. */
int web_game_undo_target(const struct web_game *game, int side);
int web_game_redo_target(const struct web_game *game);
/* Takes back or plays again until `count` moves stand. */
void web_game_go(struct web_game *game, int count, int64_t now);

void web_game_finish(struct web_game *game, enum web_end end, int loser);

/* The milliseconds that a side has left; only with a clock. */
int64_t web_game_left(const struct web_game *game, int side, int64_t now);
/* Whether the clock of the side to move runs. */
bool web_game_clock_runs(const struct web_game *game);
/* When the side to move will have overstepped; INT64_MAX: never. */
int64_t web_game_flag_time(const struct web_game *game);

/* The role of a key in this game; false when it has none. */
bool web_game_find_role(const struct web_game *game, const struct web_key *key,
                        enum web_role *role);
