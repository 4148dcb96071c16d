/* timeman.h: how long to think. How much of the clock one move may take, and how much
 * of that is reserved so that the answer arrives in time, is decided here and nowhere
 * else: two reserves would waste time twice. */
#pragma once

#include <stdint.h>

/* The seconds to think about a move whose answer must arrive after `seconds`. */
double timeman_budget(double seconds);

/* The moment at which to answer, on the monotonic clock; INT64_MAX, never, when
 * `seconds` is not positive. */
int64_t timeman_deadline(int64_t started, double seconds);

/* How many of the `left` seconds on the clock the next move may take until the answer
 * arrives. The clock must last for `moves` moves, or, if that is 0, for a game of
 * unknown length; each move adds `increment` seconds. */
double timeman_share(double left, int moves, double increment);
