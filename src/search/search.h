/* search.h: what the search body, which is bound to each game, and the engine around it
 * share. For this room only; the other rooms use engine.h. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "search/engine.h"
#include "search/tt.h"

enum {
    SEARCH_PLIES = ENGINE_MAX_DEPTH + 8
};

/* Move ordering learned from earlier refutations. */
struct search_order {
    int16_t history[2][64];          /* by side and move */
    uint8_t killer[SEARCH_PLIES][2]; /* by the distance from the root */
};

/* What all threads of one engine share. */
struct search_shared {
    const struct game *game;
    void *model; /* made by search_ops.open: boards, weights, what proofs share */
    struct tt tt;
    struct position root;
    int threads;
    int depth_limit;
    uint64_t node_limit;
    bool patient;    /* there is time for long proofs */
    int64_t started; /* on the monotonic clock */
    atomic_bool stop;
    /* Only when the caller itself searches; otherwise it looks at both while it
     * waits. */
    int64_t until;            /* the deadline; 0: none */
    const atomic_bool *token; /* of the caller, or NULL */

    pthread_cond_t news;  /* for the caller: a better move, or a worker has finished */
    pthread_mutex_t lock; /* guards what follows */
    struct search_result best;
    engine_progress *progress;
    void *context;
};

/* One thread's part of the work. */
struct search_worker {
    struct search_shared *shared;
    int index;
    _Atomic uint64_t nodes; /* written by its thread alone */
};

/* The search of one game, compiled for one kind of processor. */
struct search_ops {
    size_t worker_size; /* the game's own struct begins with struct search_worker */
    /* Makes the model of a game; NULL when memory runs out. */
    void *(*open)(const struct game *game, const struct engine_options *options);
    /* Before each search, while no worker is running. */
    void (*begin)(void *model, const struct position *root);
    /* Looks a position up without a search, such as in an opening book. */
    bool (*known)(const void *model, const struct position *root,
                  struct search_result *verdict);
    /* Adds the proven bounds of the value to a verdict; NULL when the verdict has them
     * all. */
    void (*bound)(const void *model, const struct position *root,
                  struct search_result *verdict);
    void (*close)(void *model);
    /* Forgets what earlier searches taught. */
    void (*clear)(struct search_worker *worker);
    /* Searches deeper and deeper until a limit or a proof, publishing as it goes. */
    void (*run)(struct search_worker *worker);
};

/* These files are compiled once for any processor and once more for those with AVX2. */
#ifdef SEARCH_V3
#define SEARCH_VARIANT(name) name##_v3
#else
#define SEARCH_VARIANT(name) name
#endif

/* Whether this processor can run the second variant. */
static inline bool search_has_v3(void)
{
#ifdef HAVE_SEARCH_V3
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

extern const struct search_ops cave_search, cave_search_v3;
extern const struct search_ops mancala_search, mancala_search_v3;
extern const struct search_ops mancala_wide_search, mancala_wide_search_v3;

/* Takes a worker's finding if it is better than the current one: a proof, or a deeper
 * iteration. */
void search_publish(struct search_worker *worker, const struct search_result *verdict);

/* Stops a search that has nobody else to look at the clock and the stop token. To be
 * called every few hundred nodes. */
static inline void search_look(struct search_shared *shared)
{
    bool late = shared->until && clock_now() >= shared->until;
    bool told = shared->token &&
                atomic_load_explicit(shared->token, memory_order_relaxed) &&
                search_result_is_searched(&shared->best);
    if (late || told)
        atomic_store_explicit(&shared->stop, true, memory_order_relaxed);
}

/* What a prover has to watch, besides the deadline. */
static inline const atomic_bool *search_stop(const struct search_shared *shared)
{
    return shared->token ? shared->token : &shared->stop;
}

/* The best move that has been published, MOVE_NONE when there is none yet. */
move_t search_best_move(struct search_worker *worker);
