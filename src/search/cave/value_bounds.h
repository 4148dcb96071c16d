/* value_bounds.h: the proven bounds of a position's value in the cave family, narrowed
 * by yes-or-no questions until one value is left. Any number of threads can work on one
 * position: all ask the same question and help each other through the transposition
 * table, the first answer counts, and the others turn to the next question. */
#pragma once

#include <pthread.h>

#include "search/cave/prover.h"

/* Values count from the slowest win, 1, up to the fastest, and losses likewise below
 * zero; a draw is 0. All are seen from the side to move. */
struct cave_bounds {
    struct cave root;
    int cells;
    int fastest;             /* the fastest win that the rules allow */
    bool class_first;        /* draws are common, and fast wins are not */
    pthread_mutex_t lock;    /* guards what follows */
    int least, most;         /* the value lies between them */
    move_t move;             /* the move that proved `least`; MOVE_NONE: any */
    _Atomic unsigned number; /* of the current question; written with the lock held */
    _Atomic uint64_t busy[CAVE_BUSY]; /* positions that threads are searching */
};

void cave_bounds_init(struct cave_bounds *bounds);
void cave_bounds_destroy(struct cave_bounds *bounds);

/* Begins with a new position, in which the game must not be over. */
void cave_bounds_begin(struct cave_bounds *bounds, const struct cave_board *board,
                       const struct cave *root);

/* Works until the value is known (true) or the prover gives up. Calls `found`, if
 * given, after each answer of this thread. */
typedef void cave_bounds_found(void *context, struct cave_bounds *bounds);
bool cave_bounds_work(struct cave_bounds *bounds, const struct cave_prover_ops *ops,
                      struct cave_prover *prover, cave_bounds_found *found,
                      void *context);

/* Adds what was proven elsewhere: the value is at least, or at most, this. */
void cave_bounds_learn_least(struct cave_bounds *bounds, int value, move_t move);
void cave_bounds_learn_most(struct cave_bounds *bounds, int value);

/* What is known so far. */
struct cave_finding {
    int least, most;
    move_t move;
};
struct cave_finding cave_bounds_finding(struct cave_bounds *bounds);

/* Convert between values and the number of bricks on the board at the end of the game.
 * The value must not be 0. */
int cave_bounds_end(const struct cave_bounds *bounds, int value);
int cave_bounds_value(const struct cave_bounds *bounds, bool win, int end);
