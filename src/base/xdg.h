/* xdg.h: the directories where a user's data is kept. */
#pragma once

#include <limits.h>
#include <stdbool.h>

#include "base/error.h"

/* Joins a directory and a name; refused when that is too long. */
bool xdg_join(char path[PATH_MAX], const char *directory, const char *name,
              struct error *error);

/* "NAME/lodestone" with the directory that the variable names (XDG_DATA_HOME and the
 * like), or below the home directory when it does not. */
bool xdg_find(const char *variable, const char *below_home, char path[PATH_MAX],
              struct error *error);

/* Makes the directory and those above it, for their owner alone. */
bool xdg_make(const char *path, struct error *error);
