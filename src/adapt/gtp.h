/* gtp.h: a console program behind the Go Text Protocol. */
#pragma once

#include <stdio.h>

#include "adapt/dialogue.h"

/* Answers commands until quit or the end of the input, or until the program is gone
 * while a move of it is wanted. A board that can't be read is refused with '?'. */
void adapt_gtp_run(struct dialogue *dialogue, FILE *in, FILE *out);

/* The same for the program that a file describes (docs/adapt.md), on standard input and
 * output. False if the file can't be used. */
bool adapt_gtp_run_file(const struct game *game, const char *path, struct error *error);
