/* store.h: the database of games on disk. What was written before web_store_commit
 * returned true survives a crash of the program or the machine. */
#pragma once

#include <stdbool.h>

#include "base/error.h"

struct web_store;

/* Opens or makes the game database; ":memory:" keeps it nowhere. Only one process at a
 * time can have it open. */
struct web_store *web_store_open(const char *path, struct error *error);
void web_store_close(struct web_store *store);

/* Commits everything written so far; on failure all of it is rolled back. */
bool web_store_commit(struct web_store *store, struct error *error);
bool web_store_is_pending(const struct web_store *store);
