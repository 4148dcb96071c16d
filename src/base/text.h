/* text.h: growing strings, and checks of bytes that came from outside. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A growing string, always ended by NUL. Start from {0}. When memory runs out, it keeps
 * what it has, and `failed` says that the rest is missing. */
struct text {
    char *data;
    size_t length;
    size_t capacity;
    bool failed;
};

void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const void *bytes, size_t count);
/* As printf, but fractions have a point in every locale. */
void text_addf(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_clear(struct text *text);
void text_free(struct text *text);

/* The string; "" if nothing was written. */
const char *text_string(const struct text *text);

/* Reads a decimal number up to `limit`: no sign, no leading zeros, nothing after it. */
bool text_number(const char *string, size_t length, uint64_t limit, uint64_t *number);

/* The number that a string starts with, with a point in every locale: as strtod. */
double text_decimal(const char *string);

/* The length of the first UTF-8 sequence at `bytes`; 0 if it is not well formed. */
size_t text_utf8_length(const char *bytes, size_t count);

/* Whether all bytes are well-formed UTF-8. */
bool text_is_utf8(const char *bytes, size_t count);

/* Copies what a user wrote so that a message can quote it on one line of a terminal:
 * newlines become "\n", other control characters and broken UTF-8 "\x1b", characters
 * that change the direction of a text or can't be seen "\u{202e}"; long text is cut and
 * ends in "...". */
const char *text_quotable(const char *bytes, size_t count, char *out, size_t size);

/* Appends lines of somebody else's text that can be shown in a terminal: the same, but
 * newlines and tabs stay. */
void text_add_escaped(struct text *text, const char *bytes, size_t count);

/* Whether a word may be a slip of the finger for another: at most one letter was
 * added, left out, changed or swapped with its neighbour, two in words of more than
 * five letters; upper and lower case are the same. */
bool text_is_typo(const char *word, const char *meant);

/* Continues a CRC-32 (the polynomial of zip and PNG), which starts at 0. */
uint32_t text_crc32(uint32_t crc, const void *bytes, size_t count);
