/* cave.c: logistic regression for the learned evaluation. */
#include "train/cave.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "search/cave/open_lines.h"

enum {
    HOLD_OUT = 10, /* every tenth game tests the fit */
};

#define SEEN_FIRST 0.3f  /* keeps the first steps of a rare weight small */
#define STANDING_RATE 10 /* standing threats are few weights that are seen often */

/* The weight of a line's pattern is the sum of the weights of the fives in it and of
 * one for the whole. A five has one part that all lines of its direction share, which
 * is seen often and learns fast, and one for its place in the line, which corrects the
 * first; the whole is seen rarely and corrects both. At the end all of them are added
 * up into one table. */
enum {
    FIVES = 243,
    FIVE_DIRECTIONS = 3,  /* in rows, in columns, in diagonals */
    FIVE_PLACES = 12 * 2, /* 12 kinds of lines, at their end or further in */
    FIVES_IN_LINE = 4,
    PARTS = 1 + 2 * FIVES_IN_LINE, /* of a pattern's weight: the whole, fives twice */
    PART_FIVES = PATTERN_ENTRIES,  /* parts are numbered: wholes, shared fives, ... */
    PART_PLACED = PART_FIVES + FIVE_DIRECTIONS * FIVES,
    PART_COUNT = PART_PLACED + FIVE_PLACES * FIVES,
};

/* All lanes of ■'s hope, then □'s, as in struct cave_weights. */
enum {
    LANES = 2 * PATTERN_LANES,
};
typedef float lanes __attribute__((vector_size(4 * LANES)));

/* The fit uses real numbers and learns what must be added to the weights it starts
 * from. A pattern and its mirror image share theirs. */
struct fit {
    lanes weight[PART_COUNT];
    lanes seen[PART_COUNT]; /* sums of squared slopes */
    lanes start[PATTERN_ENTRIES];
    float standing[2][STANDING_PHASES][STANDING_ENTRIES];
    float standing_seen[2][STANDING_PHASES][STANDING_ENTRIES];
    int part[PATTERN_ENTRIES][PARTS]; /* those of each pattern; -1: no more */
};

static int mirrored(int number, int digits)
{
    int result = 0;
    for (int i = 0; i < digits; i++, number /= 3)
        result = result * 3 + number % 3;
    return result;
}

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

/* Prepares the entries of one kind of line, which begin at `begin`. */
static void fit_prepare(struct fit *fit, int begin, int digits, int direction, int kind)
{
    int size = 1;
    for (int i = 0; i < digits; i++)
        size *= 3;
    for (int n = 0; n < size; n++) {
        int *part = fit->part[begin + n], count = 0, rest = n;
        part[count++] = begin + lesser(n, mirrored(n, digits));
        for (int i = 0; i + 5 <= digits; i++, rest /= 3) {
            int five = rest % FIVES, flipped = mirrored(five, 5);
            int from_end = digits - 5 - i;
            /* At the middle of a line both directions are the same place. */
            int placed = i < from_end   ? five
                         : i > from_end ? flipped
                                        : lesser(five, flipped);
            int place = kind * 2 + (lesser(i, from_end) > 0);
            part[count++] = PART_FIVES + direction * FIVES + lesser(five, flipped);
            part[count++] = PART_PLACED + place * FIVES + placed;
        }
        while (count < PARTS)
            part[count++] = -1;
    }
}

/* The features of a sample: where its weights are. */
struct features {
    int share[PATTERN_LANES];
    int standing_phase, standing;
    int entry[PATTERN_COUNT];
};

/* The unreachable cells that complete a line, for each side. */
static void sample_threats(const struct cave_board *board,
                           const struct cave_sample *sample, uint64_t threats[2])
{
    uint64_t occupied = sample->brick[0] | sample->brick[1];
    uint64_t hidden = board->cells & ~occupied & ~cave_open(board, occupied);
    for (int i = 0; i < 2; i++)
        threats[i] = cave_completing(board, sample->brick[i]) & hidden;
}

