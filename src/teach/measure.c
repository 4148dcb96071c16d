/* measure.c: how well a heuristic agrees with proven values. */
#include "teach/measure.h"

#include <math.h>

#include "solve/solve.h"

static double proven_value(const struct game *game, const struct solution *solution)
{
    if (game->has_margin)
        return solution->margin;
    return solution->kind == VALUE_WIN ? 1 : solution->kind == VALUE_LOSS ? -1 : 0;
}

bool measure_solve(struct solver *solver, const struct game *game,
                   const struct position *position, const struct limits *limits,
                   struct solved_position *solved)
{
    struct solution solution;
    if (!solver_solve(solver, position, limits, NULL, NULL, &solution, NULL) ||
        !solution.proven)
        return false;
    double value = proven_value(game, &solution);
    *solved = (struct solved_position){
        .position = *position, .proven = game->turn(position) == 0 ? value : -value};
    return true;
}

/* Pairs in the same order by points as by proven value. */
static void count_pairs(const struct solved_position *solved, int count,
                        const double *value, struct measure *measure)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++) {
            double proven = solved[i].proven - solved[k].proven;
            double points = value[i] - value[k];
            if (proven == 0)
                continue;
            measure->pairs++;
            measure->pairs_right += points == 0                    ? 0.5
                                    : (points > 0) == (proven > 0) ? 1
                                                                   : 0;
        }
}

static double error_of(const struct measure *measure,
                       const struct solved_position *solved, double value)
{
    return fabs(measure->scale * value - solved->proven);
}

/* Puts a position into the list of the worst, if it belongs there. */
static void note_worst(struct measure *measure, const struct solved_position *solved,
                       const double *value, int number)
{
    int place = measure->worst_count;
    double error = error_of(measure, &solved[number], value[number]);
    while (place > 0) {
        int other = measure->worst[place - 1];
        if (error_of(measure, &solved[other], value[other]) >= error)
            break;
        place--;
    }
    if (place == MEASURE_WORST)
        return;
    if (measure->worst_count < MEASURE_WORST)
        measure->worst_count++;
    for (int i = measure->worst_count - 1; i > place; i--)
        measure->worst[i] = measure->worst[i - 1];
    measure->worst[place] = number;
}

void measure_heuristic(const struct heuristic *heuristic, const struct game *game,
                       const struct solved_position *solved, int count, double *value,
                       struct measure *measure)
{
    double products = 0, squares = 0, errors = 0;
    *measure = (struct measure){0};
    for (int i = 0; i < count; i++) {
        const struct position *position = &solved[i].position;
        value[i] = heuristic_evaluate(heuristic, game, position, game->turn(position));
        products += value[i] * solved[i].proven;
        squares += value[i] * value[i];
        measure->decided += solved[i].proven != 0;
        measure->right_side += value[i] * solved[i].proven > 0;
    }
    /* Points that speak against the truth are worth nothing, not the contrary. */
    measure->scale = squares > 0 && products > 0 ? products / squares : 0;
    for (int i = 0; i < count; i++) {
        errors += error_of(measure, &solved[i], value[i]);
        note_worst(measure, solved, value, i);
    }
    measure->mean_error = count ? errors / count : 0;
    count_pairs(solved, count, value, measure);
}
