/* solve.h: the proven value of a position, as the other rooms ask for it. solve.c is
 * the front; each game has its own solver behind it (solver.h). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/game.h"
#include "search/engine.h"

/* Zero means the default. */
struct solve_options {
    int threads;     /* default: one for each core */
    int hash_mib;    /* memory for the transposition table */
    bool checkpoint; /* solver_save will be called while it solves */
};

/* What is known about a position, seen from the side to move. */
struct solution {
    bool proven;          /* all of it: cave with `plies`, mancala with `margin` */
    enum value_kind kind; /* VALUE_ESTIMATE as long as it is not known */
    int plies;  /* cave: the length of the game from here under best play: the winner
                   hurries, the loser delays; 0 when not known */
    int margin; /* mancala: the final margin in stones */
    int least, most; /* the value lies between: cave -1 loss, 0 draw, 1 win; mancala
                        margins */
    move_t move;     /* one that reaches the value; MOVE_NONE when none is known */
    uint64_t nodes;
    double seconds;
};

struct solver;

/* Makes a solver for a game, which must outlive it. `warning` is empty, or says what is
 * missing, such as memory. NULL with the reason there when solving is impossible. */
struct solver *solver_open(const struct game *game, const struct solve_options *options,
                           struct error *warning);
void solver_close(struct solver *solver);

/* Solves a position within the limits: time, nodes (which use one thread) and the stop
 * token; there is no depth limit. Uses what was found for earlier positions.
 * `progress`, if given, is called whenever the bounds have become narrower, perhaps
 * from another thread, but never by two at once. False with a reason when the game is
 * over. Reaching a limit is no failure: `proven` is then false and the bounds say what is
 * known; so it is if the stop token is set from the start. */
typedef void solve_progress(void *context, const struct solution *so_far);
bool solver_solve(struct solver *solver, const struct position *position,
                  const struct limits *limits, solve_progress *progress, void *context,
                  struct solution *solution, struct error *error);

/* The same for one legal move: its value for the side that makes it, and the length of
 * the game from before it. */
bool solver_solve_move(struct solver *solver, const struct position *position,
                       move_t move, const struct limits *limits,
                       solve_progress *progress, void *context,
                       struct solution *solution, struct error *error);

/* Bounds on a value for the side to move, on one scale for wins of all lengths.
 * Mancala: the margin. Cave: 0 is a draw; a win counts cells + 1 - bricks on the board
 * at its end, so that the faster one is the larger; a loss counts minus that. */
struct solve_bounds {
    int least, most;
    move_t move; /* that shows `least`, or MOVE_NONE */
    uint64_t nodes;
};

/* Asks within the limits only whether the value is at least `wanted`. Unless a limit is
 * reached, the bounds have the answer. False with a reason when the game is over. */
bool solver_ask(struct solver *solver, const struct position *position,
                const struct limits *limits, int wanted, struct solve_bounds *bounds,
                struct error *error);

/* Write what is known to a file for a later solver of the same game, and read it
 * (solve/tt_file.h). Saving is safe while another thread solves, if the options say so.
 */
bool solver_save(const struct solver *solver, const char *path, struct error *error);
bool solver_load(struct solver *solver, const char *path, struct error *error);

/* The value that the opening book has for a position, on the scale of `least` and
 * `most` in struct solution; false when it has none. */
bool solve_book_value(const struct game *game, const struct position *position,
                      int *value);

/* Whether a position is small enough to be solved within a few hours. Larger ones may
 * still be quick, but without a limit the answer may never come. */
bool solve_within_reach(const struct game *game, const struct position *position);
