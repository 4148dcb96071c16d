/* journal.h: what has happened in a tournament, durable on disk: an SQLite file with
 * one row for each finished game. A game is in it or not, whatever happens to the
 * referee or the machine. One referee at a time has it open; others may read it. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "referee/game/contest.h"
#include "referee/game/fingerprint.h"
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

/* Writes a finished game; it is on disk when this returns. */
bool journal_add(struct journal *journal, const struct outcome_row *row,
                 struct error *error);

/* Reads the game with this number; `*found` is false when it is not there. The fixture
 * must be the same as when it was written. */
bool journal_get(struct journal *journal, const struct fixture *fixture,
                 struct outcome_row *row, bool *found, struct error *error);

/* Which bots of DIR's journal have games that were played with other files than those
 * of these fingerprints; bots whose files are not in the journal yet have not
 * changed. */
bool journal_find_changed(const char *out, const struct contest *contest,
                          char fingerprint[][FINGERPRINT_SIZE],
                          bool changed[CONTEST_BOTS], struct error *error);

/* Notes the fingerprints of all bots, for the next time. */
bool journal_set_code(const char *out, const struct contest *contest,
                      char fingerprint[][FINGERPRINT_SIZE], struct error *error);

/* Writes the settings of a contest into a journal that has none. For
 * journal_change.c. */
bool journal_write_contest(struct journal *journal, const struct contest *contest,
                           struct error *error);

/* Refuses a contest that differs from the journal's in more than its bots. For the
 * same. */
bool journal_same_rules(struct journal *journal, const struct contest *contest,
                        struct error *error);
