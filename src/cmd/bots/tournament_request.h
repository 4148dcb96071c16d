/* tournament_request.h: a tournament as its command line asks for it. */
#pragma once

#include <limits.h>

#include "cmd/bots/tournament_settings.h"
#include "cmd/command.h"
#include "referee/sandbox/sandbox.h"
#include "referee/tournament.h"

extern const struct option tournament_option_table[];

struct tournament_request {
    const struct args *args;
    struct tournament_settings settings;
    struct contest *contest;
    struct sandbox sandbox;
    const char *out;
    int concurrency;     /* 0: not given */
    const char *mark;    /* the formula, or NULL */
    const char *changed; /* what to do with changed bots: "keep", "rerun"; NULL: ask */
    double
        pace; /* seconds of an answer, as the check of the entries found; 0: unknown */
};

/* Reads and checks everything. Returns STATUS_DONE, or the status of a refusal after
 * its message; close it in either case. */
int tournament_request_open(struct tournament_request *request,
                            const struct args *args);
void tournament_request_close(struct tournament_request *request);

/* No bot may see another bot's files or the results. */
bool tournament_request_hide(struct tournament_request *request, struct error *error);

/* Prints the tables and writes the results of the games so far. */
int tournament_request_report(struct tournament_request *request);

/* Runs the tournament and writes its results. The options say which program plays the
 * builtin bots and where; the rest is filled in here. */
int tournament_request_hold(struct tournament_request *request,
                            struct tournament_options options);
