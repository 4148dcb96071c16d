/* store_files.h: what opening and building tables share. For this room alone. */
#pragma once

#include "endgame/file.h"
#include "endgame/store.h"

struct layer_id tables_layer_id(int holes, enum mancala_stealing stealing, int stones);

/* The file of a layer or part. */
bool tables_path(char path[PATH_MAX], const char *directory, const struct layer_id *id,
                 struct error *error);

/* Reads whole layers, up to `stones`, into a table with room for them;
 * endings->stones says how far. False when one of them is damaged. */
bool tables_load(const char *directory, const struct game *game, int stones,
                 struct endgame *endings, struct error *error);
