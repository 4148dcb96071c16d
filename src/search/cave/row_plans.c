/* row_plans.c: the plans for a row, found by exhaustive search. The opponent is to
 * move, and each answer of the owner is the one that leaves the opponent the fewest
 * cells. */
#include "search/cave/row_plans.h"

/* A row of empty cells as its patterns see it; parts of it are [from, to). */
struct row {
    struct row_plans *rows;
    unsigned own, other; /* the holes of the owner and of the opponent */
    bool left_only;
};

/* What a plan achieves. */
struct result {
    bool possible, keeps;
    unsigned gets, pairs;
};

/* Which of two plans is better for the owner. */
static bool is_better(struct result a, struct result b)
{
    if (a.possible != b.possible || !a.possible)
        return a.possible;
    int gets = bits_count(a.gets) - bits_count(b.gets);
    int pairs = bits_count(a.pairs) - bits_count(b.pairs);
    return gets ? gets < 0 : pairs ? pairs < 0 : a.keeps && !b.keeps;
}

/* Both may happen. */
static struct result unite(struct result a, struct result b)
{
    return (struct result){a.possible && b.possible, a.keeps && b.keeps,
                           a.gets | b.gets, a.pairs | b.pairs};
}

static bool has(unsigned set, int cell)
{
    return set >> cell & 1;
}

/* A cell that can be reached in [from, to): at the left end or at the right one. */
static int end_cell(int from, int to, int side)
{
    return side ? to - 1 : from;
}

static int sides(const struct row *row, int from, int to)
{
    return row->left_only || to - from == 1 ? 1 : 2;
}

/* Whether the side to move could put a brick on one of these cells. */
static bool is_reached(const struct row *row, unsigned set, int from, int to)
{
    return from < to && (has(set, from) || (!row->left_only && has(set, to - 1)));
}

/* The plan of a kind for a part of the row, the opponent to move. */
static struct result plan_part(const struct row *row, int from, int to, int kind)
{
    const unsigned mask = (1u << (to - from)) - 1;
    const struct row_plan *plan =
        row_plans_plan(row->rows, to - from, row->own >> from & mask,
                       row->other >> from & mask, row->left_only);
    return (struct result){has(plan->kinds, kind), has(plan->keeps, kind),
                           (unsigned)plan->gets[kind] << from,
                           (unsigned)plan->pairs[kind] << from};
}

/* The opponent has got a cell beside or away from the part that is left. */
static struct result add_cell(struct result rest, int cell, int from, int to)
{
    if (cell == from - 1 && from < to && has(rest.gets, from))
        rest.pairs |= 1u << cell;
    if (cell == to && from < to && has(rest.gets, to - 1))
        rest.pairs |= 1u << (to - 1);
    rest.gets |= 1u << cell;
    return rest;
}

/* The owner moves without being answered, and a plan of `kind` is left. If he opens a
 * hole of his, the opponent has to fill it, and he moves once more. */
static struct result move_freely(const struct row *row, int from, int to, int kind)
{
    struct result best = {0};
    for (int side = 0; from < to && side < sides(row, from, to); side++) {
        const int next_from = from + !side, next_to = to - side;
        const int opened = end_cell(next_from, next_to, side);
        struct result result;
        /* What the opponent threatens has to be filled; nothing else may be opened. */
        if (is_reached(row, row->other, next_from, next_to))
            continue;
        if (next_from < next_to && has(row->own, opened)) {
            const int last_from = next_from + !side, last_to = next_to - side;
            result = add_cell(move_freely(row, last_from, last_to, kind), opened,
                              last_from, last_to);
        } else {
            result = plan_part(row, next_from, next_to, kind);
        }
        if (is_better(result, best))
            best = result;
    }
    return best;
}

/* The best answer to a brick of the opponent at one end of [0, length). */
static struct result answer(const struct row *row, int length, int side, int kind)
{
    const int cell = end_cell(0, length, side), from = !side, to = length - side;
    const int opened = end_cell(from, to, side);
    const bool other_end =
        !row->left_only && length > 1 && has(row->own, end_cell(0, length, !side));
    struct result best = {0};
    /* It opens a hole of the owner, or leaves one open: he wins. */
    if ((from < to && has(row->own, opened)) || other_end)
        return (struct result){true, true, 1u << cell, 0};
    const bool forced = from < to && has(row->other, opened);
    for (int where = 0; where < 2 && from < to; where++) {
        /* Next to that brick, or at the other end. */
        const int at = where ? !side : side;
        const int next_from = from + !at, next_to = to - at;
        if ((where && (forced || row->left_only || to - from == 1)) ||
            is_reached(row, row->other, next_from, next_to))
            continue;
        struct result result = add_cell(plan_part(row, next_from, next_to, kind), cell,
                                        next_from, next_to);
        if (is_better(result, best))
            best = result;
    }
    for (int use = ROW_STAR; use <= ROW_PLUS; use *= 2) {
        if (!(kind & use) || is_reached(row, row->other, from, to))
            continue;
        struct result result =
            add_cell(plan_part(row, from, to, kind & ~use), cell, from, to);
        if (is_better(result, best))
            best = result;
    }
    return best;
}

static struct result plan_row(const struct row *row, int length, int kind)
{
    struct result all = {true, length > 0, 0, 0};
    if (length == 0)
        all.possible = !(kind & (ROW_STAR | ROW_FREE));
    else if (is_reached(row, row->other, 0, length))
        all.possible = false;
    for (int side = 0; length > 0 && all.possible && side < sides(row, 0, length);
         side++)
        all = unite(all, answer(row, length, side, kind));
    for (int use = ROW_STAR; use <= ROW_FREE && all.possible && length > 0; use *= 4)
        if (kind & use)
            all = unite(all, move_freely(row, 0, length, kind & ~use));
    return all;
}

/* The kind to begin with: without a plus if there is one. A row that has a plan has one
 * without a free, as a look at all rows shows. */
static uint8_t best_kind(const struct row_plan *plan)
{
    int best = 0;
    struct result found = {0};
    for (int kind = 0; kind < ROW_FREE; kind++) {
        struct result result = {has(plan->kinds, kind), has(plan->keeps, kind),
                                plan->gets[kind], plan->pairs[kind]};
        if (found.possible && kind == ROW_PLUS)
            break;
        if (is_better(result, found)) {
            found = result;
            best = kind;
        }
    }
    return (uint8_t)best;
}

const struct row_plan *row_plans_find(struct row_plans *rows, int length, unsigned own,
                                      unsigned other, bool left_only)
{
    const struct row row = {rows, own, other, left_only};
    struct row_plan plan = {0};
    for (int kind = 0; kind < ROW_KINDS; kind++) {
        struct result result = plan_row(&row, length, kind);
        plan.kinds |= (uint8_t)(result.possible << kind);
        plan.keeps |= (uint8_t)((result.possible && result.keeps) << kind);
        plan.gets[kind] = (uint8_t)result.gets;
        plan.pairs[kind] = (uint8_t)result.pairs;
    }
    plan.best = best_kind(&plan);
    struct row_plan *stored = &rows->plan[rows->count++];
    *stored = plan;
    rows->place[row_plans_pattern(length, own, other)] = (uint16_t)rows->count;
    return stored;
}
