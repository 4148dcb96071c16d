/* error.h: an error is a value: one message that says what is wrong, where, and what
 * would be right. The caller owns it and decides where to show it. */
#pragma once

#include <stdbool.h>

struct error {
    char text[512];
};

/* Writes the message and returns false, so that a failing function can end with `return
 * error_set(...)`. `error` may be NULL if the caller doesn't need the message. */
bool error_set(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Puts "where: " in front of the message; returns false, too. */
bool error_prefix(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
