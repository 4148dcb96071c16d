/* tournament_request.c: reads the settings, runs the tournament and reports its
 * results. */
#include "cmd/bots/tournament_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/text.h"
#include "cmd/bots/bot_args.h"
#include "cmd/bots/tournament_code.h"
#include "cmd/bots/tournament_entries.h"
#include "cmd/bots/tournament_progress.h"
#include "grade/perfect.h"
#include "referee/interim.h"
#include "referee/journal.h"
#include "referee/journal_change.h"
#include "referee/results/marks.h"
#include "referee/results/report.h"
#include "referee/results/results.h"

const struct option tournament_option_table[] = {
    {"game", N_("SPEC"), N_("the game to play")},
    {"bot", N_("NAME=CMD"), N_("a bot: a program that speaks GTP, or builtin:LEVEL")},
    {"directory", N_("DIR"),
     N_("every folder in DIR is a bot; those that fail a check are left out")},
    {"config", N_("FILE"), N_("bots and options from a JSON file")},
    {"out", N_("DIR"), N_("the folder for the results and the journal")},
    {"schedule", N_("S"), N_("round-robin (default), gauntlet, swiss or knockout")},
    {"rounds", N_("N"), N_("how often each pair meets; for swiss, the rounds")},
    {"openings", N_("O"), N_("fair, random:PLIES, or FILE with one opening per line")},
    {"move-time", N_("S"), N_("seconds per move (3)")},
    {"clock", N_("S+I"), N_("instead, S seconds per game and I more per move")},
    {"start-time", N_("S"), N_("seconds for a bot to start (20)")},
    {"ponder", NULL, N_("let bots think on their opponents' time")},
    {"concurrency", N_("N"), N_("games at a time (one per two cores)")},
    {"seed", N_("N"), N_("seed for openings and random moves (0)")},
    {"sandbox", N_("S"), N_("auto (default), required or off")},
    {"memory", N_("MiB"), N_("memory per bot (1024)")},
    {"processes", N_("N"), N_("processes and threads per bot (256)")},
    {"storage", N_("MiB"), N_("size of a bot's private folder (64)")},
    {"mark", N_("F"), N_("formula for marks.csv (100 * points / games)")},
    {"give-up", N_("N"),
     N_("give up a bot that only forfeits, after N games (40; 0: never)")},
    {"changed", N_("C"), N_("if a bot's files have changed: rerun or keep its games")},
    {"quiet", NULL, N_("don't show progress")},
    {0},
};

static bool check_levels(const struct contest *contest, struct error *error)
{
    for (int i = 0; i < contest->bots; i++) {
        const struct contestant *bot = &contest->bot[i];
        if (bot->level && !bot_args_check_level(contest->game, bot->level, error))
            return error_prefix(error, _("bot %s: "), bot->name);
    }
    return true;
}

bool tournament_request_hide(struct tournament_request *request, struct error *error)
{
    struct sandbox *sandbox = &request->sandbox;
    for (int i = 0; i < request->contest->bots; i++) {
        const struct program *program = &request->contest->bot[i].program;
        for (int k = 0; k < program->files; k++)
            if (!sandbox_hide(sandbox, program->file[k], error))
                return false;
        for (int k = 0; k < program->folders; k++)
            if (!sandbox_hide(sandbox, program->folder[k], error))
                return false;
    }
    return sandbox_hide_engine(sandbox, error) &&
           (access(request->out, F_OK) != 0 ||
            sandbox_hide(sandbox, request->out, error));
}

/* Says which programs are not there. */
static void print_missing(const struct contest *contest)
{
    for (int i = 0; i < contest->bots; i++)
        if (contest->bot[i].missing)
            fprintf(stderr, _("bot %s: %s; it will lose its games\n"),
                    contest->bot[i].name, contest->bot[i].missing);
}

/* Says which files of its command a bot will miss. */
static void print_outside(const struct contest *contest)
{
    for (int i = 0; i < contest->bots; i++) {
        struct text text = {0};
        program_describe_outside(&contest->bot[i].program, &text);
        for (char *rest = text.data, *line; (line = strsep(&rest, "\n")) && *line;)
            fprintf(stderr, _("bot %s: %s\n"), contest->bot[i].name, line);
        text_free(&text);
    }
}

static void print_sandbox(const struct sandbox *sandbox, bool quiet)
{
    struct text text = {0};
    sandbox_describe(sandbox, quiet, &text);
    fputs(text_string(&text), stderr);
    text_free(&text);
}

/* An action has been done by now, and would be refused the second time. */
static void print_how_to_continue(int finished, const char *out, bool again)
{
    fprintf(stderr,
            P_("stopped after %d game, saved in %s/journal.sqlite; ",
               "stopped after %d games, saved in %s/journal.sqlite; ", finished),
            finished, out);
    if (again)
        fputs(_("run the same command to continue\n"), stderr);
    else
        fprintf(stderr,
                _("'lodestone tournament --config %s/tournament.json --out %s' "
                  "continues\n"),
                out, out);
}

