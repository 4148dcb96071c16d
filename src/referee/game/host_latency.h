/* host_latency.h: how late the host wakes us. A thread keeps sleeping for a short time
 * and reading the clock: if it wakes much later than it asked for, others may too, and
 * an answer that was late in that time is not held against a bot. */
#pragma once

#include <stdint.h>

struct host_latency;

/* NULL if no thread can be started. */
struct host_latency *host_latency_open(void);
void host_latency_close(struct host_latency *latency);

/* The longest delay in waking up that had begun before `until` and was not over at
 * `from`, in nanoseconds; 0 for NULL. */
int64_t host_latency_around(struct host_latency *latency, int64_t from, int64_t until);
