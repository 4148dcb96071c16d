/* row_plans.h: a rule that sees who runs out of moves first: zugzwang of both sides.
 *
 * A cell that would complete a line but cannot be reached yet is a hole: a brick beside
 * it gives it to the other player. The rule is about two players: the owner, who wants
 * to hold everything, and the opponent, who is to move. For each row the owner has a
 * plan, which is an answer *in that row* to each brick that the opponent puts there. A
 * plan may also have up to three features:
 *
 *     star    one move that needs no answer; either player may take it
 *     plus    the opponent may once put a brick that is not answered in the row
 *     free    the owner may once, at any time, make a move that needs no answer; also
 *             by opening a hole of his own, which the opponent has to fill at once
 *
 * Stars are taken in turns, so the owner has an answer to everything if there are at
 * least as many frees as pluses, and one more if the number of stars is odd.
 *
 * A plan also says which cells the opponent can get, and of which neighbours he can get
 * both. If no line consists of such cells and his bricks, he never completes one.
 * Suppose he threatens to, with one cell left: he could reach that cell with his next
 * move, so it is one that he can get, like all other cells of the line. For the same
 * reason no threat ever disturbs a plan. If one plan also keeps its row from being
 * filled, because the opponent can no longer enter it without losing, then in the end
 * he has to do just that, and the owner wins.
 *
 * Plans are found by exhaustive search of the row, and cached. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/cave/open_lines.h"

enum {
    ROW_STAR = 1,
    ROW_PLUS = 2,
    ROW_FREE = 4,
    ROW_KINDS = 8, /* a kind of plan is a set of features */

    /* What matters of a row are its length and the holes of both: 4^n for n cells. */
    ROW_PATTERNS = ((1 << 18) - 1) / 3,
    ROW_PLANS = 4096,
    ROW_PLANS_AT_ONCE = 64, /* a row needs the plans of all its parts */
};

struct row_plan {
    uint8_t kinds; /* bit k: there is a plan of kind k */
    uint8_t keeps; /* bit k: and it keeps the row from being filled */
    uint8_t best;  /* the kind to begin with: few pluses, no needless frees */
    uint8_t gets[ROW_KINDS], pairs[ROW_KINDS]; /* bit i: cell i; both i and i + 1 */
};

/* The plans of one board; one for each thread, zeroed at first. */
struct row_plans {
    uint16_t place[ROW_PATTERNS]; /* 1 + where the plan is, or 0 */
    int count;
    struct row_plan plan[ROW_PLANS];
};

/* Finds the plans for a row of `length` empty cells. */
const struct row_plan *row_plans_find(struct row_plans *rows, int length, unsigned own,
                                      unsigned other, bool left_only);

static inline int row_plans_pattern(int length, unsigned own, unsigned other)
{
    return (int)(((1u << 2 * length) - 1) / 3 + (own << length | other));
}

static inline const struct row_plan *row_plans_plan(struct row_plans *rows, int length,
                                                    unsigned own, unsigned other,
                                                    bool left_only)
{
    const int place = rows->place[row_plans_pattern(length, own, other)];
    return place ? &rows->plan[place - 1]
                 : row_plans_find(rows, length, own, other, left_only);
}

/* The plan that is chosen for a row. */
struct row_choice {
    const struct row_plan *plan;
    uint8_t kind;
    uint8_t at; /* the first empty cell of the row */
};

/* Begins with the best plan of each row; false when a row has none. */
static inline bool row_plans_begin(struct row_plans *rows, uint64_t empty, uint64_t own,
                                   uint64_t other, bool left_only,
                                   struct row_choice choice[8], int *count)
{
    *count = 0;
    if (rows->count > ROW_PLANS - 8 * ROW_PLANS_AT_ONCE)
        *rows = (struct row_plans){.count = 0};
    for (uint64_t rest = empty; rest;) {
        const int at = bits_lowest(rest), row = at & ~7;
        const int length = bits_count(rest & 255ull << row);
        const unsigned mask = (1u << length) - 1;
        const struct row_plan *plan =
            row_plans_plan(rows, length, (unsigned)(own >> at) & mask,
                           (unsigned)(other >> at) & mask, left_only);
        if (!plan->kinds)
            return false;
        choice[(*count)++] = (struct row_choice){plan, plan->best, (uint8_t)at};
        rest &= ~(255ull << row);
    }
    return true;
}

