/* fingerprint.h: tells whether the files of a bot have changed. */
#pragma once

#include <stdbool.h>

#include "referee/game/contest.h"

enum {
    FINGERPRINT_SIZE = 66, /* twice 128 bits in hexadecimal, a dash, and a NUL */
};

/* The fingerprint of a bot's files: of those that its command names, and, unless its
 * folder is shared with another bot or with everybody, a dash and that of all files in
 * the folder with their names, except the folder `out`. "" for builtin bots. False if
 * there is more than anybody would hand in: reading that would hold up everybody. */
bool fingerprint_take(const struct contest *contest, int bot, const char *out,
                      char fingerprint[FINGERPRINT_SIZE], struct error *error);

/* Whether two are of the same files. Those of the folder are compared if both have
 * them: another bot may have come into the folder or gone. */
bool fingerprint_same(const char *a, const char *b);
