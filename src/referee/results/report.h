/* report.h: a tournament as one self-contained page: tables, ratings, and every game on
 * a board. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "referee/game/contest.h"
#include "referee/game/play.h"
#include "referee/results/standings.h"

/* Writes DIR/report.html. */
bool report_write(const char *out, const struct contest *contest,
                  const struct standings *standings, const struct outcome_row *row,
                  int games, struct error *error);

/* Adds untrusted text so that it stays text in HTML. */
void report_add_escaped(struct text *page, const char *text);
