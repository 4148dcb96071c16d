/* tournament_code.h: what to do when the files of a bot have changed since its games
 * were played. */
#pragma once

#include "cmd/bots/tournament_request.h"

/* --changed keep or rerun; NULL: ask. */
bool tournament_code_option(const struct args *args, const char **wanted,
                            struct error *error);

/* Compares the bots' files with those of their games in the journal; asks or does what
 * --changed says, and notes them. Returns STATUS_DONE, or why not, with a message. */
int tournament_code_settle(const struct tournament_request *request,
                           struct error *error);
