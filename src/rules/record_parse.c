/* record_parse.c: reading game files that anyone may have written, cut or damaged. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "rules/record.h"

/* The value of a tag, NULL if it is missing, and where the value begins. */
struct tag {
    char *value;
    size_t at;
};

/* The reader: the bytes, where it is, and what the tags said. */
struct reader {
    const char *bytes;
    size_t count, at;
    struct error *error;
    struct tag game, position, result, check;
    size_t check_start, check_end; /* the line that the check leaves out */
    struct tag tag[RECORD_TAGS];
};

/* Sets the message with line and column of `at` in front. A column is a character, not
 * a byte. */
static bool fail_at(struct reader *r, size_t at)
{
    int line = 1, column = 1;
    for (size_t i = 0; i < at && i < r->count; i++) {
        column += ((unsigned char)r->bytes[i] & 0xc0) != 0x80;
        if (r->bytes[i] == '\n') {
            line++;
            column = 1;
        }
    }
    return error_prefix(r->error, _("line %d, column %d: "), line, column);
}

static int peek(const struct reader *r)
{
    return r->at < r->count ? (unsigned char)r->bytes[r->at] : -1;
}

static bool is_space(int c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_space(struct reader *r)
{
    while (is_space(peek(r)))
        r->at++;
}

/* A file is text: UTF-8 without NUL. */
static bool check_text(struct reader *r)
{
    size_t length;
    for (size_t i = 0; i < r->count; i += length) {
        length = text_utf8_length(r->bytes + i, r->count - i);
        if (length == 0 || r->bytes[i] == '\0') {
            error_set(r->error, _("the file is not text: not a game file"));
            return fail_at(r, i);
        }
    }
    return true;
}

/* Where the value of tag `name` goes; NULL if there is no such tag. */
static struct tag *tag_slot(struct reader *r, const char *name)
{
    if (strcmp(name, "Game") == 0)
        return &r->game;
    if (strcmp(name, "Position") == 0)
        return &r->position;
    if (strcmp(name, "Result") == 0)
        return &r->result;
    if (strcmp(name, "Check") == 0)
        return &r->check;
    for (int i = 0; i < RECORD_TAGS; i++)
        if (strcmp(name, record_tag_names[i]) == 0)
            return &r->tag[i];
    return NULL;
}

/* Reads a quoted value behind a tag's name. */
static bool read_value(struct reader *r, struct text *value)
{
    size_t start = r->at;
    if (peek(r) != '"') {
        error_set(r->error, _("a tag's value must be in quotation marks"));
        return fail_at(r, start);
    }
    for (r->at++; peek(r) != '"'; r->at++) {
        if (peek(r) == '\\')
            r->at++;
        if (peek(r) < 0 || peek(r) == '\n' || peek(r) == '\r') {
            error_set(r->error, _("the value's closing quotation mark is missing"));
            return fail_at(r, start);
        }
        text_add_bytes(value, r->bytes + r->at, 1);
    }
    r->at++;
    return true;
}

static bool read_tag(struct reader *r)
{
    size_t start = r->at++; /* at '[' */
    char name[16];
    size_t length = 0;
    while (length < sizeof name - 1 && peek(r) > ' ' && !strchr("\"]", peek(r)))
        name[length++] = r->bytes[r->at++];
    name[length] = '\0';
    struct tag *slot = tag_slot(r, name);
    if (!slot || slot->value) {
        char quoted[32];
        text_quotable(name, length, quoted, sizeof quoted);
        error_set(
            r->error,
            slot ? _("the tag %s appears twice")
                 : _("there is no tag '%s'; the tags are Game, First, Second, Date, "
                     "TimeLimit, Termination, Position, Check and Result"),
            quoted);
        return fail_at(r, start);
    }
    while (peek(r) == ' ')
        r->at++;
    struct text value = {0};
    slot->at = r->at;
    if (!read_value(r, &value)) {
        text_free(&value);
        return false;
    }
    slot->value = value.data ? value.data : strdup("");
    if (!slot->value || value.failed)
        return error_set(r->error, _("out of memory"));
    if (peek(r) != ']') {
        error_set(r->error, _("a tag must end in ']'"));
        return fail_at(r, r->at);
    }
    r->at++;
    if (slot == &r->check) {
        r->check_start = start;
        r->check_end = r->at + (peek(r) == '\n');
    }
    return true;
}

static bool read_tags(struct reader *r)
{
    for (skip_space(r); peek(r) == '['; skip_space(r))
        if (!read_tag(r))
            return false;
    if (r->game.value && r->result.value)
        return true;
    error_set(r->error, r->game.value ? _("the tag Result is missing")
                                      : _("the tag Game is missing: not a game file"));
    return fail_at(r, r->at);
}

/* If the file has a check, nothing in it may have changed since it was written. */
static bool verify_check(struct reader *r)
{
    if (!r->check.value)
        return true;
    uint32_t crc = text_crc32(0, r->bytes, r->check_start);
    crc = text_crc32(crc, r->bytes + r->check_end, r->count - r->check_end);
    char line[32];
    snprintf(line, sizeof line, "[Check \"%08x\"]\n", crc);
    if (r->check_end - r->check_start == strlen(line) &&
        memcmp(r->bytes + r->check_start, line, strlen(line)) == 0)
        return true;
    error_set(r->error,
              _("the file was truncated or changed after it was written; to read "
                "it anyway, delete the line that starts with [Check"));
    return fail_at(r, r->check_start);
}

static bool result_parse(const char *text, enum result *result)
{
    for (enum result i = RESULT_NONE; i <= RESULT_TIE; i++) {
        if (strcmp(text, game_result_text(i)) == 0) {
            *result = i;
            return true;
        }
    }
    return false;
}

/* Makes the record that the tags describe; moves the free tags into it. */
static bool begin_record(struct reader *r, struct record *record, enum result *result)
{
    if (!result_parse(r->result.value, result)) {
        error_set(r->error, _("the tag Result must be 1-0, 0-1, 1/2-1/2 or *"));
        return fail_at(r, r->result.at);
    }
    struct game *game = game_open(r->game.value, r->error);
    if (!game)
        return fail_at(r, r->game.at);
    if (!record_init(record, game, r->error))
        return false;
    for (int i = 0; i < RECORD_TAGS; i++)
        if (!record_set_tag(record, (enum record_tag)i, r->tag[i].value, r->error))
            return fail_at(r, r->tag[i].at);
    struct position position;
    if (!r->position.value)
        return true;
    if (!game->parse_position(game, r->position.value, &position, r->error))
        return fail_at(r, r->position.at);
    return record_set_start(record, &position, r->error);
}

static bool read_comment(struct reader *r, struct record *record)
{
    size_t start = r->at++; /* at '{' */
    struct text comment = {0};
    while (peek(r) >= 0 && peek(r) != '}') {
        char c = (char)peek(r);
        text_add_bytes(&comment, is_space(c) ? " " : &c, 1);
        r->at++;
    }
    bool ok = peek(r) == '}';
    if (!ok)
        error_set(r->error, _("the comment's closing brace is missing"));
    else if (comment.failed)
        ok = error_set(r->error, _("out of memory"));
    else if (record->count ? record->step[record->count - 1].comment : record->comment)
        ok = error_set(r->error, _("a second comment in the same place"));
    else
        ok = record_set_comment(record, record->count - 1, text_string(&comment),
                                r->error);
    text_free(&comment);
    r->at++;
    return ok || fail_at(r, start);
}

/* "12." or "12..." */
static bool is_move_number(const char *word)
{
    size_t digits = strspn(word, "0123456789");
    return digits > 0 && digits < 6 && word[digits] == '.' &&
           strspn(word + digits, ".") == strlen(word + digits) &&
           strlen(word + digits) <= 3;
}

/* Reads a move, a number or the result; sets `*ended` after the result. */
static bool read_word(struct reader *r, struct record *record, bool *ended)
{
    size_t start = r->at;
    bool dotted = false;
    for (; peek(r) >= 0 && !is_space(peek(r)) && peek(r) != '{'; r->at++) {
        /* A number may be written together with its move: "1.A1". */
        if (dotted && peek(r) != '.')
            break;
        dotted = peek(r) == '.';
    }
    char word[32];
    text_quotable(r->bytes + start, r->at - start, word, sizeof word);
    if (is_move_number(word))
        return true;
    enum result result;
    if (result_parse(word, &result)) {
        *ended = true;
        if (strcmp(word, r->result.value) == 0)
            return true;
        error_set(r->error, _("the moves end in %s, but the tag Result says %s"), word,
                  r->result.value);
        return fail_at(r, start);
    }
    move_t move;
    if (!record->game->parse_move(record->game, &record->now, word, &move, r->error)) {
        error_prefix(r->error, _("move %d: "), record->count + 1);
        return fail_at(r, start);
    }
    return record_play(record, move, r->error);
}

static bool read_moves(struct reader *r, struct record *record)
{
    bool ended = false;
    for (skip_space(r); peek(r) >= 0; skip_space(r)) {
        if (ended) {
            error_set(r->error, _("nothing may follow the result"));
            return fail_at(r, r->at);
        }
        if (peek(r) == '{' ? !read_comment(r, record) : !read_word(r, record, &ended))
            return false;
    }
    return true;
}

/* Sets the result. It must be the one that the moves lead to, unless the tag
 * Termination says how else the game ended (late move, resignation and the like). */
static bool set_result(struct reader *r, struct record *record, enum result result)
{
    enum result played = record->result;
    if (played != RESULT_NONE && result != played) {
        error_set(r->error, _("the tag Result says %s, but the moves lead to %s"),
                  r->result.value, game_result_text(played));
        return fail_at(r, r->result.at);
    }
    if (played == RESULT_NONE && result != RESULT_NONE &&
        !record->tag[RECORD_TERMINATION]) {
        error_set(
            r->error,
            P_("the tag Result says %s, but the game is not over after %d move and "
               "no tag Termination says why it ended",
               "the tag Result says %s, but the game is not over after %d moves and "
               "no tag Termination says why it ended",
               record->count),
            r->result.value, record->count);
        return fail_at(r, r->result.at);
    }
    record->result = result;
    return true;
}

static void reader_free(struct reader *r)
{
    free(r->game.value);
    free(r->position.value);
    free(r->result.value);
    free(r->check.value);
    for (int i = 0; i < RECORD_TAGS; i++)
        free(r->tag[i].value);
}

bool record_parse(struct record *record, const char *bytes, size_t count,
                  struct error *error)
{
    struct error ignored;
    struct reader r = {
        .bytes = bytes, .count = count, .error = error ? error : &ignored};
    struct record parsed = {0};
    enum result result = RESULT_NONE;
    bool ok;
    if (count == 0)
        ok = error_set(error, _("the file is empty"));
    else
        ok = check_text(&r) && read_tags(&r) && verify_check(&r) &&
             begin_record(&r, &parsed, &result) && read_moves(&r, &parsed) &&
             set_result(&r, &parsed, result);
    reader_free(&r);
    if (!ok) {
        record_free(&parsed);
        return false;
    }
    *record = parsed;
    return true;
}
