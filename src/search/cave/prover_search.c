/* prover_search.c: the proof search of the cave family, made for each length of
 * lines. */
#include "search/cave/prover.h"

#include <string.h>

#include "base/clock.h"
#include "search/cave/open_lines.h"
#include "search/search.h"
#include "search/tune.h"

enum {
    RANK_TABLE = 1 << 28,
    RANK_WIN = 1 << 26,  /* at the root: completes a line, or lets the opponent */
    RANK_STOP = 1 << 24, /* at the root: takes a cell that completes one */
    RANK_LOUD = 1 << 22, /* makes a threat that must be answered */
    RANK_DENY = 20,
    RANK_STANDING = 1 << 14, /* for each cell that would complete a line */
    CHECK_NODES = 1024,      /* between two checks of the clock */
    /* Empty cells from which on all moves are looked up first: where bricks come from one
     * side only, fewer orders of moves lead to the same position. */
    LOOK_CELLS = 16,
    LOOK_LEFT_CELLS = 24,
    GROUPS_BOARD = 42,   /* cells of the largest board for the rule R0 */
    GROUPS_ODDS = 2,     /* one success in this many trials is enough */
    GROUPS_CELLS = 12,   /* empty cells from which on the rule R0 is tried */
    GROUPS_TRIALS = 100, /* before its success rate counts */
    GROUPS_WORK = 256,   /* nodes that a success is assumed to save */
    NEVER = 255,         /* no deadline is known by which the attacker wins */
};

struct choice {
    uint64_t wins; /* the mover's, after the move */
    int rank, cell;
};

/* Adds a choice to `count` others, which are in order: those with more rank first,
 * equal ones as they came. */
static inline void choice_insert(struct choice *list, int count, struct choice added)
{
    int at = count;
    for (; at > 0 && list[at - 1].rank < added.rank; at--)
        list[at] = list[at - 1];
    list[at] = added;
}

/* Tries this cell first if it is among the choices; the others keep their order. */
static inline void choice_to_front(struct choice *list, int count, int cell)
{
    int at = 0;
    while (at < count && list[at].cell != cell)
        at++;
    if (at == count)
        return;
    const struct choice first = list[at];
    for (; at > 0; at--)
        list[at] = list[at - 1];
    list[0] = first;
}

/* A position's entry in the transposition table. It has the answers for all deadlines:
 * yes for `yes` and later ones, no for `no` and earlier ones. */
struct memory {
    uint64_t key;
    uint64_t class_key; /* where the class of the value may be known; 0: nowhere else */
    int reflection;
    int yes, no;
    int move;
};

static inline bool gave_up(struct cave_prover *p)
{
    if (p->nodes % CHECK_NODES == 0) {
        if (p->published)
            atomic_store_explicit(p->published, p->nodes, memory_order_relaxed);
        if ((p->stop && atomic_load_explicit(p->stop, memory_order_relaxed)) ||
            (p->current &&
             atomic_load_explicit(p->current, memory_order_relaxed) != p->question) ||
            (p->until && clock_now() >= p->until))
            p->gave_up = true;
        tt_fit(p->tt, p->nodes * p->sharers);
    }
    if (p->nodes >= p->node_limit)
        p->gave_up = true;
    return p->gave_up;
}

/* In each row, the cells from the first to the last of `set`, or to the end of the row.
 */
static inline uint64_t row_hull(uint64_t set, bool to_end)
{
    uint64_t right = set, left = set;
    right |= (right & ~CAVE_COLUMN_H) << 1;
    right |= (right & 0x3f3f3f3f3f3f3f3fu) << 2;
    right |= (right & 0x0f0f0f0f0f0f0f0fu) << 4;
    if (to_end)
        return right;
    left |= (left & ~CAVE_COLUMN_A) >> 1;
    left |= (left & 0xfcfcfcfcfcfcfcfcu) >> 2;
    left |= (left & 0xf0f0f0f0f0f0f0f0u) >> 4;
    return right & left;
}

/* The rows that contain a cell of `live`. In the others a brick is a tempo and nothing
 * else. */
static inline uint64_t live_rows(uint64_t live)
{
    live |= live >> 4;
    live |= live >> 2;
    live |= live >> 1;
    return (live & CAVE_COLUMN_A) * 255;
}

/* The cells that start a ladder: behind them lie two neighbouring cells that would
 * complete lines. The opponent must fill the first and thereby opens the second. */
static inline uint64_t ladders(uint64_t wins, bool left_only)
{
    uint64_t right = wins & (wins & ~CAVE_COLUMN_A) >> 1;
    uint64_t left = wins & (wins & ~CAVE_COLUMN_H) << 1;
    right = (right & ~CAVE_COLUMN_A) >> 1;
    return left_only ? right : right | (left & ~CAVE_COLUMN_H) << 1;
}

/* Two bits per cell distinguish empty, attacker, defender and dead, so the two words
 * describe the whole position; mixing loses nothing of the first and hardly anything of
 * the second. */
static inline uint64_t key_of(uint64_t att, uint64_t def, uint64_t more)
{
    return bits_mix(bits_mix(att + 0x9e3779b97f4a7c15u) ^ def) ^ more;
}

