/* positions.c: reads and writes positions with proven values. */
#include "grade/positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embed.h"
#include "base/i18n.h"

extern const struct embed_file grade_files[];

bool grade_set_add(struct grade_set *set, struct grade_position *position,
                   struct error *error)
{
    if (set->count == set->capacity) {
        int capacity = set->capacity ? 2 * set->capacity : 64;
        struct grade_position *list =
            realloc(set->list, (size_t)capacity * sizeof *list);
        if (!list) {
            free(position->moves);
            return error_set(error, _("out of memory"));
        }
        set->list = list;
        set->capacity = capacity;
    }
    position->best = position->worst = position->choice[0].value;
    for (int i = 1; i < position->choices; i++) {
        int value = position->choice[i].value;
        position->best = value > position->best ? value : position->best;
        position->worst = value < position->worst ? value : position->worst;
    }
    set->list[set->count++] = *position;
    return true;
}

void grade_set_drop(struct grade_set *set)
{
    free(set->list[--set->count].moves);
}

void grade_set_free(struct grade_set *set)
{
    for (int i = 0; i < set->count; i++)
        free(set->list[i].moves);
    free(set->list);
    *set = (struct grade_set){0};
}

/* One "A3=-1". */
static bool read_choice(const struct game *game, struct grade_position *position,
                        char *word, struct error *error)
{
    char quoted[32];
    char *equals = strchr(word, '=');
    text_quotable(word, strlen(word), quoted, sizeof quoted);
    if (!equals)
        return error_set(error, _("'%s' must be a move and its value, such as %s=1"),
                         quoted, game->example_move);
    *equals = '\0';
    char *end;
    long value = strtol(equals + 1, &end, 10);
    if (end == equals + 1 || *end || value < -1000 || value > 1000)
        return error_set(error, _("'%s' has a value that is not a number"), quoted);
    struct grade_choice *choice = &position->choice[position->choices];
    if (!game->parse_move(game, &position->position, word, &choice->move, error))
        return false;
    choice->value = (int)value;
    for (int i = 0; i < position->choices; i++)
        if (position->choice[i].move == choice->move)
            return error_set(error, _("the move of '%s' appears twice"), quoted);
    position->choices++;
    return true;
}

static bool read_line(struct grade_set *set, const struct game *game, char *line,
                      struct error *error)
{
    struct grade_position position = {0};
    struct moves legal;
    char *rest = line, *word;
    strsep(&rest, ":");
    if (!rest)
        return error_set(error, _("no ':' between the moves and their values"));
    game->start(game, &position.position);
    if (!game_play_moves(game, &position.position, line, error))
        return false;
    while ((word = strsep(&rest, " \t\r")))
        if (*word && !read_choice(game, &position, word, error))
            return false;
    game->moves(game, &position.position, &legal);
    if (legal.count != position.choices || legal.count == 0)
        return error_set(error,
                         P_("%d legal move, but values for %d",
                            "%d legal moves, but values for %d", legal.count),
                         legal.count, position.choices);
    position.moves = strdup(line);
    return position.moves ? grade_set_add(set, &position, error)
                          : error_set(error, _("out of memory"));
}

bool grade_set_read(struct grade_set *set, const struct game *game, const char *bytes,
                    size_t count, const char *where, struct error *error)
{
    char *copy = strndup(bytes, count), *rest = copy, *line;
    bool ok = copy || error_set(error, _("out of memory"));
    for (int number = 1; ok && (line = strsep(&rest, "\n")); number++) {
        line += strspn(line, " \t\r");
        if (*line && *line != '#')
            ok = read_line(set, game, line, error) ||
                 error_prefix(error, _("%s, line %d: "), where, number);
    }
    free(copy);
    return ok && (set->count || error_set(error, _("%s has no positions"), where));
}

void grade_set_format(const struct grade_set *set, const struct game *game,
                      struct text *text)
{
    for (int i = 0; i < set->count; i++) {
        const struct grade_position *position = &set->list[i];
        text_addf(text, "%s:", position->moves);
        for (int k = 0; k < position->choices; k++) {
            char name[MOVE_TEXT_SIZE];
            game->format_move(position->choice[k].move, name);
            text_addf(text, " %s=%d", name, position->choice[k].value);
        }
        text_add(text, "\n");
    }
}

bool grade_set_builtin(struct grade_set *set, const struct game *game, bool *found,
                       struct error *error)
{
    char name[SPEC_NAME_SIZE + 8];
    snprintf(name, sizeof name, "%s.txt", game->name);
    for (char *c = name; *c; c++)
        if (*c == ':')
            *c = '-';
    const struct embed_file *file = embed_find(grade_files, name);
    *found = file;
    return !file || grade_set_read(set, game, (const char *)file->bytes, file->size,
                                   name, error);
}
