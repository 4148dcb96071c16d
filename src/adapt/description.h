/* description.h: how to talk to a console program that was written for people: what to
 * type at its menu, how a move is typed, and how its board is read. A file of a few lines,
 * a word and its value on each:
 *
 *     command  python3 game.py
 *     first    3                  typed at the start if the program moves first
 *     second   2                  and if it moves second
 *     move     {C}{y}             how a move is typed
 *     symbols  X O -              Magnetic Cave: first player, second player, empty
 *     rows     down               Magnetic Cave: the top row is printed first (or up)
 *     layout   13 12 11 10 9 8 / 0 7 / 1 2 3 4 5 6       Mancala: holes as printed
 *     after    Board:             optional: the board comes after this text
 *
 * docs/adapt.md explains each. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "rules/game.h"

enum {
    DESCRIPTION_TEXT = 512,
    DESCRIPTION_SYMBOL = 16,
    DESCRIPTION_LAYOUT = 96, /* numbers and ends of lines */
    LAYOUT_LINE_END = -1,
    LAYOUT_IGNORED = -2,
};

struct description {
    char command[DESCRIPTION_TEXT];
    /* Answers to the menu, separated by newlines, each ended by one; [1] for when it
     * moves second. */
    char menu[2][DESCRIPTION_TEXT];
    bool plays[2]; /* whether `first` and `second` were given */
    char move[DESCRIPTION_TEXT];
    bool keys; /* the program reads keys: no Enter after a move */
    char pause
        [DESCRIPTION_TEXT]; /* where the last line has this, Enter goes on; or "" */
    char symbol[3][DESCRIPTION_SYMBOL]; /* first, second, empty; "" for blank */
    bool rows_up;
    int layout[DESCRIPTION_LAYOUT];
    int layouts;
    char after[DESCRIPTION_TEXT];
};

/* Reads a description for this game; says what is wrong and in which line. `where` is
 * the file's name. */
bool description_parse(struct description *description, const struct game *game,
                       const char *text, const char *where, struct error *error);

/* Writes it as a file. */
void description_format(const struct description *description, const struct game *game,
                        struct text *text);

/* What is typed for a move, with a newline at the end unless the program reads keys. */
void description_type_move(const struct description *description,
                           const struct game *game, move_t move, struct text *typed);
