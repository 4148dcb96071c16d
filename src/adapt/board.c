/* board.c: finds boards in what a program prints. A line is a row only if it has
 * nothing but cells, a frame, and a label at either end; a board only if all its rows
 * follow each other. Whatever is not understood is no board. */
#include "adapt/board.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void board_of(const struct game *game, const struct position *position,
              struct adapt_board *board)
{
    *board = (struct adapt_board){0};
    switch (game->spec.kind) {
    case GAME_CAVE:
        for (int i = 0; i < CAVE_MAX_CELLS; i++)
            board->place[i] = position->cave.brick[0] >> i & 1   ? 1
                              : position->cave.brick[1] >> i & 1 ? 2
                                                                 : 0;
        return;
    case GAME_MANCALA: {
        /* "4,4,4,4,4,4,0/4,4,4,4,4,4,0 1": each player's holes and store. */
        struct text text = {0};
        int holes = game->spec.mancala.holes, at = 1;
        game->format_position(game, position, &text);
        const char *c = text_string(&text);
        for (; *c && *c != ' '; at++) {
            char *end;
            long stones = strtol(c, &end, 10);
            board->place[at % (2 * holes + 2)] = (int)stones;
            c = *end && *end != ' ' ? end + 1 : end;
        }
        text_free(&text);
        return;
    }
    }
}

bool board_same(const struct adapt_board *a, const struct adapt_board *b)
{
    return memcmp(a->place, b->place, sizeof a->place) == 0;
}

static int explain(const struct game *game, const struct position *from,
                   const struct adapt_board *wanted, move_t *path, int depth)
{
    struct moves legal;
    game->moves(game, from, &legal);
    for (int i = 0; i < legal.count; i++) {
        struct position after = *from;
        struct adapt_board board;
        game->play(game, &after, legal.move[i]);
        board_of(game, &after, &board);
        path[depth] = legal.move[i];
        if (board_same(&board, wanted))
            return depth + 1;
        if (depth + 1 < BOARD_TURN && game->turn(&after) == game->turn(from)) {
            int count = explain(game, &after, wanted, path, depth + 1);
            if (count)
                return count;
        }
    }
    return 0;
}

int board_explain(const struct game *game, const struct position *from,
                  const struct adapt_board *wanted, move_t path[BOARD_TURN])
{
    return explain(game, from, wanted, path, 0);
}

/* Output. */

/* The length of the escape sequence at `c`; `*clears` if it moves to another place of
 * the screen. */
static size_t escape_length(const char *c, size_t count, bool *clears)
{
    size_t i = 1;
    *clears = false;
    if (count < 2)
        return count;
    if (c[1] == ']') { /* a title: ends with BEL or ESC \ */
        while (i < count && c[i] != '\a' && c[i] != '\033')
            i++;
        return i < count && c[i] == '\a' ? i + 1 : i + 2 < count ? i + 2 : count;
    }
    *clears = c[1] == 'c';
    if (c[1] != '[')
        return 2;
    for (i = 2; i < count && (c[i] < '@' || c[i] > '~'); i++)
        ;
    if (i == count)
        return count;
    *clears = strchr("HfJ", c[i]) != NULL;
    return i + 1;
}

void board_strip(const char *bytes, size_t count, struct text *plain)
{
    for (size_t i = 0; i < count;) {
        bool clears;
        if (bytes[i] == '\033') {
            i += escape_length(bytes + i, count - i, &clears);
            if (clears)
                text_add(plain, "\n");
            continue;
        }
        if (bytes[i] == '\f')
            text_add(plain, "\n");
        else if (bytes[i] == '\t' || bytes[i] == '\n' || (unsigned char)bytes[i] >= ' ')
            text_add_bytes(plain, &bytes[i], 1);
        i++;
    }
}

/* Magnetic Cave. */

/* Which symbol stands at `c`: 1, 2, 0 for empty, or -1; the longest one counts. */
static int symbol_at(const struct description *description, const char *c, size_t count,
                     size_t *length)
{
    int found = -1;
    *length = 0;
    for (int i = 0; i < 3; i++) {
        size_t size = strlen(description->symbol[i]);
        if (size > *length && size <= count &&
            memcmp(c, description->symbol[i], size) == 0) {
            *length = size;
            found = (i + 1) % 3;
        }
    }
    return found;
}

/* The length of a piece of a frame, 0 if it is none: ASCII or box drawing (U+2500 to
 * U+257F). */
static size_t frame_at(const char *c, size_t count)
{
    if (strchr(" \t|[](){}<>'\",:;", *c) && *c)
        return 1;
    return count >= 3 && (unsigned char)c[0] == 0xe2 && (unsigned char)c[1] >= 0x94 &&
                   (unsigned char)c[1] <= 0x95
               ? 3
               : 0;
}

/* The length of a bar between cells that may be blank. */
static size_t bar_at(const char *c, size_t count)
{
    static const char *const bars[] = {"|", "│", "║", "┃"};
    for (size_t i = 0; i < sizeof bars / sizeof *bars; i++)
        if (strlen(bars[i]) <= count && memcmp(c, bars[i], strlen(bars[i])) == 0)
            return strlen(bars[i]);
    return 0;
}

/* "2 | X |   | O |": what stands between two bars is a cell. */
static bool read_barred_row(const struct description *description, const char *line,
                            size_t length, int columns, int *cells)
{
    int count = -1, cell = 0;
    for (size_t i = 0; i < length;) {
        size_t bar = bar_at(line + i, length - i), size;
        if (bar) {
            if (count >= columns)
                return false;
            if (count >= 0)
                cells[count] = cell;
            count++;
            cell = 0;
            i += bar;
            continue;
        }
        int symbol = symbol_at(description, line + i, length - i, &size);
        if (symbol > 0 && count >= 0 && count < columns) {
            if (cell)
                return false;
            cell = symbol;
            i += size;
        } else if (line[i] == ' ' || count < 0 || count == columns) {
            i++;
        } else {
            return false;
        }
    }
    return count == columns;
}

