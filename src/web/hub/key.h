/* key.h: the secret in a game's link: 128 random bits behind the game's number. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum {
    WEB_KEY_BYTES = 16,
    WEB_KEY_TEXT_SIZE = 20 + 1 + 2 * WEB_KEY_BYTES + 1, /* "17-0123...cdef" */
};

struct web_key {
    unsigned char byte[WEB_KEY_BYTES];
};

/* False when the system has no random bytes. */
bool web_key_make(struct web_key *key, struct error *error);

/* Takes the same time wherever the keys differ, so that it tells nothing about them. */
bool web_key_is_equal(const struct web_key *a, const struct web_key *b);

void web_key_format(int64_t game, const struct web_key *key,
                    char text[WEB_KEY_TEXT_SIZE]);
bool web_key_parse(const char *text, int64_t *game, struct web_key *key);
