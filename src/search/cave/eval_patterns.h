/* eval_patterns.h: the learned evaluation of the standard board: 8x8, five in a line.
 *
 * Every row, column and diagonal of five or more cells is a pattern. Read in base three
 * (0 empty, 1 ■, 2 □) it is a number, which is looked up in a table of weights. There
 * are two sums of 30 look-ups, each plus one for the threats on unreachable cells, which
 * decide endgames by zugzwang: ■'s hope and □'s. See pattern_score for what they are.
 *
 *     lines        patterns   kinds   cells   entries of a kind
 *     rows             8        4       8        6561
 *     columns          8        4       8        6561
 *     diagonals        2        1       8        6561
 *                      4        1       7        2187
 *                      4        1       6         729
 *                      4        1       5         243
 *
 * Patterns of one kind share their weights. A board upside down or mirrored is the same
 * game, so rows 1 and 8, 2 and 7, ... are one kind, and so are columns A and H, B and
 * G, ..., and all diagonals of one length.
 *
 * A pattern has a weight for each of three phases of the game and one for the turn: the
 * side that moves can use it before it is blocked. +100 means odds of e to 1. The tables
 * are not the same for ■ and □, because zugzwang treats the two differently.
 *
 * The search does not look up 30 entries at every leaf. A brick changes the patterns of
 * its cell only, four at most, and adds its digit to their entries:
 *
 *     pattern_sum_begin    the entries of a position and the sum of their weights
 *     pattern_sum_play     the same after one more brick, from those before it
 *     pattern_sum_after    only the weights after it, which is all that a leaf needs
 *     pattern_score        the evaluation from that sum and what is not incremental
 *
 * pattern_map_init finds out by itself which patterns a cell is in and with what digit:
 * it asks pattern_entries, which training uses as well. So a new pattern goes into
 * pattern_entries alone, if a brick always adds the same number to its entry; if a cell
 * is then in more than four, raise PATTERN_CELL. Any other feature goes into
 * pattern_score. */
#pragma once

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/bits.h"
#include "rules/cave/cave.h"

enum {
    PATTERN_COUNT = 30,
    PATTERN_CELL = 4, /* patterns that a cell is in, at most */
    PATTERN_ROW = 6561,
    PATTERN_DIAGONALS = 8 * PATTERN_ROW, /* where the diagonals' entries begin */
    PATTERN_ENTRIES = PATTERN_DIAGONALS + 6561 + 2187 + 729 + 243,
    PATTERN_PHASES = 3, /* at 8, 24 and 40 bricks; between them a mix of two */
    PATTERN_LANES = 4,  /* of a hope: the phases, and what the turn changes */
    PHASE_FIRST = 8,
    PHASE_STEP = 16,
    STANDING_PHASES = 8, /* by the number of bricks in steps of eight */
    PATTERN_MOST = 1000, /* weights stay below, so that a sum of 30 fits */
    STANDING_STATES = 5, /* see pattern_standing_state */
    STANDING_ENTRIES = 2 * STANDING_STATES * STANDING_STATES, /* by turn, ■'s and □'s */
    PATTERN_SCALE = 100,
    HOPE_STEP = 4, /* of the table in pattern_hope */
};

/* The weights of an entry are added up as one vector: all lanes of ■'s hope, then □'s. */
typedef int16_t pattern_vector __attribute__((vector_size(2 * 2 * PATTERN_LANES)));

struct cave_weights {
    pattern_vector pattern[PATTERN_ENTRIES];
    int16_t standing[2][STANDING_PHASES][STANDING_ENTRIES];
};

