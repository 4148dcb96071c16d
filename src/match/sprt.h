/* sprt.h: the statistics of a match: how strong, how certain, and when to stop.
 *
 * The unit is a pair of games with the same opening and swapped colours. The two games
 * of a pair depend on each other, since the opening may favour a side; pairs do not. So
 * what is counted is how many pairs brought 0, 1/2, 1, 3/2 and 2 points. */
#pragma once

#include <stdint.h>

enum {
    SPRT_OUTCOMES = 5,
};

/* Pairs by what the first player scored in them: count[k] pairs brought k/2 points. */
struct sprt_pairs {
    int64_t count[SPRT_OUTCOMES];
};

/* A test of two hypotheses: the difference is elo0, or it is elo1. Elo is logistic: 400
 * more mean ten times the odds. */
struct sprt {
    double elo0, elo1;
    double alpha; /* how often elo1 is accepted though elo0 is true */
    double beta;  /* how often elo0 is accepted though elo1 is true */
};

enum sprt_verdict {
    SPRT_CONTINUE,
    SPRT_H0, /* elo0 is accepted */
    SPRT_H1, /* elo1 is accepted */
};

/* The log likelihood ratio of elo1 against elo0: each hypothesis is represented by the
 * distribution of pairs that is most likely among those whose mean is what the
 * hypothesis says. 0 without pairs. */
double sprt_llr(const struct sprt *sprt, const struct sprt_pairs *pairs);

/* The test is over when the ratio leaves these bounds. */
double sprt_lower(const struct sprt *sprt);
double sprt_upper(const struct sprt *sprt);
enum sprt_verdict sprt_judge(const struct sprt *sprt, const struct sprt_pairs *pairs);

/* What the pairs say about the difference in strength. The bounds of 95 % confidence
 * are the means that are not too unlikely, so they are right for few and for one-sided
 * results, too: without pairs everything is possible. */
struct sprt_estimate {
    double score, score_low, score_high; /* from 0 to 1 */
    double elo, elo_low, elo_high;       /* infinite at the scores 0 and 1 */
    double nelo, nelo_error;             /* normalised by the spread of the results */
    double superiority; /* how likely it is that the first player is stronger */
};

int64_t sprt_pairs_sum(const struct sprt_pairs *pairs);
struct sprt_estimate sprt_estimate(const struct sprt_pairs *pairs);
