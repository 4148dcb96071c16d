/* standings.c: points and ratings.
 *
 * A rating is the Bradley-Terry strength that makes the score most likely, in Elo: 400
 * times the decimal logarithm. Two draws against an imaginary average opponent are
 * added for every bot, so that bots which won or lost all their games have a rating
 * too. */
#include "referee/results/standings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/i18n.h"
#include "base/rng.h"

enum {
    SAMPLES = 400,    /* of the pairs of games */
    ITERATIONS = 200, /* of the strengths */
    MANY_GAMES = 20,  /* from which on their pairs tell how much they vary */
};

static const double prior_games = 2, close_enough = 1e-5;

/* Times from a damaged journal may be anything. */
static void add_time(int64_t *sum, int64_t time)
{
    if (__builtin_add_overflow(*sum, time, sum))
        *sum = INT64_MAX;
}

static void count_game(struct standings *standings, const struct outcome_row *row)
{
    for (int side = 0; side < 2; side++) {
        int bot = row->fixture.bot[side], other = row->fixture.bot[!side];
        struct standing *standing = &standings->standing[bot];
        bool won = row->result == (side ? RESULT_SECOND : RESULT_FIRST);
        bool drew = row->result == RESULT_TIE;
        standing->wins += won;
        standing->draws += drew;
        standing->losses += !won && !drew;
        if (!won && row->forfeit)
            standing->forfeits[row->forfeit]++;
        if (row->longest[side] > standing->longest)
            standing->longest = row->longest[side];
        add_time(&standing->thought, row->thought[side]);
        add_time(&standing->cpu, row->cpu[side]);
        standing->asked += row->asked[side];
        standings->games[bot][other]++;
        standings->half_points[bot][other] += won ? 2 : drew;
    }
}

double standing_points(const struct standing *standing)
{
    return standing->wins + 0.5 * standing->draws + 2.0 * standing->byes;
}

int standings_bracket(const struct outcome_row *row, int games,
                      struct knockout_match match[2 * CONTEST_BOTS])
{
    int count = 0;
    for (int i = 0; i < games; i++) {
        const struct fixture *fixture = &row[i].fixture;
        int low = fixture->bot[0] < fixture->bot[1] ? 0 : 1, at = 0;
        int pair[2] = {fixture->bot[low], fixture->bot[!low]};
        while (at < count &&
               (match[at].bot[0] != pair[0] || match[at].bot[1] != pair[1]))
            at++;
        if (at == count) {
            if (count == 2 * CONTEST_BOTS)
                return count;
            match[count++] = (struct knockout_match){
                .round = fixture->round, .bot = {pair[0], pair[1]}, .winner = -1};
        }
        if (row[i].result == RESULT_NONE) {
            match[at].winner = -2; /* not all games are finished */
            continue;
        }
        for (int side = 0; side < 2; side++) {
            bool won = row[i].result == (side ? RESULT_SECOND : RESULT_FIRST);
            match[at].points[side == low ? 0 : 1] += won                           ? 1
                                                     : row[i].result == RESULT_TIE ? 0.5
                                                                                   : 0;
        }
    }
    /* Once all extra games are tied, too, the bot named first advances. */
    for (int i = 0; i < count; i++)
        match[i].winner =
            match[i].winner == -2 ? -1 : match[i].points[1] > match[i].points[0];
    return count;
}

static void count_rounds(struct standings *standings, const struct outcome_row *row,
                         int games)
{
    struct knockout_match match[2 * CONTEST_BOTS];
    int count = standings_bracket(row, games, match);
    for (int i = 0; i < standings->bots; i++)
        standings->standing[i].reached = -1;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) {
            struct standing *standing = &standings->standing[match[i].bot[k]];
            int reached = match[i].round + (match[i].winner == k);
            if (reached > standing->reached)
                standing->reached = reached;
        }
}

/* Compares two bots by what decides their ranks, positive if a is ahead: in a knockout
 * tournament the round they reached, otherwise points; then in a Swiss tournament
 * Buchholz; then wins, except in a knockout, where those who went out in the same round
 * are equal. */
