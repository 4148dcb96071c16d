/* results.h: the files of a tournament: a record and a log of each game when it ends,
 * results.json and timing.json at the end. Except for the times, they are the same
 * whenever the bots play the same. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "referee/game/contest.h"
#include "referee/game/play.h"
#include "referee/results/standings.h"

/* Creates a folder unless it is there. */
bool results_make_folder(const char *path, struct error *error);

/* Writes a text to DIR/NAME and frees it; NULL means that there was no memory for
 * it. */
bool results_write_text(const char *out, const char *name, char *text,
                        struct error *error);

/* Creates DIR, DIR/games, DIR/logs and DIR/transcripts, and removes files that a killed
 * referee left half written. */
bool results_prepare(const char *out, struct error *error);

/* Writes DIR/games/N.lode, DIR/transcripts/N.txt, and DIR/logs/N-first.log and
 * N-second.log if there is something to log. */
bool results_write_game(const char *out, const struct contest *contest,
                        const struct outcome_row *row, struct error *error);

/* Writes results.json and timing.json about the finished games; `planned` are those of
 * the whole schedule, as far as it is known. */
bool results_write(const char *out, const struct contest *contest,
                   const struct standings *standings, const struct outcome_row *row,
                   int games, int planned, struct error *error);
