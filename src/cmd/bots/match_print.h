/* match_print.h: the tally of a match as lodestone match prints it. */
#pragma once

#include <stdio.h>

#include "match/match.h"

/* The log likelihood ratio, its bounds and the hypotheses, without an end of line. */
void match_print_llr(FILE *out, const struct sprt *sprt,
                     const struct sprt_pairs *pairs);

/* Lines of text, or one of JSON, on standard output. */
void match_print(const struct match_settings *settings, const struct match_tally *tally,
                 bool json);
