/* gtp.c: lodestone gtp: a bot on standard input and output. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/rng.h"
#include "base/text.h"
#include "cmd/command.h"
#include "cmd/engine_args.h"
#include "protocol/gtp.h"

static const struct option options[] = {
    {"level", N_("L"),
     N_("1 to 8, easy, medium, hard, master (default) or a named bot")},
    {"move-time", N_("S"), N_("at most S seconds per move (LODESTONE_MOVE_TIME or 3)")},
    {"depth", N_("N"), N_("search at most N plies deep")},
    {"nodes", N_("N"), N_("search at most N positions")},
    {"threads", N_("N"), N_("threads (default: one per core)")},
    {"hash", N_("MiB"), N_("memory for the transposition table (128)")},
    {"seed", N_("N"), N_("random seed, for repeatable play")},
    {0},
};

/* When the other side is gone, unwritten output is no failure. */
static void forget_output(void)
{
    __fpurge(stdout);
    clearerr(stdout);
}

static int talk(const struct args *args, const struct game *game, struct error *error)
{
    struct engine_options engine_options = {0};
    struct limits limits = {0};
    if (!args_engine_options(args, &engine_options, error) ||
        !args_bot_limits(args, &limits, error))
        return command_refuse(args, STATUS_USAGE, error);
    const char *seed = getenv("LODESTONE_SEED");
    if (!args_value(args, "seed") &&
        !(seed && text_number(seed, strlen(seed), UINT64_MAX, &engine_options.seed)))
        engine_options.seed = rng_any_seed();
    struct player *player = args_open_player(args, game, &engine_options, error);
    if (!player)
        return command_refuse(args, STATUS_FAILED, error);
    struct gtp_options gtp_options = {
        .move_time = limits.seconds,
        .depth = limits.depth,
        .nodes = limits.nodes,
        .seed = engine_options.seed,
    };
    signal(SIGPIPE, SIG_IGN);
    if (gtp_run(game, player, &gtp_options, stdin, stdout) == EPIPE)
        forget_output();
    player_close(player);
    return STATUS_DONE;
}

static int run(const struct args *args)
{
    struct error error;
    struct game *game = game_open(args->positional[0], &error);
    if (!game)
        return command_refuse(args, STATUS_FAILED, &error);
    int status = talk(args, game, &error);
    game_close(game);
    return status;
}

const struct command gtp_command = {
    .name = "gtp",
    .positional = {"SPEC"},
    .summary = N_("a GTP bot on standard input and output"),
    .details = N_("Speaks version 2 of the Go Text Protocol; 'list_commands' lists "
                  "the\n"
                  "commands. Black is the first player."),
    .options = options,
    .run = run,
};
