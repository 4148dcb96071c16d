/* bench.c: lodestone bench: searches fixed positions of both games to a fixed depth on
 * one thread. The total node count is a checksum of the search: the same on every
 * machine and compiler, and different as soon as the search behaves differently. */
#include <inttypes.h>
#include <stdio.h>

#include "base/i18n.h"
#include "cmd/command.h"
#include "search/bench.h"

static void show(const struct bench_sum *sum, const char *name,
                 const struct search_result *found)
{
    printf("%2d %-20s depth %2d nodes %10" PRIu64 " %7.3f s\n", sum->positions, name,
           found->depth, found->nodes, found->seconds);
    fflush(stdout);
}

static int run(const struct args *args)
{
    struct bench_sum sum;
    struct error error;
    if (!bench_run(show, &sum, &error))
        return command_refuse(args, STATUS_FAILED, &error);
    printf(_("%.2f million nodes per second\n"), (double)sum.nodes / sum.seconds / 1e6);
    printf("Bench: %" PRIu64 "\n", sum.nodes);
    return STATUS_DONE;
}

const struct command bench_command = {
    .name = "bench",
    .summary = N_("search fixed positions; the node count is a checksum of the search"),
    .run = run,
};
