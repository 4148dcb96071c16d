/* solve.c: lodestone-mpi solve: proven values, found by many machines. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/signals.h"
#include "cmd/exact/solution_print.h"
#include "cmd/mpi/command.h"
#include "mpi/solve.h"

static const struct option options[] = {
    {"position", N_("P"), N_("solve this position")},
    {"moves", N_("M"), N_("play these moves first")},
    {"checkpoint", N_("FILE"), N_("save what is found here, and continue from it")},
    {"job-nodes", N_("N"), N_("positions per job (10000000)")},
    {"hash", N_("MiB"), N_("memory for each worker's transposition table (128)")},
    {"progress", N_("P"), N_("text (default), json or off, on standard error")},
    {"json", NULL, N_("JSON instead of text")},
    {0},
};

static double per_second(const struct mpi_solve_progress *p)
{
    return p->seconds > 0 ? (double)p->nodes / p->seconds : 0;
}

static void report_text(void *context, const struct mpi_solve_progress *p)
{
    (void)context;
    fprintf(stderr,
            _("%.0f s: %d positions proven, %d open, %" PRIu64
              " jobs, %.2f M nodes/s, %d of %d workers busy\n"),
            p->seconds, p->count.proven, p->count.open, p->jobs, per_second(p) / 1e6,
            p->busy, p->workers);
}

static void report_json(void *context, const struct mpi_solve_progress *p)
{
    (void)context;
    json_t *object = json_pack("{s:f,s:i,s:i,s:i,s:I,s:I,s:f,s:i,s:i,s:f,s:f,s:i,s:i}",
                               "seconds", p->seconds, "positions", p->count.positions,
                               "proved", p->count.proven, "open", p->count.open, "jobs",
                               (json_int_t)p->jobs, "nodes", (json_int_t)p->nodes,
                               "nodes_per_second", per_second(p), "busy", p->busy,
                               "workers", p->workers, "idle", p->idle, "bytes_per_job",
                               p->bytes_per_job, "least", p->least, "most", p->most);
    json_dumpf(object, stderr, JSON_COMPACT | JSON_REAL_PRECISION(6));
    fputc('\n', stderr);
    json_decref(object);
}

static bool read_plan(const struct args *args, struct mpi_solve_plan *plan, int *hash,
                      struct error *error)
{
    const char *progress = args_value(args, "progress");
    uint64_t mib = 0;
    if (!args_number(args, "job-nodes", 1, INT64_MAX, &plan->job_nodes, error) ||
        !args_number(args, "hash", 1, 1 << 20, &mib, error))
        return false;
    *hash = (int)mib;
    plan->report = report_text;
    if (progress && strcmp(progress, "json") == 0)
        plan->report = report_json;
    else if (progress && strcmp(progress, "off") == 0)
        plan->report = NULL;
    else if (progress && strcmp(progress, "text") != 0)
        return error_set(error, _("--progress must be text, json or off"));
    return true;
}

static int lead(const struct args *args, struct team *team,
                const struct mpi_solve_plan *plan, struct checkpoint *checkpoint)
{
    struct solution solution;
    struct error error;
    signals_install();
    bool ok = mpi_solve_lead(team, plan, checkpoint, &solution, &error);
    team_dismiss(team);
    if (!ok)
        return command_refuse(args, STATUS_FAILED, &error);
    solution_print(plan->game, &solution, args_switch(args, "json"));
    return signals_count() ? STATUS_INTERRUPTED : STATUS_DONE;
}

/* Rank 0 checks everything first; if it refuses, all ranks end. */
static int prepare(const struct args *args, const struct team *team,
                   struct mpi_solve_plan *plan, int *hash,
                   struct checkpoint **checkpoint)
{
    struct error error;
    if (!read_plan(args, plan, hash, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    if (!team_is_master(team))
        return STATUS_DONE;
    if (plan->game->outcome(plan->game, plan->position).result != RESULT_NONE)
        error_set(&error,
                  _("the game is over in this position: there is nothing to solve"));
    else
        *checkpoint =
            checkpoint_open(args_value(args, "checkpoint"), plan->game, &error);
    return *checkpoint ? STATUS_DONE : command_refuse(args, STATUS_FAILED, &error);
}

static int work_or_lead(const struct args *args, struct team *team,
                        const struct mpi_solve_plan *plan, int hash,
                        struct checkpoint *checkpoint)
{
    struct error error;
    struct mpi_solve_worker *worker = NULL;
    int status = STATUS_DONE;
    if (!team_is_master(team) || team_is_alone(team)) {
        worker = mpi_solve_worker_open(plan->game, hash, &error);
        if (!worker)
            status = command_refuse(args, STATUS_FAILED, &error);
    }
    status = team_worst(team, status);
    struct team_worker face = mpi_solve_team_worker(worker);
    if (status != STATUS_DONE) {
        /* All ranks end. */
    } else if (team_is_master(team)) {
        team_lead(team, &face);
        status = lead(args, team, plan, checkpoint);
    } else {
        team_serve(team, &face);
    }
    if (worker)
        mpi_solve_worker_close(worker);
    return status;
}

int mpi_solve(const struct args *args, struct team *team)
{
    struct error error;
    struct position position;
    struct checkpoint *checkpoint = NULL;
    struct mpi_solve_plan plan = {
        .position = &position, .job_nodes = 10000000, .stop = signals_flag()};
    int hash = 0, status = STATUS_FAILED;
    struct game *game = NULL;
    if (team_is_master(team)) {
        game = command_open_game(args, &position, NULL, &error);
        plan.game = game;
        status = game ? prepare(args, team, &plan, &hash, &checkpoint)
                      : command_refuse(args, STATUS_FAILED, &error);
    }
    status = team_agree(team, status);
    if (status == STATUS_DONE && !team_is_master(team)) {
        plan.game = game = command_open_game(args, &position, NULL, &error);
        prepare(args, team, &plan, &hash, &checkpoint);
    }
    if (status == STATUS_DONE)
        status = work_or_lead(args, team, &plan, hash, checkpoint);
    if (checkpoint)
        checkpoint_close(checkpoint);
    if (game)
        game_close(game);
    return status;
}

const struct command mpi_solve_command = {
    .program = "lodestone-mpi",
    .name = "solve",
    .positional = {"SPEC"},
    .summary = N_("the exact value of a position, found by all ranks"),
    .details = N_("Rank 0 keeps the upper part of the tree; the others solve what is "
                  "below it. With a\n"
                  "checkpoint, a job that was killed continues where it left off, on "
                  "any number of ranks."),
    .options = options,
};
