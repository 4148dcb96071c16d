/* bench.c: lodestone bench: searches fixed positions of both games to a fixed depth on
 * one thread. The total node count is a checksum of the search: the same on every
 * machine and compiler, and different as soon as the search behaves differently. */
#include <inttypes.h>
#include <stdio.h>

#include "base/i18n.h"
#include "cmd/command.h"
#include "search/bench.h"

static int run(const struct args *args)
{
    uint64_t nodes = 0;
    double seconds = 0;
    struct error error;
    for (int i = 0; i < BENCH_POSITIONS; i++) {
        struct search_result found;
        char name[SPEC_NAME_SIZE];
        if (!bench_search(i, name, &found, &error))
            return command_refuse(args, STATUS_FAILED, &error);
        printf("%2d %-20s depth %2d nodes %10" PRIu64 " %7.3f s\n", i + 1, name,
               found.depth, found.nodes, found.seconds);
        fflush(stdout);
        nodes += found.nodes;
        seconds += found.seconds;
    }
    printf(_("%.2f million nodes per second\n"), (double)nodes / seconds / 1e6);
    printf("Bench: %" PRIu64 "\n", nodes);
    return STATUS_DONE;
}

const struct command bench_command = {
    .name = "bench",
    .summary = N_("search fixed positions; the node count is a checksum of the search"),
    .run = run,
};
