/* tournament_entries.h: the bots of --directory: found, checked, and those that are fit
 * taken into the tournament. */
#pragma once

#include "cmd/bots/tournament_request.h"

/* Returns STATUS_DONE, or why not, with a message. */
int tournament_entries_take(struct tournament_request *request, struct error *error);
