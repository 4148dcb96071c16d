/* store_reviews.h: reviews of games in the database: one for each game. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/record.h"
#include "web/hub/store.h"

/* Keeps a review of the game's moves as JSON, in the place of an older one. */
bool web_store_keep_review(struct web_store *store, int64_t id,
                           const struct record *record, const char *review,
                           struct error *error);
/* The review of these moves, to be freed; NULL when there is none. */
char *web_store_find_review(struct web_store *store, int64_t id,
                            const struct record *record);
bool web_store_has_review(struct web_store *store, int64_t id,
                          const struct record *record);
