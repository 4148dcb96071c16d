/* cave.c: the part of Magnetic Cave that is computed once or needn't be fast. */
#include "rules/cave/cave.h"

#include <string.h>

static uint64_t rectangle(int rows, int columns)
{
    uint64_t row = (1ull << columns) - 1, set = 0;
    for (int r = 0; r < rows; r++)
        set |= row << (r * CAVE_STRIDE);
    return set;
}

/* The cells from which a line goes `east` and `north` without leaving the board. */
static uint64_t line_starts(const struct cave_board *board, int east, int north)
{
    uint64_t starts = 0;
    int reach = board->line - 1;
    for (int row = 0; row < board->rows; row++) {
        for (int column = 0; column < board->columns; column++) {
            int last_column = column + reach * east, last_row = row + reach * north;
            if (last_column >= 0 && last_column < board->columns &&
                last_row < board->rows)
                starts |= 1ull << cave_cell(column, row);
        }
    }
    return starts;
}

void cave_board_init(struct cave_board *board, int rows, int columns, int line,
                     bool left_only)
{
    *board = (struct cave_board){
        .rows = rows, .columns = columns, .line = line, .left_only = left_only};
    board->cells = rectangle(rows, columns);
    board->walls = board->cells & CAVE_COLUMN_A;
    if (!left_only)
        board->walls |= board->cells & CAVE_COLUMN_A << (columns - 1);
    static const int east[CAVE_DIRECTIONS] = {1, 0, 1, -1};
    static const int north[CAVE_DIRECTIONS] = {0, 1, 1, 1};
    for (int i = 0; i < CAVE_DIRECTIONS; i++)
        board->starts[i] = line_starts(board, east[i], north[i]);
    for (int player = 0; player < 2; player++)
        for (int cell = 0; cell < CAVE_MAX_CELLS; cell++)
            board->key[player][cell] = bits_mix(
                0x9e3779b97f4a7c15u * (uint64_t)(1 + player * CAVE_MAX_CELLS + cell));
}

uint64_t cave_hash(const struct cave_board *board, const struct cave *cave)
{
    uint64_t hash = 0;
    for (int player = 0; player < 2; player++)
        for (uint64_t set = cave->brick[player]; set;)
            hash ^= board->key[player][bits_pop(&set)];
    return hash;
}

uint64_t cave_line_cells(const struct cave_board *board, uint64_t bricks, int direction)
{
    int step = cave_step[direction];
    uint64_t starts = cave_runs(bricks, board->line, step) & board->starts[direction];
    uint64_t cells = 0;
    for (int i = 0; i < board->line; i++)
        cells |= starts << (i * step);
    return cells;
}

int cave_symmetries(const struct cave_board *board)
{
    return board->left_only ? 2 : 4;
}

/* Flipping the full 8x8 square moves a smaller board to the other end of its rows or
 * bytes; a shift brings it back to the corner. */
uint64_t cave_reflect(const struct cave_board *board, uint64_t set, int which)
{
    if (which & 1)
        set = bits_flip_rows(set) >> (CAVE_STRIDE * (8 - board->rows));
    if (which & 2)
        set = bits_flip_columns(set) >> (8 - board->columns);
    return set;
}

struct cave cave_canonical(const struct cave_board *board, const struct cave *cave)
{
    struct cave least = *cave;
    for (int which = 1; which < cave_symmetries(board); which++) {
        uint64_t first = cave_reflect(board, cave->brick[0], which);
        uint64_t second = cave_reflect(board, cave->brick[1], which);
        if (first < least.brick[0] ||
            (first == least.brick[0] && second < least.brick[1])) {
            least.brick[0] = first;
            least.brick[1] = second;
        }
    }
    least.hash = cave_hash(board, &least);
    return least;
}

/* The last ply: every move is played and tested for a line. The length of a line is a
 * constant here, so that the compiler can keep the whole test in registers. */
static inline __attribute__((always_inline)) uint64_t
last_ply(const struct cave_board *board, const struct cave *cave, int line,
         uint64_t *ended)
{
    uint64_t open = cave_open(board, cave_occupied(cave)), nodes = 0, over = 0;
    while (open) {
        struct cave next = *cave;
        cave_play(board, &next, bits_pop(&open));
        over += cave_lines(board, next.brick[cave_turn(cave)], line) != 0 ||
                cave_full(board, &next);
        nodes++;
    }
    *ended += over;
    return nodes;
}

static uint64_t cave_perft_last(const struct cave_board *board, const struct cave *cave,
                                uint64_t *ended)
{
    switch (board->line) {
    case 4:
        return last_ply(board, cave, 4, ended);
    case 5:
        return last_ply(board, cave, 5, ended);
    default:
        return last_ply(board, cave, board->line, ended);
    }
}

uint64_t cave_perft(const struct cave_board *board, struct cave *cave, int depth,
                    uint64_t *ended)
{
    if (depth == 0)
        return 1;
    if (depth == 1 && ended)
        return cave_perft_last(board, cave, ended);
    uint64_t open = cave_open(board, cave_occupied(cave)), nodes = 0;
    if (depth == 1)
        return (uint64_t)bits_count(open);
    while (open) {
        int cell = bits_pop(&open);
        cave_play(board, cave, cell);
        if (!cave_won(board, cave))
            nodes += cave_perft(board, cave, depth - 1, ended);
        cave_undo(board, cave, cell);
    }
    return nodes;
}

/* The bricks that are connected to a magnetic wall. */
static uint64_t attached(const struct cave_board *board, uint64_t occupied)
{
    uint64_t set = occupied & board->walls;
    for (int i = 0; i < board->columns; i++)
        set |= cave_beside(set) & occupied;
    return set;
}

/* Whether a single last brick of `winner` can have completed all its lines: without
 * that brick there is no line, and nothing floats. */
static bool last_brick_exists(const struct cave_board *board, const struct cave *cave,
                              int winner)
{
    uint64_t occupied = cave_occupied(cave);
    for (uint64_t set = cave->brick[winner]; set;) {
        uint64_t bit = 1ull << bits_pop(&set);
        uint64_t before = occupied & ~bit;
        if (!cave_has_line(board, cave->brick[winner] & ~bit) &&
            attached(board, before) == before)
            return true;
    }
    return false;
}

enum cave_fault cave_inspect(const struct cave_board *board, const struct cave *cave,
                             int *cell)
{
    uint64_t occupied = cave_occupied(cave);
    uint64_t floating = occupied & ~attached(board, occupied);
    if (floating) {
        *cell = bits_lowest(floating);
        return CAVE_FLOATS;
    }
    int first = bits_count(cave->brick[0]), second = bits_count(cave->brick[1]);
    if (first != second && first != second + 1)
        return CAVE_COUNTS;
    bool line[2] = {cave_has_line(board, cave->brick[0]),
                    cave_has_line(board, cave->brick[1])};
    if (line[0] && line[1])
        return CAVE_TWO_WINNERS;
    if (line[cave_turn(cave)])
        return CAVE_WON_BEFORE;
    if (line[!cave_turn(cave)] && !last_brick_exists(board, cave, !cave_turn(cave)))
        return CAVE_NO_LAST_BRICK;
    return CAVE_SOUND;
}
