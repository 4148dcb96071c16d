/* book_build.c: making an opening book: the positions after the last sowing are solved,
 * and the values of those before them follow from the rules. */
#include "solve/book_build.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "search/mancala/book.h"

enum {
    MOST_POSITIONS = 1 << 20, /* eight mebibytes of book */
    SLOTS = 2 * MOST_POSITIONS,
    WRITE_EVERY = 50,
};

struct listed {
    struct position position;
    uint64_t key;
    int16_t value; /* of the stones that are left, for the player to move */
    uint8_t lane;  /* a move that wins it */
    bool known;
};

/* Positions by the fewest sowings that reach them, and what is known about them. */
struct making {
    const struct book_plan *plan;
    struct listed *listed;
    int count;
    int last;  /* the first that only the last sowing reaches */
    int *slot; /* by key: 1 + the number in the list, 0 where there is none */
    book_entry *entry;
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

static bool list_position(struct making *m, const struct position *position)
{
    uint64_t key = book_key(m->plan->game, position);
    int *slot = find_slot(m, key);
    if (*slot)
        return true;
    if (m->count == MOST_POSITIONS)
        return false;
    m->listed[m->count] = (struct listed){.position = *position, .key = key};
    *slot = ++m->count;
    return true;
}

/* Lists the positions ply by ply. */
static bool list_all(struct making *m, struct error *error)
{
    const struct game *game = m->plan->game;
    struct position start;
    game->start(game, &start);
    list_position(m, &start);
    for (int ply = 0, from = 0; ply < m->plan->plies; ply++) {
        int to = m->count;
        for (m->last = to; from < to; from++) {
            struct moves moves;
            game->moves(game, &m->listed[from].position, &moves);
            for (int i = 0; i < moves.count; i++) {
                struct position next = m->listed[from].position;
                game->play(game, &next, moves.move[i]);
                if (game->outcome(game, &next).result == RESULT_NONE &&
                    !list_position(m, &next))
                    return error_set(error, _("too many positions for a book"));
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

static bool write_book(struct making *m, struct error *error)
{
    size_t count = 0;
    for (int i = 0; i < m->count; i++) {
        const struct listed *listed = &m->listed[i];
        if (listed->known)
            m->entry[count++] =
                book_make_entry(listed->key, listed->value, listed->lane);
    }
    qsort(m->entry, count, sizeof *m->entry, compare);
    return file_write(m->plan->path, (const char *)m->entry, count * sizeof *m->entry,
                      error);
}

/* Loads what an earlier run has solved. */
static bool read_book(struct making *m, struct error *error)
{
    struct text bytes = {0};
    if (access(m->plan->path, F_OK) != 0)
        return true;
    bool ok =
        file_read(m->plan->path, MOST_POSITIONS * sizeof *m->entry, &bytes, error);
    if (ok && bytes.length % sizeof *m->entry)
        ok = error_set(error, _("%s: not an opening book"), m->plan->path);
    if (ok && bytes.length)
        memcpy(m->entry, bytes.data, bytes.length);
    for (int i = 0; ok && i < m->count; i++) {
        int value, lane;
        struct listed *listed = &m->listed[i];
        listed->known = book_find(m->entry, bytes.length / sizeof *m->entry,
                                  listed->key, &value, &lane);
        if (listed->known) {
            listed->value = (int16_t)value;
            listed->lane = (uint8_t)lane;
        }
    }
    text_free(&bytes);
    return ok;
}

static int store_margin(const struct game *game, const struct position *position)
{
    const struct mancala_board *board = &game->board.mancala;
    return mancala_store(board, position->mancala.row[0]) -
           mancala_store(board, position->mancala.row[1]);
}

static bool solve_one(struct making *m, struct solver *solver, struct listed *listed,
                      struct error *error)
{
    const struct game *game = m->plan->game;
    struct solution solution;
    const struct limits limits = {.stop = m->plan->stop};
    if (!solver_solve(solver, &listed->position, &limits, NULL, NULL, &solution, error))
        return false;
    if (!solution.proven)
        return error_set(error, _("stopped; run the same command to continue"));
    listed->value = (int16_t)(solution.margin - store_margin(game, &listed->position));
    listed->lane = (uint8_t)mancala_hole_lane(game->spec.mancala.holes, solution.move);
    listed->known = true;
    return true;
}

/* The value of a position whose successors are all listed. There are no cycles: stones
 * never go back. */
static void derive(struct making *m, struct listed *listed)
{
    const struct game *game = m->plan->game;
    const struct position *position = &listed->position;
    int stores = store_margin(game, position), best = -MOST_POSITIONS;
    struct moves moves;
    game->moves(game, position, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct position next = *position;
        game->play(game, &next, moves.move[i]);
        int margin = store_margin(game, &next);
        if (game->outcome(game, &next).result == RESULT_NONE) {
            struct listed *after = &m->listed[*find_slot(m, book_key(game, &next)) - 1];
            if (!after->known)
                derive(m, after);
            margin += after->value;
        }
        if (game->turn(&next) != game->turn(position))
            margin = -margin;
        if (margin > best) {
            best = margin;
            listed->lane =
                (uint8_t)mancala_hole_lane(game->spec.mancala.holes, moves.move[i]);
        }
    }
    listed->value = (int16_t)(best - stores);
    listed->known = true;
}

/* Neighbours in the list are much alike: what is found about one helps to solve the
 * next. */
static bool solve_all(struct making *m, struct solver *solver, struct error *error)
{
    const struct book_plan *plan = m->plan;
    for (int i = m->last, fresh = 0; i < m->count; i++) {
        struct listed *listed = &m->listed[i];
        if (plan->progress)
            plan->progress(plan->context, i - m->last, m->count - m->last);
        if (listed->known)
            continue;
        if (!solve_one(m, solver, listed, error)) {
            struct error unused;
            write_book(m, &unused);
            return false;
        }
        if (++fresh % WRITE_EVERY == 0 && !write_book(m, error))
            return false;
    }
    for (int i = 0; i < m->last; i++)
        if (!m->listed[i].known)
            derive(m, &m->listed[i]);
    return write_book(m, error);
}

bool book_build(const struct book_plan *plan, struct error *error)
{
    struct making m = {.plan = plan};
    m.listed = malloc(MOST_POSITIONS * sizeof *m.listed);
    m.slot = calloc(SLOTS, sizeof *m.slot);
    m.entry = malloc(MOST_POSITIONS * sizeof *m.entry);
    struct solver *solver = solver_open(plan->game, &plan->solve, error);
    bool ok = solver && m.listed && m.slot && m.entry;
    if (solver && !ok)
        error_set(error, _("out of memory"));
    ok = ok && list_all(&m, error) && read_book(&m, error) &&
         solve_all(&m, solver, error);
    solver_close(solver);
    free(m.listed);
    free(m.slot);
    free(m.entry);
    return ok;
}
