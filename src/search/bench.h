/* bench.h: the positions whose node counts are the checksum of the search. */
#pragma once

#include "search/engine.h"

struct bench_sum {
    int positions;
    uint64_t nodes;
    double seconds;
};

/* Told of each position: the long name of its game and what was found; `sum` counts it
 * already. */
typedef void bench_progress(const struct bench_sum *sum, const char *name,
                            const struct search_result *found);

/* Searches all positions on one thread, each with an empty table of 16 MiB. `progress`
 * may be NULL. */
bool bench_run(bench_progress *progress, struct bench_sum *sum, struct error *error);
