/* check.h: is a bot fit for a tournament? It goes through numbered steps, and each one
 * that fails says in plain words what went wrong and how to fix it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "referee/sandbox/process.h"
#include "rules/game.h"

enum check_result {
    CHECK_OK,
    CHECK_FAILED,
    CHECK_SKIPPED, /* not applicable: another game, or an optional command */
    CHECK_WARNED,  /* it works here, but may not elsewhere */
};

struct check_options {
    const struct game *game;
    const struct program *program;
    const struct sandbox *sandbox;
    const char *directory; /* where it starts; NULL: where we are */
    int number;            /* differs from that of every other check at the same time */
    int abandon;           /* a descriptor: readable means stop; or -1 */
    double move_time;      /* seconds for an answer */
    double start_time;     /* and for the first one */
    int games;             /* at most, with each colour; slow bots play fewer */
    uint64_t seed;         /* for the opponent's moves */
    bool adapted;          /* it can't be told moves of its own colour */
};

/* One step, done. */
struct check_line {
    int number, of;
    enum check_result result;
    bool style; /* no tournament needs it: it is only good style */
    const char *title;
    const char *text;  /* what was seen or what failed; may be "" */
    const char *error; /* the end of what a failed bot wrote to standard error, or "" */
};

struct check_summary {
    int passed, failed, skipped, warned;
    int style;      /* how many of the failed steps are only good style */
    double longest; /* seconds, of all answers except the first */
};

typedef void check_report(void *context, const struct check_line *line);

/* Takes the bot through all steps and reports each one when it is done. Returns whether
 * none has failed. Call it with SIGPIPE ignored. */
bool check_run(const struct check_options *options, check_report *report, void *context,
               struct check_summary *summary);
