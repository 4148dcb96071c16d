/* schedule.h: who plays whom, and when. A schedule is a function of the contest and of
 * the results so far: the same results give the same further games, whatever the order
 * in which they came in. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "referee/contest.h"
#include "referee/play.h"

struct schedule {
    const struct contest *contest;
    struct fixture *fixture;
    int count, capacity;
    int rounds; /* that the contest has in all, as far as is known */
    int batch;  /* batches made so far */
    int byes[CONTEST_BOTS];
    /* Knockout: who is still in, in the order of the bracket, and the encounters. */
    int alive[CONTEST_BOTS], alives;
    int extra; /* times that the tied encounters of this round were played anew */
    bool tied[CONTEST_BOTS];
};

bool schedule_init(struct schedule *schedule, const struct contest *contest,
                   struct error *error);
void schedule_free(struct schedule *schedule);

/* Adds the next games once all the others are finished; `row[i]` is what became of game
 * i. `*more` is false when the tournament is over. */
bool schedule_extend(struct schedule *schedule, const struct outcome_row *row,
                     bool *more, struct error *error);

/* How many games there will be, as far as can be said now. */
int schedule_expected(const struct schedule *schedule);

/* Half points of a bot in these games. */
int schedule_half_points(const struct outcome_row *row, int games, int bot);
