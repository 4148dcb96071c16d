/* prover.h: proofs in the cave family: can this player force a line in time?
 *
 * A question names the attacker and a deadline: the number of bricks on the board when
 * the line is complete, at the latest; the last of them is one of the attacker's. With
 * the last cell as deadline, whoever fills it, the question is about the class of the
 * value; "yes" for one player is a win, "no" for both a draw. Questions with earlier
 * deadlines find the length of a win. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "rules/game.h"
#include "search/cave/row_groups.h"
#include "search/cave/row_plans.h"
#include "search/tt.h"

/* Threads avoid searching the same positions: each notes the larger positions that it
 * is searching, and puts off a move to one that another thread is searching. By then
 * the answer is in the transposition table. */
enum {
    CAVE_BUSY = 1 << 10,
    CAVE_BUSY_EMPTY = 14, /* empty cells of a larger position, at least */
};

/* One thread's prover. Threads that share a transposition table help each other. It
 * gives up when `stop` is set, when the time or the nodes are used up, and when
 * `current` is no longer its own question. */
struct cave_prover {
    struct cave_board board;
    int cells;
    int16_t lines_through[CAVE_MAX_CELLS]; /* how many lines go through a cell */
    struct tt *tt;
    const atomic_bool *stop;         /* NULL: never */
    const _Atomic unsigned *current; /* NULL: there is only one */
    _Atomic uint64_t *busy;          /* CAVE_BUSY places, or NULL: no other threads */
    unsigned question;
    int64_t until; /* on the monotonic clock; 0: no limit */
    uint64_t nodes;
    uint64_t node_limit;
    unsigned
        sharers; /* threads that fill the tt, if it is to grow with `nodes`; else 0 */
    _Atomic uint64_t *published; /* `nodes` for others to read, or NULL */
    uint64_t shuffle; /* makes threads try equal moves in different orders; 0: none */
    move_t hint;      /* tried first at the root, or MOVE_NONE */

    /* The current question. */
    int attacker; /* 0 ■, 1 □ */
    int deadline;
    bool gave_up;
    struct row_plans rows;
    struct row_groups groups;
    struct groups_record {
        uint64_t tried, held;
    } record[CAVE_MAX_CELLS + 1]; /* by the number of empty cells */
};

enum cave_answer {
    CAVE_NO,
    CAVE_YES,
    CAVE_GAVE_UP
};

/* The functions, compiled for one kind of processor. */
struct cave_prover_ops {
    /* Answers whether the attacker wins from a position in which the game is not over.
     * `move` becomes one that shows it: that wins by the deadline, or that holds;
     * MOVE_NONE if the side to move has no such move. */
    enum cave_answer (*ask)(struct cave_prover *prover, const struct cave *cave,
                            int attacker, int deadline, move_t *move);
};

extern const struct cave_prover_ops cave_prover_search, cave_prover_search_v3;

/* The fastest version that this processor can run. */
const struct cave_prover_ops *cave_prover_choose(void);

/* A prover without limits for a board. */
void cave_prover_init(struct cave_prover *prover, const struct cave_board *board,
                      struct tt *tt, const atomic_bool *stop);
