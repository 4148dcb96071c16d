/* tournament_keys.h: the names that the JSON file of a tournament may have. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"

/* The settings; NULL ends the list. */
extern const char *const tournament_keys[];

/* Refuses a file with names that nobody knows, and says where they are: a mistyped one
 * would be without effect. */
bool tournament_keys_check(const json_t *settings, const struct text *file,
                           struct error *error);
