/* fingerprint.h: tells whether the files of a bot have changed. */
#pragma once

#include <stdbool.h>

#include "referee/game/contest.h"

enum {
    FINGERPRINT_SIZE = 33, /* 128 bits in hexadecimal, and a NUL */
};

/* The fingerprint of a bot's files: all in its folder, with their names, except
 * __pycache__ and the folder `out`; or only those that its command names, where the folder
 * is shared with another bot or with everybody. "" if it has none, as builtin bots. */
void fingerprint_take(const struct contest *contest, int bot, const char *out,
                      char fingerprint[FINGERPRINT_SIZE]);
