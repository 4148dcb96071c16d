/* record.c: a game's moves, with undo and redo, and how they are written to a file. */
#include "rules/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/i18n.h"

enum {
    LINE_WIDTH = 80,
    FILE_LIMIT = 1 << 20
};

const char *const record_tag_names[RECORD_TAGS] = {
    [RECORD_FIRST] = "First",
    [RECORD_SECOND] = "Second",
    [RECORD_DATE] = "Date",
    [RECORD_TIME_LIMIT] = "TimeLimit",
    [RECORD_TERMINATION] = "Termination",
};

bool record_init(struct record *record, struct game *game, struct error *error)
{
    *record = (struct record){.game = game};
    game->start(game, &record->start);
    record->now = record->start;
    /* Enough for most games. */
    record->capacity = 64;
    record->step = calloc((size_t)record->capacity, sizeof *record->step);
    if (record->step)
        return true;
    record_free(record);
    return error_set(error, _("out of memory"));
}

static void drop_steps(struct record *record, int from)
{
    for (int i = from; i < record->count + record->redoable; i++) {
        free(record->step[i].comment);
        record->step[i].comment = NULL;
    }
}

void record_free(struct record *record)
{
    if (record->step)
        drop_steps(record, 0);
    for (int i = 0; i < RECORD_TAGS; i++)
        free(record->tag[i]);
    free(record->comment);
    free(record->step);
    game_close(record->game);
    *record = (struct record){0};
}

/* C0 and C1 control characters, which can drive a terminal. The text must be valid
 * UTF-8. */
static bool is_control(const char *c)
{
    unsigned char first = (unsigned char)c[0];
    return first < 0x20 || first == 0x7f ||
           (first == 0xc2 && (unsigned char)c[1] < 0xa0);
}

/* Replaces *slot by a copy of `value` if that can be written to a file; `forbidden` has
 * the characters that would end it early. */
static bool replace_text(char **slot, const char *value, const char *forbidden,
                         struct error *error)
{
    char *copy = NULL;
    if (value) {
        if (!text_is_utf8(value, strlen(value)))
            return error_set(error, _("text must be valid UTF-8"));
        for (const char *c = value; *c; c++)
            if (is_control(c) || strchr(forbidden, *c))
                return error_set(error, _("text must not have control characters%s%s"),
                                 *forbidden ? _(" or any of ") : "", forbidden);
        copy = strdup(value);
        if (!copy)
            return error_set(error, _("out of memory"));
    }
    free(*slot);
    *slot = copy;
    return true;
}

bool record_set_tag(struct record *record, enum record_tag tag, const char *value,
                    struct error *error)
{
    return replace_text(&record->tag[tag], value, "", error);
}

bool record_set_comment(struct record *record, int step, const char *value,
                        struct error *error)
{
    char **slot = step < 0 ? &record->comment : &record->step[step].comment;
    return replace_text(slot, value, "{}", error);
}

bool record_set_start(struct record *record, const struct position *position,
                      struct error *error)
{
    if (record->count || record->redoable)
        return error_set(error, _("the first position cannot change after a move"));
    record->start = record->now = *position;
    record->result = record->game->outcome(record->game, position).result;
    return true;
}

bool record_play(struct record *record, move_t move, struct error *error)
{
    const struct game *game = record->game;
    if (!game_is_legal(game, &record->now, move))
        return error_set(error, _("that move is not legal"));
    if (record->count == record->capacity) {
        size_t capacity = 2 * (size_t)record->capacity;
        struct record_step *step = realloc(record->step, capacity * sizeof *step);
        if (!step)
            return error_set(error, _("out of memory"));
        record->step = step;
        record->capacity = (int)capacity;
    }
    drop_steps(record, record->count);
    record->redoable = 0;
    record->step[record->count++] =
        (struct record_step){.before = record->now, .move = move, .ms = -1};
    game->play(game, &record->now, move);
    record->result = game->outcome(game, &record->now).result;
    return true;
}

bool record_play_moves(struct record *record, const char *moves, struct error *error)
{
    struct move_reader reader = {moves, 0};
    struct position tried = record->now;
    int count = record->count;
    move_t move;
    if (!game_play_moves(record->game, &tried, moves, error))
        return false;
    /* All of them are legal, so only memory can still run out. */
    while (game_next_move(record->game, &record->now, &reader, &move, error) &&
           move != MOVE_NONE) {
        if (record_play(record, move, error))
            continue;
        while (record->count > count)
            record_undo(record);
        return false;
    }
    return true;
}

