/* journal_change.h: another contest in the same journal. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "referee/game/contest.h"

/* Makes the journal of another contest, such as one with more bots, that of this one: games
 * between bots whose names and commands are the same are kept, except those of the bot
 * called `rerun` (or NULL), and get the numbers of the new schedule. DIR/games,
 * DIR/logs and DIR/transcripts follow. Only for schedules that don't depend on results. `*kept` and
 * `*dropped` say how many games there are. */
bool journal_change(const char *out, const struct contest *contest, const char *rerun,
                    int *kept, int *dropped, struct error *error);
