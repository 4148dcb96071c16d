/* timeman.h: how long to think. What one move may take of a clock, and how much of that
 * is kept back so that the answer arrives in time, is decided here and nowhere else: two
 * who each keep a little back waste it twice. */
#pragma once

#include <stdint.h>

/* What may be spent on a move whose answer has to be there after `seconds`. */
double timeman_budget(double seconds);

/* The moment at which to answer, on the monotonic clock; INT64_MAX, never, when
 * `seconds` is not positive. */
int64_t timeman_deadline(int64_t started, double seconds);

/* How many of the `left` seconds of a clock the next move may take: the answer has to be
 * there then. The clock has to last for `moves` moves, or, when that is 0, for a game of
 * unknown length; each move brings `increment` seconds. */
double timeman_share(double left, int moves, double increment);
