/* tables.c: lodestone-mpi tables: Mancala endgame tables, made by all ranks. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "cmd/exact/tables_request.h"
#include "cmd/mpi/command.h"
#include "mpi/tables.h"

static const struct option options[] = {
    {"stones", N_("N"), N_("up to N stones in the holes (18)")},
    {"dir", N_("D"), N_("where the tables are (default: the user's data directory)")},
    {"quiet", NULL, N_("no progress bar")},
    {0},
};

static const struct command_action actions[] = {
    {"build", N_("build the table for SPEC, or continue a build")},
    {0},
};

static int open_request(struct tables_request *request, const struct args *args,
                        struct endgame_build_plan *plan)
{
    struct error error;
    if (args_action(args) < 0)
        return STATUS_USAGE;
    int status = tables_request_open(request, args);
    if (status == STATUS_DONE)
        status = tables_request_open_game(request, "build");
    if (status != STATUS_DONE)
        return status;
    plan->game = request->game;
    if (!tables_request_stones(request, &plan->stones, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    return endgame_build_check(plan, &error)
               ? STATUS_DONE
               : command_refuse(args, STATUS_FAILED, &error);
}

static bool build(void *context, const char *directory,
                  const struct endgame_build_plan *plan, struct error *error)
{
    return mpi_tables_lead(context, directory, *plan, error);
}

/* A worker: its own table, which receives the layers. */
static int serve(const struct tables_request *request, struct team *team,
                 const struct endgame_build_plan *plan)
{
    struct endgame endgame = {0};
    struct error error;
    int status = STATUS_DONE;
    if (!mpi_tables_open(&endgame, plan, &error))
        status = command_refuse(request->args, STATUS_FAILED, &error);
    status = team_worst(team, status);
    if (status == STATUS_DONE)
        mpi_tables_serve(team, &endgame);
    endgame_free(&endgame);
    return status;
}

int mpi_tables(const struct args *args, struct team *team)
{
    struct tables_request request = {0};
    struct endgame_build_plan plan = {.threads = 1, .copies = team_neighbours(team)};
    bool master = team_is_master(team);
    /* Rank 0 goes first, so that a refusal is printed once. */
    int status = master ? open_request(&request, args, &plan) : STATUS_DONE;
    status = team_agree(team, status);
    if (status == STATUS_DONE && !master)
        status = open_request(&request, args, &plan);
    status = team_worst(team, status);
    if (status == STATUS_DONE && !master)
        status = serve(&request, team, &plan);
    else if (status == STATUS_DONE &&
             (status = team_worst(team, status)) == STATUS_DONE)
        status = tables_request_build(&request, plan, build, team);
    tables_request_close(&request);
    return status;
}

const struct command mpi_tables_command = {
    .program = "lodestone-mpi",
    .name = "tables",
    .positional = {"ACTION", "SPEC"},
    .summary = N_("Mancala endgame tables, built by all ranks"),
    .details = N_("Writes the same files as 'lodestone tables build', to the same "
                  "directory. Each rank\n"
                  "needs memory for the whole table. 'lodestone tables' has further "
                  "actions."),
    .actions = actions,
    .options = options,
};
