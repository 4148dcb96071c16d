/* solver.h: what a game's own solver offers to the front. For this room alone. */
#pragma once

#include "search/tt.h"
#include "solve/solve.h"

struct solver_ops {
    /* The solver's state; NULL with a reason, or with something to say in `warning`. */
    void *(*open)(const struct game *game, const struct solve_options *options,
                  struct error *warning);
    void (*close)(void *state);
    /* Solves a position in which the game is not over, within the limits among the
     * options. Fills in all of `solution` but the seconds, which the front measures. */
    void (*solve)(void *state, const struct position *position,
                  const struct solve_options *options, solve_progress *progress,
                  void *context, struct solution *solution);
    /* The same for one question; see solver_ask. NULL: it is asked by solving. */
    void (*ask)(void *state, const struct position *position,
                const struct solve_options *options, int wanted,
                struct solve_bounds *bounds);
    void (*stop)(void *state);
    struct tt *(*table)(void *state);
};

/* Turns what is known about the position after a move into what it means for the side
 * that made the move. */
void solution_turn(const struct game *game, const struct position *before,
                   const struct position *after, struct solution *solution);

/* Proofs for the cave family. */
extern const struct solver_ops cave_solver;

/* The engine's own proofs, without limits. */
extern const struct solver_ops mancala_solver;
