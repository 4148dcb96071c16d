/* mancala.c: solving Mancala with the engine, which proves margins when nothing
 * limits it. */
#include <stdlib.h>

#include "solve/solver.h"

struct mancala_state {
    const struct game *game;
    struct engine *engine;
};

static void *state_open(const struct game *game, const struct solve_options *options,
                        struct error *warning)
{
    struct engine_options engine_options = {
        .threads = options->threads, .hash_mib = options->hash_mib, .tables = true};
    struct mancala_state *state = calloc(1, sizeof *state);
    struct engine *engine = state ? engine_open(game, &engine_options, warning) : NULL;
    if (!engine) {
        free(state);
        return NULL;
    }
    state->game = game;
    state->engine = engine;
    return state;
}

static void state_close(void *context)
{
    struct mancala_state *state = context;
    engine_close(state->engine);
    free(state);
}

static void describe(const struct game *game, const struct verdict *verdict,
                     struct solution *solution)
{
    int total = 2 * game->spec.mancala.holes * game->spec.mancala.stones;
    bool bounded = verdict->least < verdict->most; /* not yet, on the way */
    *solution = (struct solution){.move = verdict->move,
                                  .proved = verdict->exact,
                                  .kind = verdict->kind,
                                  .least = bounded ? verdict->least : -total,
                                  .most = bounded ? verdict->most : total,
                                  .nodes = verdict->nodes};
    if (verdict->exact)
        solution->margin = solution->least = solution->most = verdict->score;
}

struct listener {
    const struct game *game;
    solve_progress *progress;
    void *context;
};

static void pass_on(void *context, const struct verdict *so_far)
{
    struct listener *listener = context;
    struct solution solution;
    describe(listener->game, so_far, &solution);
    listener->progress(listener->context, &solution);
}

/* The engine wastes no time on a move without alternative, so the position after it is
 * asked for instead. */
static void solve(void *context, const struct position *position,
                  const struct solve_options *options, solve_progress *progress,
                  void *progress_context, struct solution *solution)
{
    struct mancala_state *state = context;
    const struct game *game = state->game;
    struct moves moves;
    game->moves(game, position, &moves);
    if (moves.count == 1) {
        struct position next = *position;
        game->play(game, &next, moves.move[0]);
        if (game->outcome(game, &next).result == RESULT_NONE) {
            solve(state, &next, options, NULL, NULL, solution);
            solution_turn(game, position, &next, solution);
            solution->move = moves.move[0];
            return;
        }
    }
    struct listener listener = {game, progress, progress_context};
    struct verdict verdict;
    /* The engine answers before its time is over, a solver when it is. */
    struct limits limits = {.nodes = options->nodes,
                            .seconds = options->seconds * 15 / 13};
    engine_think(state->engine, position, &limits, progress ? pass_on : NULL, &listener,
                 &verdict);
    describe(game, &verdict, solution);
}

static void stop(void *context)
{
    struct mancala_state *state = context;
    engine_stop(state->engine);
}

static struct tt *table(void *context)
{
    struct mancala_state *state = context;
    return engine_tt(state->engine);
}

const struct solver_ops mancala_solver = {
    .open = state_open,
    .close = state_close,
    .solve = solve,
    .stop = stop,
    .table = table,
};