/* Writes what is known from the finished games, whether or not there are others. */
static bool write_results(const struct tournament_request *request,
                          const struct standings *standings,
                          const struct tournament_result *result, struct error *error)
{
    const struct contest *contest = request->contest;
    const char *out = request->out;
    size_t size = (size_t)(result->finished + 1) * sizeof *result->rows;
    struct outcome_row *row = malloc(size); /* borrows what the rows own */
    int games = 0;
    if (!row)
        return error_set(error, _("out of memory"));
    for (int i = 0; i < result->games; i++)
        if (result->rows[i].result != RESULT_NONE)
            row[games++] = result->rows[i];
    bool ok = results_write(out, contest, standings, row, games,
                            schedule_expected(&result->schedule), error) &&
              report_write(out, contest, standings, row, games, error) &&
              marks_write(out, contest, standings, row, games, request->mark, error);
    free(row);
    return ok;
}

/* Counts the perfect moves of each bot. */
static bool count_perfect(const struct contest *contest,
                          const struct tournament_result *result,
                          struct standings *standings, struct error *error)
{
    for (int i = 0; i < result->games; i++) {
        const struct outcome_row *row = &result->rows[i];
        struct perfect_count count;
        if (row->result == RESULT_NONE)
            continue;
        if (!perfect_count(contest->game, row->moves, row->opening, &count, error))
            return false;
        for (int side = 0; side < 2; side++) {
            struct standing *standing = &standings->standing[row->fixture.bot[side]];
            standing->proven_moves += count.moves[side];
            standing->perfect_moves += count.perfect[side];
        }
    }
    return true;
}

enum conclusion {
    CONCLUDE_PRINT = 1, /* the tables of the finished games */
    CONCLUDE_WRITE = 2, /* the files */
};

static bool conclude(const struct tournament_request *request,
                     const struct tournament_result *result, unsigned what,
                     struct error *error)
{
    const struct contest *contest = request->contest;
    struct standings *standings = calloc(1, sizeof *standings);
    if (!standings)
        return error_set(error, _("out of memory"));
    standings_count(standings, contest, result->rows, result->games,
                    result->schedule.byes);
    standings_rate(standings, result->rows, result->games, contest->seed);
    if (result->finished && (what & CONCLUDE_PRINT))
        tournament_print_result(contest, standings, result->rows, result->games);
    bool ok = !result->finished || !(what & CONCLUDE_WRITE) ||
              (count_perfect(contest, result, standings, error) &&
               write_results(request, standings, result, error));
    free(standings);
    return ok;
}

static int finish(const struct tournament_request *request, enum tournament_state state,
                  const struct tournament_result *result, struct error *error)
{
    const struct args *args = request->args;
    const char *out = request->out;
    int status = STATUS_DONE;
    if (state == TOURNAMENT_FAILED) {
        status = command_refuse(args, STATUS_FAILED, error);
    } else if (!conclude(request, result, CONCLUDE_PRINT | CONCLUDE_WRITE, error)) {
        status = command_refuse(args, STATUS_FAILED, error);
    } else if (state == TOURNAMENT_STOPPED) {
        print_how_to_continue(result->finished, out,
                              request->settings.action == ACTION_HOLD);
        status = STATUS_INTERRUPTED;
    } else {
        printf(P_("%d game; results: %s/results.json, %s/report.html\n",
                  "%d games; results: %s/results.json, %s/report.html\n",
                  result->finished),
               result->finished, out, out);
    }
    return status;
}

int tournament_request_report(struct tournament_request *request)
{
    struct error error;
    struct tournament_result result = {0};
    int games = -1;
    bool ok;
    /* Bots may be playing: they go first. */
    setpriority(PRIO_PROCESS, 0, 19);
    /* If the referee has finished games meanwhile, its files may be newer than ours. */
    while ((ok = interim_read(request->contest, request->out, &result, &error)) &&
           result.finished != games &&
           (ok = conclude(request, &result, CONCLUDE_WRITE, &error))) {
        games = result.finished;
        tournament_free(&result);
    }
    ok = ok && conclude(request, &result, CONCLUDE_PRINT, &error);
    int expected = ok ? schedule_expected(&result.schedule) : 0;
    if (ok)
        printf(
            _("finished games: %d of %d; results: %s/results.json, %s/report.html\n"),
            games, expected, request->out, request->out);
    tournament_free(&result);
    return ok ? STATUS_DONE : command_refuse(request->args, STATUS_FAILED, &error);
}

/* With an action, the journal becomes that of the changed contest. */
static bool change_folder(const struct tournament_request *request,
                          const char *settings, struct error *error)
{
    int kept, dropped;
    if (request->settings.action == ACTION_HOLD)
        return true;
    const char *rerun =
        request->settings.action == ACTION_RERUN ? request->args->positional[1] : NULL;
    if (!journal_change(request->out, request->contest, settings, rerun, &kept,
                        &dropped, error))
        return false;
    fprintf(stderr, P_("%d game is kept, ", "%d games are kept, ", kept), kept);
    fprintf(stderr, P_("%d is discarded\n", "%d are discarded\n", dropped), dropped);
    return true;
}

