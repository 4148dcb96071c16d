/* cave_patterns.h: the learned estimate of the standard board: 8x8, five in a line.
 *
 * Every row, column and diagonal of five or more cells is a pattern. Read in base three
 * (0 empty, 1 ■, 2 □) it is a number, and the number is looked up in a table of worths.
 * The position's worth is the sum of 30 look-ups, plus one for the threats that stand
 * on cells out of reach, which decide endings by zugzwang.
 *
 *     kind   patterns   cells   entries     rows 1 and 8, 2 and 7, ... are one kind,
 * since rows   4 x 2      8       6561        a board upside down is the same game; so
 * are columns 4 x 2     8       6561        columns, and the four diagonals of one
 * length diagonals  2      8       6561        (two of the longest). 4      7 2187 4 6
 * 729 4      5        243
 *
 * Worths are from ■'s view, in hundredths of the scale on which +100 means odds of e
 * to 1. ■ and □ have tables of their own because zugzwang treats them differently. */
#pragma once

#include <stdint.h>

#include "base/bits.h"
#include "rules/cave.h"

enum {
    PATTERN_COUNT = 30,
    PATTERN_ROW = 6561,
    PATTERN_DIAGONALS = 8 * PATTERN_ROW, /* where the diagonals' entries begin */
    PATTERN_ENTRIES = PATTERN_DIAGONALS + 6561 + 2187 + 729 + 243,
    PATTERN_PHASES = 4,  /* by the number of bricks: 0-15, 16-31, 32-47, 48-64 */
    STANDING_PHASES = 8, /* the same in steps of eight */
    STANDING_MOST = 4,   /* rows with a standing threat: 0, 1, 2, 3 or more */
    STANDING_ENTRIES =
        2 * STANDING_MOST * STANDING_MOST, /* by turn, ■'s and □'s rows */
    WORTH_SCALE = 100,
};

struct cave_weights {
    int16_t pattern[PATTERN_PHASES][PATTERN_ENTRIES];
    int16_t standing[STANDING_PHASES][STANDING_ENTRIES];
};

/* A byte's bits as digits in base three; made at compile time by the preprocessor. */
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

/* The diagonals by their cells, the north-east ones first, and where their kind's
 * entries begin; each has one cell a column, from `column` on. */
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

static inline int pattern_rows_of(uint64_t cells)
{
    cells |= cells >> 4;
    cells |= cells >> 2;
    cells |= cells >> 1;
    int rows = bits_count(cells & CAVE_COLUMN_A);
    return rows < STANDING_MOST ? rows : STANDING_MOST - 1;
}

/* The entry for the rows in which ■ and □ have a threat on a cell out of reach. */
static inline int pattern_standing(uint64_t first_threats, uint64_t second_threats,
                                   int bricks)
{
    return ((bricks & 1) * STANDING_MOST + pattern_rows_of(first_threats)) *
               STANDING_MOST +
           pattern_rows_of(second_threats);
}

static inline int pattern_phase(int bricks)
{
    return bricks < 48 ? bricks / 16 : 3;
}

static inline int standing_phase(int bricks)
{
    return bricks < 56 ? bricks / 8 : 7;
}

/* The worth for ■. */
static inline int pattern_worth(const struct cave_weights *weights, uint64_t first,
                                uint64_t second, uint64_t first_threats,
                                uint64_t second_threats, int bricks)
{
    int entry[PATTERN_COUNT];
    pattern_entries(first, second, entry);
    const int16_t *worth = weights->pattern[pattern_phase(bricks)];
    int sum =
        weights->standing[standing_phase(bricks)]
                         [pattern_standing(first_threats, second_threats, bricks)];
    for (int i = 0; i < PATTERN_COUNT; i++)
        sum += worth[entry[i]];
    return sum;
}
