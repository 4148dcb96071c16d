/* reference.c: both games on plain arrays. */
#include "reference.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reference_cave reference_cave_start(int rows, int columns, int line,
                                           bool left_only)
{
    struct reference_cave cave = {
        .rows = rows, .columns = columns, .line = line, .left_only = left_only};
    memset(cave.cell, ' ', sizeof cave.cell);
    return cave;
}

bool reference_cave_full(const struct reference_cave *cave)
{
    for (int row = 0; row < cave->rows; row++)
        for (int column = 0; column < cave->columns; column++)
            if (cave->cell[row][column] == ' ')
                return false;
    return true;
}

static bool on_board(const struct reference_cave *cave, int column, int row)
{
    return column >= 0 && column < cave->columns && row >= 0 && row < cave->rows;
}

/* How many cells of the same colour follow each other from this one on. */
static int run_length(const struct reference_cave *cave, int column, int row, int east,
                      int north)
{
    char colour = cave->cell[row][column];
    int length = 0;
    while (on_board(cave, column, row) && cave->cell[row][column] == colour) {
        length++;
        column += east;
        row += north;
    }
    return length;
}

char reference_cave_line(const struct reference_cave *cave,
                         bool line[REFERENCE_SIDE][REFERENCE_SIDE])
{
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    char winner = ' ';
    memset(line, 0, sizeof(bool[REFERENCE_SIDE][REFERENCE_SIDE]));
    for (int row = 0; row < cave->rows; row++) {
        for (int column = 0; column < cave->columns; column++) {
            if (cave->cell[row][column] == ' ')
                continue;
            for (int d = 0; d < 4; d++) {
                int east = directions[d][0], north = directions[d][1];
                int length = run_length(cave, column, row, east, north);
                if (length < cave->line)
                    continue;
                winner = cave->cell[row][column];
                for (int i = 0; i < length; i++)
                    line[row + i * north][column + i * east] = true;
            }
        }
    }
    return winner;
}

bool reference_cave_over(const struct reference_cave *cave)
{
    bool line[REFERENCE_SIDE][REFERENCE_SIDE];
    return reference_cave_line(cave, line) != ' ' || reference_cave_full(cave);
}

/* Whether a brick would hold there: at a magnetic wall, or beside another brick. */
static bool holds(const struct reference_cave *cave, int column, int row)
{
    if (column == 0 || (column == cave->columns - 1 && !cave->left_only))
        return true;
    bool left = cave->cell[row][column - 1] != ' ';
    bool right = column + 1 < cave->columns && cave->cell[row][column + 1] != ' ';
    return left || right;
}

bool reference_cave_legal(const struct reference_cave *cave, int column, int row)
{
    return on_board(cave, column, row) && cave->cell[row][column] == ' ' &&
           holds(cave, column, row) && !reference_cave_over(cave);
}

void reference_cave_play(struct reference_cave *cave, int column, int row)
{
    cave->cell[row][column] = cave->turn == 0 ? 'x' : 'o';
    cave->turn = 1 - cave->turn;
}

uint64_t reference_cave_perft(const struct reference_cave *cave, int depth,
                              uint64_t *ended)
{
    if (depth == 0)
        return 1;
    uint64_t sequences = 0;
    for (int row = 0; row < cave->rows; row++) {
        for (int column = 0; column < cave->columns; column++) {
            if (!reference_cave_legal(cave, column, row))
                continue;
            struct reference_cave next = *cave;
            reference_cave_play(&next, column, row);
            if (depth == 1 && reference_cave_over(&next))
                ++*ended;
            sequences += reference_cave_perft(&next, depth - 1, ended);
        }
    }
    return sequences;
}

void reference_cave_format(const struct reference_cave *cave, char text[REFERENCE_TEXT])
{
    char *at = text;
    for (int row = cave->rows - 1; row >= 0; row--) {
        int column = 0;
        while (column < cave->columns) {
            char c = cave->cell[row][column];
            int length = c == ' ' ? run_length(cave, column, row, 1, 0) : 1;
            *at++ = c == ' ' ? (char)('0' + length) : c;
            column += length;
        }
        *at++ = row > 0 ? '/' : ' ';
    }
    *at++ = cave->turn == 0 ? 'x' : 'o';
    *at = '\0';
}

