/* gtp_request.c: a line of the Go Text Protocol. */
#include "protocol/gtp_request.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum {
    ID_DIGITS = 10 /* a longer number in front is no id */
};

static const double most_seconds = 1e9;

/* Reads a line as the protocol wants it: comments and control characters don't count,
 * tabs are spaces. Several spaces become one. A line that is still too long is read to
 * its end and cut. False at the end of the input. */
static bool read_line(struct gtp_request *request, FILE *in)
{
    char *line = request->line;
    size_t length = 0;
    bool comment = false;
    int c;
    request->too_long = false;
    while ((c = getc(in)) != EOF && c != '\n') {
        c = c == '\t' ? ' ' : c;
        comment = comment || c == '#';
        bool doubled = c == ' ' && (length == 0 || line[length - 1] == ' ');
        if (comment || doubled || c < ' ' || c == 0x7f)
            continue;
        if (length + 1 < GTP_LINE_SIZE)
            line[length++] = (char)c;
        else
            request->too_long = true;
    }
    line[length] = '\0';
    return c != EOF || length > 0;
}

/* Splits the line in place. */
static void split_line(struct gtp_request *request)
{
    char *rest = request->line, *word = strsep(&rest, " ");
    size_t digits = strspn(word, "0123456789");
    request->id = "";
    if (digits > 0 && digits <= ID_DIGITS && !word[digits]) {
        request->id = word;
        word = strsep(&rest, " ");
    }
    for (int i = 0; i < GTP_WORDS; i++) {
        request->word[i] = word && *word ? word : NULL;
        word = strsep(&rest, " ");
    }
}

bool gtp_request_read(struct gtp_request *request, FILE *in)
{
    do {
        if (!read_line(request, in))
            return false;
    } while (!request->line[0]);
    split_line(request);
    return true;
}

bool gtp_request_refuse(const struct gtp_request *request, int at, const char *wanted,
                        struct error *error)
{
    const char *word = request->word[at];
    char quoted[32];
    if (!word)
        return error_set(error, "syntax error: %s is missing", wanted);
    text_quotable(word, strlen(word), quoted, sizeof quoted);
    return error_set(error, "syntax error: '%s' is not %s", quoted, wanted);
}

bool gtp_request_colour(const struct gtp_request *request, int at, int *player,
                        struct error *error)
{
    static const char *const names[2][3] = {{"b", "black", "x"}, {"w", "white", "o"}};
    for (int i = 0; request->word[at] && i < 6; i++) {
        if (strcasecmp(request->word[at], names[i / 3][i % 3]) == 0) {
            *player = i / 3;
            return true;
        }
    }
    return gtp_request_refuse(request, at, "a colour", error);
}

bool gtp_request_count(const struct gtp_request *request, int at, int most, int *count,
                       struct error *error)
{
    const char *word = request->word[at];
    uint64_t number;
    if (!word || !text_number(word, strlen(word), (uint64_t)most, &number))
        return gtp_request_refuse(request, at, "a number", error);
    *count = (int)number;
    return true;
}

bool gtp_request_seconds(const struct gtp_request *request, int at, double *seconds,
                         struct error *error)
{
    const char *word = request->word[at];
    char *end = NULL;
    double value = 0;
    if (word && !word[strspn(word, "0123456789.")])
        value = strtod(word, &end);
    if (!end || end == word || *end)
        return gtp_request_refuse(request, at, "a time", error);
    *seconds = value < most_seconds ? value : most_seconds;
    return true;
}
