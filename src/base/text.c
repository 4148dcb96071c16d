/* text.c: growing strings, UTF-8, numbers, checksums. */
#include "base/text.h"

#include <ctype.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool text_reserve(struct text *text, size_t more)
{
    if (text->failed)
        return false;
    size_t needed = text->length + more + 1;
    if (needed <= text->capacity)
        return true;
    size_t capacity = text->capacity ? text->capacity : 64;
    while (capacity < needed)
        capacity *= 2;
    char *data = realloc(text->data, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void text_add_bytes(struct text *text, const void *bytes, size_t count)
{
    if (!text_reserve(text, count))
        return;
    if (count)
        memcpy(text->data + text->length, bytes, count);
    text->length += count;
    text->data[text->length] = '\0';
}

void text_add(struct text *text, const char *string)
{
    text_add_bytes(text, string, strlen(string));
}

/* A host program of the library may have chosen a locale that writes 0,5; JSON, SVG and
 * heuristics have 0.5. Only this thread changes to the locale "C", which costs next to
 * nothing: libraries have it ready made. */
struct plain {
    locale_t locale, before;
};

#ifdef __wasm__ /* a module has no other locale, nor room for what would change it */
static struct plain plain_begin(void)
{
    return (struct plain){0};
}

static void plain_end(struct plain plain)
{
    (void)plain;
}
#else

static struct plain plain_begin(void)
{
    struct plain plain = {.locale = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    plain.before = uselocale(plain.locale);
    return plain;
}

static void plain_end(struct plain plain)
{
    uselocale(plain.before);
    if (plain.locale)
        freelocale(plain.locale);
}
#endif

double text_decimal(const char *string)
{
    const struct plain plain = plain_begin();
    const double number = strtod(string, NULL);
    plain_end(plain);
    return number;
}

void text_addf(struct text *text, const char *format, ...)
{
    const struct plain plain = plain_begin();
    va_list args;
    va_start(args, format);
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length < 0) {
        text->failed = true;
    } else if (text_reserve(text, (size_t)length)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
    va_end(args);
    plain_end(plain);
}

void text_clear(struct text *text)
{
    text->length = 0;
    text->failed = false;
    if (text->data)
        text->data[0] = '\0';
}

void text_free(struct text *text)
{
    free(text->data);
    *text = (struct text){0};
}

const char *text_string(const struct text *text)
{
    return text->data ? text->data : "";
}

bool text_number(const char *string, size_t length, uint64_t limit, uint64_t *number)
{
    if (length == 0 || (length > 1 && string[0] == '0'))
        return false;
    uint64_t value = 0;
    for (size_t i = 0; i < length; i++) {
        if (string[i] < '0' || string[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(string[i] - '0');
        if (digit > limit || value > (limit - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}

size_t text_utf8_length(const char *bytes, size_t count)
{
    const unsigned char *b = (const unsigned char *)bytes;
    if (count == 0)
        return 0;
    if (b[0] < 0x80)
        return 1;
    size_t length = b[0] >= 0xf0 ? 4 : b[0] >= 0xe0 ? 3 : 2;
    if (b[0] < 0xc2 || b[0] > 0xf4 || length > count)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((b[i] & 0xc0) != 0x80)
            return 0;
    /* Overlong forms, surrogates, and numbers beyond the last code point. */
    if ((b[0] == 0xe0 && b[1] < 0xa0) || (b[0] == 0xed && b[1] > 0x9f) ||
        (b[0] == 0xf0 && b[1] < 0x90) || (b[0] == 0xf4 && b[1] > 0x8f))
        return 0;
    return length;
}

bool text_is_utf8(const char *bytes, size_t count)
{
    for (size_t i = 0; i < count;) {
        size_t length = text_utf8_length(bytes + i, count - i);
        if (length == 0)
            return false;
        i += length;
    }
    return true;
}

/* The number of a well-formed UTF-8 sequence. */
static uint32_t code_point(const char *bytes, size_t length)
{
    static const unsigned char masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (unsigned char)bytes[0] & masks[length];
    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)bytes[i] & 0x3f);
    return code;
}

/* Control characters (C0, DEL and C1) drive terminals; the others change the direction
 * of a text, break lines or can't be seen at all. */
static bool is_treacherous(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c ||
           code == 0x200b || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) ||
           code == 0xfeff || (code >= 0xfff9 && code <= 0xfffb) ||
           (code >= 0xe0000 && code <= 0xe007f);
}

/* Writes one character so that it can be shown, and returns how many bytes it had. */
static size_t escape(const char *bytes, size_t count, char out[16])
{
    size_t length = text_utf8_length(bytes, count);
    uint32_t code = length ? code_point(bytes, length) : (unsigned char)*bytes;
    if (length && !is_treacherous(code)) {
        memcpy(out, bytes, length);
        out[length] = '\0';
        return length;
    }
    if (code == '\n' || code == '\t' || code == '\r')
        snprintf(out, 16, "\\%c", code == '\n' ? 'n' : code == '\t' ? 't' : 'r');
    else
        snprintf(out, 16, code < 0x100 ? "\\x%02x" : "\\u{%x}", code);
    return length ? length : 1;
}

const char *text_quotable(const char *bytes, size_t count, char *out, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < count;) {
        char shown[16];
        i += escape(bytes + i, count - i, shown);
        size_t length = strlen(shown);
        if (used + length + sizeof "..." > size) {
            memcpy(out + used, "...", 3);
            used += 3;
            break;
        }
        memcpy(out + used, shown, length);
        used += length;
    }
    out[used] = '\0';
    return out;
}

void text_add_escaped(struct text *text, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count;) {
        char shown[16];
        if (bytes[i] == '\n' || bytes[i] == '\t') {
            text_add_bytes(text, &bytes[i++], 1);
            continue;
        }
        /* Lines that end as on other systems are no reason to worry anybody. */
        if (bytes[i] == '\r' && i + 1 < count && bytes[i + 1] == '\n') {
            i++;
            continue;
        }
        i += escape(bytes + i, count - i, shown);
        text_add(text, shown);
    }
}

uint32_t text_crc32(uint32_t crc, const void *bytes, size_t count)
{
    const unsigned char *b = bytes;
    crc = ~crc;
    for (size_t i = 0; i < count; i++) {
        crc ^= b[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
    }
    return ~crc;
}

enum {
    TYPO_LENGTH = 32 /* longer words are never taken for slips */
};

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

/* The number of slips from one word to the other, by the usual table: cost[i][j] is
 * that between the first i letters of `a` and the first j of `b`. */
static int count_slips(const char *a, size_t m, const char *b, size_t n)
{
    int cost[TYPO_LENGTH + 1][TYPO_LENGTH + 1];
    for (size_t i = 0; i <= m; i++) {
        for (size_t j = 0; j <= n; j++) {
            if (!i || !j) {
                cost[i][j] = (int)(i + j);
                continue;
            }
            int x = tolower((unsigned char)a[i - 1]);
            int y = tolower((unsigned char)b[j - 1]);
            int least = least_of(cost[i - 1][j], cost[i][j - 1]) + 1;
            least = least_of(least, cost[i - 1][j - 1] + (x != y));
            if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
                y == tolower((unsigned char)a[i - 2]))
                least = least_of(least, cost[i - 2][j - 2] + 1);
            cost[i][j] = least;
        }
    }
    return cost[m][n];
}

bool text_is_typo(const char *word, const char *meant)
{
    size_t m = strlen(word), n = strlen(meant);
    if (m > TYPO_LENGTH || n > TYPO_LENGTH || m < 3 || n < 3)
        return false;
    return count_slips(word, m, meant, n) <= 1 + (n > 5);
}
