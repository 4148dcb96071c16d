/* show.c: lodestone show: draws a position. */
#include <stdio.h>

#include "base/i18n.h"
#include "cmd/command.h"
#include "tui/terminal.h"

static const struct option options[] = {
    {"position", N_("P"), N_("show this position")},
    {"moves", N_("M"), N_("play these moves first")},
    {"legal", NULL, N_("mark the legal moves")},
    {"ascii", NULL, N_("plain letters instead of symbols")},
    {0},
};

static int run(const struct args *args)
{
    struct error error;
    struct position position;
    move_t last;
    struct game *game = command_open_game(args, &position, &last, &error);
    if (!game)
        return command_refuse(args, STATUS_FAILED, &error);
    struct drawing drawing = terminal_drawing(args_switch(args, "ascii"));
    drawing.legal = args_switch(args, "legal");
    drawing.last = last;
    struct text text = {0};
    game->draw(game, &position, &drawing, &text);
    text_add(&text, "position ");
    game->format_position(game, &position, &text);
    struct outcome outcome = game->outcome(game, &position);
    if (outcome.result != RESULT_NONE) {
        text_addf(&text, "\nresult %s (", game_result_text(outcome.result));
        game->describe(game, &outcome, drawing.ascii, &text);
        text_add(&text, ")");
    }
    puts(text_string(&text));
    text_free(&text);
    game_close(game);
    return STATUS_DONE;
}

const struct command show_command = {
    .name = "show",
    .positional = {"SPEC"},
    .summary = N_("draw a position"),
    .details = N_("Below the board is the position in the notation that --position "
                  "reads.\n"
                  "(x) marks the last move, + or * a legal one; winning bricks "
                  "change their shape."),
    .options = options,
    .run = run,
};
