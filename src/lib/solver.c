/* solver.c: the solver, for other programs. */
#include <stdlib.h>

#include "base/i18n.h"
#include "lib/inside.h"
#include "solve/solve.h"

struct lodestone_solver {
    struct game *game;
    struct solver *solver;
    struct limits limits;
    atomic_bool stop; /* the stop token of the current call */
};

static bool open_parts(lodestone_solver *solver, const char *spec,
                       const lodestone_solver_options *options, struct error *error)
{
    struct solve_options inside = {
        .threads = options->threads,
        .hash_mib = options->hash_mib,
    };
    solver->limits = (struct limits){
        .nodes = options->nodes, .seconds = options->seconds, .stop = &solver->stop};
    if (!lib_check_options(options->threads, options->hash_mib, options->reserved,
                           error) ||
        !lib_check_limits(options->seconds, 0, options->reserved, error))
        return false;
    solver->game = game_open(spec, error);
    if (!solver->game)
        return false;
    solver->solver = solver_open(solver->game, &inside, error);
    return solver->solver != NULL;
}

LODESTONE_API lodestone_solver *
lodestone_solver_open(const char *spec, const lodestone_solver_options *options,
                      lodestone_error *out)
{
    static const lodestone_solver_options usual;
    struct error error = {""};
    lodestone_solver *solver = calloc(1, sizeof *solver);
    if (!solver) {
        error_set(&error, _("out of memory"));
        lib_fail(out, &error);
        return NULL;
    }
    if (!open_parts(solver, spec, options ? options : &usual, &error)) {
        lodestone_solver_close(solver);
        lib_fail(out, &error);
        return NULL;
    }
    lib_warn(out, &error);
    return solver;
}

LODESTONE_API void lodestone_solver_close(lodestone_solver *solver)
{
    if (!solver)
        return;
    solver_close(solver->solver);
    game_close(solver->game);
    free(solver);
}

static void translate(const struct game *game, const struct solution *found,
                      lodestone_solution *solution)
{
    *solution = (lodestone_solution){
        .proved = found->proven,
        .value = lib_value(found->kind),
        .plies = found->plies,
        .margin = found->margin,
        .least = found->least,
        .most = found->most,
        .move = lib_move(game, found->move),
        .nodes = found->nodes,
        .seconds = found->seconds,
    };
}

/* The caller's progress function and its context. */
struct listener {
    const struct game *game;
    lodestone_solver_progress *progress;
    void *context;
};

static void tell(void *context, const struct solution *so_far)
{
    const struct listener *listener = context;
    lodestone_solution solution;
    translate(listener->game, so_far, &solution);
    listener->progress(listener->context, &solution);
}

LODESTONE_API bool lodestone_solver_solve(lodestone_solver *solver,
                                          const lodestone_game *game, const char *move,
                                          lodestone_solver_progress *progress,
                                          void *context, lodestone_solution *solution,
                                          lodestone_error *out)
{
    struct position position = game->record.now;
    struct listener listener = {solver->game, progress, context};
    solve_progress *inside = progress ? tell : NULL;
    struct solution found;
    struct error error;
    move_t parsed;
    atomic_store(&solver->stop, false);
    bool ok = lib_can_think(solver->game, game, &error);
    if (ok && move)
        ok = solver->game->parse_move(solver->game, &position, move, &parsed, &error) &&
             solver_solve_move(solver->solver, &position, parsed, &solver->limits,
                               inside, &listener, &found, &error);
    else if (ok)
        ok = solver_solve(solver->solver, &position, &solver->limits, inside, &listener,
                          &found, &error);
    if (!ok)
        return lib_fail(out, &error);
    translate(solver->game, &found, solution);
    return true;
}

LODESTONE_API void lodestone_solver_stop(lodestone_solver *solver)
{
    atomic_store(&solver->stop, true);
}
