/* journal.h: what has happened in a tournament, durable on disk: an SQLite file with
 * one row for each finished game. A game is in it or not, whatever happens to the
 * referee or the machine. One referee at a time has it open; others may read it. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "referee/game/contest.h"
#include "referee/game/play.h"

struct journal;

/* Opens or creates the journal of this contest. That of another one is refused with
 * what differs. NULL on failure. */
struct journal *journal_open(const char *path, const struct contest *contest,
                             struct error *error);
/* The same only to read it, also while a referee writes. */
struct journal *journal_open_to_read(const char *path, const struct contest *contest,
                                     struct error *error);
void journal_close(struct journal *journal);

/* Makes the journal of another contest, such as one with more bots, that of this one: games
 * between bots whose names and commands are the same are kept, except those of the bot
 * called `rerun` (or NULL), and get the numbers of the new schedule. DIR/games,
 * DIR/logs and DIR/transcripts follow. Only for schedules that don't depend on results. `*kept` and
 * `*dropped` say how many games there are. */
bool journal_change(const char *out, const struct contest *contest, const char *rerun,
                    int *kept, int *dropped, struct error *error);

/* Writes a finished game; it is on disk when this returns. */
bool journal_add(struct journal *journal, const struct outcome_row *row,
                 struct error *error);

/* Reads the game with this number; `*found` is false when it is not there. The fixture
 * must be the same as when it was written. */
bool journal_get(struct journal *journal, const struct fixture *fixture,
                 struct outcome_row *row, bool *found, struct error *error);
