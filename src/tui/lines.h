/* lines.h: reads what the user enters, line by line: with editing, history and
 * completion on a terminal, plainly from anything else. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum {
    LINES_SIZE = 4096 /* the rest of a longer line is dropped */
};

enum lines_result {
    LINES_ENTRY,
    LINES_END,         /* end of input, or Ctrl-D */
    LINES_INTERRUPTED, /* Ctrl-C */
    LINES_TIME,        /* the deadline has passed */
};

/* Adds the words that can follow `before` (the line up to the word at the cursor), one
 * per line. */
typedef void lines_complete(void *context, const char *before, struct text *words);

struct lines;

/* NULL with the reason in errno when memory or descriptors run out. `complete` can be
 * NULL. */
struct lines *lines_open(lines_complete *complete, void *context);
void lines_close(struct lines *lines);

/* Asks for the next entry and trims it. If no terminal echoes what is typed, the entry
 * is printed after the prompt, so that the output reads like a conversation. */
enum lines_result lines_read(struct lines *lines, const char *prompt,
                             char entry[LINES_SIZE]);
/* The same up to a moment on the monotonic clock; INT64_MAX: without end. */
enum lines_result lines_read_until(struct lines *lines, const char *prompt,
                                   char entry[LINES_SIZE], int64_t deadline);
