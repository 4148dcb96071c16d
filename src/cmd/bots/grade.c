/* grade.c: lodestone grade: a bot measured by proven values. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/signals.h"
#include "cmd/bots/bot_args.h"
#include "grade/grade.h"
#include "grade/make.h"
#include "grade/report.h"

enum {
    MOST_POSITIONS = 10000,
    FILE_BYTES = 1 << 24,
    BUILTIN_NODES =
        1000000,       /* for a move of our own players: the same on any machine */
    FEW = 50,          /* positions of a game for which none are kept, */
    FEW_NODES = 20000, /* and how hard they may be */
    MANY = 200,
    MANY_NODES = 100000,
};

static const struct option options[] = {
    {"game", N_("SPEC"), N_("the game (cave)")},
    {"positions", N_("FILE"), N_("grade by these positions instead of our own")},
    {"count", N_("N"), N_("only the first N positions (with --make: how many)")},
    {"games", N_("N"), N_("whole games against random moves (4)")},
    {"move-time", N_("S"), N_("seconds per answer (3)")},
    {"start-time", N_("S"), N_("seconds for the first answer (20)")},
    {"seed", N_("N"), N_("seed for random moves, and the bot's LODESTONE_SEED (1)")},
    {"times", NULL, N_("also report times, which vary from run to run")},
    {"sandbox", N_("MODE"), N_("auto (default), required or off, as in a tournament")},
    {"read", N_("PATH"), N_("let the bot see another file or folder")},
    {"json", NULL, N_("JSON instead of text")},
    {"make", N_("FILE"), N_("find positions with proven values and write them here")},
    {"nodes", N_("N"), N_("with --make: positions searched for each proof (100000)")},
    {0},
};

struct grade_request {
    const struct args *args;
    const struct game *game;
    struct grade_set set;
    uint64_t count, nodes, seed, games;
    double move_time, start_time;
    enum sandbox_mode mode;
    struct program program;
    struct sandbox sandbox;
};

static bool read_options(struct grade_request *request, struct error *error)
{
    const struct args *args = request->args;
    if (args_value(args, "make") && args->positional[0])
        return error_set(error, _("--make writes positions; it doesn't grade a bot"));
    if (!args_value(args, "make") && !args->positional[0])
        return error_set(error, _("COMMAND is missing: which bot should be graded?"));
    return bot_args_sandbox(args, &request->mode, error) &&
           args_number(args, "count", 1, MOST_POSITIONS, &request->count, error) &&
           args_number(args, "games", 0, 1000, &request->games, error) &&
           args_number(args, "nodes", 1, UINT64_MAX, &request->nodes, error) &&
           args_number(args, "seed", 0, UINT64_MAX, &request->seed, error) &&
           args_seconds(args, "move-time", &request->move_time, error) &&
           args_seconds(args, "start-time", &request->start_time, error);
}

static bool make_positions(struct grade_request *request, uint64_t count,
                           uint64_t nodes, struct error *error)
{
    struct grade_make_options wanted = {.count = (int)count,
                                        .nodes = nodes,
                                        .seed = request->seed,
                                        .stop = signals_flag()};
    return grade_make(request->game, &wanted, &request->set, error);
}

static int make_file(struct grade_request *request, struct error *error)
{
    const char *path = args_value(request->args, "make");
    uint64_t count = request->count ? request->count : MANY;
    uint64_t nodes = request->nodes ? request->nodes : MANY_NODES;
    struct text text = {0};
    if (!file_can_write(path, error) || !make_positions(request, count, nodes, error))
        return command_refuse(request->args, STATUS_FAILED, error);
    if (signals_count())
        return STATUS_INTERRUPTED;
    text_addf(&text,
              "# Positions of %s with the proven value of every move, made by\n"
              "# lodestone grade --make FILE --game %s --count %llu --nodes %llu "
              "--seed %llu\n",
              request->game->name, request->game->name, (unsigned long long)count,
              (unsigned long long)nodes, (unsigned long long)request->seed);
    grade_set_format(&request->set, request->game, &text);
    bool ok = text.failed ? error_set(error, _("out of memory"))
                          : file_write(path, text.data, text.length, error);
    text_free(&text);
    if (!ok)
        return command_refuse(request->args, STATUS_FAILED, error);
    fprintf(stderr, P_("%s: %d position\n", "%s: %d positions\n", request->set.count),
            path, request->set.count);
    return STATUS_DONE;
}