static int compare(const struct contest *contest, const struct standing *a,
                   const struct standing *b)
{
    double points = standing_points(a) - standing_points(b);
    switch (contest->schedule) {
    case SCHEDULE_KNOCKOUT:
        return a->reached - b->reached;
    case SCHEDULE_SWISS:
        if (points == 0 && a->buchholz != b->buchholz)
            return a->buchholz > b->buchholz ? 1 : -1;
        break;
    case SCHEDULE_ROUND_ROBIN:
    case SCHEDULE_GAUNTLET:
    case SCHEDULES:
        break;
    }
    return points != 0 ? (points > 0 ? 1 : -1) : a->wins - b->wins;
}

const char *standings_tie_breaks(enum contest_schedule schedule)
{
    switch (schedule) {
    case SCHEDULE_KNOCKOUT:
        return _(
            "ranks by the round reached; bots eliminated in the same round share a "
            "rank");
    case SCHEDULE_SWISS:
        return _("ranks by points, then Buchholz (the points of the opponents), then "
                 "wins; equal bots share a rank");
    case SCHEDULE_ROUND_ROBIN:
    case SCHEDULE_GAUNTLET:
    case SCHEDULES:
        break;
    }
    return _("ranks by points, then wins; equal bots share a rank");
}

/* Best first; of equal bots, the one that was named first. */
static void rank(struct standings *standings, const struct contest *contest)
{
    for (int i = 0; i < contest->bots; i++) {
        int at = i;
        for (; at > 0; at--) {
            int before = standings->order[at - 1];
            if (compare(contest, &standings->standing[before],
                        &standings->standing[i]) >= 0)
                break;
            standings->order[at] = before;
        }
        standings->order[at] = i;
    }
    for (int i = 0; i < contest->bots; i++) {
        struct standing *now = &standings->standing[standings->order[i]];
        const struct standing *before =
            i ? &standings->standing[standings->order[i - 1]] : NULL;
        now->rank = before && compare(contest, before, now) == 0 ? before->rank : i + 1;
    }
}

void standings_count(struct standings *standings, const struct contest *contest,
                     const struct outcome_row *row, int games, const int *byes)
{
    *standings = (struct standings){.bots = contest->bots};
    for (int i = 0; i < contest->bots; i++) {
        standings->standing[i].bot = i;
        standings->standing[i].byes = byes ? byes[i] : 0;
    }
    for (int i = 0; i < games; i++)
        if (row[i].result != RESULT_NONE)
            count_game(standings, &row[i]);
    for (int i = 0; i < contest->bots; i++)
        for (int k = 0; k < contest->bots; k++)
            standings->standing[i].buchholz +=
                standing_points(&standings->standing[k]) * (standings->games[i][k] / 2);
    if (contest->schedule == SCHEDULE_KNOCKOUT)
        count_rounds(standings, row, games);
    rank(standings, contest);
}

/* Ratings. */

struct pair {
    int bot[2];
    int games;
    double score; /* of the first of them */
};

struct sample {
    int bots, pairs;
    const struct pair *pair;
    const int *weight; /* how often each pair was drawn */
    double *strength;  /* by bot */
    double *score, *expected;
};

/* One step of the usual iteration (Zermelo's): strength = score / expected games. */
static double improve(const struct sample *sample)
{
    double largest = 0;
    for (int i = 0; i < sample->bots; i++) {
        sample->score[i] = prior_games / 2;
        sample->expected[i] = prior_games / (sample->strength[i] + 1);
    }
    for (int i = 0; i < sample->pairs; i++) {
        const struct pair *pair = &sample->pair[i];
        int a = pair->bot[0], b = pair->bot[1];
        double games = (double)pair->games * sample->weight[i];
        double share = games / (sample->strength[a] + sample->strength[b]);
        sample->score[a] += pair->score * sample->weight[i];
        sample->score[b] += games - pair->score * sample->weight[i];
        sample->expected[a] += share;
        sample->expected[b] += share;
    }
    for (int i = 0; i < sample->bots; i++) {
        double next = sample->score[i] / sample->expected[i];
        double change = fabs(log(next / sample->strength[i]));
        largest = change > largest ? change : largest;
        sample->strength[i] = next;
    }
    return largest;
}

static void rate(const struct sample *sample, double *rating)
{
    double mean = 0;
    for (int i = 0; i < ITERATIONS && improve(sample) > close_enough; i++)
        continue;
    for (int i = 0; i < sample->bots; i++) {
        rating[i] = 400 * log10(sample->strength[i]);
        mean += rating[i] / sample->bots;
    }
    for (int i = 0; i < sample->bots; i++)
        rating[i] -= mean;
}

