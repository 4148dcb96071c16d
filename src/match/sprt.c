/* sprt.c: a generalised sequential probability ratio test on pairs of games.
 *
 * It is the test of Fishtest, where Stockfish is tested (Michel Van den Bergh, "The
 * generalized maximum likelihood ratio for the expectation value of a distribution").
 * Let p be the observed frequencies of the values v = 0, 1/4, 1/2, 3/4, 1. Among all
 * distributions with mean s, the observed results are most likely under
 *
 *     q_i = p_i / (1 + x (v_i - s))
 *
 * where x solves sum p_i (v_i - s) / (1 + x (v_i - s)) = 0. That sum falls from plus to
 * minus infinity between the poles next to zero, so halving finds x. */
#include "match/sprt.h"

#include <math.h>
#include <stdbool.h>

enum {
    HALVINGS = 200, /* more than a double has bits, whatever its exponent */
};

static const double usual_quantile = 1.959963984540054; /* of a normal law, for 95 % */

/* Frequencies and their sum. */
struct frequencies {
    double count[SPRT_OUTCOMES];
    double sum, mean, variance;
};

static double value_of(int outcome)
{
    return outcome / (double)(SPRT_OUTCOMES - 1);
}

int64_t sprt_pairs_sum(const struct sprt_pairs *pairs)
{
    int64_t sum = 0;
    for (int i = 0; i < SPRT_OUTCOMES; i++)
        sum += pairs->count[i];
    return sum;
}

/* What never happened still may: as in Fishtest, it counts as a thousandth of a
 * pair. */
static struct frequencies regularise(const struct sprt_pairs *pairs)
{
    struct frequencies all = {.sum = 0};
    for (int i = 0; i < SPRT_OUTCOMES; i++) {
        all.count[i] = pairs->count[i] > 0 ? (double)pairs->count[i] : 1e-3;
        all.sum += all.count[i];
        all.mean += all.count[i] * value_of(i);
    }
    all.mean /= all.sum;
    for (int i = 0; i < SPRT_OUTCOMES; i++) {
        double off = value_of(i) - all.mean;
        all.variance += all.count[i] * off * off / all.sum;
    }
    return all;
}

/* The x of the distribution with the mean s, which is above 0 and below 1. */
static double solve(const struct frequencies *all, double s)
{
    double low = -1 / (1 - s), high = 1 / s;
    for (int i = 0; i < HALVINGS; i++) {
        double x = low + (high - low) / 2, sum = 0;
        if (x <= low || x >= high)
            break;
        for (int k = 0; k < SPRT_OUTCOMES; k++)
            sum += all->count[k] * (value_of(k) - s) / (1 + x * (value_of(k) - s));
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    return low + (high - low) / 2;
}

/* How much less likely the results are under the best distribution with the mean s than
 * under the observed one, as a logarithm: 0 at the observed mean, below 0 elsewhere. */
static double likelihood(const struct frequencies *all, double s)
{
    double x = solve(all, s), sum = 0;
    for (int i = 0; i < SPRT_OUTCOMES; i++)
        sum -= all->count[i] * log(1 + x * (value_of(i) - s));
    return sum;
}

static double score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

static double elo_of_score(double score)
{
    if (score <= 0)
        return -INFINITY;
    return score >= 1 ? INFINITY : -400 * log10(1 / score - 1);
}

double sprt_llr(const struct sprt *sprt, const struct sprt_pairs *pairs)
{
    if (sprt_pairs_sum(pairs) == 0)
        return 0;
    struct frequencies all = regularise(pairs);
    return likelihood(&all, score_of_elo(sprt->elo1)) -
           likelihood(&all, score_of_elo(sprt->elo0));
}

double sprt_lower(const struct sprt *sprt)
{
    return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_upper(const struct sprt *sprt)
{
    return log((1 - sprt->beta) / sprt->alpha);
}

enum sprt_verdict sprt_judge(const struct sprt *sprt, const struct sprt_pairs *pairs)
{
    double llr = sprt_llr(sprt, pairs);
    if (llr <= sprt_lower(sprt))
        return SPRT_H0;
    return llr >= sprt_upper(sprt) ? SPRT_H1 : SPRT_CONTINUE;
}

/* The mean between `inside`, the observed one, and `outside` where the results begin to
 * be too unlikely: minus twice the logarithm follows a chi-square law. */
static double find_bound(const struct frequencies *all, double inside, double outside)
{
    double least = -usual_quantile * usual_quantile / 2;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = inside + (outside - inside) / 2;
        if (middle == inside || middle == outside)
            break;
        if (likelihood(all, middle) >= least)
            inside = middle;
        else
            outside = middle;
    }
    return inside;
}

struct sprt_estimate sprt_estimate(const struct sprt_pairs *pairs)
{
    int64_t sum = sprt_pairs_sum(pairs);
    if (sum == 0)
        return (struct sprt_estimate){.score = 0.5,
                                      .score_high = 1,
                                      .elo_low = -INFINITY,
                                      .elo_high = INFINITY,
                                      .nelo_error = INFINITY,
                                      .superiority = 0.5};
    struct frequencies all = regularise(pairs);
    bool never_lost = pairs->count[SPRT_OUTCOMES - 1] == sum;
    bool never_won = pairs->count[0] == sum;
    double games = 2 * all.sum, spread = sqrt(2 * all.variance), points = 0;
    for (int i = 0; i < SPRT_OUTCOMES; i++)
        points += (double)pairs->count[i] * value_of(i);
    /* How many standard deviations away equal strength is. */
    double off = sqrt(fmax(0, -2 * likelihood(&all, 0.5)));
    bool equal =
        false; /* all pairs: their spread is not known, only that it is small */
    for (int i = 0; i < SPRT_OUTCOMES; i++)
        equal = equal || pairs->count[i] == sum;
    /* Normalised Elo agrees with Elo near 0 if every game is won or lost. */
    const double nelo_unit = 800 / log(10);
    struct sprt_estimate made = {
        .score = points / (double)sum,
        .score_low = never_won ? 0 : find_bound(&all, all.mean, 0),
        .score_high = never_lost ? 1 : find_bound(&all, all.mean, 1),
        .nelo = (all.mean - 0.5) / spread * nelo_unit,
        .nelo_error = usual_quantile * nelo_unit / sqrt(games),
        .superiority = erfc((all.mean < 0.5 ? off : -off) / sqrt(2)) / 2,
    };
    if (equal && made.score != 0.5) {
        made.nelo = made.score > 0.5 ? INFINITY : -INFINITY;
        made.nelo_error = INFINITY;
    }
    made.elo = elo_of_score(made.score);
    made.elo_low = elo_of_score(made.score_low);
    made.elo_high = elo_of_score(made.score_high);
    return made;
}
