/* system.h: the part of the host that every bot sees: programs, libraries and what they
 * read from /etc. Everything else, even below /usr and /opt, is hidden. */
#pragma once

#include <stdbool.h>

/* Whether a path is `folder` or lies in it. Both are absolute. */
bool system_is_within(const char *path, const char *folder);

/* Whether every bot sees this path. */
bool system_shows(const char *path);

/* Whether a folder is, or contains, one that every bot sees: it can be neither a bot's
 * own nor hidden. */
bool system_needs(const char *folder);

/* Calls `see` for each path to show, in no particular order. */
void system_list(void (*see)(void *context, const char *path), void *context);
