/* gtp.h: a console program behind the Go Text Protocol. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "rules/game.h"

/* Answers commands on standard input for the program that a file describes
 * (docs/adapt.md), until quit or the end of the input, or until the program is gone while
 * a move of it is wanted. A board that can't be read is refused with '?'. False if the
 * file can't be used. */
bool adapt_gtp_run(const struct game *game, const char *path, struct error *error);
