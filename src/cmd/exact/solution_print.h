/* solution_print.h: a proven value as lodestone solve prints it. */
#pragma once

#include "solve/solve.h"

/* A bound in words: a margin in Mancala, a class in the cave. */
void solution_add_bound(const struct game *game, int bound, struct text *text);

/* A line of text, or of JSON, on standard output. */
void solution_print(const struct game *game, const struct solution *solution,
                    bool json);
