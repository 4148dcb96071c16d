/* check.c: lodestone check: is this bot fit for a tournament? */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "cmd/bots/bot_args.h"
#include "referee/game/check.h"
#include "tui/terminal.h"

static const struct option options[] = {
    {"game", N_("SPEC"), N_("the game (cave)")},
    {"move-time", N_("S"), N_("seconds per answer (3)")},
    {"start-time", N_("S"), N_("seconds for the first answer (20)")},
    {"games", N_("N"), N_("at most N games with each colour, in about 5 s (5)")},
    {"seed", N_("N"), N_("seed for the opponent's random moves (0)")},
    {"sandbox", N_("MODE"), N_("auto (default), required or off, as in a tournament")},
    {"read", N_("PATH"), N_("let the bot see another file or folder")},
    {"loopback", NULL, N_("give the bot a private network, which KGP needs")},
    {0},
};

static void print_line(void *context, const struct check_line *line)
{
    static const char *const words[] = {N_("ok"), N_("FAILED"), N_("skipped"),
                                        N_("WARNING")};
    static const char *const colours[] = {"\033[32m", "\033[1;31m", "\033[33m",
                                          "\033[1;33m"};
    const bool *coloured = context;
    printf("%2d %s%-8s%s%s%s%s\n", line->number, *coloured ? colours[line->result] : "",
           _(words[line->result]), *coloured ? "\033[0m" : "", line->title,
           *line->text ? ": " : "", line->text);
    if (line->style && line->result == CHECK_FAILED)
        printf("   %s\n", _("(good style; a tournament doesn't need it)"));
    fflush(stdout);
    if (*line->error) {
        struct text shown = {0};
        size_t length = strlen(line->error);
        text_add_escaped(&shown, line->error, length);
        fprintf(stderr, _("   its error output ends with:\n%s%s"), text_string(&shown),
                line->error[length - 1] == '\n' ? "" : "\n");
        text_free(&shown);
    }
}

/* What the check could not see, because the sandbox was not there. */
static void print_gaps(const struct sandbox *sandbox)
{
    struct text text = {0};
    sandbox_describe(sandbox, true, &text);
    if (sandbox->mode == SANDBOX_OFF || !sandbox->bubblewrap)
        printf("%s",
               _("checked without the sandbox, in which tournaments run bots: what "
                 "it hides or forbids\nwas not tried\n"));
    if (sandbox->mode != SANDBOX_OFF)
        fputs(text_string(&text), stderr);
    text_free(&text);
}

static int print_summary(const struct check_summary *summary)
{
    if (summary->failed) {
        printf(_("%d passed, %d failed, %d skipped: %s\n"), summary->passed,
               summary->failed, summary->skipped,
               summary->style == summary->failed
                   ? _("it can play in a tournament, but better fix what failed")
                   : _("fix the first failure first"));
        return STATUS_FAILED;
    }
    printf(_("%d passed, %d skipped, longest answer %.3f s: fit for a tournament%s\n"),
           summary->passed, summary->skipped, summary->longest,
           summary->warned ? _(", but read the warnings") : "");
    return STATUS_DONE;
}

static int check_bot(const struct args *args, struct check_options *wanted,
                     struct error *error)
{
    struct program program;
    struct sandbox sandbox;
    struct check_summary summary;
    enum sandbox_mode mode = SANDBOX_AUTO;
    uint64_t games = 5;
    if (!args_seconds(args, "move-time", &wanted->move_time, error) ||
        !args_seconds(args, "start-time", &wanted->start_time, error) ||
        !args_number(args, "games", 1, 1000, &games, error) ||
        !args_number(args, "seed", 0, UINT64_MAX, &wanted->seed, error) ||
        !bot_args_sandbox(args, &mode, error))
        return command_refuse(args, STATUS_USAGE, error);
    const struct builtin builtin = {
        .game = wanted->game, .move_time = wanted->move_time, .seed = wanted->seed};
    if (!bot_args_program(args, builtin, &program, error))
        return command_refuse(args, STATUS_FAILED, error);
    program.loopback = args_switch(args, "loopback");
    if (!sandbox_open(&sandbox, mode, &sandbox_usual_limits, error)) {
        program_free(&program);
        return command_refuse(args, STATUS_FAILED, error);
    }
    if (!sandbox_hide_engine(&sandbox, error)) {
        sandbox_close(&sandbox);
        program_free(&program);
        return command_refuse(args, STATUS_FAILED, error);
    }
    wanted->games = (int)games;
    wanted->program = &program;
    wanted->sandbox = &sandbox;
    signal(SIGPIPE, SIG_IGN);
    bool coloured = terminal_drawing(false).colour;
    check_run(wanted, print_line, &coloured, &summary);
    print_gaps(&sandbox);
    sandbox_close(&sandbox);
    program_free(&program);
    return print_summary(&summary);
}

static int run(const struct args *args)
{
    struct error error;
    const char *spec = args_value(args, "game");
    struct game *game = game_open(spec ? spec : "cave", &error);
    if (!game)
        return command_refuse(args, STATUS_FAILED, &error);
    struct check_options wanted = {
        .game = game, .abandon = -1, .move_time = 3, .start_time = 20};
    int status = check_bot(args, &wanted, &error);
    game_close(game);
    return status;
}

const struct command check_command = {
    .name = "check",
    .positional = {"COMMAND"},
    .summary = N_("is this bot fit for a tournament?"),
    .details = N_("Starts the bot and takes it through numbered steps; for each one "
                  "that fails, it\n"
                  "says what went wrong and how to fix it. COMMAND is a single shell "
                  "word, such as\n"
                  "\"python3 bot.py\", or builtin:NAME. The bot finds the game in its "
                  "environment\n"
                  "as LODESTONE_GAME and the seconds for a move as "
                  "LODESTONE_MOVE_TIME."),
    .options = options,
    .run = run,
};
