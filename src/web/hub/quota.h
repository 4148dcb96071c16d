/* quota.h: a token bucket: what may be used at once, and how fast it fills up again. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct web_quota {
    double left;    /* how many may be taken now */
    int64_t filled; /* when that was last counted; of clock_now */
};

/* A full one. */
struct web_quota web_quota_full(double most);
/* Adds what has come since the last time: `rate` per second, up to `most`. */
void web_quota_fill(struct web_quota *quota, double rate, double most);
/* Fills it and takes one; false when there is none to take. */
bool web_quota_take(struct web_quota *quota, double rate, double most);
