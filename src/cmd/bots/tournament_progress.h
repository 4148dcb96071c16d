/* tournament_progress.h: how a tournament is going, on standard error: a live table on
 * a terminal, one line per game elsewhere; and the tables at the end, on standard
 * output. */
#pragma once

#include "referee/results/standings.h"
#include "referee/tournament.h"

struct tournament_progress {
    bool quiet;
    bool terminal; /* it can be overwritten */
    int lines;     /* of the table on the screen */
    double shown;  /* when, in seconds since the start */
    double pace;   /* seconds of an answer, as far as is known before; 0: not at all */
};

void tournament_progress_init(struct tournament_progress *progress, bool quiet);

/* A tournament_observer; the context is a struct tournament_progress. */
void tournament_progress_observe(void *progress, const struct tournament_view *view);

/* The cross-table, ratings, and how games ended. */
void tournament_print_result(const struct contest *contest,
                             const struct standings *standings,
                             const struct outcome_row *row, int games);