/* A byte's bits read as digits in base three, computed by the preprocessor. */
#define TERNARY_1(n, p) (n), (n) + (p)
#define TERNARY_2(n, p) TERNARY_1(n, p), TERNARY_1((n) + (p)*3, p)
#define TERNARY_3(n, p) TERNARY_2(n, p), TERNARY_2((n) + (p)*9, p)
#define TERNARY_4(n, p) TERNARY_3(n, p), TERNARY_3((n) + (p)*27, p)
#define TERNARY_5(n, p) TERNARY_4(n, p), TERNARY_4((n) + (p)*81, p)
#define TERNARY_6(n, p) TERNARY_5(n, p), TERNARY_5((n) + (p)*243, p)
#define TERNARY_7(n, p) TERNARY_6(n, p), TERNARY_6((n) + (p)*729, p)
#define TERNARY_8(n, p) TERNARY_7(n, p), TERNARY_7((n) + (p)*2187, p)
static const uint16_t pattern_ternary[256] = {TERNARY_8(0, 1)};

/* Turns rows into columns: the board is mirrored at the diagonal from A1 to H8. */
static inline uint64_t pattern_transpose(uint64_t b)
{
    uint64_t t = (b ^ b >> 7) & 0x00aa00aa00aa00aau;
    b ^= t ^ t << 7;
    t = (b ^ b >> 14) & 0x0000cccc0000ccccu;
    b ^= t ^ t << 14;
    t = (b ^ b >> 28) & 0x00000000f0f0f0f0u;
    return b ^ t ^ t << 28;
}

/* The diagonals, the north-east ones first: their cells, one in each column from
 * `column` on, and where the entries of their kind begin. */
struct pattern_diagonal {
    uint64_t cells;
    int column, entries;
};

static const struct pattern_diagonal pattern_diagonals[14] = {
    {0x8040201008040201u, 0, PATTERN_DIAGONALS},
    {0x0080402010080402u, 1, PATTERN_DIAGONALS + 6561},
    {0x4020100804020100u, 0, PATTERN_DIAGONALS + 6561},
    {0x0000804020100804u, 2, PATTERN_DIAGONALS + 6561 + 2187},
    {0x2010080402010000u, 0, PATTERN_DIAGONALS + 6561 + 2187},
    {0x0000008040201008u, 3, PATTERN_DIAGONALS + 6561 + 2187 + 729},
    {0x1008040201000000u, 0, PATTERN_DIAGONALS + 6561 + 2187 + 729},
    {0x0102040810204080u, 0, PATTERN_DIAGONALS},
    {0x0001020408102040u, 0, PATTERN_DIAGONALS + 6561},
    {0x0204081020408000u, 1, PATTERN_DIAGONALS + 6561},
    {0x0000010204081020u, 0, PATTERN_DIAGONALS + 6561 + 2187},
    {0x0408102040800000u, 2, PATTERN_DIAGONALS + 6561 + 2187},
    {0x0000000102040810u, 0, PATTERN_DIAGONALS + 6561 + 2187 + 729},
    {0x0810204080000000u, 3, PATTERN_DIAGONALS + 6561 + 2187 + 729},
};

static inline int pattern_index(unsigned first, unsigned second)
{
    return pattern_ternary[first & 255] + 2 * pattern_ternary[second & 255];
}

/* The entries of a position's 30 patterns. */
static inline void pattern_entries(uint64_t first, uint64_t second,
                                   int entry[PATTERN_COUNT])
{
    uint64_t first_columns = pattern_transpose(first);
    uint64_t second_columns = pattern_transpose(second);
    for (int i = 0; i < 8; i++) {
        int kind = i < 4 ? i : 7 - i;
        entry[i] = kind * PATTERN_ROW + pattern_index((unsigned)(first >> 8 * i),
                                                      (unsigned)(second >> 8 * i));
        entry[8 + i] = (4 + kind) * PATTERN_ROW +
                       pattern_index((unsigned)(first_columns >> 8 * i),
                                     (unsigned)(second_columns >> 8 * i));
    }
    for (int i = 0; i < 14; i++) {
        const struct pattern_diagonal *d = &pattern_diagonals[i];
        /* The product adds up all rows in the top one: there is one cell a column. */
        uint64_t a = (first & d->cells) * CAVE_COLUMN_A >> (56 + d->column);
        uint64_t b = (second & d->cells) * CAVE_COLUMN_A >> (56 + d->column);
        entry[16 + i] = d->entries + pattern_index((unsigned)a, (unsigned)b);
    }
}

