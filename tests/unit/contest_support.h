/* contest_support.h: contests of built-in bots for tests. */
#pragma once

#include "referee/game/contest.h"

/* Bots named bot0, bot1, ... that play at random. */
struct contest *new_contest(const char *spec, int bots, enum contest_schedule schedule,
                            int rounds);
void free_contest(struct contest *contest);
