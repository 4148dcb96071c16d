/* entries.h: bots that were handed in as folders, one beside the other. Each is checked
 * before it takes part, and DIR/entries.json says of all of them what came of it. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "base/error.h"
#include "referee/game/contest.h"
#include "referee/game/fingerprint.h"

struct entry {
    char name[CONTEST_NAME]; /* of the folder, fit to be shown */
    char *folder, *command;  /* NULL: none was found */
    char fingerprint[FINGERPRINT_SIZE];
    bool fit;
    bool kept;      /* checked earlier, and neither it nor the check has changed */
    char *reason;   /* why it is not fit */
    json_t *steps;  /* of the check */
    double longest; /* seconds of its longest answer */
};

struct entries {
    struct entry *entry; /* by name */
    int count;
};

struct entries_options {
    const char *out; /* the tournament's folder, which is there */
    const struct sandbox *sandbox;
    int concurrency; /* checks at a time */
    int abandon;     /* a descriptor: readable means stop; or -1 */
};

/* Finds the bots in the subfolders of a directory and adds those that have a command to
 * the contest, except such as it has already by name. Hidden folders are passed
 * over. */
bool entries_find(struct entries *entries, const char *directory,
                  struct contest *contest, struct error *error);

/* Checks them, takes those that fail out of the contest, and writes DIR/entries.json.
 * An entry that is in that file as it is now is not checked once more. */
bool entries_check(struct entries *entries, struct contest *contest,
                   const struct entries_options *options, struct error *error);

void entries_free(struct entries *entries);
