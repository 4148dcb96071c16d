/* engine_args.h: the options that every command with an engine has. */
#pragma once

#include "cmd/command.h"
#include "players/player.h"

/* --threads, --hash and --seed. */
bool args_engine_options(const struct args *args, struct engine_options *options,
                         struct error *error);

/* --move-time, --depth and --nodes. Without any of them 3 seconds, the rule of the
 * course; with a depth or a number of nodes and no time, only that counts. */
bool args_limits(const struct args *args, struct limits *limits, struct error *error);

/* The player that --level names, master without it. A warning goes to standard error;
 * NULL and a message when there is no such player. */
struct player *args_open_player(const struct args *args, const struct game *game,
                                const struct engine_options *options,
                                struct error *error);
