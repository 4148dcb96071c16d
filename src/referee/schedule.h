/* schedule.h: who plays whom, and when. A schedule depends only on the contest and the
 * results so far: the same results lead to the same next games, in whatever order they
 * arrived. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "referee/game/contest.h"
#include "referee/game/play.h"

struct schedule {
    const struct contest *contest;
    struct fixture *fixture;
    int count, capacity;
    int rounds; /* in total, as far as is known */
    int batch;  /* batches made so far */
    int byes[CONTEST_BOTS];
    /* Knockout: who is still in, in the order of the bracket, and the encounters. */
    int alive[CONTEST_BOTS], alives;
    int extra; /* times that this round's tied encounters were replayed */
    bool tied[CONTEST_BOTS];
};

bool schedule_init(struct schedule *schedule, const struct contest *contest,
                   struct error *error);
void schedule_free(struct schedule *schedule);

/* Adds the next games once all the others are finished; `row[i]` is the result of game
 * i. `*more` is false when the tournament is over. */
bool schedule_extend(struct schedule *schedule, const struct outcome_row *row,
                     bool *more, struct error *error);

/* How many games there will be, as far as can be said now. */
int schedule_expected(const struct schedule *schedule);