/* One line of a cave's board, read as `columns` cells; false if it is anything else. */
static bool read_row(const struct description *description, const char *line,
                     size_t length, int columns, int *cells)
{
    int found[12], count = 0;
    bool closed = false; /* a label has followed the cells */
    if (!*description->symbol[2])
        return read_barred_row(description, line, length, columns, cells);
    for (size_t i = 0; i < length;) {
        size_t size;
        int symbol = symbol_at(description, line + i, length - i, &size);
        if (symbol >= 0) {
            if (closed || count == (int)(sizeof found / sizeof *found))
                return false;
            found[count++] = symbol;
            i += size;
        } else if ((size = frame_at(line + i, length - i))) {
            i += size;
        } else if (isdigit((unsigned char)line[i])) {
            closed = count > 0;
            i++;
        } else {
            return false;
        }
    }
    /* If digits are symbols, the labels look like cells. */
    bool digits = isdigit((unsigned char)description->symbol[2][0]);
    int from = digits && count > columns ? 1 : 0;
    if (count - from != columns && !(digits && count == columns + 2))
        return false;
    memcpy(cells, found + from, (size_t)columns * sizeof *cells);
    return true;
}

static bool has_letters(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (isalnum((unsigned char)line[i]))
            return true;
    return false;
}

/* Mancala. */

/* The numbers of a line; -1 if there are more than fit. */
static int read_numbers(const char *line, size_t length, int numbers[32])
{
    int count = 0;
    for (size_t i = 0; i < length;) {
        if (!isdigit((unsigned char)line[i])) {
            i++;
            continue;
        }
        if (count == 32)
            return -1;
        int number = 0;
        for (; i < length && isdigit((unsigned char)line[i]) && number < 100000; i++)
            number = 10 * number + line[i] - '0';
        numbers[count++] = number;
    }
    return count;
}

/* How far a board has been read, and the last one that was complete. */
struct scan {
    const struct description *description;
    const struct game *game;
    struct adapt_board now, last;
    int at; /* rows of the cave, or items of the layout */
    bool found;
};

static void finish(struct scan *scan)
{
    scan->last = scan->now;
    scan->found = true;
    scan->now = (struct adapt_board){0};
    scan->at = 0;
}

/* If we typed before it asked, the first row follows the question on the same line. */
static bool read_glued_row(const struct scan *scan, const char *line, size_t length,
                           int columns, int *cells)
{
    if (read_row(scan->description, line, length, columns, cells))
        return true;
    for (size_t i = length; scan->at == 0 && i > 1; i--)
        if (strchr(":?>)", line[i - 2]) && line[i - 2] && line[i - 1] == ' ')
            return read_row(scan->description, line + i, length - i, columns, cells);
    return false;
}

static void scan_cave(struct scan *scan, const char *line, size_t length)
{
    int cells[8], rows = scan->game->spec.cave.rows,
                  columns = scan->game->spec.cave.columns;
    if (!read_glued_row(scan, line, length, columns, cells)) {
        if (has_letters(line, length))
            scan->at = 0;
        return;
    }
    if (scan->at == 0)
        scan->now = (struct adapt_board){0};
    int row = scan->description->rows_up ? scan->at : rows - 1 - scan->at;
    for (int i = 0; i < columns; i++)
        scan->now.place[8 * row + i] = cells[i];
    if (++scan->at == rows)
        finish(scan);
}

static void scan_mancala(struct scan *scan, const char *line, size_t length)
{
    int numbers[32];
    for (size_t i = length; scan->at == 0 && i > 1; i--)
        if (strchr(":?>)", line[i - 2]) && line[i - 2] && line[i - 1] == ' ') {
            line += i; /* the question before it, if we typed too early */
            length -= i;
            break;
        }
    int count = read_numbers(line, length, numbers);
    const int *layout = scan->description->layout;
    if (count == 0)
        return;
    for (int attempt = 0; attempt < 2; attempt++) {
        int items = 0;
        while (layout[scan->at + items] != LAYOUT_LINE_END)
            items++;
        if (items == count) {
            for (int i = 0; i < items; i++)
                if (layout[scan->at + i] >= 0)
                    scan->now.place[layout[scan->at + i]] = numbers[i];
            scan->at += items + 1;
            if (scan->at == scan->description->layouts)
                finish(scan);
            return;
        }
        if (scan->at == 0)
            return;
        scan->at = 0; /* perhaps it is the first line of another board */
    }
}

bool board_read_last(const struct description *description, const struct game *game,
                     const char *plain, struct adapt_board *board)
{
    struct scan scan = {.description = description, .game = game};
    const char *newline;
    bool armed = !*description->after;
    for (const char *line = plain; (newline = strchr(line, '\n')); line = newline + 1) {
        size_t length = (size_t)(newline - line);
        if (*description->after &&
            memmem(line, length, description->after, strlen(description->after))) {
            armed = true;
            scan.at = 0;
            continue;
        }
        if (!armed)
            continue;
        bool found = scan.found;
        scan.found = false;
        switch (game->spec.kind) {
        case GAME_CAVE:
            scan_cave(&scan, line, length);
            break;
        case GAME_MANCALA:
            scan_mancala(&scan, line, length);
            break;
        }
        armed = !*description->after || !scan.found;
        scan.found = scan.found || found;
    }
    *board = scan.last;
    return scan.found;
}
