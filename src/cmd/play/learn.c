/* learn.c: lodestone learn: short lessons on a real board. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "cmd/command.h"
#include "cmd/play/play.h"
#include "tui/learn.h"
#include "tui/screen/screen.h"
#include "tui/terminal.h"

static const struct option options[] = {
    {"plain", NULL, N_("lines only, for screen readers and pipes")},
    {"tui", NULL, N_("full screen (the default on a large enough terminal)")},
    {"ascii", NULL, N_("plain letters instead of symbols")},
    {0},
};

/* The widest board of the lessons is the standard one of each game. */
static bool choose_front(const struct args *args, const struct lessons *lessons,
                         bool *full_screen, struct error *error)
{
    bool wanted = args_switch(args, "tui");
    if (wanted && args_switch(args, "plain"))
        return error_set(error,
                         _("--plain and --tui exclude each other; use only one"));
    *full_screen = !args_switch(args, "plain");
    for (int i = 0; *full_screen && i < lessons_count(lessons); i++) {
        struct spec spec;
        *full_screen = spec_parse(lessons_at(lessons, i)->step[0].spec, &spec, error) &&
                       screen_is_possible(&spec, wanted, error);
    }
    return !wanted || *full_screen || error_prefix(error, "%s: ", _("no full screen"));
}

static enum play_exit learn_on_screen(const struct args *args,
                                      const struct lessons *lessons, int lesson,
                                      struct settings *settings)
{
    struct local_game local;
    struct local_game_options game_options = {.name = {session_human, session_human}};
    struct screen_options screen_options = {
        .ascii = terminal_drawing(settings->ascii).ascii,
        .settings = settings,
        .lessons = lessons,
        .lesson = lesson,
    };
    struct record record;
    struct error error;
    if (!lesson_step_record(&lessons_at(lessons, lesson)->step[0], &record, &error) ||
        !local_game_init(&local, &record, &game_options, &error)) {
        command_refuse(args, STATUS_FAILED, &error);
        return PLAY_UNSAVED;
    }
    enum play_exit end = screen_run(&local, &screen_options);
    local_game_free(&local);
    return end;
}

static int run_chosen(const struct args *args, const struct lessons *lessons,
                      int lesson)
{
    bool full_screen = false;
    struct error error;
    if (!choose_front(args, lessons, &full_screen, &error))
        return command_refuse(args, STATUS_FAILED, &error);
    struct play_settings wanted;
    play_settings_load(args, &wanted);
    enum play_exit end =
        full_screen ? learn_on_screen(args, lessons,
                                      lesson < 0 ? lessons_next(lessons) : lesson,
                                      &wanted.settings)
                    : learn_run(lessons, lesson, wanted.settings.ascii);
    fputs(text_string(&wanted.messages), stderr);
    play_settings_free(&wanted);
    return play_status(end);
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
        error_set(&error, _("there is no lesson '%s'; learn --plain lists them"),
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
    .details =
        N_("LESSON is a number or a name. Without one, the full screen begins "
           "with the next\n"
           "lesson, and --plain lists them all. Each step asks for a move and says "
           "why it is\n"
           "right or wrong; 'answer' shows the solution."),
    .options = options,
    .run = run,
};
