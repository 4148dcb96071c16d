/* prover.c: asks the solver about every move. */
#include "grade/prover.h"

bool prover_open(struct prover *prover, const struct game *game, int hash_mib,
                 const struct limits *limits, struct error *error)
{
    const struct solve_options options = {.threads = 1, .hash_mib = hash_mib};
    *prover = (struct prover){
        .game = game, .solver = solver_open(game, &options, error), .limits = *limits};
    return prover->solver;
}

void prover_close(struct prover *prover)
{
    solver_close(prover->solver);
    prover->solver = NULL;
}

/* Asks whether the side to move gets at least this much. False if a limit came
 * first. */
static bool ask(const struct prover *prover, const struct position *position,
                int wanted, bool *yes)
{
    struct solve_bounds bounds;
    if (!solver_ask(prover->solver, position, &prover->limits, wanted, &bounds, NULL))
        return false;
    *yes = bounds.least >= wanted;
    return *yes || bounds.most < wanted;
}

/* The value of a move for the side that makes it. */
static bool prove_move(const struct prover *prover, const struct position *position,
                       move_t move, int *value)
{
    const struct game *game = prover->game;
    if (game->has_margin) {
        struct solution solution;
        bool ok = solver_solve_move(prover->solver, position, move, &prover->limits,
                                    NULL, NULL, &solution, NULL);
        *value = solution.least;
        return ok && solution.least == solution.most;
    }
    struct position after = *position;
    bool holds, wins;
    game->play(game, &after, move);
    struct outcome outcome = game->outcome(game, &after);
    if (outcome.result != RESULT_NONE) {
        *value = outcome.result != RESULT_TIE; /* nobody loses by a move of his own */
        return true;
    }
    if (!ask(prover, &after, 0, &holds))
        return false;
    if (holds && !ask(prover, &after, 1, &wins))
        return false;
    *value = !holds ? 1 : wins ? -1 : 0;
    return true;
}

bool prover_prove(const struct prover *prover, const struct position *position,
                  struct grade_position *values)
{
    struct moves legal;
    *values = (struct grade_position){.position = *position};
    prover->game->moves(prover->game, position, &legal);
    for (int i = 0; i < legal.count; i++) {
        struct grade_choice *choice = &values->choice[values->choices++];
        choice->move = legal.move[i];
        if (!prove_move(prover, position, choice->move, &choice->value))
            return false;
    }
    return true;
}

bool prover_matters(const struct grade_position *values)
{
    for (int i = 1; i < values->choices; i++)
        if (values->choice[i].value != values->choice[0].value)
            return true;
    return false;
}
