/* text.h: strings that grow, and the questions we ask of bytes that others wrote. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A string that grows as it is written; always ends in NUL. Start from {0}. When memory
 * runs out, what was there stays, and `failed` says that the rest is missing. */
struct text {
    char *data;
    size_t length;
    size_t capacity;
    bool failed;
};

void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const void *bytes, size_t count);
void text_addf(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_clear(struct text *text);
void text_free(struct text *text);

/* The string, "" when nothing was ever written. */
const char *text_string(const struct text *text);

/* Reads a whole decimal number without sign, leading zeros or anything behind it. */
bool text_number(const char *string, size_t length, uint64_t limit, uint64_t *number);

/* Length of the first UTF-8 sequence at `bytes`, 0 when it is not well formed. */
size_t text_utf8_length(const char *bytes, size_t count);

/* Whether all bytes are well-formed UTF-8. */
bool text_is_utf8(const char *bytes, size_t count);

/* Copies what a user wrote so that it can be quoted in a message on one line of a
 * terminal: control bytes and broken UTF-8 become '?', a long text is cut and ends in
 * "...". */
const char *text_quotable(const char *bytes, size_t count, char *out, size_t size);

/* CRC-32 (the polynomial of zip and PNG) of the bytes, going on from an earlier value.
 */
uint32_t text_crc32(uint32_t crc, const void *bytes, size_t count);
