/* tournament.c: lodestone tournament: plays bots against each other. */
#include <stdio.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "cmd/bots/tournament_request.h"

static int run(const struct args *args)
{
    char self[PATH_MAX];
    struct tournament_request request;
    tournament_hold_signals();
    int status = tournament_request_open(&request, args);
    if (!realpath("/proc/self/exe", self))
        snprintf(self, sizeof self, "%s", args->program);
    if (status == STATUS_DONE && request.settings.action == ACTION_REPORT)
        status = tournament_request_report(&request);
    else if (status == STATUS_DONE)
        status = tournament_request_hold(
            &request, (struct tournament_options){.self = self,
                                                  .concurrency = request.concurrency});
    tournament_request_close(&request);
    return status;
}

static const struct command_action actions[] = {
    {"add",
     N_("more bots (--bot) for the tournament in --out; only their games are played")},
    {"remove", N_("a BOT and its games")},
    {"replace", N_("another command (--bot) for a bot; its games are played again")},
    {"rerun", N_("the games of BOT once more")},
    {"report", N_("all tables and files for the games so far, also while it runs")},
    {0},
};

const struct command tournament_command = {
    .name = "tournament",
    .positional = {"[ACTION]", "[BOT]"},
    .actions = actions,
    .summary = N_("a tournament between bots, with a referee"),
    .details = N_("Every bot is restarted for each game, in a sandbox, and must "
                  "answer each request\n"
                  "in time. To continue an interrupted tournament, run the same "
                  "command again.\n"
                  "docs/tournaments.md describes verdicts, files and limits."),
    .options = tournament_option_table,
    .run = run,
};
