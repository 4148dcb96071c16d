/* tournament.c: lodestone tournament: bots against each other, judged by the referee.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "base/words.h"
#include "cmd/command.h"
#include "cmd/tournament_progress.h"
#include "cmd/tournament_settings.h"
#include "referee/report.h"
#include "referee/results.h"
#include "referee/sandbox.h"
#include "referee/tournament.h"
#include "search/player.h"

static const struct option options[] = {
    {"game", N_("SPEC"), N_("the game that is played")},
    {"bot", N_("NAME=CMD"), N_("a bot: a program that speaks GTP, or builtin:LEVEL")},
    {"config", N_("FILE"), N_("bots and options from a JSON file")},
    {"out", N_("DIR"), N_("where the results go, and what is needed to go on")},
    {"schedule", N_("S"), N_("round-robin (default), gauntlet, swiss or knockout")},
    {"rounds", N_("N"), N_("how often each pair meets; of swiss, its rounds")},
    {"openings", N_("O"), N_("FILE with an opening a line, or random:PLIES")},
    {"move-time", N_("S"), N_("seconds for a move (3)")},
    {"start-time", N_("S"), N_("seconds for a bot's start (20)")},
    {"ponder", NULL, N_("bots may think while their opponents do")},
    {"concurrency", N_("N"), N_("games at a time (one for every two cores)")},
    {"seed", N_("N"), N_("for other openings and whims (0)")},
    {"sandbox", N_("S"), N_("auto (default), required or off")},
    {"memory", N_("MiB"), N_("a bot's memory (1024)")},
    {"processes", N_("N"), N_("a bot's processes and threads (256)")},
    {"storage", N_("MiB"), N_("a bot's private folder (64)")},
    {"quiet", NULL, N_("show no progress")},
    {0},
};

/* The levels of builtin bots are names that only the engine knows. */
static bool check_levels(const struct contest *contest, struct error *error)
{
    struct engine_options engine = {.threads = 1, .hash_mib = 1};
    for (int i = 0; i < contest->bots; i++) {
        if (!contest->bot[i].level)
            continue;
        struct player *player =
            player_open(contest->game, contest->bot[i].level, &engine, error);
        if (!player)
            return error_prefix(error, _("bot %s: "), contest->bot[i].name);
        player_close(player);
    }
    return true;
}

/* No bot sees another one's files or the results. */
static bool hide_files(struct sandbox *sandbox, const struct contest *contest,
                       const char *out, struct error *error)
{
    for (int i = 0; i < contest->bots; i++) {
        const struct program *program = &contest->bot[i].program;
        for (int k = 0; k < program->files; k++)
            if (!sandbox_hide(sandbox, program->file[k], error))
                return false;
        for (int k = 0; k < program->folders; k++)
            if (!sandbox_hide(sandbox, program->folder[k], error))
                return false;
    }
    return access(out, F_OK) != 0 || sandbox_hide(sandbox, out, error);
}

static void print_sandbox(const struct sandbox *sandbox)
{
    struct text text = {0};
    sandbox_describe(sandbox, &text);
    fputs(text_string(&text), stderr);
    text_free(&text);
}

static void print_how_to_go_on(int finished, const char *out)
{
    fprintf(stderr,
            _("stopped after %d games, which are safe in %s/journal.sqlite; the same "
              "command goes on from there\n"),
            finished, out);
}

static bool write_results(const struct contest *contest, const char *out,
                          const struct standings *standings,
                          const struct tournament_result *result, struct error *error)
{
    return results_write(out, contest, standings, result->rows, result->games, error) &&
           report_write(out, contest, standings, result->rows, result->games, error);
}

static int finish(const struct args *args, const struct contest *contest,
                  const char *out, enum tournament_state state,
                  const struct tournament_result *result, struct error *error)
{
    struct standings *standings = calloc(1, sizeof *standings);
    int status = STATUS_DONE;
    if (state == TOURNAMENT_FAILED || !standings) {
        free(standings);
        return command_refuse(args, STATUS_FAILED, error);
    }
    standings_count(standings, contest, result->rows, result->games,
                    result->schedule.byes);
    standings_rate(standings, result->rows, result->games, contest->seed);
    if (result->finished)
        tournament_print_result(contest, standings);
    if (state == TOURNAMENT_STOPPED) {
        print_how_to_go_on(result->finished, out);
        status = STATUS_INTERRUPTED;
    } else if (!write_results(contest, out, standings, result, error)) {
        status = command_refuse(args, STATUS_FAILED, error);
    } else {
        printf(_("%d games; results: %s/results.json, %s/report.html\n"),
               result->finished, out, out);
    }
    free(standings);
    return status;
}

static int hold(const struct args *args, const struct contest *contest,
                struct sandbox *sandbox, const char *out, int concurrency)
{
    char self[PATH_MAX];
    struct error error = {""};
    struct tournament_result result = {0};
    struct tournament_progress progress;
    if (!realpath("/proc/self/exe", self))
        snprintf(self, sizeof self, "%s", args->program);
    struct tournament_options tournament_options = {
        .out = out, .self = self, .concurrency = concurrency, .sandbox = sandbox};
    if (!results_prepare(out, &error) || !hide_files(sandbox, contest, out, &error))
        return command_refuse(args, STATUS_FAILED, &error);
    tournament_progress_init(&progress, args_switch(args, "quiet"));
    if (!progress.quiet)
        print_sandbox(sandbox);
    enum tournament_state state =
        tournament_run(contest, &tournament_options, tournament_progress_observe,
                       &progress, &result, &error);
    int status = finish(args, contest, out, state, &result, &error);
    tournament_free(&result);
    return status;
}

static int run_with(const struct args *args, const struct tournament_settings *settings,
                    struct contest *contest)
{
    struct error error;
    struct sandbox sandbox;
    int concurrency;
    bool usage;
    const char *out = tournament_settings_out(settings);
    if (!out) {
        error_set(&error, _("--out is missing: where do the results go?"));
        return command_refuse(args, STATUS_USAGE, &error);
    }
    if (!tournament_settings_concurrency(settings, &concurrency, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    if (!tournament_settings_contest(settings, contest, &usage, &error))
        return command_refuse(args, usage ? STATUS_USAGE : STATUS_FAILED, &error);
    if (!check_levels(contest, &error) ||
        !sandbox_open(&sandbox, contest->sandbox, &contest->limits, &error))
        return command_refuse(args, STATUS_FAILED, &error);
    int status = hold(args, contest, &sandbox, out, concurrency);
    sandbox_close(&sandbox);
    return status;
}

static int run(const struct args *args)
{
    struct error error;
    struct tournament_settings settings;
    struct contest *contest = calloc(1, sizeof *contest);
    int status = STATUS_FAILED;
    if (!contest)
        error_set(&error, _("out of memory"));
    if (contest && tournament_settings_open(&settings, args, &error))
        status = run_with(args, &settings, contest);
    else
        command_refuse(args, STATUS_FAILED, &error);
    tournament_settings_close(&settings);
    if (contest)
        contest_free(contest);
    free(contest);
    return status;
}

const struct command tournament_command = {
    .name = "tournament",
    .summary = N_("a tournament between bots, judged by the referee"),
    .details = N_(
        "Every bot is started anew for each game, in a sandbox, and must answer each\n"
        "request in time. The same command goes on with a tournament that was\n"
        "interrupted. docs/tournaments.md tells about verdicts, files and limits."),
    .options = options,
    .run = run,
};