/* Makes the folder that of this tournament, unless it holds another one. What its
 * settings can't be is known before anything is written. */
static int prepare_folder(struct tournament_request *request, struct error *error)
{
    int status = STATUS_FAILED;
    char *settings = tournament_settings_text(&request->settings, error);
    if (settings && results_prepare(request->out, error) &&
        tournament_request_hide(request, error) &&
        change_folder(request, settings, error))
        status = tournament_code_settle(request, error);
    if (status != STATUS_DONE)
        free(settings);
    else if (!results_write_text(request->out, "tournament.json", settings, error))
        status = STATUS_FAILED;
    return status;
}

int tournament_request_hold(struct tournament_request *request,
                            struct tournament_options options)
{
    const struct args *args = request->args;
    struct error error = {""};
    struct tournament_result result = {0};
    struct tournament_progress progress;
    options.out = request->out;
    options.sandbox = &request->sandbox;
    int prepared = prepare_folder(request, &error);
    if (prepared != STATUS_DONE)
        return command_refuse(args, prepared, &error);
    tournament_progress_init(&progress, args_switch(args, "quiet"));
    progress.pace = request->pace;
    print_sandbox(&request->sandbox, progress.quiet);
    print_missing(request->contest);
    if (request->sandbox.bubblewrap)
        print_outside(request->contest);
    enum tournament_state state =
        tournament_run(request->contest, &options, tournament_progress_observe,
                       &progress, &result, &error);
    int status = finish(request, state, &result, &error);
    tournament_free(&result);
    return status;
}

static int read_request(struct tournament_request *request, struct error *error)
{
    const struct tournament_settings *settings = &request->settings;
    struct contest *contest = request->contest;
    bool usage;
    if (!tournament_settings_out(settings, &request->out, error))
        return STATUS_USAGE;
    if (!tournament_settings_concurrency(settings, &request->concurrency, error) ||
        !tournament_settings_mark(settings, &request->mark, error) ||
        !tournament_code_option(request->args, &request->changed, error))
        return STATUS_USAGE;
    if (!tournament_settings_contest(settings, contest, &usage, error))
        return usage ? STATUS_USAGE : STATUS_FAILED;
    if (settings->action == ACTION_REPORT)
        return STATUS_DONE;
    if (!sandbox_open(&request->sandbox, contest->sandbox, &contest->limits, error))
        return STATUS_FAILED;
    int status = tournament_entries_take(request, error);
    if (status != STATUS_DONE)
        return status;
    if (!contest_check(contest, error))
        return settings->file ? STATUS_FAILED : STATUS_USAGE;
    return check_levels(contest, error) ? STATUS_DONE : STATUS_FAILED;
}

/* The action of the command line; -1 after a message if it is wrong or incomplete. */
static int get_action(const struct args *args)
{
    struct error error;
    if (!args->positional[0])
        return ACTION_HOLD;
    int place = args_action(args);
    if (place < 0)
        return -1;
    const enum tournament_action action = (enum tournament_action)(ACTION_ADD + place);
    const bool adds = action == ACTION_ADD;
    if (!args_value(args, "out"))
        error_set(&error, _("--out is missing: which tournament?"));
    else if ((adds || action == ACTION_REPLACE) && !args_value(args, "bot") &&
             !(adds && args_value(args, "directory")))
        error_set(&error, _("--bot NAME=COMMAND is missing: which bot?"));
    else if ((action == ACTION_REMOVE || action == ACTION_RERUN) &&
             !args->positional[1])
        error_set(&error, _("BOT is missing: which bot?"));
    else
        return (int)action;
    command_refuse(args, STATUS_USAGE, &error);
    return -1;
}

int tournament_request_open(struct tournament_request *request, const struct args *args)
{
    struct error error;
    int status = STATUS_FAILED, action = get_action(args);
    *request = (struct tournament_request){
        .args = args,
        .contest = calloc(1, sizeof *request->contest),
        .sandbox = {.filter = {-1, -1}},
    };
    if (action < 0)
        return STATUS_USAGE;
    const char *out = args_value(args, "out");
    if (!request->contest)
        error_set(&error, _("out of memory"));
    else if (out && !journal_finish_change(out, &error) && action != ACTION_REPORT)
        status = STATUS_FAILED;
    else if (tournament_settings_open(&request->settings, args,
                                      (enum tournament_action)action, &error))
        status = read_request(request, &error);
    return status == STATUS_DONE ? status : command_refuse(args, status, &error);
}

void tournament_request_close(struct tournament_request *request)
{
    sandbox_close(&request->sandbox);
    tournament_settings_close(&request->settings);
    if (request->contest)
        contest_free(request->contest);
    free(request->contest);
}
