/* board.h: boards as console programs print them. */
#pragma once

#include "adapt/description.h"

enum {
    BOARD_PLACES = 64,
    BOARD_TURN = 10, /* the most moves of one turn */
};

/* What stands on each place: in Magnetic Cave the cells (8 * row + column) with 0 for
 * empty, 1 and 2 for the players, in Mancala the stones of each hole by its number. */
struct adapt_board {
    int place[BOARD_PLACES];
};

/* The board of a position. */
void board_of(const struct game *game, const struct position *position,
              struct adapt_board *board);
bool board_same(const struct adapt_board *a, const struct adapt_board *b);

/* Finds the moves of one turn that lead from a position to a board; returns their
 * number, 0 if there are none. */
int board_explain(const struct game *game, const struct position *from,
                  const struct adapt_board *wanted, move_t path[BOARD_TURN]);

/* Makes terminal output plain: drops escape sequences and carriage returns; what clears
 * the screen ends a line. */
void board_strip(const char *bytes, size_t count, struct text *plain);

/* Reads the last complete board in plain output; false if there is none. */
bool board_read_last(const struct description *description, const struct game *game,
                     const char *plain, struct adapt_board *board);