static void features_of(const struct cave_board *board,
                        const struct cave_sample *sample, struct features *f)
{
    uint64_t threats[2];
    sample_threats(board, sample, threats);
    pattern_shares(sample->bricks, f->share);
    f->standing_phase = standing_phase(sample->bricks);
    f->standing = pattern_standing(threats[0], threats[1], sample->bricks);
    pattern_entries(sample->brick[0], sample->brick[1], f->entry);
}

static int sample_estimate(const struct cave_weights *weights,
                           const struct cave_board *board,
                           const struct cave_sample *sample)
{
    struct pattern_sum sum;
    uint64_t threats[2];
    sample_threats(board, sample, threats);
    pattern_sum_begin(weights, sample->brick[0], sample->brick[1], &sum);
    return pattern_score(weights, sum.weights, threats[0], threats[1], sample->bricks);
}

static lanes entry_weight(const struct fit *fit, int entry)
{
    lanes sum = fit->start[entry];
    for (int i = 0; i < PARTS && fit->part[entry][i] >= 0; i++)
        sum += fit->weight[fit->part[entry][i]];
    return sum;
}

/* ■'s and □'s hope. */
static void fit_hopes(const struct fit *fit, const struct features *f, double hope[2])
{
    lanes sum = {0};
    for (int i = 0; i < PATTERN_COUNT; i++)
        sum += entry_weight(fit, f->entry[i]);
    for (int i = 0; i < 2; i++) {
        hope[i] = fit->standing[i][f->standing_phase][f->standing];
        for (int lane = 0; lane < PATTERN_LANES; lane++)
            hope[i] +=
                (double)sum[i * PATTERN_LANES + lane] * f->share[lane] / PHASE_STEP;
    }
}

static double chance(double evaluation)
{
    return 1 / (1 + exp(-evaluation));
}

/* ln(1 + e^x), as in pattern_hope. */
static double soft(double x)
{
    return fmax(x, 0) + log1p(exp(-fabs(x)));
}

/* What the evaluation should say, from 0 to 1. The result is right but noisy, the
 * search's score the other way round; `results` is how much the former counts. */
static double target_of(const struct cave_sample *sample, double results)
{
    double score = chance((double)sample->score / PATTERN_SCALE);
    if (sample->result == RESULT_UNKNOWN)
        return score;
    return results * (0.5 + 0.5 * sample->result) + (1 - results) * score;
}

static double loss_of(double p, double target)
{
    p = p < 1e-9 ? 1e-9 : p > 1 - 1e-9 ? 1 - 1e-9 : p;
    return -target * log(p) - (1 - target) * log(1 - p);
}

/* Whether the search would evaluate this position: not where a line can be completed at
 * once, nor where every move gives one away. */
static bool is_evaluated(const struct cave_board *board,
                         const struct cave_sample *sample)
{
    const int side = sample->bricks & 1;
    const uint64_t occupied = sample->brick[0] | sample->brick[1];
    const uint64_t open = cave_open(board, occupied);
    const uint64_t own = cave_completing(board, sample->brick[side]);
    const uint64_t other = cave_completing(board, sample->brick[!side]) & ~occupied;
    return !((own | other) & open) && (open & ~cave_beside(other));
}

static bool held_out(const struct cave_sample *sample)
{
    return sample->game % HOLD_OUT == 0;
}

/* Parts shared by many places need no regularization. */
static float forgetting(int part)
{
    return part < PART_FIVES ? 1.0f : part < PART_PLACED ? 0 : 0.1f;
}

/* One step of AdaGrad for all lanes: parts that have moved a lot move less. */
static void step_part(struct fit *fit, int part, lanes slope, lanes size, float rate,
                      float forget)
{
    lanes *weight = &fit->weight[part], *seen = &fit->seen[part];
    slope += forget * forgetting(part) * *weight * size;
    *seen += slope * slope;
    for (int i = 0; i < LANES; i++)
        (*weight)[i] -= rate * slope[i] / sqrtf((*seen)[i]);
}

