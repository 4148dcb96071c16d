/* store.h: the games on disk. What was written before web_store_commit returned
 * true survives a crash of the program or the machine. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "web/hub/game.h"

struct web_store;

/* Opens or makes the game database; ":memory:" keeps it nowhere. Only one process at a
 * time can have it open. */
struct web_store *web_store_open(const char *path, struct error *error);
void web_store_close(struct web_store *store);

/* Writes a new game and gives it its number. */
bool web_store_add(struct web_store *store, struct web_game *game, struct error *error);
/* Writes what can change in a game, and its moves from number `from` on. */
bool web_store_change(struct web_store *store, const struct web_game *game, int from,
                      struct error *error);

/* Keeps a review of the game's moves as JSON, in the place of an older one. */
bool web_store_keep_review(struct web_store *store, int64_t id,
                           const struct record *record, const char *review,
                           struct error *error);
/* The review of these moves, to be freed; NULL when there is none. */
char *web_store_find_review(struct web_store *store, int64_t id,
                            const struct record *record);
bool web_store_has_review(struct web_store *store, int64_t id,
                          const struct record *record);

/* Commits everything written so far; on failure all of it is rolled back. */
bool web_store_commit(struct web_store *store, struct error *error);
bool web_store_is_pending(const struct web_store *store);

/* Reads a game; NULL and an empty error when there is no such number. */
struct web_game *web_store_load(struct web_store *store, int64_t id,
                                struct error *error);
