/* perft.c: lodestone perft: counts move sequences, which tests all rules at once. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "cmd/command.h"

static const struct option options[] = {
    {"position", N_("P"), N_("start from this position")},
    {"moves", N_("M"), N_("play these moves first")},
    {"ends", NULL, N_("also play the last moves and count those that end the game")},
    {0},
};

static int run(const struct args *args)
{
    struct error error;
    const char *text = args->positional[1];
    uint64_t depth;
    if (!text_number(text, strlen(text), 99, &depth)) {
        error_set(&error, _("the depth must be a number from 0 to 99"));
        return command_refuse(args, STATUS_USAGE, &error);
    }
    struct position position;
    struct game *game = command_open_game(args, &position, NULL, &error);
    if (!game)
        return command_refuse(args, STATUS_FAILED, &error);
    bool ends = args_switch(args, "ends");
    for (int d = depth ? 1 : 0; d <= (int)depth; d++) {
        uint64_t ended = 0;
        uint64_t nodes = game->perft(game, &position, d, ends ? &ended : NULL);
        printf("depth %d nodes %" PRIu64, d, nodes);
        if (ends)
            printf(" ends %" PRIu64, ended);
        printf("\n");
        fflush(stdout);
    }
    game_close(game);
    return STATUS_DONE;
}

const struct command perft_command = {
    .name = "perft",
    .positional = {"SPEC", "DEPTH"},
    .summary = N_("count the move sequences of each length up to DEPTH"),
    .details = N_("A sequence that ends the game early is not counted at greater "
                  "depths.\n"
                  "In Mancala every sowing counts as one move."),
    .options = options,
    .run = run,
};
