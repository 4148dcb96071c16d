/* row_groups.c: rule R0; row_groups.h says what it is and why it is sound. */
#include "search/cave/row_groups.h"

/* A group in the middle of its local game. */
struct local {
    uint64_t rows;  /* all cells of its rows */
    uint64_t empty; /* those that are still empty */
    uint64_t taken; /* those that the attacker has got since the beginning */
    uint64_t lines; /* that the defender has yet to hit */
    bool passes;    /* T: the attacker may pass */
};

static uint64_t row_of(int row)
{
    return 0xffull << (row * CAVE_STRIDE);
}

static uint64_t local_open(const struct row_groups *p, const struct local *local)
{
    return local->empty & (p->board->walls | cave_beside(local->rows & ~local->empty));
}

static bool attacker_holds_line(const struct row_groups *p, const struct local *local,
                                int cell)
{
    for (uint64_t set = p->through[cell] & local->lines; set;)
        if (!(p->line[bits_pop(&set)] & local->rows & ~local->taken))
            return true;
    return false;
}

static bool local_holds(struct row_groups *p, const struct local *local);

/* Whether some move of the defender leads to a position that holds; with no cell left,
 * the group holds. */
static bool some_answer_holds(struct row_groups *p, const struct local *local)
{
    if (!local->empty)
        return true;
    for (uint64_t set = local_open(p, local); set;) {
        const int cell = bits_pop(&set);
        struct local next = *local;
        next.empty &= ~(1ull << cell);
        next.lines &= ~p->through[cell];
        if (local_holds(p, &next))
            return true;
    }
    return false;
}

static bool all_attacks_fail(struct row_groups *p, const struct local *local)
{
    if (local->passes && local->empty && !some_answer_holds(p, local))
        return false;
    for (uint64_t set = local_open(p, local); set;) {
        const int cell = bits_pop(&set);
        struct local next = *local;
        next.empty &= ~(1ull << cell);
        next.taken |= 1ull << cell;
        if (attacker_holds_line(p, &next, cell) || !some_answer_holds(p, &next))
            return false;
    }
    return true;
}

/* The attacker is to move in the group. The memo stores the answer in the lowest bit of
 * the key. */
static bool local_holds(struct row_groups *p, const struct local *local)
{
    if (!local->lines)
        return true;
    if (--p->steps < 0)
        return false;
    uint64_t relevant = 0;
    for (uint64_t set = local->lines; set;)
        relevant |= p->line[bits_pop(&set)];
    const uint64_t key = bits_mix(bits_mix(bits_mix(local->empty + p->call) ^
                                           (local->taken & relevant)) ^
                                  local->lines) &
                         ~1ull;
    uint64_t *memo = &p->memo[(key >> 1) % ROW_GROUPS_MEMO];
    if ((*memo & ~1ull) == key)
        return *memo & 1;
    const bool holds = all_attacks_fail(p, local);
    if (p->steps >= 0)
        *memo = key | holds;
    return holds;
}

/* A group with the lines that it has to hit. */
static bool group_holds(struct row_groups *p, uint64_t rows, uint64_t empty,
                        uint64_t lines, bool passes)
{
    const struct local local = {
        .rows = rows, .empty = empty & rows, .lines = lines, .passes = passes};
    p->call += 0x9e3779b97f4a7c15u;
    return local_holds(p, &local);
}

/* The groups of one way to split the board: `rows` of each. */
struct grouping {
    int count;
    uint64_t rows[8];
};

/* Lists the ways in which neighbouring rows can be joined, by which rows are joined to
 * the one above: a number without two neighbouring bits. */
static bool grouping_make(const struct cave_board *board, unsigned joined,
                          struct grouping *grouping)
{
    if ((joined & joined << 1) || joined >> (board->rows - 1))
        return false;
    grouping->count = 0;
    for (int row = 0; row < board->rows; row++) {
        uint64_t rows = row_of(row);
        if (joined >> row & 1)
            rows |= row_of(++row);
        grouping->rows[grouping->count++] = rows & board->cells;
    }
    return true;
}

/* The lines of `more` that a group can hit besides `lines`: all of them, or what each
 * half of them allows. */
