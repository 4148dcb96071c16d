/* clock.h: monotonic time; never the calendar, which can be set back. */
#pragma once

#include <stdint.h>

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
