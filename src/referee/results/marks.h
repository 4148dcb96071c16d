/* marks.h: what a teacher needs for the marks: marks.csv, and for each bot what it did
 * wrong, for its author and for Gradescope; and all of it as JUnit. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "referee/results/standings.h"

/* How marks are computed unless the teacher says otherwise. */
extern const char marks_usual_formula[];

/* Whether a formula can be computed. */
bool marks_check_formula(const char *formula, struct error *error);

/* Writes DIR/marks.csv, DIR/junit.xml, DIR/feedback/BOT.md and BOT.json, and
 * DIR/gradescope/BOT.json, which is the results.json of that bot's submission. */
bool marks_write(const char *out, const struct contest *contest,
                 const struct standings *standings, const struct outcome_row *row,
                 int games, const char *formula, struct error *error);
