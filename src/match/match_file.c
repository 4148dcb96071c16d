/* match_file.c: the file of a match. */
#include "match/match_file.h"

#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/text.h"

enum {
    MOST_BYTES = 4 << 20,
};

static const char title[] = "lodestone match 1\n";
static const char last[] = "results ";

/* Names the first line that differs. */
static bool refuse_other(const char *path, const char *found, const char *head,
                         struct error *error)
{
    while (*head) {
        size_t here = strcspn(head, "\n"), there = strcspn(found, "\n");
        if (here != there || memcmp(head, found, here) != 0) {
            char ours[100], theirs[100];
            return error_set(
                error,
                _("%s is the file of another match: it says '%s', here it is '%s'; "
                  "repeat the command that began it, or choose another file"),
                path, text_quotable(found, there, theirs, sizeof theirs),
                text_quotable(head, here, ours, sizeof ours));
        }
        head += here + (head[here] == '\n');
        found += there + (found[there] == '\n');
    }
    return error_set(error, _("%s is the file of another match"), path);
}

static bool parse(const char *path, const struct text *text, const char *head,
                  char *results, int games, struct error *error)
{
    const char *at = text_string(text);
    if (strncmp(at, title, strlen(title)) != 0)
        return error_set(error, _("%s is not the file of a match"), path);
    at += strlen(title);
    if (strncmp(at, head, strlen(head)) != 0 ||
        strncmp(at + strlen(head), last, strlen(last)) != 0)
        return refuse_other(path, at, head, error);
    at += strlen(head) + strlen(last);
    size_t count = strspn(at, "012.");
    if (strcmp(at + count, "\n") != 0)
        return error_set(error,
                         _("%s is damaged: its last line must have one of 0, 1, "
                           "2 and . for each game"),
                         path);
    memcpy(results, at, count < (size_t)games ? count : (size_t)games);
    return true;
}

bool match_file_read(const char *path, const char *head, char *results, int games,
                     struct error *error)
{
    struct text text = {0};
    if (access(path, F_OK) != 0)
        return true;
    bool ok = file_read(path, MOST_BYTES, &text, error) &&
              parse(path, &text, head, results, games, error);
    text_free(&text);
    return ok;
}

bool match_file_write(const char *path, const char *head, const char *results,
                      int games, struct error *error)
{
    struct text text = {0};
    while (games > 0 && results[games - 1] == MATCH_FILE_UNKNOWN)
        games--;
    text_addf(&text, "%s%s%s", title, head, last);
    text_add_bytes(&text, results, (size_t)games);
    text_add(&text, "\n");
    bool ok = text.failed ? error_set(error, _("out of memory"))
                          : file_write(path, text.data, text.length, error);
    text_free(&text);
    return ok;
}
