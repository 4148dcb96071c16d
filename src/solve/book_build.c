/* book_build.c: making an opening book: the positions after the last ply are solved,
 * the values of those before them follow from the rules, and then the book follows its
 * own moves deeper. */
#include "solve/book_build.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "search/book.h"

enum {
    MOST_POSITIONS = 1 << 20, /* eight mebibytes of book */
    SLOTS = 2 * MOST_POSITIONS,
    WRITE_EVERY = 50,
    BOTH = 3,   /* players, as bits */
    MOST = 127, /* no value of a book is larger */
};

struct listed {
    struct position position;
    uint64_t key;
    struct book_advice advice;
    int8_t least, most; /* cave: the value lies between, as the position before says */
    uint8_t ply;        /* the fewest moves that reach it */
    uint8_t followed;   /* the players who get here with moves of the book, as bits */
    bool known;
};

/* Positions by the fewest moves that reach them, and what is known about them. */
struct making {
    const struct book_plan *plan;
    struct solver *solver;
    struct listed *listed;
    int count;
    int last;            /* the first that only the last of `plies` moves reaches */
    int *slot;           /* by key: 1 + the number in the list, 0 where there is none */
    struct text earlier; /* the book of an earlier run */
    book_entry *entry;   /* the same, as entries */
    int fresh;           /* positions solved by this run */
};

/* The slot of a key, or the one where it would go. Keys are as long as those of a book.
 */
static int *find_slot(const struct making *m, uint64_t key)
{
    size_t i = (size_t)(key >> 16) & (SLOTS - 1);
    while (m->slot[i] && m->listed[m->slot[i] - 1].key >> 16 != key >> 16)
        i = (i + 1) & (SLOTS - 1);
    return &m->slot[i];
}

/* The entry of a position, which is added if it is new; NULL when there is no room. */
static struct listed *list_position(struct making *m, const struct position *position,
                                    int ply, struct error *error)
{
    const struct book_plan *plan = m->plan;
    uint64_t key = book_key(plan->game, position);
    int *slot = find_slot(m, key);
    if (*slot)
        return &m->listed[*slot - 1];
    if (m->count == MOST_POSITIONS) {
        error_set(error, _("too many positions for a book"));
        return NULL;
    }
    struct listed *listed = &m->listed[m->count];
    *listed = (struct listed){.position = *position,
                              .key = key,
                              .ply = (uint8_t)ply,
                              .least = -MOST,
                              .most = MOST};
    listed->known =
        book_find(plan->game, m->entry, m->earlier.length / sizeof *m->entry, position,
                  &listed->advice);
    *slot = ++m->count;
    return listed;
}

/* Lists the positions ply by ply. */
static bool list_all(struct making *m, struct error *error)
{
    const struct game *game = m->plan->game;
    struct position start;
    game->start(game, &start);
    list_position(m, &start, 0, error);
    for (int ply = 0, from = 0; ply < m->plan->plies; ply++) {
        int to = m->count;
        for (m->last = to; from < to; from++) {
            struct moves moves;
            game->moves(game, &m->listed[from].position, &moves);
            for (int i = 0; i < moves.count; i++) {
                struct position next = m->listed[from].position;
                game->play(game, &next, moves.move[i]);
                if (game->outcome(game, &next).result == RESULT_NONE &&
                    !list_position(m, &next, ply + 1, error))
                    return false;
            }
        }
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    book_entry x = *(const book_entry *)a, y = *(const book_entry *)b;
    return x < y ? -1 : x > y;
}

/* Writes what is known now, and what an earlier run has found. */
static bool write_book(struct making *m, struct error *error)
{
    const size_t earlier = m->earlier.length / sizeof(book_entry);
    size_t all = 0, count = 0;
    book_entry *entry = malloc((earlier + (size_t)m->count) * sizeof *entry);
    if (!entry)
        return error_set(error, _("out of memory"));
    for (; all < earlier; all++)
        entry[all] = m->entry[all];
    for (int i = 0; i < m->count; i++) {
        const struct listed *listed = &m->listed[i];
        if (listed->known)
            entry[all++] =
                book_make_entry(m->plan->game, &listed->position, listed->advice);
    }
    qsort(entry, all, sizeof *entry, compare);
    for (size_t i = 0; i < all; i++)
        if (count == 0 || entry[i] >> 16 != entry[count - 1] >> 16)
            entry[count++] = entry[i];
    bool ok =
        file_write(m->plan->path, (const char *)entry, count * sizeof *entry, error);
    free(entry);
    return ok;
}

/* Loads what an earlier run has solved. */
static bool read_book(struct making *m, struct error *error)
{
    const char *path = m->plan->path;
    if (access(path, F_OK) != 0)
        return true;
    if (!file_read(path, MOST_POSITIONS * sizeof *m->entry, &m->earlier, error))
        return false;
    if (!book_is_sound(m->earlier.data, m->earlier.length))
        return error_set(error, _("%s: not an opening book"), path);
    m->entry = malloc(m->earlier.length + 1);
    if (!m->entry)
        return error_set(error, _("out of memory"));
    if (m->earlier.length)
        memcpy(m->entry, m->earlier.data, m->earlier.length);
    return true;
}

/* What the value of a book leaves out: the margin of the stores. */
static int won_already(const struct game *game, const struct position *position)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return 0;
    case GAME_MANCALA: {
        const struct mancala_board *board = &game->board.mancala;
        return mancala_store(board, position->mancala.row[0]) -
               mancala_store(board, position->mancala.row[1]);
    }
    }
    __builtin_unreachable();
}

