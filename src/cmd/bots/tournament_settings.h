/* tournament_settings.h: a tournament from its command line and its JSON file. */
#pragma once

#include <jansson.h>

#include "cmd/command.h"
#include "referee/game/contest.h"

/* What to do with a folder that has a tournament. */
enum tournament_action {
    ACTION_HOLD, /* hold or continue the tournament */
    ACTION_ADD,
    ACTION_REMOVE,
    ACTION_REPLACE,
    ACTION_RERUN,
    ACTION_REPORT, /* what is known so far */
};

/* The options; the command line takes precedence over the file. */
struct tournament_settings {
    const struct args *args;
    json_t *file; /* of --config, or of the folder that is changed; or NULL */
    enum tournament_action action;
    json_t *entries; /* bots of --directory that take part; or NULL */
};

/* Reads --config, if given; to change a folder, what it keeps of its tournament, with
 * the change. */
bool tournament_settings_open(struct tournament_settings *settings,
                              const struct args *args, enum tournament_action action,
                              struct error *error);
void tournament_settings_close(struct tournament_settings *settings);

/* All settings, as --config can read them, for DIR/tournament.json; NULL with a reason if
 * that fails. free() it. */
char *tournament_settings_text(const struct tournament_settings *settings,
                               struct error *error);

/* Notes a bot of --directory, for the file. */
bool tournament_settings_add_entry(struct tournament_settings *settings,
                                   const char *name, const char *folder,
                                   const char *command, struct error *error);

/* Fills in the contest, without the bots of --directory. `*usage` tells whether the
 * command line itself was wrong, rather than what it names. */
bool tournament_settings_contest(const struct tournament_settings *settings,
                                 struct contest *contest, bool *usage,
                                 struct error *error);

/* The folder for the results, NULL if none is given; valid as long as the settings. */
bool tournament_settings_out(const struct tournament_settings *settings,
                             const char **out, struct error *error);

/* The directory with bots, NULL if none is given. */
bool tournament_settings_directory(const struct tournament_settings *settings,
                                   const char **directory, struct error *error);

/* The formula for marks, NULL if none is given; one that is wrong is refused. */
bool tournament_settings_mark(const struct tournament_settings *settings,
                              const char **formula, struct error *error);

/* Games at a time, 0 if not given. */
bool tournament_settings_concurrency(const struct tournament_settings *settings,
                                     int *concurrency, struct error *error);
