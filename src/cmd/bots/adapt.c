/* adapt.c: lodestone adapt: a console program as a GTP bot. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "adapt/gtp.h"
#include "adapt/learn.h"
#include "base/i18n.h"
#include "cmd/command.h"

static const struct option options[] = {
    {"game", N_("SPEC"), N_("the game (LODESTONE_GAME, or cave)")},
    {"learn", N_("CMD"), N_("try the usual dialogues and print a description")},
    {0},
};

static void show_progress(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, _("trying '%s' at the start\n"), text);
}

static int learn(const struct args *args, const struct game *game, struct error *error)
{
    struct description description;
    struct text text = {0};
    bool ok = adapt_learn(game, args_value(args, "learn"), NULL,
                          isatty(STDERR_FILENO) ? show_progress : NULL, NULL,
                          &description, error);
    if (!ok)
        return command_refuse(args, STATUS_FAILED, error);
    description_format(&description, game, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
    if (!description.plays[0]) {
        error_set(error, _("no answer was found after which the program moves first; "
                           "add a line 'first' if there is one"));
        command_refuse(args, STATUS_DONE, error);
    }
    return STATUS_DONE;
}

static int run(const struct args *args)
{
    struct error error;
    const char *spec = args_value(args, "game");
    spec = spec ? spec : getenv("LODESTONE_GAME");
    bool learns = args_value(args, "learn");
    if (learns == (args->positional[0] != NULL)) {
        error_set(&error, _("either FILE or --learn COMMAND is needed"));
        return command_refuse(args, STATUS_USAGE, &error);
    }
    struct game *game = game_open(spec ? spec : "cave", &error);
    if (!game)
        return command_refuse(args, STATUS_FAILED, &error);
    int status = STATUS_DONE;
    if (learns)
        status = learn(args, game, &error);
    else if (!adapt_gtp_run(game, args->positional[0], &error))
        status = command_refuse(args, STATUS_FAILED, &error);
    game_close(game);
    return status;
}

const struct command adapt_command = {
    .name = "adapt",
    .positional = {"[FILE]"},
    .summary = N_("a console program as a GTP bot"),
    .details =
        N_("Runs a program that was written for people, types moves as FILE "
           "describes, reads\n"
           "its moves from the boards it prints, and speaks GTP. docs/adapt.md "
           "explains FILE;\n"
           "--learn proposes one; it runs the program without a sandbox, as you."),
    .options = options,
    .run = run,
};
