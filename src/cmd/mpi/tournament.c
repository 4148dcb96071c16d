/* tournament.c: lodestone-mpi tournament: the games are played by all ranks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "cmd/bots/tournament_request.h"
#include "cmd/mpi/command.h"
#include "mpi/tournament.h"
#include "referee/results/results.h"

/* Builtin bots are played by the other program, which is installed beside this one. */
static bool find_player(const struct contest *contest, char path[PATH_MAX],
                        struct error *error)
{
    char self[PATH_MAX], *name;
    bool wanted = false;
    for (int i = 0; i < contest->bots; i++)
        wanted = wanted || contest->bot[i].level;
    path[0] = '\0';
    if (realpath("/proc/self/exe", self) && (name = strrchr(self, '/'))) {
        *name = '\0';
        if (snprintf(path, PATH_MAX, "%s/lodestone", self) < PATH_MAX &&
            access(path, X_OK) == 0)
            return true;
    }
    return !wanted || error_set(error, _("builtin bots need the program 'lodestone' "
                                         "beside 'lodestone-mpi'"));
}

/* Rank 0 runs the tournament; if it is alone, it plays as well. */
static int lead(struct tournament_request *request, struct team *team, const char *self)
{
    struct tournament_options options = {.self = self,
                                         .concurrency = request->concurrency};
    if (!team_is_alone(team)) {
        int workers = team_workers(team);
        if (!options.concurrency || options.concurrency > workers)
            options.concurrency = workers;
        options.play = mpi_tournament_send;
        options.play_context = team;
    }
    int status = tournament_request_hold(request, options);
    team_dismiss(team);
    return status;
}

static int serve(struct tournament_request *request, struct team *team,
                 const char *self)
{
    struct error error;
    struct mpi_tournament_worker *worker = NULL;
    if (tournament_request_hide(request, &error))
        worker = mpi_tournament_worker_open(request->contest, &request->sandbox, self,
                                            team_rank(team), &error);
    int status =
        worker ? STATUS_DONE : command_refuse(request->args, STATUS_FAILED, &error);
    status = team_worst(team, status);
    if (status == STATUS_DONE) {
        struct team_worker face = mpi_tournament_team_worker(worker);
        team_serve(team, &face);
    }
    if (worker)
        mpi_tournament_worker_close(worker);
    return status;
}

static int open_request(struct tournament_request *request, const struct args *args,
                        char self[PATH_MAX])
{
    struct error error;
    int status = tournament_request_open(request, args);
    if (status == STATUS_DONE && !find_player(request->contest, self, &error))
        status = command_refuse(args, STATUS_FAILED, &error);
    return status;
}

int mpi_tournament(const struct args *args, struct team *team)
{
    struct tournament_request request = {.sandbox = {.filter = {-1, -1}}};
    struct error error;
    char self[PATH_MAX];
    bool master = team_is_master(team);
    int status = STATUS_DONE;
    /* Rank 0 goes first, so that a refusal is printed once. */
    if (master) {
        status = open_request(&request, args, self);
        if (status == STATUS_DONE && !results_prepare(request.out, &error))
            status = command_refuse(args, STATUS_FAILED, &error);
    }
    status = team_agree(team, status);
    if (status == STATUS_DONE && !master)
        status = open_request(&request, args, self);
    status = team_worst(team, status);
    if (status == STATUS_DONE && !master)
        status = serve(&request, team, self);
    else if (status == STATUS_DONE &&
             (status = team_worst(team, status)) == STATUS_DONE)
        status = lead(&request, team, self);
    tournament_request_close(&request);
    return status;
}

const struct command mpi_tournament_command = {
    .program = "lodestone-mpi",
    .name = "tournament",
    .summary = N_("a tournament between bots, its games played by all ranks"),
    .details = N_("The same as 'lodestone tournament', with the same options, "
                  "journal and results.\n"
                  "Rank 0 is the referee; each other rank plays one game at a time, "
                  "so --concurrency\n"
                  "is at most their number. The bots must be installed on all "
                  "machines."),
    .options = tournament_option_table,
};
