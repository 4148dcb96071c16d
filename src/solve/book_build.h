/* book_build.h: making an opening book: solves every position that can be reached in a
 * given number of moves, and beyond them those that one player reaches by the book. */
#pragma once

#include <stdatomic.h>

#include "base/error.h"
#include "rules/game.h"
#include "solve/solve.h"

typedef void book_progress(void *context, int done, int all);

struct book_plan {
    const struct game *game;
    int plies;  /* all positions after up to this many moves */
    int deep;   /* after up to this many those in which one player kept to the book */
    int player; /* who keeps to it: 1 the first, 2 the second; 0: either of them */
    const char *path; /* the book; positions already in it are not solved again */
    struct solve_options solve;
    const atomic_bool *stop; /* or NULL */
    book_progress *progress; /* or NULL */
    void *context;
};

/* Solves and writes. Progress is saved from time to time, so that the next call
 * continues from there. False with a reason when it was stopped or failed. */
bool book_build(const struct book_plan *plan, struct error *error);