static inline uint64_t question_key(const struct cave_prover *p)
{
    return p->attacker ? 0x5851f42d4c957f2du : 0x14057b7ef767814fu;
}

static inline _Atomic uint64_t *busy_place(const struct cave_prover *p, uint64_t key)
{
    return &p->busy[key & (CAVE_BUSY - 1)];
}

static inline bool is_busy(const struct cave_prover *p, uint64_t key)
{
    return atomic_load_explicit(busy_place(p, key), memory_order_relaxed) == key;
}

static inline void busy_begin(const struct cave_prover *p, uint64_t key)
{
    atomic_store_explicit(busy_place(p, key), key, memory_order_relaxed);
}

static inline void busy_end(const struct cave_prover *p, uint64_t key)
{
    if (is_busy(p, key))
        atomic_store_explicit(busy_place(p, key), 0, memory_order_relaxed);
}

/* What a key needs to know about one side: its bricks, the empty cells that complete a
 * line, and the cells of the other open lines that matter. */
struct side {
    uint64_t bricks, wins, reach;
};

/* The key while there are few bricks: reflections of a position are common and share an
 * entry. */
static inline void locate_reflected(const struct cave_prover *p, uint64_t att,
                                    uint64_t def, struct memory *m)
{
    const struct cave_board *board = &p->board;
    uint64_t a = att, d = def;
    for (int which = 1; which < cave_symmetries(board); which++) {
        const uint64_t att_there = cave_reflect(board, att, which);
        const uint64_t def_there = cave_reflect(board, def, which);
        if (att_there < a || (att_there == a && def_there < d)) {
            a = att_there;
            d = def_there;
            m->reflection = which;
        }
    }
    m->key = key_of(a, d, question_key(p));
}

/* Computes the keys of a position and prefetches its entries.
 *
 * With more bricks, positions share an entry if they differ only in what no longer
 * matters: the colour of bricks in no line of their owner that matters, and everything
 * about rows without a live cell except the number of tempi that are left there. The
 * cells that complete a line stand for all lines through them, so they are part of the
 * key. For the class of the value it only matters whether the number of tempi is odd
 * (two cancel: the player who likes the rest as it is answers one with the other). */
static inline void locate(const struct cave_prover *p, const struct side *att,
                          const struct side *def, int bricks, struct memory *m)
{
    const uint64_t cells = p->board.cells;
    *m = (struct memory){.yes = NEVER, .no = 0, .move = MOVE_NONE};
    if (bricks <= TUNE_SYMMETRY_BRICKS) {
        locate_reflected(p, att->bricks, def->bricks, m);
    } else {
        const uint64_t dead = (att->bricks & ~att->reach) | (def->bricks & ~def->reach);
        const uint64_t empty = cells & ~(att->bricks | def->bricks);
        const uint64_t live = att->reach | def->reach | att->wins | def->wins;
        const uint64_t idle = cells & ~live_rows(empty & live);
        const int tempi = bits_count(idle & empty);
        const uint64_t blank = dead | (idle & empty);
        const uint64_t odd = tempi & 1 ? 0xd1342543de82ef95u : 0;
        const uint64_t wins = bits_mix(bits_mix(att->wins) + def->wins);
        m->key = key_of(att->bricks | blank, def->bricks | blank,
                        question_key(p) ^ odd ^ wins);
        if (tempi > 0 && p->deadline != p->cells) {
            m->class_key = m->key;
            m->key ^= (uint64_t)tempi * 0x9e3779b97f4a7c15u;
        }
    }
    tt_prefetch(p->tt, m->key);
    if (m->class_key)
        tt_prefetch(p->tt, m->class_key);
}

/* An attacker who cannot win at all cannot win in time, either. */
static inline bool recall(const struct cave_prover *p, struct memory *m, bool *answer)
{
    struct tt_deadlines known;
    if (m->class_key && tt_probe_deadlines(p->tt, m->class_key, &known) &&
        known.no >= p->cells) {
        *answer = false;
        return true;
    }
    if (!tt_probe_deadlines(p->tt, m->key, &known))
        return false;
    m->yes = known.yes;
    m->no = known.no;
    m->move = known.move;
    if (m->move != MOVE_NONE && m->reflection)
        m->move = bits_lowest(cave_reflect(&p->board, 1ull << m->move, m->reflection));
    *answer = m->yes <= p->deadline;
    return m->yes <= p->deadline || m->no >= p->deadline;
}

static inline void remember(const struct cave_prover *p, const struct memory *m,
                            bool answer, int deadline, int move, uint64_t work)
{
    int yes = m->yes, no = m->no;
    if (answer)
        yes = deadline;
    else
        no = deadline;
    if (move != MOVE_NONE && m->reflection)
        move = bits_lowest(cave_reflect(&p->board, 1ull << move, m->reflection));
    /* The more work an answer took, the longer it stays. */
    const int weight = 3 * (64 - __builtin_clzll(work | 1));
    tt_store_deadlines(
        p->tt, m->key,
        (struct tt_deadlines){
            .yes = (uint8_t)yes,
            .no = (uint8_t)no,
            .move = (uint8_t)move,
            .weight = (uint8_t)(weight < TT_WEIGHT_MOST ? weight : TT_WEIGHT_MOST),
        });
}

