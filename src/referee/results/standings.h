/* standings.h: what the finished games say about the bots: points, forfeits, times, the
 * cross-table, and ratings with confidence intervals. */
#pragma once

#include "referee/game/contest.h"
#include "referee/game/play.h"

struct standing {
    int bot; /* its number in the contest */
    int wins, draws, losses, byes;
    int forfeits[FORFEITS]; /* games it lost in each of these ways */
    int64_t longest, thought, cpu;
    int asked;
    int rank;        /* from 1; bots that nothing tells apart share it */
    int reached;     /* knockout: the last round it played, from 0, and 1 more for the
                      * winner; -1 before the first */
    double buchholz; /* the points of its opponents, one for each pair of games */
    /* Moves whose value is proven where another one's is different, and how many of
     * them were as good as any; for those who can prove it to count, not
     * standings_count. */
    int proven_moves, perfect_moves;
    double rating, low, high; /* Elo relative to the mean of all, and 95 % bounds */
};

struct standings {
    int bots;
    struct standing standing[CONTEST_BOTS];      /* by the bot's number */
    int order[CONTEST_BOTS];                     /* best first */
    int half_points[CONTEST_BOTS][CONTEST_BOTS]; /* of one against the other */
    int games[CONTEST_BOTS][CONTEST_BOTS];
};

/* What decides, in words: "points, Buchholz, wins". */
const char *standings_tie_breaks(enum contest_schedule schedule);

/* A match of a knockout tournament. */
struct knockout_match {
    int round, bot[2];
    double points[2];
    int winner; /* 0 or 1; -1 while it is not decided */
};

/* Writes the matches in the order of the rounds; returns how many there are. */
int standings_bracket(const struct outcome_row *row, int games,
                      struct knockout_match match[2 * CONTEST_BOTS]);

/* Counts the games that are finished: those with a result. `byes` may be NULL. */
void standings_count(struct standings *standings, const struct contest *contest,
                     const struct outcome_row *row, int games, const int *byes);

/* Points, with two for each bye: as many as an encounter has. */
double standing_points(const struct standing *standing);

/* Ratings and their bounds. The bounds come from resampling the pairs of games
 * (bootstrap), so that two games from one opening count as one piece of evidence. */
void standings_rate(struct standings *standings, const struct outcome_row *row,
                    int games, uint64_t seed);
