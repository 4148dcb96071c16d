/* description.c: reads descriptions, and types moves as they say. */
#include "adapt/description.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

/* Places in a move. What each is for a move is decided by its game. */
static const char *const places[] = {"{C}", "{c}",  "{x}",    "{x0}", "{y}", "{y0}",
                                     "{Y}", "{Y0}", "{hole}", "{n}",  "{n0}"};

enum {
    PLACES = sizeof places / sizeof *places
};

/* Copies a value; "\n" becomes a newline. */
static bool take_text(char out[DESCRIPTION_TEXT], const char *value,
                      struct error *error)
{
    size_t used = 0;
    for (const char *c = value; *c; c++) {
        if (used + 2 >= DESCRIPTION_TEXT)
            return error_set(error, _("this is longer than %d bytes"),
                             DESCRIPTION_TEXT - 2);
        bool newline = c[0] == '\\' && c[1] == 'n';
        out[used++] = newline ? '\n' : *c;
        c += newline;
    }
    out[used] = '\0';
    return true;
}

/* Answers to a menu, separated by blanks; - alone is none, and "" just Enter. */
static bool take_menu(struct description *description, int side, const char *value,
                      struct error *error)
{
    char *out = description->menu[side];
    size_t used = 0;
    description->plays[side] = true;
    out[0] = '\0';
    if (strcmp(value, "-") == 0)
        return true;
    while (*value) {
        size_t length = strcspn(value, " \t");
        size_t shown = strncmp(value, "\"\"", length) == 0 && length == 2 ? 0 : length;
        if (used + shown + 2 >= DESCRIPTION_TEXT)
            return error_set(error, _("this is longer than %d bytes"),
                             DESCRIPTION_TEXT - 2);
        memcpy(out + used, value, shown);
        used += shown;
        out[used++] = '\n';
        out[used] = '\0';
        value += length;
        value += strspn(value, " \t");
    }
    return true;
}

static bool take_move(struct description *description, const char *value,
                      struct error *error)
{
    for (const char *c = value; (c = strchr(c, '{')); c++) {
        int i = 0;
        while (i < PLACES && strncmp(c, places[i], strlen(places[i])) != 0)
            i++;
        if (i == PLACES) {
            char quoted[32];
            return error_set(
                error,
                _("'%s' is unknown; a move is written with {C}, {c}, {x}, "
                  "{x0}, {y}, {y0}, {Y} and {Y0}, in Mancala with {hole}, "
                  "{n} and {n0}"),
                text_quotable(c, strcspn(c, "}") + 1, quoted, sizeof quoted));
        }
    }
    size_t length = strlen(value);
    description->keys = length > 2 && strcmp(value + length - 2, "\\c") == 0;
    if (!take_text(description->move, value, error))
        return false;
    if (description->keys)
        description->move[strlen(description->move) - 2] = '\0';
    return true;
}

static bool take_symbols(struct description *description, const char *value,
                         struct error *error)
{
    for (int i = 0; i < 3; i++) {
        size_t length = strcspn(value, " \t");
        if (length == 0 || length >= DESCRIPTION_SYMBOL)
            return error_set(error, _("three symbols are needed: first player, second "
                                      "player, and empty (or 'blank')"));
        bool blank = length == 5 && strncmp(value, "blank", 5) == 0;
        if (blank && i < 2)
            return error_set(error, _("only an empty cell can be blank"));
        snprintf(description->symbol[i], DESCRIPTION_SYMBOL, "%.*s",
                 blank ? 0 : (int)length, value);
        for (int k = 0; k < i; k++)
            if (strcmp(description->symbol[k], description->symbol[i]) == 0)
                return error_set(error, _("two symbols are the same"));
        value += length;
        value += strspn(value, " \t");
    }
    return !*value || error_set(error, _("more than three symbols"));
}

static bool take_rows(struct description *description, const char *value,
                      struct error *error)
{
    description->rows_up = strcmp(value, "up") == 0;
    return description->rows_up || strcmp(value, "down") == 0 ||
           error_set(error, _("'rows' is down (the top row is printed first) or up"));
}

static bool take_layout(struct description *description, const struct game *game,
                        const char *value, struct error *error)
{
    int most = 2 * game->spec.mancala.holes + 1;
    bool seen[32] = {false};
    description->layouts = 0;
    while (*value) {
        size_t length = strcspn(value, " \t");
        uint64_t hole = 0;
        int item = strncmp(value, "/", length) == 0   ? LAYOUT_LINE_END
                   : strncmp(value, "_", length) == 0 ? LAYOUT_IGNORED
                                                      : 0;
        if (!item && (!text_number(value, length, (uint64_t)most, &hole) || seen[hole]))
            return error_set(error,
                             _("the layout has each hole from 0 to %d once, as it is "
                               "printed, with / between lines and _ for other numbers"),
                             most);
        if (description->layouts + 2 >= DESCRIPTION_LAYOUT)
            return error_set(error, _("this layout is too long"));
        if (!item)
            seen[hole] = true;
        description->layout[description->layouts++] = item ? item : (int)hole;
        value += length;
        value += strspn(value, " \t");
    }
    for (int i = 0; i <= most; i++)
        if (!seen[i])
            return error_set(error, _("the layout lacks hole %d"), i);
    description->layout[description->layouts++] = LAYOUT_LINE_END;
    return true;
}

