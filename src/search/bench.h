/* bench.h: the positions whose node counts are the checksum of the search. */
#pragma once

#include "search/engine.h"

enum {
    BENCH_POSITIONS = 16
};

/* Searches position `i` on one thread, with an empty table of 16 MiB. `name` becomes
 * the long name of its game. */
bool bench_search(int i, char name[SPEC_NAME_SIZE], struct search_result *found,
                  struct error *error);
