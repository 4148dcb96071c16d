/* store.h: the directory of Mancala endgame tables. A table is for a number of holes
 * and a stealing rule, however many stones a game starts with; each layer is a file
 * (file.h). build.h makes them; the search and the solver read them. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "endgame/endgame.h"
#include "endgame/file.h"
#include "rules/game.h"

/* The default directory: `lodestone/tables` under the XDG data directory. */
bool endgame_store_directory(char path[PATH_MAX], struct error *error);

/* A table that is open for reading. */
struct endgame_store;

/* Opens what a directory holds (NULL: the default one): the layers from 0 up to the
 * first that is missing or refused; `warning` (may be NULL) says why one was refused,
 * or that memory ran out, and is empty otherwise. NULL when there is nothing to use. */
struct endgame_store *endgame_store_open(const char *directory, int holes,
                                         enum mancala_stealing stealing,
                                         struct error *warning);
void endgame_store_close(struct endgame_store *store);
/* The values; NULL for a store that is NULL. */
const struct endgame *endgame_store_tables(const struct endgame_store *store);

/* The file of a layer or part in a directory. */
bool endgame_store_path(char path[PATH_MAX], const char *directory,
                        const struct endgame_file_id *id, struct error *error);

/* Reads whole layers, up to `stones`, into a table with room for them;
 * endgame->stones says how far. False when one of them is damaged. */
bool endgame_store_load(const char *directory, const struct game *game, int stones,
                        struct endgame *endgame, struct error *error);

/* Unpacks all layers of a table, so that nothing needs to be decompressed before it can be
 * read. `bytes` becomes their size on disk. */
bool endgame_store_unpack(const char *directory, const struct game *game,
                          uint64_t *bytes, struct error *error);

/* Reads everything and checks it against the checksums, and a sample of positions
 * against the rules. `stones` becomes the last valid layer. */
bool endgame_store_verify(const char *directory, const struct game *game, int *stones,
                          struct error *error);

/* One table of a directory. */
struct endgame_store_entry {
    int holes;
    enum mancala_stealing stealing;
    int stones;     /* has layers 0 to this */
    uint64_t bytes; /* on disk */
};

/* Lists the tables of a directory; returns how many, at most `most`. */
int endgame_store_list(const char *directory, struct endgame_store_entry *entries,
                       int most);

/* Removes all files of a table; returns how many there were. */
int endgame_store_remove(const char *directory, const struct game *game);
