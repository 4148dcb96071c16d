/* bot_args.h: the bots that a command line names, and their sandbox. */
#pragma once

#include "cmd/command.h"
#include "referee/game/builtin.h"
#include "referee/sandbox/sandbox.h"

/* --sandbox; unchanged if it was not given. */
bool bot_args_sandbox(const struct args *args, enum sandbox_mode *mode,
                      struct error *error);

/* Whether the level of builtin:LEVEL is there, which only the engine knows: a wrong name
 * should not look like a bot that crashes. */
bool bot_args_check_level(const struct game *game, const char *level,
                          struct error *error);

/* COMMAND, with what --read lets it see. For builtin:NAME, `builtin` says the rest. */
bool bot_args_program(const struct args *args, struct builtin builtin,
                      struct program *program, struct error *error);
