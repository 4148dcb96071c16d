/* standings.h: what the finished games say about the bots: points, forfeits, times, the
 * cross-table, and ratings with confidence intervals. */
#pragma once

#include "referee/contest.h"
#include "referee/play.h"

struct standing {
    int bot; /* its number in the contest */
    int wins, draws, losses, byes;
    int forfeits[FORFEITS]; /* games it lost in each of these ways */
    int64_t longest, thought, cpu;
    int asked;
    double rating, low, high; /* Elo relative to the mean of all, and 95 % bounds */
};

struct standings {
    int bots;
    struct standing standing[CONTEST_BOTS];      /* by the bot's number */
    int order[CONTEST_BOTS];                     /* best first */
    int half_points[CONTEST_BOTS][CONTEST_BOTS]; /* of one against the other */
    int games[CONTEST_BOTS][CONTEST_BOTS];
};

/* Counts the games that are finished: those with a result. `byes` may be NULL. */
void standings_count(struct standings *standings, const struct contest *contest,
                     const struct outcome_row *row, int games, const int *byes);

/* Points, with two for each bye: as many as an encounter has. */
double standing_points(const struct standing *standing);

/* Ratings and their bounds. The bounds come from resampling the pairs of games
 * (bootstrap), so that two games from one opening count as one piece of evidence. */
void standings_rate(struct standings *standings, const struct outcome_row *row,
                    int games, uint64_t seed);
