/* engine.h: the engine as everyone outside sees it: give it a position and limits, get
 * a move back in time. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/game.h"

enum {
    ENGINE_MAX_THREADS = 64,
    ENGINE_MAX_DEPTH = 120,
    ENGINE_MAX_PV = 64, /* moves of a principal variation */
};

struct cave_weights;

struct engine_options {
    int threads;   /* 0: one for each core */
    int hash_mib;  /* size of the transposition table, 0: the default */
    uint64_t seed; /* for the players that vary their play */
    bool book;     /* Mancala: play from the opening book where it goes */
    bool tables;   /* Mancala: read the endgame tables on disk, where there are any */
    /* For experiments: */
    bool count_lines;                   /* cave: the plain estimate everywhere */
    const struct cave_weights *weights; /* cave: these instead of the built-in ones */
};

/* Zero means "no such limit"; without any limit the search goes on to a proof. */
struct limits {
    double seconds; /* until the answer has to be there; see timeman.h */
    int depth;
    uint64_t nodes; /* counted on one thread, whatever the options say */
    /* Or NULL; set by its owner, never cleared here. A search that is given a token
     * answers soon after it is set, and at once when it already was; either way with a
     * move that was looked at. Nobody reads it once the answer is there. */
    const atomic_bool *stop;
};

/* Whether the owner of the token wants an answer now. */
static inline bool limits_stopped(const struct limits *limits)
{
    return limits->stop && atomic_load_explicit(limits->stop, memory_order_relaxed);
}

/* What is known about a position, seen from the side to move. */
enum value_kind {
    VALUE_ESTIMATE, /* an estimate: `score` */
    VALUE_WIN,      /* proven, in `plies` moves of both sides */
    VALUE_DRAW,     /* proven; mancala: a tie */
    VALUE_LOSS,     /* proven */
};

struct search_result {
    move_t move; /* MOVE_NONE when the game is over */
    enum value_kind kind;
    bool proven; /* the value is proven: cave with `plies`, mancala with the margin */
    int score; /* cave: hundredths of a brick's worth, or +-(10000 - plies) for a proven
                  win or loss; mancala: the expected final margin in stones */
    int plies; /* cave, proven: moves until the end of the game under best play */
    int least, most; /* mancala: the margin is proven to lie between these */
    int depth;       /* the last iteration that was finished */
    uint64_t nodes;
    double seconds;
    int pv_length; /* the principal variation; its first move is `move` */
    move_t pv[ENGINE_MAX_PV];
};

struct engine;

/* Makes an engine for a game, which must outlive it. A table that cannot be had is
 * replaced by a smaller one and `warning` says so (else it is empty). NULL when not
 * even that can be had. */
struct engine *engine_open(const struct game *game,
                           const struct engine_options *options, struct error *warning);
void engine_close(struct engine *engine);

/* Forgets earlier searches: what follows depends on nothing that was before. */
void engine_clear(struct engine *engine);

/* Thinks within the limits and says which move it would play. When `progress` is given
 * it is called after each iteration, from another thread. */
typedef void engine_progress(void *context, const struct search_result *so_far);
void engine_think(struct engine *engine, const struct position *position,
                  const struct limits *limits, engine_progress *progress, void *context,
                  struct search_result *verdict);
