/* xdg.h: where a user's data goes, as the XDG Base Directory Specification says. */
#pragma once

#include <limits.h>
#include <stdbool.h>

#include "base/error.h"

/* Joins a directory and a name; fails if the path is too long. */
bool xdg_join(char path[PATH_MAX], const char *directory, const char *name,
              struct error *error);

/* The directory "lodestone" in the one that the variable names (XDG_DATA_HOME, ...); if
 * it isn't set, in `below_home` of the home directory. */
bool xdg_find(const char *variable, const char *below_home, char path[PATH_MAX],
              struct error *error);

/* Makes the directory and its parents, accessible to their owner alone. */
bool xdg_make(const char *path, struct error *error);
