/* adapt.c: lodestone adapt: a console program as a GTP bot. */
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapt/gtp.h"
#include "adapt/learn.h"
#include "base/file.h"
#include "base/i18n.h"
#include "cmd/command.h"

enum {
    FILE_BYTES = 1 << 16
};

static const struct option options[] = {
    {"game", N_("SPEC"), N_("the game (LODESTONE_GAME, or cave)")},
    {"learn", N_("CMD"), N_("try the usual dialogues and print a description")},
    {0},
};

static const double patience = 600; /* the referee watches the clock */

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

static int talk(const struct args *args, const struct game *game, struct error *error)
{
    const char *path = args->positional[0];
    struct description description;
    struct dialogue dialogue;
    struct text text = {0};
    char folder[PATH_MAX];
    bool ok = file_read(path, FILE_BYTES, &text, error) &&
              description_parse(&description, game, text_string(&text), path, error);
    text_free(&text);
    if (!ok)
        return command_refuse(args, STATUS_FAILED, error);
    snprintf(folder, sizeof folder, "%s", path);
    signal(SIGPIPE, SIG_IGN);
    /* Its files are beside the description. */
    dialogue_init(&dialogue, game, &description, dirname(folder), patience);
    adapt_gtp_run(&dialogue, stdin, stdout);
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
    int status = learns ? learn(args, game, &error) : talk(args, game, &error);
    game_close(game);
    return status;
}

const struct command adapt_command = {
    .name = "adapt",
    .positional = {"[FILE]"},
    .summary = N_("a console program as a GTP bot"),
    .details = N_("Runs a program that was written for people, types moves as FILE "
                  "describes, reads\n"
                  "its moves from the boards it prints, and speaks GTP. docs/adapt.md "
                  "explains FILE;\n"
                  "--learn proposes one."),
    .options = options,
    .run = run,
};
