/* lessons.c: reads the lessons. */
#include "play/lessons.h"

#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/embed.h"
#include "base/file.h"
#include "base/i18n.h"
#include "play/autosave.h"

extern const struct embed_file lesson_files[];

enum {
    FORMAT = 1,
    DONE_BYTES = 4096, /* of the list of lessons that were solved */
};

/* The strings belong to the JSON tree, which is kept. */
struct lessons {
    json_t *tree;
    struct lesson *lesson;
    int count;
    void **block; /* what is freed with the lessons */
    int blocks;
};

/* Zeroed memory that is freed with the lessons. */
static void *take(struct lessons *lessons, size_t count, size_t size)
{
    void **more =
        realloc(lessons->block, (size_t)(lessons->blocks + 1) * sizeof *lessons->block);
    if (!more)
        return NULL;
    void *block = calloc(count ? count : 1, size);
    lessons->block = more;
    if (block)
        lessons->block[lessons->blocks++] = block;
    return block;
}

static bool read_text(const json_t *object, const char *key, bool needed,
                      const char **value, struct error *error)
{
    const json_t *found = json_object_get(object, key);
    *value = json_string_value(found);
    if (*value || (!found && !needed))
        return true;
    return error_set(error, _("\"%s\" must be a string"), key);
}

static bool read_accept(struct lessons *lessons, const json_t *object,
                        struct lesson_step *step, struct error *error)
{
    const json_t *list = json_object_get(object, "accept");
    size_t count = json_array_size(list);
    const char **names = take(lessons, count + 1, sizeof *names);
    if (!names)
        return error_set(error, _("out of memory"));
    for (size_t i = 0; i < count; i++)
        if (!(names[i] = json_string_value(json_array_get(list, i))))
            return error_set(error, _("\"accept\" must be a list of moves"));
    step->accept = names;
    return count > 0 || error_set(error, _("\"accept\" must be a list of moves"));
}

static bool read_feedback(struct lessons *lessons, json_t *object,
                          struct lesson_step *step, struct error *error)
{
    json_t *map = json_object_get(object, "feedback"), *value;
    const char *key;
    size_t count = json_object_size(map), i = 0;
    const char **moves = take(lessons, count + 1, sizeof *moves);
    const char **texts = take(lessons, count + 1, sizeof *texts);
    if (!moves || !texts)
        return error_set(error, _("out of memory"));
    json_object_foreach(map, key, value)
    {
        moves[i] = key;
        if (!(texts[i++] = json_string_value(value)))
            return error_set(error, _("\"feedback\" must be strings by moves"));
    }
    step->feedback_move = moves;
    step->feedback_text = texts;
    return true;
}

/* A value is a word or a whole number. */
static bool read_value(struct lessons *lessons, const json_t *object,
                       struct lesson_step *step, struct error *error)
{
    const json_t *value = json_object_get(object, "value");
    struct text text = {0};
    if (!json_is_integer(value))
        return read_text(object, "value", false, &step->value, error);
    text_addf(&text, "%lld", (long long)json_integer_value(value));
    char *copy = take(lessons, text.length + 1, 1);
    if (copy && !text.failed)
        memcpy(copy, text_string(&text), text.length);
    step->value = copy;
    text_free(&text);
    return copy || error_set(error, _("out of memory"));
}

static bool read_step(struct lessons *lessons, json_t *object, struct lesson_step *step,
                      struct error *error)
{
    return read_text(object, "text", true, &step->text, error) &&
           read_text(object, "spec", true, &step->spec, error) &&
           read_text(object, "position", true, &step->position, error) &&
           read_text(object, "moves", false, &step->moves, error) &&
           read_text(object, "claim", true, &step->claim, error) &&
           read_text(object, "right", true, &step->right, error) &&
           read_text(object, "wrong", true, &step->wrong, error) &&
           read_value(lessons, object, step, error) &&
           read_accept(lessons, object, step, error) &&
           read_feedback(lessons, object, step, error);
}

static bool read_lesson(struct lessons *lessons, const json_t *object,
                        struct lesson *lesson, struct error *error)
{
    const json_t *steps = json_object_get(object, "steps");
    struct lesson_step *step =
        take(lessons, json_array_size(steps), sizeof *lesson->step);
    if (!step)
        return error_set(error, _("out of memory"));
    lesson->step = step;
    lesson->steps = (int)json_array_size(steps);
    if (!lesson->steps)
        return error_set(error, _("\"steps\" must be a list of steps"));
    for (int i = 0; i < lesson->steps; i++)
        if (!read_step(lessons, json_array_get(steps, (size_t)i), &step[i], error))
            return error_prefix(error, _("step %d: "), i + 1);
    return read_text(object, "id", true, &lesson->id, error) &&
           read_text(object, "game", true, &lesson->game, error) &&
           read_text(object, "title", true, &lesson->title, error) &&
           read_text(object, "goal", true, &lesson->goal, error);
}

