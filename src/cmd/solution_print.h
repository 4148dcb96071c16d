/* solution_print.h: a proven value as lodestone solve prints it. */
#pragma once

#include "solve/solve.h"

/* A line of text, or of JSON, on standard output. */
void solution_print(const struct game *game, const struct solution *solution,
                    bool json);
