/* bot_args.c: reads what a command line says about bots. */
#include "cmd/bots/bot_args.h"

#include "players/player.h"

bool bot_args_sandbox(const struct args *args, enum sandbox_mode *mode,
                      struct error *error)
{
    const char *name = args_value(args, "sandbox");
    return !name || sandbox_parse_mode(name, mode, error);
}

bool bot_args_check_level(const struct game *game, const char *level,
                          struct error *error)
{
    struct engine_options options = {.threads = 1, .hash_mib = 1};
    struct player *player = player_open(game, level, &options, error);
    player_close(player);
    return player;
}

bool bot_args_program(const struct args *args, struct builtin builtin,
                      struct program *program, struct error *error)
{
    const char *command = args->positional[0], *place = args_value(args, "read");
    builtin.level = builtin_level(command);
    if (builtin.level ? !bot_args_check_level(builtin.game, builtin.level, error) ||
                            !builtin_program(&builtin, program, error)
                      : !program_parse(program, command, error))
        return false;
    if (!place || program_allow(program, place, error))
        return true;
    program_free(program);
    return false;
}
