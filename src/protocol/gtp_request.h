/* gtp_request.h: a line of the Go Text Protocol: "12 play black A1". */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

enum {
    GTP_LINE_SIZE = 1 << 16,
    GTP_WORDS = 6, /* further ones are ignored */
};

struct gtp_request {
    char line[GTP_LINE_SIZE];
    bool too_long;               /* the line was cut */
    const char *id;              /* the number in front, or "" */
    const char *word[GTP_WORDS]; /* the command and its arguments; NULL: none */
};

/* Reads the next line that is not empty. False at the end of the input. */
bool gtp_request_read(struct gtp_request *request, FILE *in);

/* These read the word at a place, or refuse it. `most` is the largest number; times
 * longer than any game are capped. */
bool gtp_request_colour(const struct gtp_request *request, int at, int *player,
                        struct error *error);
bool gtp_request_count(const struct gtp_request *request, int at, int most, int *count,
                       struct error *error);
bool gtp_request_seconds(const struct gtp_request *request, int at, double *seconds,
                         struct error *error);
/* Returns false and says that the word at this place is missing or not what is wanted,
 * such as "a move". */
bool gtp_request_refuse(const struct gtp_request *request, int at, const char *wanted,
                        struct error *error);
