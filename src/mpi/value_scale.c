/* value_scale.c: one scale of values for both games. */
#include "mpi/value_scale.h"

static int cells(const struct game *game)
{
    return game->spec.cave.rows * game->spec.cave.columns;
}

int value_scale_limit(const struct game *game)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return cells(game);
    case GAME_MANCALA:
        return game->board.mancala.total;
    }
    __builtin_unreachable();
}

static int cave_value_of_end(const struct game *game, const struct position *position)
{
    int line = cells(game) + 1 - position->cave.bricks;
    enum result result = game->outcome(game, position).result;
    return result == RESULT_FIRST ? line : result == RESULT_SECOND ? -line : 0;
}

static int mancala_value_of_end(const struct game *game,
                                const struct position *position)
{
    struct outcome outcome = game->outcome(game, position);
    return outcome.store[0] - outcome.store[1];
}

int value_scale_of_end(const struct game *game, const struct position *position)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return cave_value_of_end(game, position);
    case GAME_MANCALA:
        return mancala_value_of_end(game, position);
    }
    __builtin_unreachable();
}

/* Negates and swaps the bounds if the second player is to move. */
static void turn_bounds(const struct game *game, const struct position *position,
                        int *least, int *most)
{
    int before = *least;
    if (game->turn(position) == 0)
        return;
    *least = -*most;
    *most = -before;
}

bool value_scale_ask(struct solver *solver, const struct game *game,
                     const struct position *position, const struct limits *limits,
                     int question, struct solve_bounds *bounds, struct error *error)
{
    /* The second player keeps the first below a value by getting more than minus that
     * value. */
    int wanted = game->turn(position) == 0 ? question : 1 - question;
    if (!solver_ask(solver, position, limits, wanted, bounds, error))
        return false;
    turn_bounds(game, position, &bounds->least, &bounds->most);
    return true;
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

void value_scale_to_solution(const struct game *game, const struct position *position,
                             int least, int most, struct solution *solution)
{
    turn_bounds(game, position, &least, &most);
    solution->proven = least == most;
    solution->margin = 0;
    solution->plies = 0;
    solution->kind = VALUE_ESTIMATE;
    switch (game->spec.kind) {
    case GAME_CAVE: {
        int left = cells(game) - position->cave.bricks;
        if (solution->proven)
            solution->plies = least ? left + 1 - (least < 0 ? -least : least) : left;
        least = sign(least);
        most = sign(most);
        break;
    }
    case GAME_MANCALA:
        if (solution->proven)
            solution->margin = least;
        break;
    }
    solution->least = least;
    solution->most = most;
    if (least == most)
        solution->kind = least > 0 ? VALUE_WIN : least < 0 ? VALUE_LOSS : VALUE_DRAW;
}