/* Rule R0 costs as much as a few hundred nodes. It pays on small boards, when the
 * attacker will be to move with an odd number of cells left, as long as it succeeds
 * often enough. */
static inline bool groups_worth_trying(const struct cave_prover *p, int empty)
{
    const struct groups_record *record = &p->record[empty];
    return empty >= GROUPS_CELLS && empty % 2 == 0 && p->cells <= GROUPS_BOARD &&
           !p->board.left_only &&
           (record->tried < GROUPS_TRIALS ||
            record->held * GROUPS_ODDS >= record->tried);
}

static int groups_move(struct cave_prover *p, uint64_t att, uint64_t empty,
                       const struct choice *choice, int count)
{
    struct groups_record *record = &p->record[bits_count(empty)];
    record->tried++;
    for (int i = 0; i < count; i++)
        if (row_groups_hold(&p->groups, &p->board, att,
                            empty & ~(1ull << choice[i].cell))) {
            record->held++;
            return choice[i].cell;
        }
    return MOVE_NONE;
}

#define LINE 4
#define PROOF(name) name##_4
#include "search/cave/prover.inc"

#define LINE 5
#define PROOF(name) name##_5
#include "search/cave/prover.inc"

#define LINE (p->board.line)
#define PROOF(name) name##_any
#include "search/cave/prover.inc"

static bool after(struct cave_prover *p, uint64_t att, uint64_t def, int bricks,
                  bool attacking)
{
    switch (p->board.line) {
    case 4:
        return after_4(p, att, def, bricks, attacking);
    case 5:
        return after_5(p, att, def, bricks, attacking);
    default:
        return after_any(p, att, def, bricks, attacking);
    }
}

/* The answer if this move is made at the root. */
static bool answer_move(struct cave_prover *p, const struct cave *cave, bool attacking,
                        int cell)
{
    struct cave next = *cave;
    cave_play(&p->board, &next, cell);
    if (cave_won(&p->board, &next))
        return attacking && next.bricks <= p->deadline;
    if (cave_full(&p->board, &next))
        return false;
    return after(p, next.brick[p->attacker], next.brick[!p->attacker], next.bricks,
                 !attacking);
}

/* What a move at the root promises: a line, then a stop to one, then threats, and last
 * what gives the opponent a line. Moves without any of that stay in the order of the
 * cells. Taking those with more lines through them first costs 47 % more nodes from the
 * empty board of Connect-4, though it saves 36 % on 7x5 and 35 % on 6x6. */
static int root_rank(const struct cave_prover *p, const struct cave *cave, int cell)
{
    const struct cave_board *board = &p->board;
    const uint64_t bit = 1ull << cell, occupied = cave_occupied(cave) | bit;
    const uint64_t empty = board->cells & ~occupied;
    const uint64_t own = cave->brick[cave_turn(cave)],
                   other = cave->brick[!cave_turn(cave)];
    const uint64_t own_wins = cave_completing(board, own);
    const uint64_t other_wins = cave_completing(board, other);
    const uint64_t wins = cave_completing(board, own | bit) & empty;
    const uint64_t open = cave_open(board, occupied);
    if (own_wins & bit)
        return RANK_WIN;
    return (other_wins & bit ? RANK_STOP : 0) - (other_wins & open ? RANK_WIN : 0) +
           (wins & open ? RANK_LOUD : 0) + bits_count(wins & ~own_wins) * RANK_STANDING;
}

/* The root is searched here, move by move, because it needs a move as well as an
 * answer. */
static enum cave_answer ask(struct cave_prover *p, const struct cave *cave,
                            int attacker, int deadline, move_t *move)
{
    const bool attacking = cave_turn(cave) == attacker;
    struct choice choice[2 * 8];
    int count = 0;
    for (uint64_t open = cave_open(&p->board, cave_occupied(cave)); open;) {
        const int cell = bits_pop(&open);
        choice_insert(choice, count++,
                      (struct choice){.rank = cell == p->hint
                                                  ? RANK_TABLE
                                                  : root_rank(p, cave, cell),
                                      .cell = cell});
    }
    p->attacker = attacker;
    p->deadline = deadline;
    /* Then the last brick is not the attacker's, and this one the latest possible. */
    if (deadline == p->cells - 1)
        p->deadline = p->cells;
    p->gave_up = p->stop && atomic_load(p->stop);
    *move = MOVE_NONE;
    for (int i = 0; i < count; i++) {
        bool yes = answer_move(p, cave, attacking, choice[i].cell);
        if (p->gave_up)
            return CAVE_GAVE_UP;
        if (yes == attacking) {
            *move = (move_t)choice[i].cell;
            return yes ? CAVE_YES : CAVE_NO;
        }
    }
    return attacking ? CAVE_NO : CAVE_YES;
}

const struct cave_prover_ops SEARCH_VARIANT(cave_prover_search) = {.ask = ask};
