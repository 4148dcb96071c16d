/* engine.h: the engine as the other rooms see it: give it a position and limits, and
 * get a move back in time. */
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
    bool book;     /* use the opening book, if there is one */
    bool tables;   /* Mancala: read the endgame tables on disk, if any */
    /* For experiments: */
    bool count_lines; /* cave: count open lines instead of the learned evaluation */
    const struct cave_weights *weights; /* cave: these instead of the built-in ones */
};

/* Zero means no limit; without any limit the search continues until it has a proof. */
struct limits {
    double seconds; /* by when the answer must arrive; see timeman.h */
    int depth;
    uint64_t nodes; /* counted on one thread, whatever the options say */
    /* The stop token, or NULL; set by its owner, never cleared here. A search answers
     * soon after it is set, or at once if it already was; either way with a move that
     * was searched. It is not read after the answer. */
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
    int score;   /* cave: hundredths of a brick, or +-(10000 - plies) for a proven
                  win or loss; mancala: the expected final margin in stones */
    bool points; /* the score is the points of a heuristic instead */
    int plies;   /* cave, proven: moves until the end of the game under best play */
    int least, most; /* mancala: proven bounds of the margin */
    int depth;       /* the last iteration that was finished */
    uint64_t nodes;
    double seconds;
    int pv_length; /* the principal variation; its first move is `move` */
    move_t pv[ENGINE_MAX_PV];
};

/* Whether the move was compared with the others, so that its value means something.
 * When the time is over before the first iteration is, the answer is just a legal move;
 * players that don't look ahead have nothing else. */
static inline bool search_result_is_searched(const struct search_result *result)
{
    return result->depth > 0 || result->kind != VALUE_ESTIMATE || result->proven;
}

struct engine;

/* Makes an engine for a game, which must outlive it. If there is no memory for the
 * transposition table, a smaller one is used and `warning` says so (otherwise it is
 * empty). NULL when there is no memory even for that. */
struct engine *engine_open(const struct game *game,
                           const struct engine_options *options, struct error *warning);
void engine_close(struct engine *engine);

/* Forgets earlier searches: later ones don't depend on them. */
void engine_clear(struct engine *engine);

/* Thinks within the limits and reports the move it would play. `progress`, if given, is
 * called after each iteration, from another thread. */
typedef void engine_progress(void *context, const struct search_result *so_far);
void engine_think(struct engine *engine, const struct position *position,
                  const struct limits *limits, engine_progress *progress, void *context,
                  struct search_result *verdict);