static void step_standing(struct fit *fit, const struct features *f, int side,
                          float slope, float rate)
{
    float *seen = &fit->standing_seen[side][f->standing_phase][f->standing];
    *seen += slope * slope;
    fit->standing[side][f->standing_phase][f->standing] -= rate * slope / sqrtf(*seen);
}

/* Moves everything that a position's evaluation is made of against its slope. */
static void fit_sample(struct fit *fit, const struct features *f, double target,
                       double rate, double forget)
{
    double hope[2];
    fit_hopes(fit, f, hope);
    const double error = chance(soft(hope[0]) - soft(hope[1])) - target;
    const double side[2] = {error * chance(hope[0]), -error * chance(hope[1])};
    lanes slope, size;
    for (int i = 0; i < LANES; i++) {
        slope[i] =
            (float)(side[i / PATTERN_LANES] * f->share[i % PATTERN_LANES] / PHASE_STEP);
        size[i] = fabsf(slope[i]);
    }
    for (int i = 0; i < 2; i++)
        step_standing(fit, f, i, (float)side[i], (float)(STANDING_RATE * rate));
    for (int i = 0; i < PATTERN_COUNT; i++) {
        const int *part = fit->part[f->entry[i]];
        for (int j = 0; j < PARTS && part[j] >= 0; j++)
            step_part(fit, part[j], slope, size, (float)rate, (float)forget);
    }
}

/* The last passes take smaller steps, so that the last positions don't count more than
 * the others. */
static double rate_in(const struct cave_train_options *options, int epoch)
{
    int left = options->epochs - epoch;
    return options->rate * (left == 1 ? 0.2 : left == 2 ? 0.5 : 1);
}

static void fit_epoch(struct fit *fit, const struct cave_board *board,
                      const struct cave_train_options *options, double rate,
                      const struct cave_samples *samples, const uint32_t *order)
{
    for (size_t k = 0; k < samples->count; k++) {
        const struct cave_sample *sample = &samples->sample[order[k]];
        if (held_out(sample) || !is_evaluated(board, sample))
            continue;
        struct features f;
        features_of(board, sample, &f);
        fit_sample(fit, &f, target_of(sample, options->results), rate, options->forget);
    }
}

double cave_train_loss(const struct cave_weights *weights,
                       const struct cave_samples *samples)
{
    struct cave_board board;
    double sum = 0;
    size_t count = 0;
    cave_board_init(&board, 8, 8, 5, false);
    for (size_t i = 0; i < samples->count; i++) {
        const struct cave_sample *sample = &samples->sample[i];
        if (!held_out(sample) || sample->result == RESULT_UNKNOWN ||
            !is_evaluated(&board, sample))
            continue;
        double estimate = (double)sample_estimate(weights, &board, sample);
        sum += loss_of(chance(estimate / PATTERN_SCALE), 0.5 + 0.5 * sample->result);
        count++;
    }
    return count ? sum / (double)count : 0;
}

static int16_t rounded(double weight, int most)
{
    double scaled = round(weight * PATTERN_SCALE);
    return (int16_t)(scaled > most ? most : scaled < -most ? -most : scaled);
}

static void fit_export(const struct fit *fit, struct cave_weights *weights)
{
    for (int i = 0; i < PATTERN_ENTRIES; i++)
        for (int j = 0; j < LANES; j++)
            weights->pattern[i][j] = rounded(entry_weight(fit, i)[j], PATTERN_MOST);
    for (int i = 0; i < 2; i++)
        for (int phase = 0; phase < STANDING_PHASES; phase++)
            for (int j = 0; j < STANDING_ENTRIES; j++)
                weights->standing[i][phase][j] =
                    rounded(fit->standing[i][phase][j], 5000);
}