/* Which side the threats on unreachable cells favour when nothing else is left to play.
 *
 * Neither player wants to fill the cell beside such a threat: the owner would get it
 * blocked, and the opponent would give away the win. So a block of each row stays
 * empty, from one cell left of the leftmost threat to one right of the rightmost, and
 * all other cells get filled:
 *
 *     |x o - ! - x o x|      ! a threat; the block has three cells
 *
 * Who must then enter a block depends on the number of its cells. On a board with an
 * even number of cells, □ is in zugzwang if ■'s blocks have an odd number of cells, and
 * ■ is if □'s blocks have an even number: one lone threat is enough for ■, while □
 * needs two.
 *
 * 0: no threat; 1 and 2: in one row, an even or odd block; 3 and 4: in several rows. */
static inline int pattern_standing_state(uint64_t threats)
{
    int rows = 0, cells = 0;
    while (threats) {
        int shift = bits_lowest(threats) & ~7;
        unsigned row = (unsigned)(threats >> shift) & 255;
        cells += (31 - __builtin_clz(row)) - __builtin_ctz(row) + 3;
        rows++;
        threats &= ~(255ull << shift);
    }
    return rows == 0 ? 0 : (rows == 1 ? 1 : 3) + (cells & 1);
}

static inline int pattern_standing(uint64_t first_threats, uint64_t second_threats,
                                   int bricks)
{
    return ((bricks & 1) * STANDING_STATES + pattern_standing_state(first_threats)) *
               STANDING_STATES +
           pattern_standing_state(second_threats);
}

/* How much each lane counts in a position, in parts of PHASE_STEP. A pattern is worth
 * more to the side that moves: the last lane is added on ■'s turn and taken away on
 * □'s. */
static inline void pattern_shares(int bricks, int share[PATTERN_LANES])
{
    share[PATTERN_PHASES] = bricks & 1 ? -PHASE_STEP : PHASE_STEP;
    for (int i = 0; i < PATTERN_PHASES; i++) {
        int distance = bricks - (PHASE_FIRST + i * PHASE_STEP);
        bool outside =
            (i == 0 && distance < 0) || (i == PATTERN_PHASES - 1 && distance > 0);
        distance = distance < 0 ? -distance : distance;
        share[i] = outside                 ? PHASE_STEP
                   : distance < PHASE_STEP ? PHASE_STEP - distance
                                           : 0;
    }
}

static inline int standing_phase(int bricks)
{
    return bricks < 56 ? bricks / 8 : 7;
}

/* The patterns of a cell, and what a brick of ■ adds to their entries; one of □ adds
 * twice as much. Cells in fewer patterns also have the last one, which is empty. */
struct pattern_map {
    uint8_t pattern[CAVE_MAX_CELLS][PATTERN_CELL];
    uint16_t digit[CAVE_MAX_CELLS][PATTERN_CELL];
};

static inline void pattern_map_init(struct pattern_map *map)
{
    int none[PATTERN_COUNT], one[PATTERN_COUNT];
    pattern_entries(0, 0, none);
    for (int cell = 0; cell < CAVE_MAX_CELLS; cell++) {
        int count = 0;
        pattern_entries(1ull << cell, 0, one);
        for (int i = 0; i < PATTERN_CELL; i++) {
            map->pattern[cell][i] = PATTERN_COUNT;
            map->digit[cell][i] = 0;
        }
        for (int i = 0; i < PATTERN_COUNT; i++)
            if (one[i] != none[i]) {
                map->pattern[cell][count] = (uint8_t)i;
                map->digit[cell][count++] = (uint16_t)(one[i] - none[i]);
            }
    }
}

/* The entries of a position, and the sum of their weights. */
struct pattern_sum {
    pattern_vector weights;
    uint16_t entry[PATTERN_COUNT + 1]; /* the last one is that of no pattern */
};

static_assert(PATTERN_ENTRIES <= UINT16_MAX, "entries must fit");

