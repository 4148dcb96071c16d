/* cave_lines.c: logistic regression for the values of open lines, by Newton's
 * method. */
#include "train/cave_lines.h"

#include <math.h>
#include <stdlib.h>

enum {
    HOLD_OUT = 10, /* every tenth game tests the fit */
    BRICKS = 4,    /* one, two, three, more */
    COURSES = 3,   /* along rows, along columns, on diagonals */
    LINES = BRICKS * COURSES,
    TURN = LINES,
    FIRST,
    WEIGHTS,
    STEPS = 12,    /* of Newton's method; it needs fewer */
    PROVEN = 9000, /* scores of this size are proven */
    SCALE = 100,
};

#define PULL 1.0 /* towards zero, for what hardly occurs */

/* Values that count the lines of one kind alone. */
static struct cave_line_values only(int kind)
{
    struct cave_line_values values = {0};
    const int bricks = kind / COURSES, course = kind % COURSES;
    values.value[bricks][course] = 1;
    if (course == COURSES - 1)
        values.value[bricks][course + 1] = 1;
    return values;
}

static void features_of(const struct cave_board *board,
                        const struct cave_sample *sample, double x[WEIGHTS])
{
    for (int i = 0; i < LINES; i++) {
        const struct cave_line_values values = only(i);
        x[i] = cave_evaluate_lines(board, &values, sample->brick[0], sample->brick[1]);
    }
    x[TURN] = sample->bricks % 2 == 0 ? 1 : -1;
    x[FIRST] = 1;
}

/* A position whose value the search has proven needs no estimate. */
static bool is_used(const struct cave_sample *sample)
{
    return sample->result != RESULT_UNKNOWN && abs(sample->score) < PROVEN;
}

static double expected(const double weight[WEIGHTS], const double x[WEIGHTS])
{
    double sum = 0;
    for (int i = 0; i < WEIGHTS; i++)
        sum += weight[i] * x[i];
    /* Never 0 or 1, which would have no logarithm. */
    return 1 / (1 + exp(-fmax(-30, fmin(sum, 30))));
}

/* Solves a system of equations whose matrix is positive definite, in place. */
static void solve(double matrix[WEIGHTS][WEIGHTS], double right[WEIGHTS])
{
    for (int i = 0; i < WEIGHTS; i++)
        for (int j = 0; j < WEIGHTS; j++) {
            if (j == i)
                continue;
            const double factor = matrix[j][i] / matrix[i][i];
            for (int k = i; k < WEIGHTS; k++)
                matrix[j][k] -= factor * matrix[i][k];
            right[j] -= factor * right[i];
        }
    for (int i = 0; i < WEIGHTS; i++)
        right[i] /= matrix[i][i];
}

/* One step of Newton's method; returns how many positions it rests on. */
static size_t improve(const struct cave_board *board,
                      const struct cave_samples *samples, double weight[WEIGHTS])
{
    double curve[WEIGHTS][WEIGHTS] = {{0}}, slope[WEIGHTS], x[WEIGHTS];
    size_t count = 0;
    for (int i = 0; i < WEIGHTS; i++) {
        curve[i][i] = PULL;
        slope[i] = -PULL * weight[i];
    }
    for (size_t k = 0; k < samples->count; k++) {
        const struct cave_sample *sample = &samples->sample[k];
        if (!is_used(sample) || sample->game % HOLD_OUT == 0)
            continue;
        features_of(board, sample, x);
        const double p = expected(weight, x);
        const double error = 0.5 + 0.5 * sample->result - p;
        for (int i = 0; i < WEIGHTS; i++) {
            slope[i] += error * x[i];
            for (int j = 0; j < WEIGHTS; j++)
                curve[i][j] += p * (1 - p) * x[i] * x[j];
        }
        count++;
    }
    solve(curve, slope);
    for (int i = 0; i < WEIGHTS; i++)
        weight[i] += slope[i];
    return count;
}

static double loss_held_out(const struct cave_board *board,
                            const struct cave_samples *samples,
                            const double weight[WEIGHTS])
{
    double sum = 0, x[WEIGHTS];
    size_t count = 0;
    for (size_t k = 0; k < samples->count; k++) {
        const struct cave_sample *sample = &samples->sample[k];
        if (!is_used(sample) || sample->game % HOLD_OUT != 0)
            continue;
        features_of(board, sample, x);
        const double p = expected(weight, x), points = 0.5 + 0.5 * sample->result;
        sum -= points * log(p) + (1 - points) * log(1 - p);
        count++;
    }
    return count ? sum / (double)count : 0;
}

void cave_lines_fit(const struct cave_board *board, const struct cave_samples *samples,
                    struct cave_line_values *values, struct cave_lines_report *report)
{
    double weight[WEIGHTS] = {0};
    for (int i = 0; i < STEPS; i++)
        report->positions = improve(board, samples, weight);
    report->loss = loss_held_out(board, samples, weight);
    for (int i = 0; i < LINES; i++) {
        const int bricks = i / COURSES, course = i % COURSES;
        values->value[bricks][course] = (int16_t)lround(weight[i] * SCALE);
    }
    for (int i = 0; i < BRICKS; i++)
        values->value[i][COURSES] = values->value[i][COURSES - 1];
}
