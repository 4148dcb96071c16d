/* lines.c: reads what the user enters, line by line. */
#include "tui/lines.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "base/clock.h"
#include "base/signals.h"
#include "tui/terminal.h"

struct lines {
    EditLine *edit; /* NULL: plain lines */
    History *history;
    const char *prompt;
    lines_complete *complete;
    void *context;
    int wake[2]; /* Ctrl-C writes to it */
    bool interrupted;
    int64_t deadline;
    int typed_ahead; /* bytes still to be read that came before editing began */
};

enum {
    CTRL_D = 4
};

static struct lines *lines_of(EditLine *edit)
{
    struct lines *lines = NULL;
    el_get(edit, EL_CLIENTDATA, (void *)&lines);
    return lines;
}

static char *give_prompt(EditLine *edit)
{
    return (char *)lines_of(edit)->prompt;
}

/* How long poll may wait; -1 for ever. */
static int ms_until(int64_t deadline)
{
    if (deadline == INT64_MAX)
        return -1;
    int64_t ms = (deadline - clock_now()) / 1000000 + 1;
    return ms < 0 ? 0 : ms > INT_MAX ? INT_MAX : (int)ms;
}

/* Waits for input; false after Ctrl-C or when it is late. A signal that arrives just
 * before a read would not interrupt it, so the handler writes to a pipe. */
static bool wait_for_input(const struct lines *lines)
{
    struct pollfd polled[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                               {.fd = lines->wake[0], .events = POLLIN}};
    int ready;
    while ((ready = poll(polled, 2, ms_until(lines->deadline))) < 0 && errno == EINTR)
        ;
    return ready != 0 && !polled[1].revents;
}

static void forget_wake(const struct lines *lines)
{
    char bytes[64];
    while (read(lines->wake[0], bytes, sizeof bytes) > 0)
        ;
}

/* Reads one byte: 1, or 0 at the end, or -1 after Ctrl-C. */
static int read_byte(const struct lines *lines, char *byte)
{
    ssize_t got;
    do {
        if (!wait_for_input(lines))
            return -1;
        got = read(STDIN_FILENO, byte, 1);
    } while (got < 0 && errno == EINTR);
    return got == 1;
}

/* Reads one character. The library's own function would keep waiting after Ctrl-C. */
static int read_character(EditLine *edit, wchar_t *character)
{
    struct lines *lines = lines_of(edit);
    mbstate_t state = {0};
    for (;;) {
        char byte;
        int got = read_byte(lines, &byte);
        lines->interrupted = got < 0;
        if (got <= 0)
            return got;
        if (lines->typed_ahead > 0 && lines->typed_ahead-- && !byte)
            byte = CTRL_D;
        size_t length = mbrtowc(character, &byte, 1, &state);
        if (length == (size_t)-2)
            continue;
        if (length == (size_t)-1)
            *character = L'?';
        return 1;
    }
}

/* The length that all words beginning with `start` have in common; `only` is one of
 * them, `count` how many there are. */
static size_t common_start(const char *words, const char *start, size_t length,
                           const char **only, int *count)
{
    size_t common = 0;
    *count = 0;
    for (const char *word = words; *word;) {
        size_t size = strcspn(word, "\n");
        if (size >= length && strncasecmp(word, start, length) == 0) {
            if ((*count)++ == 0) {
                *only = word;
                common = size;
            }
            size_t same = 0;
            while (same < common && same < size && word[same] == (*only)[same])
                same++;
            common = same;
        }
        word += size + (word[size] == '\n');
    }
    return common;
}

static void list_words(const char *words, const char *start, size_t length)
{
    printf("\n");
    for (const char *word = words; *word;) {
        size_t size = strcspn(word, "\n");
        if (size >= length && strncasecmp(word, start, length) == 0)
            printf("%.*s ", (int)size, word);
        word += size + (word[size] == '\n');
    }
    printf("\n");
    fflush(stdout);
}

static unsigned char complete_word(EditLine *edit, int key)
{
    (void)key;
    struct lines *lines = lines_of(edit);
    const LineInfo *line = el_line(edit);
    const char *word = line->cursor;
    while (word > line->buffer && word[-1] != ' ')
        word--;
    size_t length = (size_t)(line->cursor - word);
    char before[256], start[64], rest[64];
    if (!lines->complete || length >= sizeof start)
        return CC_ERROR;
    snprintf(before, sizeof before, "%.*s", (int)(word - line->buffer), line->buffer);
    snprintf(start, sizeof start, "%.*s", (int)length, word);

    struct text words = {0};
    const char *only = "";
    int count;
    unsigned char done = CC_ERROR;
    lines->complete(lines->context, before, &words);
    size_t common = common_start(text_string(&words), start, length, &only, &count);
    if (count > 0 && (common > length || count == 1)) {
        snprintf(rest, sizeof rest, "%.*s%s", (int)(common - length), only + length,
                 count == 1 ? " " : "");
        if (el_insertstr(edit, rest) == 0)
            done = CC_REFRESH;
    } else if (count > 1) {
        list_words(text_string(&words), start, length);
        done = CC_REDISPLAY;
    }
    text_free(&words);
    return done;
}