/* The games of an encounter are adjacent and form one pair. */
static int collect_pairs(const struct outcome_row *row, int games, struct pair *pair)
{
    int pairs = 0, encounter = -1;
    for (int i = 0; i < games; i++) {
        if (row[i].result == RESULT_NONE)
            continue;
        double score = row[i].result == RESULT_TIE     ? 0.5
                       : row[i].result == RESULT_FIRST ? 1
                                                       : 0;
        int number = row[i].fixture.number / 2;
        if (pairs == 0 || number != encounter) {
            encounter = number;
            pair[pairs++] =
                (struct pair){.bot = {row[i].fixture.bot[0], row[i].fixture.bot[1]}};
        }
        struct pair *last = &pair[pairs - 1];
        last->games++;
        last->score += last->bot[0] == row[i].fixture.bot[0] ? score : 1 - score;
    }
    return pairs;
}

static int by_value(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* The bounds of the middle 95 % of each bot's ratings. */
static void set_bounds(struct standings *standings, double *ratings)
{
    double one[SAMPLES];
    for (int i = 0; i < standings->bots; i++) {
        for (int k = 0; k < SAMPLES; k++)
            one[k] = ratings[k * standings->bots + i];
        qsort(one, SAMPLES, sizeof *one, by_value);
        struct standing *standing = &standings->standing[i];
        standing->low = fmin(one[SAMPLES / 40], standing->rating);
        standing->high = fmax(one[SAMPLES - 1 - SAMPLES / 40], standing->rating);
    }
}

/* A bot that won or lost everything does so in every resample too, and a few pairs of
 * games say little about their variance: there the curvature of the likelihood gives a
 * lower bound for the uncertainty. */
static void widen_bounds(struct standings *standings, struct standing *standing)
{
    double information = 0;
    int games = standing->wins + standing->draws + standing->losses;
    bool varied = standing->draws || (standing->wins && standing->losses);
    if (varied && games >= MANY_GAMES)
        return;
    for (int i = 0; i <= standings->bots; i++) {
        bool prior = i == standings->bots;
        double other = prior ? 0 : standings->standing[i].rating;
        double met = prior ? prior_games : standings->games[standing->bot][i];
        double expected = 1 / (1 + pow(10, (other - standing->rating) / 400));
        information += met * expected * (1 - expected);
    }
    double width = 1.96 * 400 / log(10) / sqrt(information);
    standing->low = fmin(standing->low, standing->rating - width);
    standing->high = fmax(standing->high, standing->rating + width);
}

static void draw_samples(struct standings *standings, struct sample *sample,
                         int *weight, double *ratings, uint64_t seed)
{
    double rating[CONTEST_BOTS];
    struct rng rng = rng_seeded(bits_mix(seed + 2));
    sample->weight = weight;
    for (int i = 0; i < sample->pairs; i++)
        weight[i] = 1;
    rate(sample, rating);
    for (int i = 0; i < standings->bots; i++)
        standings->standing[i].rating = rating[i];
    for (int k = 0; k < SAMPLES; k++) {
        memset(weight, 0, (size_t)sample->pairs * sizeof *weight);
        for (int i = 0; i < sample->pairs; i++)
            weight[rng_below(&rng, (uint32_t)sample->pairs)]++;
        rate(sample, ratings + k * standings->bots);
    }
    set_bounds(standings, ratings);
    for (int i = 0; i < standings->bots; i++)
        widen_bounds(standings, &standings->standing[i]);
}

void standings_rate(struct standings *standings, const struct outcome_row *row,
                    int games, uint64_t seed)
{
    double strength[CONTEST_BOTS], score[CONTEST_BOTS], expected[CONTEST_BOTS];
    size_t bots = (size_t)standings->bots;
    struct pair *pair = calloc((size_t)games + 1, sizeof *pair);
    int *weight = calloc((size_t)games + 1, sizeof *weight);
    double *ratings = calloc(bots * SAMPLES, sizeof *ratings);
    for (int i = 0; i < standings->bots; i++)
        strength[i] = 1;
    if (pair && weight && ratings) {
        struct sample sample = {.bots = standings->bots,
                                .pair = pair,
                                .strength = strength,
                                .score = score,
                                .expected = expected};
        sample.pairs = collect_pairs(row, games, pair);
        if (sample.pairs)
            draw_samples(standings, &sample, weight, ratings, seed);
    }
    free(pair);
    free(weight);
    free(ratings);
}