static uint64_t group_take(struct row_groups *p, uint64_t rows, uint64_t empty,
                           uint64_t lines, uint64_t more, bool passes)
{
    if (!more || p->steps < 0)
        return 0;
    if (group_holds(p, rows, empty, lines | more, passes))
        return more;
    if (!(more & (more - 1)))
        return 0;
    uint64_t half = more;
    for (int i = bits_count(more) / 2; i > 0; i--)
        half &= half - 1;
    const uint64_t taken = group_take(p, rows, empty, lines, more ^ half, passes);
    return taken | group_take(p, rows, empty, lines | taken, half, passes);
}

/* The lines that lack a cell in these rows. */
static uint64_t lines_in(const struct row_groups *p, uint64_t rows, uint64_t empty)
{
    uint64_t lines = 0;
    for (uint64_t set = rows & empty; set;)
        lines |= p->through[bits_pop(&set)];
    return lines;
}

/* Whether all lines can be given to groups that hit them. `follower` is the group that
 * plays F although it is odd, or -1. */
static bool grouping_holds(struct row_groups *p, const struct grouping *grouping,
                           uint64_t empty, int follower)
{
    const bool even = bits_count(empty) % 2 == 0;
    uint64_t left = p->lines == 64 ? ~0ull : (1ull << p->lines) - 1;
    uint64_t in[9], later = 0;
    for (int g = 0; g < grouping->count; g++)
        in[g] = lines_in(p, grouping->rows[g], empty);
    for (int g = 0; g < grouping->count; g++) {
        const uint64_t rows = grouping->rows[g];
        const bool odd_group = bits_count(empty & rows) % 2;
        const bool passes = even ? odd_group : g != follower;
        later = 0;
        for (int h = g + 1; h < grouping->count; h++)
            later |= in[h];
        /* What no later group can hit has to be hit here. */
        const uint64_t must = left & in[g] & ~later;
        if (left & ~in[g] & ~later)
            return false;
        if (must && !group_holds(p, rows, empty, must, passes))
            return false;
        left &= ~must;
        left &= ~group_take(p, rows, empty, must, left & in[g], passes);
    }
    return !left;
}

/* Tries the odd groups as the one that plays F, where one may. */
static bool grouping_tries(struct row_groups *p, const struct grouping *grouping,
                           uint64_t empty)
{
    bool tried = false;
    for (int g = 0; g < grouping->count && bits_count(empty) % 2; g++) {
        if (bits_count(empty & grouping->rows[g]) % 2 == 0)
            continue;
        if (grouping_holds(p, grouping, empty, g))
            return true;
        tried = true;
    }
    return !tried && grouping_holds(p, grouping, empty, -1);
}

/* Lists the open lines; false when there are too many, or one that cannot be hit. */
static bool lines_list(struct row_groups *p, uint64_t attacker, uint64_t empty)
{
    const uint64_t allowed = attacker | empty;
    p->lines = 0;
    for (int i = 0; i < CAVE_MAX_CELLS; i++)
        p->through[i] = 0;
    for (int d = 0; d < CAVE_DIRECTIONS; d++) {
        uint64_t starts =
            cave_runs(allowed, p->board->line, cave_step[d]) & p->board->starts[d];
        while (starts) {
            const int start = bits_pop(&starts);
            uint64_t cells = 0;
            for (int i = 0; i < p->board->line; i++)
                cells |= 1ull << (start + i * cave_step[d]);
            cells &= empty;
            if (p->lines == ROW_GROUPS_LINES)
                return false;
            for (uint64_t set = cells; set;)
                p->through[bits_pop(&set)] |= 1ull << p->lines;
            p->line[p->lines++] = cells;
        }
    }
    return true;
}

/* The local searches may cost as much as they can save. */
static int steps_for(int empty)
{
    return empty < 12 ? 100 : empty < 36 ? 100 << (empty - 12) / 2 : 1 << 18;
}

bool row_groups_hold(struct row_groups *p, const struct cave_board *board,
                     uint64_t attacker, uint64_t empty)
{
    struct grouping grouping;
    p->board = board;
    p->steps = steps_for(bits_count(empty));
    if (!lines_list(p, attacker, empty))
        return false;
    if (grouping_make(board, (unsigned)p->favourite, &grouping) &&
        grouping_tries(p, &grouping, empty))
        return true;
    for (int joined = 1; joined < 1 << (board->rows - 1) && p->steps > 0; joined++) {
        if (joined == p->favourite ||
            !grouping_make(board, (unsigned)joined, &grouping))
            continue;
        if (grouping_tries(p, &grouping, empty)) {
            p->favourite = joined;
            return true;
        }
    }
    return false;
}