/* How many more cells the opponent can get with another kind of plan. */
static inline int row_plans_price(const struct row_choice *choice, int kind)
{
    return bits_count(choice->plan->gets[kind]) -
           bits_count(choice->plan->gets[choice->kind]);
}

/* Gives the owner an answer to everything, at the lowest price: by one star more or
 * less if their number is odd, or by a free, which no row begins with. */
static inline bool row_plans_balance(struct row_choice *choice, int count)
{
    int stars = 0, lacking = 0;
    for (int i = 0; i < count; i++) {
        stars += choice[i].kind & ROW_STAR;
        lacking += choice[i].kind & ROW_PLUS ? 1 : 0;
    }
    while (lacking + (stars & 1) > 0) {
        struct row_choice *cheapest = NULL;
        int kind = 0, least = 8;
        for (struct row_choice *c = choice; c < choice + count; c++) {
            const int change[] = {c->kind ^ ROW_STAR, c->kind | ROW_FREE};
            for (int i = stars & 1 ? 0 : 1; i < 2; i++)
                if (change[i] != c->kind && c->plan->kinds >> change[i] & 1 &&
                    row_plans_price(c, change[i]) < least) {
                    least = row_plans_price(c, change[i]);
                    cheapest = c;
                    kind = change[i];
                }
        }
        if (!cheapest)
            return false;
        if ((kind ^ cheapest->kind) & ROW_STAR)
            stars++;
        else
            lacking--;
        cheapest->kind = (uint8_t)kind;
    }
    return true;
}

/* Whether the opponent's bricks and the cells that he can get leave room for a line; in
 * a row only if he can get both cells of each pair of neighbours. */
static inline __attribute__((always_inline)) bool
row_plans_leave_line(const struct cave_board *board, uint64_t bricks, uint64_t empty,
                     uint64_t gets, uint64_t pairs, int line)
{
    const uint64_t parted = empty & (empty & ~CAVE_COLUMN_A) >> 1 & ~pairs;
    uint64_t broken = parted; /* where lines begin that contain such a pair */
    for (int i = 1; i < line - 1; i++)
        broken |= parted >> i;
    uint64_t starts = 0;
    CAVE_EACH_LANES(at)
    {
        cave_lanes found = cave_line_starts(board, bricks | gets, line, at);
        if (at == 0)
            CAVE_LANE(found, 0) &= ~broken;
        starts |= cave_lanes_or(found);
    }
    return starts != 0;
}

/* Whether the opponent, who is to move and can complete no line at once, never
 * completes one; with `winning`, whether he loses by running out of moves. The holes
 * are the empty cells that would complete a line and cannot be reached. No cell that
 * can be reached completes a line. */
static inline __attribute__((always_inline)) bool
row_plans_hold(struct row_plans *rows, const struct cave_board *board, uint64_t bricks,
               uint64_t empty, uint64_t own_holes, uint64_t holes, bool winning,
               int line)
{
    struct row_choice choice[8];
    uint64_t gets = 0, pairs = 0;
    bool keeps = false;
    int count;
    if (!row_plans_begin(rows, empty, own_holes, holes, board->left_only, choice,
                         &count) ||
        !row_plans_balance(choice, count))
        return false;
    for (int i = 0; i < count; i++) {
        const struct row_plan *plan = choice[i].plan;
        const int kind = choice[i].kind;
        gets |= (uint64_t)plan->gets[kind] << choice[i].at;
        pairs |= (uint64_t)plan->pairs[kind] << choice[i].at;
        keeps |= plan->keeps >> kind & 1;
    }
    return (keeps || !winning) &&
           !row_plans_leave_line(board, bricks, empty, gets, pairs, line);
}