/* The value that a book gives to a win after this many more plies. */
static int win_value(const struct game *game, const struct position *position,
                     int plies)
{
    const int cells = game->spec.cave.rows * game->spec.cave.columns;
    return cells + 1 - (position->cave.bricks + plies);
}

static int value_of(const struct game *game, const struct position *position,
                    const struct solution *solution)
{
    if (game->has_margin)
        return solution->margin - won_already(game, position);
    int win = win_value(game, position, solution->plies);
    return solution->kind == VALUE_WIN ? win : solution->kind == VALUE_LOSS ? -win : 0;
}

static bool solve_fully(struct making *m, struct listed *listed,
                        const struct limits *limits, struct error *error)
{
    struct solution solution;
    if (!solver_solve(m->solver, &listed->position, limits, NULL, NULL, &solution,
                      error))
        return false;
    listed->advice.value = value_of(m->plan->game, &listed->position, &solution);
    listed->advice.move = solution.move;
    listed->known = solution.proven;
    return true;
}

/* Narrows the bounds by one question; false when a limit was reached. */
static bool ask_one(struct making *m, struct listed *listed, int wanted,
                    const struct limits *limits, move_t *move)
{
    struct solve_bounds bounds;
    struct error unused;
    if (!solver_ask(m->solver, &listed->position, limits, wanted, &bounds, &unused))
        return false;
    *move = bounds.move;
    if (bounds.least > listed->least)
        listed->least = (int8_t)bounds.least;
    if (bounds.most < listed->most)
        listed->most = (int8_t)bounds.most;
    return bounds.least >= wanted || bounds.most < wanted;
}

/* The position before says who wins, or that it is no loss. Then the questions about
 * the other player, which are as hard, need not be asked: only whether the value is
 * larger than it must be, by how much, and which move reaches it. */
static void solve_bounded(struct making *m, struct listed *listed,
                          const struct limits *limits)
{
    const struct game *game = m->plan->game;
    move_t move;
    struct moves moves;
    int wanted = listed->least + 1;
    ask_one(m, listed, MOST, limits, &move); /* what the rules allow */
    while (listed->least < listed->most) {
        if (!ask_one(m, listed, wanted, limits, &move))
            return;
        wanted = listed->least + (listed->most - listed->least + 1) / 2;
    }
    if (!ask_one(m, listed, listed->least, limits, &move))
        return;
    game->moves(game, &listed->position, &moves);
    listed->advice.value = listed->least;
    listed->advice.move = move == MOVE_NONE ? moves.move[0] : move;
    listed->known = true;
}

static bool is_stopped(const struct making *m)
{
    return m->plan->stop && atomic_load(m->plan->stop);
}

static bool try_to_solve(struct making *m, struct listed *listed, struct error *error)
{
    const struct limits limits = {.stop = m->plan->stop};
    if (listed->least < 0 && listed->least != listed->most)
        return solve_fully(m, listed, &limits, error);
    solve_bounded(m, listed, &limits);
    return true;
}

/* What is solved in no time never asks whether to stop, and there are many such
 * positions. */
static bool solve_one(struct making *m, struct listed *listed, struct error *error)
{
    if (listed->known)
        return true;
    if (!is_stopped(m) && !try_to_solve(m, listed, error))
        return false;
    if (!listed->known)
        return error_set(error, _("stopped; run the same command to continue"));
    return ++m->fresh % WRITE_EVERY != 0 || write_book(m, error);
}

static struct listed *find_listed(struct making *m, const struct position *position)
{
    return &m->listed[*find_slot(m, book_key(m->plan->game, position)) - 1];
}

static void derive(struct making *m, struct listed *listed);

