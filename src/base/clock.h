/* clock.h: monotonic time; never the calendar, which can be set back. Also time
 * controls as people write them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* Nanoseconds since some fixed moment in the past. */
int64_t clock_now(void);

static inline double clock_seconds(int64_t nanoseconds)
{
    return (double)nanoseconds * 1e-9;
}

static inline int64_t clock_from_seconds(double seconds)
{
    return (int64_t)(seconds * 1e9);
}

/* Reads "300" or "300+2": the seconds for a game, and those that each move adds. */
bool clock_parse(const char *text, double *seconds, double *increment,
                 struct error *error);