static bool read_all(struct lessons *lessons, struct error *error)
{
    const json_t *list = json_object_get(lessons->tree, "lessons");
    if (json_integer_value(json_object_get(lessons->tree, "format")) != FORMAT)
        return error_set(error, _("\"format\" must be %d"), FORMAT);
    if (json_array_size(list) > LESSONS_MOST)
        return error_set(error, _("there may be at most %d lessons"), LESSONS_MOST);
    lessons->count = (int)json_array_size(list);
    lessons->lesson = take(lessons, (size_t)lessons->count, sizeof *lessons->lesson);
    if (!lessons->lesson)
        return error_set(error, _("out of memory"));
    if (!lessons->count)
        return error_set(error, _("\"lessons\" must be a list of lessons"));
    for (int i = 0; i < lessons->count; i++)
        if (!read_lesson(lessons, json_array_get(list, (size_t)i), &lessons->lesson[i],
                         error))
            return error_prefix(error, _("lesson %d: "), i + 1);
    return true;
}

struct lessons *lessons_parse(const char *bytes, size_t length, struct error *error)
{
    json_error_t wrong;
    struct lessons *lessons = calloc(1, sizeof *lessons);
    if (!lessons) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    lessons->tree = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &wrong);
    if (!lessons->tree)
        error_set(error, "%d:%d: %s", wrong.line, wrong.column, wrong.text);
    if (lessons->tree && read_all(lessons, error))
        return lessons;
    error_prefix(error, _("lessons: "));
    lessons_close(lessons);
    return NULL;
}

struct lessons *lessons_open(struct error *error)
{
    const struct embed_file *file = embed_find(lesson_files, "lessons.json");
    return lessons_parse((const char *)file->bytes, file->size, error);
}

void lessons_close(struct lessons *lessons)
{
    if (!lessons)
        return;
    for (int i = 0; i < lessons->blocks; i++)
        free(lessons->block[i]);
    free(lessons->block);
    json_decref(lessons->tree);
    free(lessons);
}

int lessons_count(const struct lessons *lessons)
{
    return lessons->count;
}

const struct lesson *lessons_at(const struct lessons *lessons, int index)
{
    return &lessons->lesson[index];
}

int lessons_find(const struct lessons *lessons, const char *name)
{
    size_t length = strlen(name);
    uint64_t number;
    int found = -1;
    if (text_number(name, length, (uint64_t)lessons->count, &number) && number > 0)
        return (int)number - 1;
    for (int i = 0; i < lessons->count; i++) {
        if (!length || strncasecmp(lessons->lesson[i].id, name, length) != 0)
            continue;
        if (strlen(lessons->lesson[i].id) == length)
            return i;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found;
}

bool lesson_step_record(const struct lesson_step *step, struct record *record,
                        struct error *error)
{
    struct position start;
    struct game *game = game_open(step->spec, error);
    if (!game || !record_init(record, game, error))
        return false;
    if (game->parse_position(game, step->position, &start, error) &&
        record_set_start(record, &start, error) &&
        (!step->moves || record_play_moves(record, step->moves, error)))
        return true;
    record_free(record);
    return false;
}

bool lesson_step_judge(const struct lesson_step *step, const char *move,
                       const char **feedback)
{
    bool right = false;
    for (int i = 0; step->accept[i]; i++)
        right |= strcasecmp(step->accept[i], move) == 0;
    *feedback = right ? step->right : step->wrong;
    for (int i = 0; step->feedback_move[i]; i++)
        if (strcasecmp(step->feedback_move[i], move) == 0)
            *feedback = step->feedback_text[i];
    return right;
}

/* The ids of the lessons that the user has solved, one a line. */
static bool done_path(char path[PATH_MAX], struct error *error)
{
    return autosave_data_path(NULL, "lessons", path, error);
}

static bool has_line(const char *text, const char *line)
{
    size_t length = strlen(line);
    for (const char *at = text; (at = strstr(at, line)); at += length)
        if ((at == text || at[-1] == '\n') && at[length] == '\n')
            return true;
    return false;
}

void lessons_read_done(const struct lessons *lessons, bool done[LESSONS_MOST])
{
    char path[PATH_MAX];
    struct text text = {0};
    bool read = done_path(path, NULL) && file_read(path, DONE_BYTES, &text, NULL);
    for (int i = 0; i < lessons->count; i++)
        done[i] = read && has_line(text_string(&text), lessons->lesson[i].id);
    text_free(&text);
}

int lessons_next(const struct lessons *lessons)
{
    bool done[LESSONS_MOST];
    lessons_read_done(lessons, done);
    for (int i = 0; i < lessons->count; i++)
        if (!done[i])
            return i;
    return 0;
}

bool lessons_mark_done(const char *id, struct error *error)
{
    char path[PATH_MAX];
    struct text text = {0};
    if (!done_path(path, error))
        return false;
    /* What can't be read is begun anew. */
    if (!file_read(path, DONE_BYTES, &text, NULL))
        text_clear(&text);
    bool known = has_line(text_string(&text), id);
    text_addf(&text, "%s\n", id);
    bool ok = known || file_write(path, text_string(&text), text.length, error);
    text_free(&text);
    return ok;
}
