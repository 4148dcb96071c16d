/* check.h: is a bot fit for a tournament? It is led through numbered steps, and each
 * one that fails says in plain words what went wrong and how to mend it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "referee/sandbox/process.h"
#include "rules/game.h"

enum check_result {
    CHECK_OK,
    CHECK_FAILED,
    CHECK_SKIPPED, /* it does not apply: another game, or a command nobody needs */
};

struct check_options {
    const struct game *game;
    const struct program *program;
    const struct sandbox *sandbox;
    double move_time;  /* seconds for an answer */
    double start_time; /* and for the first one */
    int games;         /* the most with each colour; slow bots play fewer */
    uint64_t seed;     /* of the opponent's moves */
};

/* One step, done. */
struct check_line {
    int number, of;
    enum check_result result;
    const char *title;
    const char *text;  /* what was seen or what failed; may be "" */
    const char *error; /* the end of what a failed bot wrote to standard error, or "" */
};

struct check_summary {
    int passed, failed, skipped;
    double longest; /* seconds, of all answers but the first */
};

typedef void check_report(void *context, const struct check_line *line);

/* Leads the bot through all steps and reports each one as it is done. Returns whether
 * none has failed. Must be called with SIGPIPE ignored. */
bool check_run(const struct check_options *options, check_report *report, void *context,
               struct check_summary *summary);