/* Begins with these weights, or with zero. */
static void fit_start(struct fit *fit, const struct cave_weights *weights)
{
    for (int i = 0; i < PART_COUNT; i++)
        fit->seen[i] += SEEN_FIRST;
    for (int i = 0; weights && i < PATTERN_ENTRIES; i++)
        for (int j = 0; j < LANES; j++)
            fit->start[i][j] = (float)weights->pattern[i][j] / PATTERN_SCALE;
    for (int i = 0; i < 2; i++)
        for (int phase = 0; phase < STANDING_PHASES; phase++)
            for (int j = 0; j < STANDING_ENTRIES; j++) {
                fit->standing_seen[i][phase][j] = 1;
                if (weights)
                    fit->standing[i][phase][j] =
                        (float)weights->standing[i][phase][j] / PATTERN_SCALE;
            }
}

static void fit_prepare_all(struct fit *fit)
{
    for (int kind = 0; kind < 8; kind++)
        fit_prepare(fit, kind * PATTERN_ROW, 8, kind < 4 ? 0 : 1, kind);
    for (int kind = 8, begin = PATTERN_DIAGONALS, size = 6561; kind < 12; kind++) {
        fit_prepare(fit, begin, 16 - kind, 2, kind);
        begin += size;
        size /= 3;
    }
}

static void shuffle(uint32_t *order, size_t count, struct rng *rng)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = rng_below(rng, (uint32_t)i);
        uint32_t swap = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swap;
    }
}

bool cave_train_fit(const struct cave_train_options *options,
                    const struct cave_samples *samples, struct cave_weights *weights,
                    train_progress *progress, void *context)
{
    struct fit *fit = aligned_alloc(_Alignof(struct fit), sizeof *fit);
    uint32_t *order = malloc(samples->count * sizeof *order + 1);
    struct rng rng = rng_seeded(options->seed);
    struct cave_board board;
    cave_board_init(&board, 8, 8, 5, false);
    if (fit && order) {
        memset(fit, 0, sizeof *fit);
        fit_prepare_all(fit);
        fit_start(fit, options->weights);
        for (size_t i = 0; i < samples->count; i++)
            order[i] = (uint32_t)i;
        for (int epoch = 0; epoch < options->epochs; epoch++) {
            shuffle(order, samples->count, &rng);
            fit_epoch(fit, &board, options, rate_in(options, epoch), samples, order);
            if (progress)
                progress(context, "epochs", epoch + 1, options->epochs);
        }
        fit_export(fit, weights);
    }
    bool ok = fit && order;
    free(order);
    free(fit);
    return ok;
}

void cave_calibrate(const struct cave_weights *weights,
                    const struct cave_samples *samples,
                    struct cave_calibration calibration[CALIBRATION_PHASES])
{
    struct cave_board board;
    cave_board_init(&board, 8, 8, 5, false);
    memset(calibration, 0, CALIBRATION_PHASES * sizeof *calibration);
    for (size_t i = 0; i < samples->count; i++) {
        const struct cave_sample *sample = &samples->sample[i];
        if (!held_out(sample) || sample->result == RESULT_UNKNOWN ||
            !is_evaluated(&board, sample))
            continue;
        const int width = CAVE_MAX_CELLS / CALIBRATION_PHASES;
        /* A full board is over, so it has no phase. */
        struct cave_calibration *phase = &calibration[sample->bricks / width];
        double estimate =
            (double)sample_estimate(weights, &board, sample) / PATTERN_SCALE;
        double expected = chance(estimate);
        int bin = (int)(expected * CALIBRATION_BINS);
        if (bin == CALIBRATION_BINS)
            bin--; /* an estimate so large that nothing else is expected */
        phase->bin[bin].count++;
        phase->bin[bin].expected += expected;
        phase->bin[bin].scored += 0.5 + 0.5 * sample->result;
        if (sample->result == 0) {
            phase->drawn++;
            phase->drawn_size += fabs(estimate);
        }
    }
}