static inline void pattern_sum_begin(const struct cave_weights *weights, uint64_t first,
                                     uint64_t second, struct pattern_sum *sum)
{
    int entry[PATTERN_COUNT];
    pattern_entries(first, second, entry);
    *sum = (struct pattern_sum){0};
    for (int i = 0; i < PATTERN_COUNT; i++) {
        sum->entry[i] = (uint16_t)entry[i];
        sum->weights += weights->pattern[entry[i]];
    }
}

/* A brick of □ if `second`, else of ■. */
static inline pattern_vector pattern_sum_after(const struct cave_weights *weights,
                                               const struct pattern_map *map,
                                               const struct pattern_sum *before,
                                               int cell, int second)
{
    pattern_vector sum = before->weights;
    for (int i = 0; i < PATTERN_CELL; i++) {
        int entry = before->entry[map->pattern[cell][i]];
        sum += weights->pattern[entry + (map->digit[cell][i] << second)] -
               weights->pattern[entry];
    }
    return sum;
}

static inline void pattern_sum_play(const struct cave_weights *weights,
                                    const struct pattern_map *map,
                                    const struct pattern_sum *before, int cell,
                                    int second, struct pattern_sum *after)
{
    after->weights = pattern_sum_after(weights, map, before, cell, second);
    memcpy(after->entry, before->entry, sizeof after->entry);
    for (int i = 0; i < PATTERN_CELL; i++) {
        uint16_t *entry = &after->entry[map->pattern[cell][i]];
        *entry = (uint16_t)(*entry + (map->digit[cell][i] << second));
    }
}

/* 100 ln(1 + e^(x/100)): 0 for small x, x for large ones. What it has more than
 * max(x, 0) is in the table, in steps of HOPE_STEP. */
static inline int pattern_hope(int x)
{
    static const uint8_t more[] = {
        69, 67, 65, 63, 62, 60, 58, 56, 55, 53, 51, 50, 48, 47, 45, 44, 42, 41, 40,
        38, 37, 36, 35, 34, 32, 31, 30, 29, 28, 27, 26, 25, 25, 24, 23, 22, 21, 21,
        20, 19, 18, 18, 17, 16, 16, 15, 15, 14, 14, 13, 13, 12, 12, 11, 11, 11, 10,
        10, 9,  9,  9,  8,  8,  8,  7,  7,  7,  7,  6,  6,  6,  6,  5,  5,  5,  5,
        5,  4,  4,  4,  4,  4,  4,  4,  3,  3,  3,  3,  3,  3,  3,  3,  2,  2,  2,
        2,  2,  2,  2,  2,  2,  2,  2,  2,  2,  1,  1,  1,  1,  1,  1,  1,  1,  1,
        1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,
    };
    unsigned size = (unsigned)(x < 0 ? -x : x) / HOPE_STEP;
    return (x < 0 ? 0 : x) + (size < sizeof more ? more[size] : 0);
}

/* The evaluation, seen from ■: a draw counts half a point, and +100 means that ■ expects
 * e times as many points as □.
 *
 * A game ends in a win of ■, a draw or a win of □. If their odds are e^a/2 : 1 : e^b/2,
 * ■ expects (e^a/2 + 1/2) points to □'s (e^b/2 + 1/2), and the logarithm of the ratio is
 * ln(1 + e^a) - ln(1 + e^b). So a position in which neither side has much hope is
 * nearly zero, whatever the difference between a and b. */
static inline int pattern_score(const struct cave_weights *weights, pattern_vector sum,
                                uint64_t first_threats, uint64_t second_threats,
                                int bricks)
{
    int share[PATTERN_LANES], hope[2] = {0};
    pattern_shares(bricks, share);
    for (int i = 0; i < PATTERN_LANES; i++) {
        hope[0] += sum[i] * share[i];
        hope[1] += sum[PATTERN_LANES + i] * share[i];
    }
    int standing = pattern_standing(first_threats, second_threats, bricks);
    for (int i = 0; i < 2; i++)
        hope[i] = hope[i] / PHASE_STEP +
                  weights->standing[i][standing_phase(bricks)][standing];
    return pattern_hope(hope[0]) - pattern_hope(hope[1]);
}