struct reference_mancala reference_mancala_start(int holes, int stones,
                                                 enum reference_stealing stealing)
{
    struct reference_mancala game = {.holes = holes, .stealing = stealing};
    for (int i = 1; i <= 2 * holes + 1; i++)
        game.pit[i] = i == holes + 1 ? 0 : stones;
    return game;
}

static int first_hole(const struct reference_mancala *game, int player)
{
    return player == 0 ? 1 : game->holes + 2;
}

static int store(const struct reference_mancala *game, int player)
{
    return player == 0 ? game->holes + 1 : 0;
}

static bool owns(const struct reference_mancala *game, int player, int hole)
{
    int first = first_hole(game, player);
    return hole >= first && hole < first + game->holes;
}

static int stones_in_holes(const struct reference_mancala *game, int player)
{
    int sum = 0;
    for (int i = 0; i < game->holes; i++)
        sum += game->pit[first_hole(game, player) + i];
    return sum;
}

bool reference_mancala_over(const struct reference_mancala *game)
{
    return stones_in_holes(game, 0) == 0 || stones_in_holes(game, 1) == 0;
}

bool reference_mancala_legal(const struct reference_mancala *game, int hole)
{
    return owns(game, game->turn, hole) && game->pit[hole] > 0;
}

static void sweep(struct reference_mancala *game, int player)
{
    for (int i = 0; i < game->holes; i++) {
        int hole = first_hole(game, player) + i;
        game->pit[store(game, player)] += game->pit[hole];
        game->pit[hole] = 0;
    }
}

/* On the board, hole i faces the hole with which it adds up to 2H + 2. */
static void steal(struct reference_mancala *game, int hole)
{
    int opposite = 2 * game->holes + 2 - hole;
    if (game->stealing == REFERENCE_NOSTEAL)
        return;
    if (game->stealing == REFERENCE_KALAH && game->pit[opposite] == 0)
        return;
    game->pit[store(game, game->turn)] += 1 + game->pit[opposite];
    game->pit[hole] = 0;
    game->pit[opposite] = 0;
}

void reference_mancala_play(struct reference_mancala *game, int hole)
{
    int hand = game->pit[hole];
    int at = hole;
    bool was_empty = false;
    game->pit[hole] = 0;
    while (hand > 0) {
        at = at == 2 * game->holes + 1 ? 0 : at + 1;
        if (at == store(game, 1 - game->turn))
            continue;
        was_empty = game->pit[at] == 0;
        game->pit[at]++;
        hand--;
    }
    if (owns(game, game->turn, at) && was_empty)
        steal(game, at);
    if (reference_mancala_over(game)) {
        sweep(game, 0);
        sweep(game, 1);
    }
    if (at != store(game, game->turn))
        game->turn = 1 - game->turn;
}

uint64_t reference_mancala_perft(const struct reference_mancala *game, int depth,
                                 uint64_t *ended)
{
    if (depth == 0)
        return 1;
    uint64_t sequences = 0;
    for (int hole = 0; hole <= 2 * game->holes + 1; hole++) {
        if (!reference_mancala_legal(game, hole))
            continue;
        struct reference_mancala next = *game;
        reference_mancala_play(&next, hole);
        if (depth == 1 && reference_mancala_over(&next))
            ++*ended;
        sequences += reference_mancala_perft(&next, depth - 1, ended);
    }
    return sequences;
}

void reference_mancala_format(const struct reference_mancala *game,
                              char text[REFERENCE_TEXT])
{
    char *at = text;
    for (int player = 0; player < 2; player++) {
        for (int i = 0; i < game->holes; i++)
            at += sprintf(at, "%d,", game->pit[first_hole(game, player) + i]);
        at += sprintf(at, "%d%c", game->pit[store(game, player)], "/ "[player]);
    }
    sprintf(at, "%d", game->turn + 1);
}

uint64_t reference_seed(void)
{
    const char *given = getenv("LODESTONE_TEST_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 10) : 20240229;
    printf("# LODESTONE_TEST_SEED=%" PRIu64 "\n", seed);
    return seed;
}
