/* contest_support.c: contests of built-in bots for tests. */
#include "contest_support.h"

#include <stdio.h>
#include <stdlib.h>

#include "support.h"

struct contest *new_contest(const char *spec, int bots, enum contest_schedule schedule,
                            int rounds)
{
    struct contest *contest = calloc(1, sizeof *contest);
    struct error error;
    assert_non_null(contest);
    contest_init(contest);
    contest->game = opened(spec);
    contest->schedule = schedule;
    contest->rounds = rounds;
    for (int i = 0; i < bots; i++) {
        char name[16];
        snprintf(name, sizeof name, "bot%d", i);
        assert_true(contest_add_bot(contest, name, "builtin:random", &error));
    }
    return contest;
}

void free_contest(struct contest *contest)
{
    contest_free(contest);
    free(contest);
}
