/* results.h: the files of a tournament: a record and a log of each game when it ends,
 * results.json and timing.json at the end. All but the times are the same whenever the
 * bots play the same. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "referee/contest.h"
#include "referee/play.h"
#include "referee/standings.h"

/* Makes DIR, DIR/games and DIR/logs, and removes what a killed referee left half
 * written there. */
bool results_prepare(const char *out, struct error *error);

/* DIR/games/N.lode, and DIR/logs/N-first.log and N-second.log when there is something
 * to log. */
bool results_write_game(const char *out, const struct contest *contest,
                        const struct outcome_row *row, struct error *error);

bool results_write(const char *out, const struct contest *contest,
                   const struct standings *standings, const struct outcome_row *row,
                   int games, struct error *error);

/* The content of results.json; NULL when memory runs out; free() it. */
char *results_json(const struct contest *contest, const struct standings *standings,
                   const struct outcome_row *row, int games);
