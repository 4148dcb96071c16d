/* rules.c: lodestone rules: the rules of the games, with drawn examples. */
#include <stdio.h>

#include "base/i18n.h"
#include "base/text.h"
#include "cmd/command.h"
#include "cmd/play/play.h"
#include "tui/rules_text.h"
#include "tui/terminal.h"

static const struct option options[] = {
    {"ascii", NULL, N_("plain letters instead of symbols")},
    {0},
};

enum {
    TEXT_WIDTH = 76
};

static int run(const struct args *args)
{
    const char *name = args->positional[0];
    struct play_settings wanted;
    play_settings_load(args, &wanted);
    struct drawing drawing = terminal_drawing(wanted.settings.ascii);
    play_settings_free(&wanted);
    struct error error;
    struct spec spec;
    struct text text = {0};
    if (name && !spec_parse(name, &spec, &error))
        return command_refuse(args, STATUS_FAILED, &error);
    if (name) {
        rules_text_add(spec.kind, drawing, TEXT_WIDTH, &text);
    } else {
        rules_text_add(GAME_CAVE, drawing, TEXT_WIDTH, &text);
        text_add(&text, "\n");
        rules_text_add(GAME_MANCALA, drawing, TEXT_WIDTH, &text);
    }
    fputs(text_string(&text), stdout);
    text_free(&text);
    return STATUS_DONE;
}

const struct command rules_command = {
    .name = "rules",
    .positional = {"[SPEC]"},
    .summary = N_("the rules of the games, with drawn examples"),
    .details = N_("SPEC is cave or mancala; the default is both."),
    .options = options,
    .run = run,
};