static bool take(struct description *description, const struct game *game,
                 const char *name, const char *value, struct error *error)
{
    char quoted[32];
    if (strcmp(name, "command") == 0)
        return take_text(description->command, value, error);
    if (strcmp(name, "first") == 0 || strcmp(name, "second") == 0)
        return take_menu(description, *name == 's', value, error);
    if (strcmp(name, "move") == 0)
        return take_move(description, value, error);
    if (strcmp(name, "after") == 0)
        return take_text(description->after, value, error);
    if (strcmp(name, "pause") == 0)
        return take_text(description->pause, value, error);
    switch (game->spec.kind) {
    case GAME_CAVE:
        if (strcmp(name, "symbols") == 0)
            return take_symbols(description, value, error);
        if (strcmp(name, "rows") == 0)
            return take_rows(description, value, error);
        break;
    case GAME_MANCALA:
        if (strcmp(name, "layout") == 0)
            return take_layout(description, game, value, error);
        break;
    }
    return error_set(
        error,
        _("'%s' is unknown here; the words are command, first, second, "
          "move, after, pause, and symbols and rows in Magnetic Cave, layout in "
          "Mancala"),
        text_quotable(name, strlen(name), quoted, sizeof quoted));
}

static bool is_complete(const struct description *description, const struct game *game,
                        struct error *error)
{
    const char *lacks = !*description->command ? "command"
                        : !*description->move  ? "move"
                                               : NULL;
    if (!description->plays[0] && !description->plays[1])
        lacks = "first, second";
    switch (game->spec.kind) {
    case GAME_CAVE:
        lacks = *description->symbol[0] ? lacks : "symbols";
        break;
    case GAME_MANCALA:
        lacks = description->layouts ? lacks : "layout";
        break;
    }
    return !lacks || error_set(error, _("'%s' is missing"), lacks);
}

bool description_parse(struct description *description, const struct game *game,
                       const char *text, const char *where, struct error *error)
{
    char *copy = strdup(text), *rest = copy, *line;
    bool ok = copy || error_set(error, _("out of memory"));
    *description = (struct description){0};
    for (int number = 1; ok && (line = strsep(&rest, "\n")); number++) {
        line += strspn(line, " \t\r");
        size_t end = strlen(line);
        while (end > 0 && strchr(" \t\r", line[end - 1]))
            line[--end] = '\0';
        if (!*line || *line == '#')
            continue;
        char *value = line + strcspn(line, " \t");
        if (*value)
            *value++ = '\0';
        value += strspn(value, " \t");
        ok = *value ? take(description, game, line, value, error)
                    : error_set(error, _("a word and its value are needed"));
        if (!ok)
            error_prefix(error, _("%s, line %d: "), where, number);
    }
    free(copy);
    return ok && (is_complete(description, game, error) ||
                  error_prefix(error, "%s: ", where));
}

/* Writing. */

static void add_menu(const struct description *description, int side, struct text *text)
{
    if (!description->plays[side])
        return;
    text_add(text, side ? "second   " : "first    ");
    const char *menu = description->menu[side];
    if (!*menu)
        text_add(text, "-");
    for (const char *c = menu; *c;) {
        size_t length = strcspn(c, "\n");
        text_addf(text, "%s%.*s%s", c > menu ? " " : "", (int)length, c,
                  length ? "" : "\"\"");
        c += length + 1;
    }
    text_add(text, "\n");
}

void description_format(const struct description *description, const struct game *game,
                        struct text *text)
{
    text_addf(text, "command  %s\n", description->command);
    add_menu(description, 0, text);
    add_menu(description, 1, text);
    text_add(text, "move     ");
    for (const char *c = description->move; *c; c++)
        text_addf(text, *c == '\n' ? "\\n" : "%c", *c);
    text_add(text, description->keys ? "\\c\n" : "\n");
    switch (game->spec.kind) {
    case GAME_CAVE:
        text_addf(text, "symbols  %s %s %s\nrows     %s\n", description->symbol[0],
                  description->symbol[1],
                  *description->symbol[2] ? description->symbol[2] : "blank",
                  description->rows_up ? "up" : "down");
        break;
    case GAME_MANCALA:
        text_add(text, "layout  ");
        for (int i = 0; i + 1 < description->layouts; i++) {
            int item = description->layout[i];
            if (item >= 0)
                text_addf(text, " %d", item);
            else
                text_add(text, item == LAYOUT_LINE_END ? " /" : " _");
        }
        text_add(text, "\n");
        break;
    }
    if (*description->after)
        text_addf(text, "after    %s\n", description->after);
    if (*description->pause)
        text_addf(text, "pause    %s\n", description->pause);
}

/* Moves. */

static void add_place(const struct game *game, move_t move, const char *place,
                      struct text *typed)
{
    int column = move % 8, row = move / 8, rows = game->spec.cave.rows;
    int holes = game->spec.mancala.holes;
    bool second = move > holes;
    switch (game->spec.kind) {
    case GAME_CAVE:
        if (place[1] == 'C' || place[1] == 'c')
            text_addf(typed, "%c", (place[1] == 'C' ? 'A' : 'a') + column);
        else
            text_addf(typed, "%d",
                      (place[1] == 'x'   ? column
                       : place[1] == 'y' ? row
                                         : rows - 1 - row) +
                          (place[2] != '0'));
        return;
    case GAME_MANCALA:
        if (place[1] == 'h')
            text_addf(typed, "%d", move);
        else
            text_addf(typed, "%d",
                      (second ? move - holes - 1 : move) - (place[2] == '0'));
        return;
    }
}

void description_type_move(const struct description *description,
                           const struct game *game, move_t move, struct text *typed)
{
    for (const char *c = description->move; *c;) {
        int i = 0;
        while (i < PLACES && strncmp(c, places[i], strlen(places[i])) != 0)
            i++;
        if (i < PLACES) {
            add_place(game, move, places[i], typed);
            c += strlen(places[i]);
        } else {
            text_add_bytes(typed, c++, 1);
        }
    }
    if (!description->keys)
        text_add(typed, "\n");
}
