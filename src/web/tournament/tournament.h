/* tournament.h: a tournament's directory, shown while it is played or afterwards.
 *
 * The referee locks its journal while it plays, but writes a file for each game as soon
 * as it is over; a thread here reads these files. results.json is written at the end
 * and adds what they lack. */
#pragma once

#include "rules/record.h"
#include "web/hub/hub.h"

/* NULL and an error when there is no such directory. `wake` is called from another
 * thread when there is something new. */
struct web_tournament *web_tournament_open(const char *directory,
                                           void (*wake)(void *context), void *context,
                                           struct error *error);
void web_tournament_close(struct web_tournament *tournament);

/* Tells the watchers when there is something new. */
void web_tournament_look(struct web_hub *hub);

/* The tournament as docs/api.md has it. */
json_t *web_tournament_json(const struct web_tournament *tournament);
/* Reads game `index` of that list; false and a message. */
bool web_tournament_load(const struct web_tournament *tournament, int index,
                         struct record *record, struct error *error);