/* The value of a move on the book's scale, plus what was won before it. */
static int move_value(struct making *m, const struct position *position, move_t move)
{
    const struct game *game = m->plan->game;
    struct position next = *position;
    game->play(game, &next, move);
    struct outcome outcome = game->outcome(game, &next);
    int value = won_already(game, &next);
    if (outcome.result == RESULT_NONE) {
        struct listed *after = find_listed(m, &next);
        if (!after->known)
            derive(m, after);
        value += after->advice.value;
    } else if (!game->has_margin) {
        return outcome.result == RESULT_TIE ? 0 : win_value(game, position, 1);
    }
    return game->turn(&next) != game->turn(position) ? -value : value;
}

/* The value of a position whose successors are all listed. There are no cycles: stones
 * never go back, and bricks stay. */
static void derive(struct making *m, struct listed *listed)
{
    const struct game *game = m->plan->game;
    int best = -MOST_POSITIONS;
    struct moves moves;
    game->moves(game, &listed->position, &moves);
    for (int i = 0; i < moves.count; i++) {
        int value = move_value(m, &listed->position, moves.move[i]);
        if (value > best) {
            best = value;
            listed->advice.move = moves.move[i];
        }
    }
    listed->advice.value = best - won_already(game, &listed->position);
    listed->known = true;
}

static void show_progress(const struct making *m, int done, int all)
{
    if (m->plan->progress)
        m->plan->progress(m->plan->context, done, all);
}

/* Neighbours in the list are much alike: what is found about one helps to solve the
 * next. */
static bool solve_all(struct making *m, struct error *error)
{
    for (int i = m->last; i < m->count; i++) {
        show_progress(m, i - m->last, m->count - m->last);
        if (!solve_one(m, &m->listed[i], error))
            return false;
    }
    for (int i = 0; i < m->last; i++)
        if (!m->listed[i].known)
            derive(m, &m->listed[i]);
    return true;
}

/* No move is worth more than the position, and the book's is worth as much. */
static void bound_value(struct listed *listed, int value, bool at_least)
{
    if (value > listed->least)
        listed->least = (int8_t)value;
    if (!at_least)
        listed->most = (int8_t)value;
}

/* Lists what may follow if at least one player keeps to the book. */
static bool list_followers(struct making *m, const struct listed *listed,
                           struct error *error)
{
    const struct game *game = m->plan->game;
    const int turn = game->turn(&listed->position);
    struct moves moves;
    game->moves(game, &listed->position, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct position next = listed->position;
        const bool leaves = moves.move[i] != listed->advice.move;
        const int followed = listed->followed & ~(leaves ? 1 << turn : 0);
        game->play(game, &next, moves.move[i]);
        if (!followed || game->outcome(game, &next).result != RESULT_NONE)
            continue;
        struct listed *after = list_position(m, &next, listed->ply + 1, error);
        if (!after)
            return false;
        after->followed |= (uint8_t)followed;
        if (!game->has_margin)
            bound_value(after, -listed->advice.value, leaves);
    }
    return true;
}

/* A player who plays the book's moves stays in the book up to the last of `deep` plies,
 * whatever the other does. */
static bool follow(struct making *m, struct error *error)
{
    m->listed[0].followed = m->plan->player ? (uint8_t)m->plan->player : BOTH;
    for (int i = 0; i < m->count; i++) {
        const struct listed *listed = &m->listed[i];
        show_progress(m, i, m->count);
        if (listed->followed &&
            (!solve_one(m, &m->listed[i], error) ||
             (listed->ply < m->plan->deep && !list_followers(m, listed, error))))
            return false;
    }
    return true;
}

static bool make_book(struct making *m, struct error *error)
{
    if (!read_book(m, error) || !list_all(m, error))
        return false;
    if (solve_all(m, error) && (m->plan->deep <= m->plan->plies || follow(m, error)))
        return write_book(m, error);
    struct error unused;
    write_book(m, &unused);
    return false;
}

bool book_build(const struct book_plan *plan, struct error *error)
{
    struct making m = {.plan = plan};
    m.listed = malloc(MOST_POSITIONS * sizeof *m.listed);
    m.slot = calloc(SLOTS, sizeof *m.slot);
    m.solver = solver_open(plan->game, &plan->solve, error);
    bool ok = m.solver && m.listed && m.slot;
    if (m.solver && !ok)
        error_set(error, _("out of memory"));
    ok = ok && make_book(&m, error);
    solver_close(m.solver);
    text_free(&m.earlier);
    free(m.listed);
    free(m.slot);
    free(m.entry);
    return ok;
}
