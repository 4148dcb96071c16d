/* autosave.h: where games are kept by themselves: one .lode file a game in
 * $XDG_STATE_HOME/lodestone, or ~/.local/state/lodestone. */
#pragma once

#include <limits.h>
#include <stdbool.h>

#include "base/error.h"
#include "rules/record.h"

/* Makes the directory if need be and finds a name in it that is not taken. `serial`
 * tells the games of one process apart. */
bool autosave_new_path(const struct game *game, int serial, char path[PATH_MAX],
                       struct error *error);

/* The file for `save` and `load` without a name; `make`: with its directory. */
bool autosave_usual_path(const struct game *game, bool make, char path[PATH_MAX],
                         struct error *error);

/* A file of the program in `directory`, or in the usual place when that is NULL, with
 * its directory. */
bool autosave_data_path(const char *directory, const char *name, char path[PATH_MAX],
                        struct error *error);

/* Loads the newest kept game that can be read: of this spec, of this kind of game (only
 * `kind` given), or of any (both NULL). When newer ones could not be read, the error
 * says why, also on success; otherwise it is not touched. */
bool autosave_load_latest(const char *spec, const enum game_kind *kind,
                          struct record *record, char path[PATH_MAX],
                          struct error *error);

/* Removes the oldest of the games that were kept by themselves, so that with this one
 * there are no more than a hundred. Files that the user saved are none of them. */
void autosave_prune(const char *in_use);