static void set_up_editing(struct lines *lines)
{
    HistEvent event;
    el_set(lines->edit, EL_CLIENTDATA, lines);
    el_set(lines->edit, EL_EDITOR, "emacs");
    el_set(lines->edit, EL_PROMPT, give_prompt);
    el_set(lines->edit, EL_GETCFN, read_character);
    /* The wide form keeps these pointers; the other one would leak copies. */
    el_wset(lines->edit, EL_ADDFN, L"complete-word", L"complete the word",
            complete_word);
    el_set(lines->edit, EL_BIND, "^I", "complete-word", NULL);
    if (!lines->history)
        return;
    history(lines->history, &event, H_SETSIZE, 200);
    history(lines->history, &event, H_SETUNIQUE, 1);
    el_set(lines->edit, EL_HIST, history, lines->history);
}

struct lines *lines_open(lines_complete *complete, void *context)
{
    struct lines *lines = calloc(1, sizeof *lines);
    if (!lines)
        return NULL;
    if (pipe2(lines->wake, O_CLOEXEC | O_NONBLOCK) != 0) {
        free(lines);
        return NULL;
    }
    signals_wake(lines->wake[1]);
    lines->complete = complete;
    lines->context = context;
    const char *term = getenv("TERM");
    if (!terminal_is_conversation() || !term || strcmp(term, "dumb") == 0)
        return lines;
    lines->edit = el_init("lodestone", stdin, stdout, stderr);
    lines->history = history_init();
    if (lines->edit)
        set_up_editing(lines);
    return lines;
}

void lines_close(struct lines *lines)
{
    if (!lines)
        return;
    if (lines->edit)
        el_end(lines->edit);
    if (lines->history)
        history_end(lines->history);
    signals_wake(-1);
    close(lines->wake[0]);
    close(lines->wake[1]);
    free(lines);
}

static void copy_trimmed(const char *line, size_t length, char entry[LINES_SIZE])
{
    while (length && isspace((unsigned char)line[length - 1]))
        length--;
    while (length && isspace((unsigned char)*line)) {
        line++;
        length--;
    }
    if (length >= LINES_SIZE)
        length = LINES_SIZE - 1;
    memcpy(entry, line, length);
    entry[length] = '\0';
}

/* Takes the terminal for editing before the library does, so that what is typed from
 * now on arrives key by key. Of a Ctrl-D typed earlier the terminal keeps a zero byte,
 * as the mark of an end of input: among those bytes it is read as Ctrl-D again. */
static void take_terminal(struct lines *lines)
{
    el_set(lines->edit, EL_PREP_TERM, 1);
    if (ioctl(STDIN_FILENO, FIONREAD, &lines->typed_ahead) != 0)
        lines->typed_ahead = 0;
}

static bool is_late(const struct lines *lines)
{
    return lines->deadline != INT64_MAX && clock_now() >= lines->deadline;
}

static enum lines_result read_edited(struct lines *lines, char entry[LINES_SIZE])
{
    int count = 0;
    HistEvent event;
    lines->interrupted = false;
    take_terminal(lines);
    const char *line = el_gets(lines->edit, &count);
    if (lines->interrupted) {
        /* Drop what was typed so far, or it would appear in the next line. */
        el_reset(lines->edit);
        return is_late(lines) ? LINES_TIME : LINES_INTERRUPTED;
    }
    if (!line || count <= 0)
        return LINES_END;
    copy_trimmed(line, (size_t)count, entry);
    if (entry[0] && lines->history)
        history(lines->history, &event, H_ENTER, entry);
    return LINES_ENTRY;
}

/* Byte by byte, so that nothing is consumed that belongs to the next reader. */
static enum lines_result read_plain(const struct lines *lines, char entry[LINES_SIZE])
{
    char line[LINES_SIZE], byte = '\0';
    size_t length = 0;
    int got;
    while ((got = read_byte(lines, &byte)) == 1 && byte != '\n')
        if (length < sizeof line)
            line[length++] = byte ? byte : '?';
    if (got < 0)
        return is_late(lines) ? LINES_TIME : LINES_INTERRUPTED;
    if (got == 0 && length == 0)
        return LINES_END;
    copy_trimmed(line, length, entry);
    return LINES_ENTRY;
}

enum lines_result lines_read(struct lines *lines, const char *prompt,
                             char entry[LINES_SIZE])
{
    return lines_read_until(lines, prompt, entry, INT64_MAX);
}

enum lines_result lines_read_until(struct lines *lines, const char *prompt,
                                   char entry[LINES_SIZE], int64_t deadline)
{
    lines->deadline = deadline;
    char shown[LINES_SIZE];
    enum lines_result result;
    entry[0] = '\0';
    fflush(stdout);
    forget_wake(lines);
    if (lines->edit) {
        lines->prompt = prompt;
        result = read_edited(lines, entry);
    } else {
        fputs(prompt, stdout);
        fflush(stdout);
        result = read_plain(lines, entry);
    }
    if (result != LINES_ENTRY)
        printf("\n");
    else if (!terminal_is_conversation())
        printf("%s\n", text_quotable(entry, strlen(entry), shown, sizeof shown));
    return result;
}
