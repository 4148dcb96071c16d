/* solver.h: what a game's own solver offers to the front, and what the solvers of all
 * games share. For this room only. */
#pragma once

#include <pthread.h>

#include "search/tt.h"
#include "solve/solve.h"

struct solver_ops {
    /* The solver's state; NULL with a reason, or with something to say in `warning`. */
    void *(*open)(const struct game *game, const struct solve_options *options,
                  struct error *warning);
    void (*close)(void *state);
    /* Solves a position in which the game is not over. Fills in all of `solution` but
     * the seconds, which the front measures. */
    void (*solve)(void *state, const struct position *position,
                  const struct limits *limits, solve_progress *progress, void *context,
                  struct solution *solution);
    /* The same for one question; see solver_ask. */
    void (*ask)(void *state, const struct position *position,
                const struct limits *limits, int wanted, struct solve_bounds *bounds);
    struct tt *(*tt)(void *state);
};

extern const struct solver_ops cave_solver, mancala_solver;

/* The number of threads that the options ask for. */
int solver_threads(const struct solve_options *options);

/* The transposition table that the options ask for, or a smaller one if memory is
 * short; `warning` then says so. False with a reason there when there is no memory. */
bool solver_open_tt(struct tt *tt, const struct solve_options *options,
                    struct error *warning);

/* When the time is up, on the monotonic clock; 0: never. */
int64_t solver_deadline(const struct limits *limits);

/* Runs work(context, 0), work(context, 1), ... each in a thread of its own, and waits
 * for all; the first runs in this one. If threads can't be started, fewer run. */
typedef void solver_work(void *context, int thread);
void solver_run(solver_work *work, void *context, int threads);

/* Whom to tell what is known so far. */
struct solver_listener {
    solve_progress *progress; /* may be NULL */
    void *context;
    pthread_mutex_t lock; /* guards what follows, and each call of progress */
    struct solution told; /* the last time */
};
void solver_listener_init(struct solver_listener *listener, solve_progress *progress,
                          void *context);
void solver_listener_destroy(struct solver_listener *listener);

/* Tells what `describe` finds in the state, unless its bounds were told before. Any
 * number of threads may call it; the listener hears one after the other, and nothing
 * that is older than what it has heard. */
typedef void solver_describe(void *state, struct solution *so_far);
void solver_tell(struct solver_listener *listener, solver_describe *describe,
                 void *state);
