/* tournament_settings.h: a tournament from its command line and its JSON file. */
#pragma once

#include <jansson.h>

#include "cmd/command.h"
#include "referee/contest.h"

/* The options; the command line takes precedence over the file. */
struct tournament_settings {
    const struct args *args;
    json_t *file; /* NULL without --config */
};

/* Reads --config, if given. */
bool tournament_settings_open(struct tournament_settings *settings,
                              const struct args *args, struct error *error);
void tournament_settings_close(struct tournament_settings *settings);

/* Fills in the contest. `*usage` tells whether the command line itself was wrong,
 * rather than what it names. */
bool tournament_settings_contest(const struct tournament_settings *settings,
                                 struct contest *contest, bool *usage,
                                 struct error *error);

/* The folder for the results, NULL if none is given; valid as long as the settings. */
const char *tournament_settings_out(const struct tournament_settings *settings);

/* Games at a time, 0 if not given. */
bool tournament_settings_concurrency(const struct tournament_settings *settings,
                                     int *concurrency, struct error *error);
