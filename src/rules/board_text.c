/* board_text.c: boards drawn as lines of text. Whatever colour shows, a shape shows as
 * well, for people and terminals without colours. */
#include "rules/board_text.h"

#include <stdio.h>

#define ESCAPE_FIRST "\033[1;36m"
#define ESCAPE_SECOND "\033[1;33m"
#define ESCAPE_MARK "\033[1;32m"
#define ESCAPE_WIN "\033[7m"
#define ESCAPE_OFF "\033[0m"

const char *board_text_player(bool ascii, int player)
{
    static const char *const names[2][2] = {{"■", "□"}, {"X", "O"}};
    return names[ascii][player];
}

/* Bricks of a winning line change their shape. */
static const char *brick_shape(bool ascii, int player, bool in_line)
{
    static const char *const shapes[2][2] = {{"◆", "◇"}, {"#", "@"}};
    return in_line ? shapes[ascii][player] : board_text_player(ascii, player);
}

static void add_coloured(struct text *text, bool colour, const char *escape,
                         const char *string)
{
    if (colour)
        text_addf(text, "%s%s" ESCAPE_OFF, escape, string);
    else
        text_add(text, string);
}

static void add_cave_cell(const struct cave *cave, int cell, bool legal, bool in_line,
                          const struct drawing *drawing, struct text *text)
{
    uint64_t bit = 1ull << cell;
    if (!(cave_occupied(cave) & bit)) {
        if (legal)
            add_coloured(text, drawing->colour, ESCAPE_MARK, "+");
        else
            text_add(text, "-");
        return;
    }
    int player = !(cave->brick[0] & bit);
    if (drawing->colour && in_line)
        text_add(text, ESCAPE_WIN);
    add_coloured(text, drawing->colour, player ? ESCAPE_SECOND : ESCAPE_FIRST,
                 brick_shape(drawing->ascii, player, in_line));
}

static void add_letters(int columns, struct text *text)
{
    text_add(text, "   ");
    for (int column = 0; column < columns; column++)
        text_addf(text, " %c", 'A' + column);
    text_add(text, "\n");
}

/*     A B C D E F G H
 *  8 | - - - - - - - - | 8      (x) the last move
 *  7 | ■ - - - - - - - | 7       +  a legal cell
 *    ...                         ◆  a brick of the winning line
 * A wall that is not magnetic is drawn as ':'. */
void board_text_cave(const struct cave_board *board, const struct cave *cave,
                     uint64_t legal, uint64_t line, const struct drawing *drawing,
                     struct text *text)
{
    add_letters(board->columns, text);
    for (int row = board->rows - 1; row >= 0; row--) {
        text_addf(text, "%d |", row + 1);
        for (int column = 0; column < board->columns; column++) {
            int cell = cave_cell(column, row);
            bool after_last = column > 0 && cell - 1 == drawing->last;
            text_add(text, cell == drawing->last ? "(" : after_last ? ")" : " ");
            add_cave_cell(cave, cell, legal >> cell & 1, line >> cell & 1, drawing,
                          text);
        }
        bool last_at_wall = cave_cell(board->columns - 1, row) == drawing->last;
        text_addf(text, "%s%c %d\n", last_at_wall ? ")" : " ",
                  board->left_only ? ':' : '|', row + 1);
    }
    add_letters(board->columns, text);
}

/* The lines of a frame: left end, between the left store and the holes, between holes,
 * between the holes and the right store, right end. */
struct frame {
    const char *parts[5];
};

static const struct frame frames[2][3] = {
    {{{"┌", "┬", "┬", "┬", "┐"}},
     {{"│", "├", "┼", "┤", "│"}},
     {{"└", "┴", "┴", "┴", "┘"}}},
    {{{"+", "+", "+", "+", "+"}},
     {{"|", "+", "+", "+", "|"}},
     {{"+", "+", "+", "+", "+"}}},
};

/* Three columns for a number, so that 288 fits. */
static void add_number(int number, struct text *text)
{
    text_addf(text, number < 100 ? "%2d " : "%3d", number);
}

