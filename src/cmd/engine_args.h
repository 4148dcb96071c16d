/* engine_args.h: the options shared by all commands with an engine. */
#pragma once

#include "cmd/command.h"
#include "match/sprt.h"
#include "players/player.h"

/* --threads, --hash and --seed. */
bool args_engine_options(const struct args *args, struct engine_options *options,
                         struct error *error);

/* --move-time, --depth and --nodes. The default is 3 seconds, the rule of the course;
 * with only a depth or a number of nodes, there is no time limit. */
bool args_limits(const struct args *args, struct limits *limits, struct error *error);

/* The same for bots: without any of these, the time for a move is the referee's, in
 * LODESTONE_MOVE_TIME. */
bool args_bot_limits(const struct args *args, struct limits *limits,
                     struct error *error);

/* The player named by --level, by default master. A warning goes to standard error;
 * NULL and a message if there is no such player. */
struct player *args_open_player(const struct args *args, const struct game *game,
                                const struct engine_options *options,
                                struct error *error);

/* --sprt, which must be given: two Elo differences, "E0,E1". */
bool args_sprt(const struct args *args, struct sprt *sprt, struct error *error);
