/* opening_list.c: reads openings line by line and checks them by the rules. */
#include "referee/game/opening_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/text.h"
#include "referee/game/moves_to_position.h"

enum {
    FILE_BYTES = 1 << 22,
    MOST_OPENINGS = 100000,
};

void opening_list_free(struct opening_list *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->moves[i]);
    free(list->moves);
    *list = (struct opening_list){0};
}

static void reverse(char **moves, int count)
{
    for (int i = 0; i < count / 2; i++) {
        char *one = moves[i];
        moves[i] = moves[count - 1 - i];
        moves[count - 1 - i] = one;
    }
}

void opening_list_rotate(struct opening_list *list, uint64_t first)
{
    if (list->count == 0)
        return;
    int before = (int)(first % (uint64_t)list->count);
    reverse(list->moves, before);
    reverse(list->moves + before, list->count - before);
    reverse(list->moves, list->count);
}

/* Writes moves, all of which are legal, in standard form. */
static void add_moves(const struct game *game, const char *line, struct text *moves)
{
    struct move_reader reader = {line, 0};
    struct position now;
    move_t move;
    game->start(game, &now);
    while (game_next_move(game, &now, &reader, &move, NULL) && move != MOVE_NONE) {
        char name[MOVE_TEXT_SIZE];
        game->play(game, &now, move);
        game->format_move(move, name);
        text_addf(moves, "%s%s", moves->length ? " " : "", name);
    }
}

/* Reads a position, which has slashes, or moves; the game must not be over. */
static bool read_opening(const struct game *game, const char *line, struct text *moves,
                         struct error *error)
{
    struct position position;
    game->start(game, &position);
    if (strchr(line, '/')) {
        if (!game->parse_position(game, line, &position, error) ||
            !moves_to_position(game, &position, moves, error))
            return false;
    } else {
        if (!game_play_moves(game, &position, line, error))
            return false;
        add_moves(game, line, moves);
    }
    if (game->outcome(game, &position).result != RESULT_NONE)
        return error_set(error, _("the game is over after this opening"));
    if (moves->length >= OPENING_LIST_BYTES)
        return error_set(error, _("this opening is too long"));
    return !moves->failed || error_set(error, _("out of memory"));
}

static bool add_opening(struct opening_list *list, const struct game *game,
                        const char *line, struct error *error)
{
    struct text moves = {0};
    char *copy = NULL, **longer = NULL;
    bool ok = read_opening(game, line, &moves, error);
    if (ok && list->count == MOST_OPENINGS)
        ok = error_set(error, _("more than %d openings"), MOST_OPENINGS);
    if (ok) {
        copy = strdup(text_string(&moves));
        longer = realloc(list->moves, (size_t)(list->count + 1) * sizeof *longer);
        if (longer)
            list->moves = longer;
        ok = (copy && longer) || error_set(error, _("out of memory"));
    }
    if (ok)
        list->moves[list->count++] = copy;
    else
        free(copy);
    text_free(&moves);
    return ok;
}

bool opening_list_parse(struct opening_list *list, const struct game *game,
                        const char *lines, const char *where, struct error *error)
{
    char *copy = strdup(lines), *rest = copy, *line;
    bool ok = copy || error_set(error, _("out of memory"));
    for (int number = 1; ok && (line = strsep(&rest, "\n")); number++) {
        line += strspn(line, " \t\r");
        line[strcspn(line, "\r")] = '\0';
        if (!*line || *line == '#')
            continue;
        ok = add_opening(list, game, line, error) ||
             error_prefix(error, _("%s, line %d: "), where, number);
    }
    free(copy);
    if (ok && list->count == 0)
        return error_set(error, _("%s has no openings"), where);
    return ok;
}

bool opening_list_read(struct opening_list *list, const struct game *game,
                       const char *path, struct error *error)
{
    struct text text = {0};
    bool ok = file_read(path, FILE_BYTES, &text, error) &&
              opening_list_parse(list, game, text_string(&text), path, error);
    text_free(&text);
    return ok;
}
