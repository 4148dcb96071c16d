/* key.c: the secret in a game's link. */
#include "web/hub/key.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "base/i18n.h"
#include "base/text.h"

bool web_key_make(struct web_key *key, struct error *error)
{
    ssize_t got = getrandom(key->byte, sizeof key->byte, 0);
    if (got == (ssize_t)sizeof key->byte)
        return true;
    return error_set(error, _("cannot get random numbers: %s"), strerror(errno));
}

bool web_key_is_equal(const struct web_key *a, const struct web_key *b)
{
    volatile unsigned char differences = 0;
    for (int i = 0; i < WEB_KEY_BYTES; i++)
        differences = (unsigned char)(differences | (a->byte[i] ^ b->byte[i]));
    return differences == 0;
}

void web_key_format(int64_t game, const struct web_key *key,
                    char text[WEB_KEY_TEXT_SIZE])
{
    int at = snprintf(text, WEB_KEY_TEXT_SIZE, "%" PRId64 "-", game);
    for (int i = 0; i < WEB_KEY_BYTES; i++)
        at += snprintf(text + at, 3, "%02x", key->byte[i]);
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool web_key_parse(const char *text, int64_t *game, struct web_key *key)
{
    uint64_t number;
    size_t length = strcspn(text, "-");
    if (!text_number(text, length, INT64_MAX, &number) || text[length] != '-')
        return false;
    const char *digits = text + length + 1;
    if (strlen(digits) != 2 * WEB_KEY_BYTES)
        return false;
    for (int i = 0; i < WEB_KEY_BYTES; i++) {
        int high = hex_digit(digits[2 * i]), low = hex_digit(digits[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        key->byte[i] = (unsigned char)(high << 4 | low);
    }
    *game = (int64_t)number;
    return true;
}