static void add_frame_line(const struct frame *frame, const char *dash, int holes,
                           int left, int right, struct text *text)
{
    const char *dashes[3] = {dash, dash, dash};
    text_add(text, frame->parts[0]);
    for (int i = 0; i < holes + 2; i++) {
        /* The middle line shows the stores where the others show the frame. */
        if (i == 0 && left >= 0)
            add_number(left, text);
        else if (i == holes + 1 && right >= 0)
            add_number(right, text);
        else
            text_addf(text, "%s%s%s", dashes[0], dashes[1], dashes[2]);
        text_add(text, frame->parts[i == 0 ? 1 : i < holes ? 2 : i == holes ? 3 : 4]);
    }
    text_add(text, "\n");
}

/* One player's holes from left to right, as seen from the bottom of the board. */
static int seen_lane(int holes, int player, int i)
{
    return player == 0 ? i : holes - 1 - i;
}

static void add_hole_line(const struct mancala_board *board, mancala_row row,
                          int player, const struct drawing *drawing, struct text *text)
{
    const char *bar = drawing->ascii ? "|" : "│";
    text_addf(text, "%s   %s", bar, bar);
    for (int i = 0; i < board->holes; i++) {
        int stones = mancala_lane(row, seen_lane(board->holes, player, i));
        if (drawing->colour && stones)
            text_add(text, player ? ESCAPE_SECOND : ESCAPE_FIRST);
        add_number(stones, text);
        if (drawing->colour && stones)
            text_add(text, ESCAPE_OFF);
        text_add(text, bar);
    }
    text_addf(text, "   %s\n", bar);
}

static void add_hole_numbers(const struct mancala_board *board, mancala_row row,
                             int player, bool to_move, const struct drawing *drawing,
                             struct text *text)
{
    text_add(text, "    ");
    for (int i = 0; i < board->holes; i++) {
        int lane = seen_lane(board->holes, player, i);
        int number = mancala_hole_number(board->holes, player, lane);
        bool last = number == drawing->last;
        bool legal = drawing->legal && to_move && mancala_lane(row, lane) > 0;
        /* Marks of legal moves were asked for, so they take precedence over the last
         * move's. */
        bool bracket = last && !legal;
        char name[16];
        snprintf(name, sizeof name, bracket ? "(%d)" : legal ? "%d*" : "%d ", number);
        /* The number's last digit stands above the stones' last digit. */
        text_addf(text, "%*s", (number < 10) + !bracket, "");
        if (last || legal)
            add_coloured(text, drawing->colour, ESCAPE_MARK, name);
        else
            text_add(text, name);
    }
    /* No spaces at the end of a line. */
    while (text->length && text->data[text->length - 1] == ' ')
        text->data[--text->length] = '\0';
    text_add(text, "\n");
}

/*      13  12  11  10   9   8
 *  ┌───┬───┬───┬───┬───┬───┬───┬───┐
 *  │   │ 4 │ 4 │ 4 │ 4 │ 4 │ 4 │   │        (3) the last move
 *  │ 0 ├───┼───┼───┼───┼───┼───┤ 0 │         3* a legal one
 *  │   │ 4 │ 4 │ 4 │ 4 │ 4 │ 4 │   │
 *  └───┴───┴───┴───┴───┴───┴───┴───┘
 *        1   2   3   4   5   6                                              */
void board_text_mancala(const struct mancala_board *board,
                        const struct mancala_position *position,
                        const struct drawing *drawing, struct text *text)
{
    const struct frame *frame = frames[drawing->ascii];
    const char *dash = drawing->ascii ? "-" : "─";
    mancala_row row[2] = {position->row[position->turn],
                          position->row[!position->turn]};
    int store[2] = {mancala_store(board, row[0]), mancala_store(board, row[1])};

    add_hole_numbers(board, row[1], 1, position->turn == 1, drawing, text);
    add_frame_line(&frame[0], dash, board->holes, -1, -1, text);
    add_hole_line(board, row[1], 1, drawing, text);
    add_frame_line(&frame[1], dash, board->holes, store[1], store[0], text);
    add_hole_line(board, row[0], 0, drawing, text);
    add_frame_line(&frame[2], dash, board->holes, -1, -1, text);
    add_hole_numbers(board, row[0], 0, position->turn == 0, drawing, text);
}
