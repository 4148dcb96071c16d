/* reference.h: both games played on plain arrays, cell by cell and stone by stone, as
 * the rules are told; slow, and only there to compare the real ones with. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    REFERENCE_SIDE = 8,
    REFERENCE_PITS = 26,
    REFERENCE_TEXT = 160, /* the longest position: 26 numbers of three digits */
};

/* A cell is 'x', 'o' or ' '; the bottom row and the left column are 0. */
struct reference_cave {
    int rows, columns, line;
    bool left_only;
    char cell[REFERENCE_SIDE][REFERENCE_SIDE]; /* by row and column */
    int turn;                                  /* 0 is x, 1 is o */
};

struct reference_cave reference_cave_start(int rows, int columns, int line,
                                           bool left_only);
bool reference_cave_full(const struct reference_cave *cave);
/* Marks the bricks of all lines of K or more; returns whose they are, ' ' when there
 * are none. */
char reference_cave_line(const struct reference_cave *cave,
                         bool line[REFERENCE_SIDE][REFERENCE_SIDE]);
bool reference_cave_over(const struct reference_cave *cave);
/* Also says no when the game is over. */
bool reference_cave_legal(const struct reference_cave *cave, int column, int row);
void reference_cave_play(struct reference_cave *cave, int column, int row);
uint64_t reference_cave_perft(const struct reference_cave *cave, int depth,
                              uint64_t *ended);
void reference_cave_format(const struct reference_cave *cave,
                           char text[REFERENCE_TEXT]);

enum reference_stealing {
    REFERENCE_STEAL,
    REFERENCE_KALAH,
    REFERENCE_NOSTEAL
};

/* The pits by the numbers printed on the board: 0 is player 2's store, holes + 1 is
 * player 1's. */
struct reference_mancala {
    int holes;
    enum reference_stealing stealing;
    int pit[REFERENCE_PITS];
    int turn; /* 0 is player 1, 1 is player 2 */
};

struct reference_mancala reference_mancala_start(int holes, int stones,
                                                 enum reference_stealing stealing);
bool reference_mancala_over(const struct reference_mancala *game);
bool reference_mancala_legal(const struct reference_mancala *game, int hole);
void reference_mancala_play(struct reference_mancala *game, int hole);
uint64_t reference_mancala_perft(const struct reference_mancala *game, int depth,
                                 uint64_t *ended);
void reference_mancala_format(const struct reference_mancala *game,
                              char text[REFERENCE_TEXT]);

/* The seed for random games: LODESTONE_TEST_SEED, or always the same; printed, so that
 * a failure can be seen again. */
uint64_t reference_seed(void);
