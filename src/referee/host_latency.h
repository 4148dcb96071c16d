/* host_latency.h: how late the host wakes us. A thread sleeps and looks at the clock, again
 * and again: when it wakes much later than it asked for, so may others, and an answer
 * that came late in that time is not held against a bot. */
#pragma once

#include <stdint.h>

struct pulse;

/* NULL when no thread can be started. */
struct pulse *host_latency_open(void);
void host_latency_close(struct pulse *pulse);

/* The longest delay of a waking since then, in nanoseconds; 0 without a pulse. */
int64_t host_latency_worst(struct pulse *pulse, int64_t since);
