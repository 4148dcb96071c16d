/* interim.h: a tournament as far as it is in its journal, also while a referee plays
 * the rest. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "referee/tournament.h"

/* Reads the games that are finished; nothing in the folder changes. Free the result
 * with tournament_free. */
bool interim_read(const struct contest *contest, const char *out,
                  struct tournament_result *result, struct error *error);