/* The user's file, our own, or what can be found now. */
static bool read_positions(struct grade_request *request, struct error *error)
{
    const char *path = args_value(request->args, "positions");
    struct text text = {0};
    bool found = true;
    bool ok = path ? file_read(path, FILE_BYTES, &text, error) &&
                         grade_set_read(&request->set, request->game,
                                        text_string(&text), text.length, path, error)
                   : grade_set_builtin(&request->set, request->game, &found, error);
    text_free(&text);
    if (ok && !found)
        ok = make_positions(request, request->count ? request->count : FEW, FEW_NODES,
                            error);
    while (ok && request->count && request->set.count > (int)request->count)
        grade_set_drop(&request->set);
    return ok;
}

static void show_progress(void *context, int done, int of)
{
    (void)context;
    fprintf(stderr, "\r%d/%d", done, of);
}

static void clear_progress(void)
{
    fprintf(stderr, "\r%20s\r", "");
}

static int grade_bot(struct grade_request *request)
{
    const struct args *args = request->args;
    bool terminal = isatty(STDERR_FILENO), times = args_switch(args, "times");
    struct grade_options wanted = {
        .game = request->game,
        .program = &request->program,
        .sandbox = &request->sandbox,
        .set = &request->set,
        .move_time = request->move_time,
        .start_time = request->start_time,
        .games = (int)request->games,
        .seed = request->seed,
        .stop = signals_flag(),
    };
    struct grade grade;
    struct text text = {0};
    signal(SIGPIPE, SIG_IGN);
    bool done = grade_run(&wanted, terminal ? show_progress : NULL, NULL, &grade);
    if (terminal)
        clear_progress();
    if (!done)
        return STATUS_INTERRUPTED;
    if (args_switch(args, "json"))
        grade_report_json(&wanted, &grade, args->positional[0], times, &text);
    else
        grade_report_text(&wanted, &grade, args->positional[0], times, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
    if (*grade.reason.text)
        fprintf(stderr, _("first forfeit: %s\n"), grade.reason.text);
    return STATUS_DONE;
}

static int serve_request(struct grade_request *request, struct error *error)
{
    if (!read_options(request, error))
        return command_refuse(request->args, STATUS_USAGE, error);
    signals_install();
    if (args_value(request->args, "make"))
        return make_file(request, error);
    /* Time is counted in nodes, so that our own players play the same on a busy
     * machine. */
    const struct builtin builtin = {.game = request->game,
                                    .move_time = request->move_time,
                                    .nodes = BUILTIN_NODES,
                                    .seed = request->seed};
    if (!bot_args_program(request->args, builtin, &request->program, error) ||
        !read_positions(request, error) ||
        !sandbox_open(&request->sandbox, request->mode, &sandbox_usual_limits, error) ||
        !sandbox_hide_engine(&request->sandbox, error))
        return command_refuse(request->args, STATUS_FAILED, error);
    return grade_bot(request);
}

static int run(const struct args *args)
{
    struct error error = {""};
    const char *spec = args_value(args, "game");
    struct game *game = game_open(spec ? spec : "cave", &error);
    if (!game)
        return command_refuse(args, STATUS_FAILED, &error);
    struct grade_request request = {.args = args,
                                    .game = game,
                                    .seed = 1,
                                    .games = 4,
                                    .move_time = 3,
                                    .start_time = 20,
                                    .sandbox = {.filter = {-1, -1}}};
    int status = serve_request(&request, &error);
    sandbox_close(&request.sandbox);
    program_free(&request.program);
    grade_set_free(&request.set);
    game_close(game);
    return status;
}

const struct command grade_command = {
    .name = "grade",
    .positional = {"[COMMAND]"},
    .summary = N_("a bot measured by proven values"),
    .details = N_("Asks the bot about positions in which the value of every move is "
                  "proven, and plays\n"
                  "a few games against random moves. The same bot gets the same grade "
                  "to the byte.\n"
                  "COMMAND is a single shell word, such as \"python3 bot.py\", or "
                  "builtin:NAME."),
    .options = options,
    .run = run,
};