bool record_undo(struct record *record)
{
    if (record->count == 0)
        return false;
    record->now = record->step[--record->count].before;
    record->redoable++;
    record->result = RESULT_NONE;
    return true;
}

bool record_redo(struct record *record)
{
    if (record->redoable == 0)
        return false;
    const struct game *game = record->game;
    game->play(game, &record->now, record->step[record->count].move);
    record->count++;
    record->redoable--;
    record->result = game->outcome(game, &record->now).result;
    return true;
}

/* Adds a word to the list of moves, on a new line if this one is full. */
static void add_word(struct text *text, size_t *column, const char *before,
                     const char *word, const char *after)
{
    size_t length = strlen(before) + strlen(word) + strlen(after);
    if (*column && *column + 1 + length > LINE_WIDTH) {
        text_add(text, "\n");
        *column = 0;
    }
    text_addf(text, "%s%s%s%s", *column ? " " : "", before, word, after);
    *column += (*column ? 1 : 0) + length;
}

static void add_moves(const struct record *record, struct text *text)
{
    const struct game *game = record->game;
    size_t column = 0;
    int number = 0, turn_before = 1;
    if (record->comment)
        add_word(text, &column, "{", record->comment, "}");
    for (int i = 0; i < record->count; i++) {
        const struct record_step *step = &record->step[i];
        int turn = game->turn(&step->before);
        char name[16];
        if (i == 0 && turn == 1) {
            add_word(text, &column, "", "1...", "");
            number = 1;
        } else if (turn == 0 && turn_before == 1) {
            snprintf(name, sizeof name, "%d.", ++number);
            add_word(text, &column, "", name, "");
        }
        turn_before = turn;
        game->format_move(step->move, name);
        add_word(text, &column, "", name, "");
        if (step->comment)
            add_word(text, &column, "{", step->comment, "}");
    }
    add_word(text, &column, "", game_result_text(record->result), "");
    text_add(text, "\n");
}

static void add_tag(struct text *text, const char *name, const char *value)
{
    if (!value)
        return;
    text_addf(text, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            text_add(text, "\\");
        text_add_bytes(text, value, 1);
    }
    text_add(text, "\"]\n");
}

void record_format(const struct record *record, struct text *text)
{
    const struct game *game = record->game;
    struct position usual_position;
    struct text head = {0}, tail = {0}, position = {0}, usual = {0};

    game->start(game, &usual_position);
    game->format_position(game, &usual_position, &usual);
    game->format_position(game, &record->start, &position);
    bool is_usual = strcmp(text_string(&usual), text_string(&position)) == 0;

    add_tag(&head, "Game", game->name);
    for (int i = 0; i < RECORD_TAGS; i++)
        add_tag(&head, record_tag_names[i], record->tag[i]);
    add_tag(&head, "Position", is_usual ? NULL : text_string(&position));
    /* Result comes last, so that a file cut short lacks it or fails the check. */
    add_tag(&tail, "Result", game_result_text(record->result));
    text_add(&tail, "\n");
    add_moves(record, &tail);

    uint32_t crc = text_crc32(0, text_string(&head), head.length);
    crc = text_crc32(crc, text_string(&tail), tail.length);
    text_add_bytes(text, text_string(&head), head.length);
    text_addf(text, "[Check \"%08x\"]\n", crc);
    text_add_bytes(text, text_string(&tail), tail.length);
    text->failed |= head.failed | tail.failed | position.failed | usual.failed;
    text_free(&head);
    text_free(&tail);
    text_free(&position);
    text_free(&usual);
}

bool record_load(struct record *record, const char *path, struct error *error)
{
    struct text text = {0};
    bool ok = file_read(path, FILE_LIMIT, &text, error);
    if (ok && !record_parse(record, text_string(&text), text.length, error))
        ok = error_prefix(error,
                          "%s: ", strcmp(path, "-") == 0 ? _("standard input") : path);
    text_free(&text);
    return ok;
}

bool record_save(const struct record *record, const char *path, struct error *error)
{
    struct text text = {0};
    record_format(record, &text);
    bool ok;
    if (text.failed)
        ok = error_set(error, _("cannot write %s: out of memory"), path);
    else if (text.length > FILE_LIMIT) /* it could not be read back */
        ok = error_set(error, _("cannot write %s: more than %d bytes"), path,
                       (int)FILE_LIMIT);
    else
        ok = file_write(path, text_string(&text), text.length, error);
    text_free(&text);
    return ok;
}
