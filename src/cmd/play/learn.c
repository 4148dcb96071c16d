/* learn.c: lodestone learn: short lessons on a real board. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "cmd/command.h"
#include "tui/learn.h"
#include "tui/screen/screen.h"
#include "tui/terminal.h"

static const struct option options[] = {
    {"plain", NULL, N_("lines only, for screen readers and pipes")},
    {"tui", NULL, N_("full screen (the default on a large enough terminal)")},
    {"ascii", NULL, N_("plain letters instead of symbols")},
    {0},
};

static int run_chosen(const struct args *args, const struct lessons *lessons,
                      int lesson)
{
    bool ascii = args_switch(args, "ascii");
    enum play_exit end = learn_run(lessons, lesson, ascii);
    return end == PLAY_INTERRUPTED ? STATUS_INTERRUPTED
           : end == PLAY_UNSAVED   ? STATUS_FAILED
                                   : STATUS_DONE;
}

static int run(const struct args *args)
{
    struct error error;
    const char *name = args->positional[0];
    char quoted[64];
    struct lessons *lessons = lessons_open(&error);
    if (!lessons)
        return command_refuse(args, STATUS_FAILED, &error);
    int lesson = name ? lessons_find(lessons, name) : -1;
    int status;
    if (name && lesson < 0) {
        error_set(&error,
                  _("there is no lesson '%s'; without a name, learn lists them"),
                  text_quotable(name, strlen(name), quoted, sizeof quoted));
        status = command_refuse(args, STATUS_USAGE, &error);
    } else {
        status = run_chosen(args, lessons, lesson);
    }
    lessons_close(lessons);
    return status;
}

const struct command learn_command = {
    .name = "learn",
    .positional = {"[LESSON]"},
    .summary = N_("short lessons on a real board"),
    .details = N_("LESSON is a number or a name from the list that learn shows without "
                  "one. Each step\n"
                  "asks for a move and says why it is right or wrong; 'answer' shows "
                  "the solution."),
    .options = options,
    .run = run,
};
