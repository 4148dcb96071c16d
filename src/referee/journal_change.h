/* journal_change.h: another contest in the same journal. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "referee/game/contest.h"

/* Makes the journal of another contest, such as one with more bots, that of this one:
 * games between bots whose names and commands are the same are kept, except those of
 * the bot called `rerun` (or NULL), and get the numbers of the new schedule. DIR/games,
 * DIR/logs and DIR/transcripts follow, and DIR/tournament.json gets the text `settings`
 * unless that is NULL: all of it or, however it ends, nothing. Only for schedules that
 * don't depend on results. `*kept` and `*dropped` say how many games there are. */
bool journal_change(const char *out, const struct contest *contest,
                    const char *settings, const char *rerun, int *kept, int *dropped,
                    struct error *error);

/* Goes on with a change that a referee was killed in, if there is one: before anything
 * in the folder is read. */
bool journal_finish_change(const char *out, struct error *error);
