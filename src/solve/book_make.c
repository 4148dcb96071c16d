/* book_make.c: making an opening book. */
#include "solve/book_make.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/words.h"
#include "search/mancala_book.h"

enum {
    MOST_POSITIONS = 1 << 20, /* eight mebibytes of book */
    WRITE_EVERY = 50,
};

/* Positions by the fewest sowings that reach them, and what is known about them. */
struct making {
    const struct book_plan *plan;
    struct position *position;
    uint64_t *key;
    int count;
    book_entry *entry; /* sorted */
    size_t entries;
};

static bool is_listed(const struct making *m, uint64_t key)
{
    for (int i = 0; i < m->count; i++)
        if (m->key[i] >> 16 == key >> 16)
            return true;
    return false;
}

static bool list_position(struct making *m, const struct position *position)
{
    uint64_t key = book_key(m->plan->game, position);
    if (is_listed(m, key))
        return true;
    if (m->count == MOST_POSITIONS)
        return false;
    m->position[m->count] = *position;
    m->key[m->count++] = key;
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
        for (; from < to; from++) {
            struct moves moves;
            game->moves(game, &m->position[from], &moves);
            for (int i = 0; i < moves.count; i++) {
                struct position next = m->position[from];
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
    qsort(m->entry, m->entries, sizeof *m->entry, compare);
    return file_write(m->plan->path, (const char *)m->entry,
                      m->entries * sizeof *m->entry, error);
}

static bool read_book(struct making *m, struct error *error)
{
    struct text bytes = {0};
    if (access(m->plan->path, F_OK) != 0)
        return true;
    bool ok =
        file_read(m->plan->path, MOST_POSITIONS * sizeof *m->entry, &bytes, error);
    if (ok && bytes.length % sizeof *m->entry)
        ok = error_set(error, _("%s: this is no book"), m->plan->path);
    if (ok && bytes.length) {
        m->entries = bytes.length / sizeof *m->entry;
        memcpy(m->entry, bytes.data, bytes.length);
    }
    text_free(&bytes);
    return ok;
}

/* Solves a position and adds it. */
static bool add(struct making *m, struct solver *solver, int i, struct error *error)
{
    const struct game *game = m->plan->game;
    const struct position *position = &m->position[i];
    struct solution solution;
    if (!solver_solve(solver, position, NULL, NULL, &solution, error))
        return false;
    if (!solution.proved)
        return error_set(error, _("stopped; the same command goes on from here"));
    const struct mancala_board *board = &game->board.mancala;
    int stores = mancala_store(board, position->mancala.row[0]) -
                 mancala_store(board, position->mancala.row[1]);
    m->entry[m->entries++] =
        book_make_entry(m->key[i], solution.margin - stores,
                        mancala_hole_lane(board->holes, solution.move));
    return true;
}

/* The last positions first: what is found about them helps with the earlier ones. */
static bool solve_all(struct making *m, struct solver *solver, struct error *error)
{
    size_t known = m->entries;
    for (int i = m->count - 1, fresh = 0; i >= 0; i--) {
        int value, lane;
        if (m->plan->progress)
            m->plan->progress(m->plan->context, m->count - 1 - i, m->count);
        if (book_find(m->entry, known, m->key[i], &value, &lane))
            continue;
        if ((m->plan->stop && atomic_load(m->plan->stop)))
            error_set(error, _("stopped; the same command goes on from here"));
        else if (add(m, solver, i, error)) {
            if (++fresh % WRITE_EVERY == 0) {
                if (!write_book(m, error))
                    return false;
                known = m->entries;
            }
            continue;
        }
        struct error unused;
        write_book(m, &unused);
        return false;
    }
    return write_book(m, error);
}

bool book_make(const struct book_plan *plan, struct error *error)
{
    struct making m = {.plan = plan};
    m.position = malloc(MOST_POSITIONS * sizeof *m.position);
    m.key = malloc(MOST_POSITIONS * sizeof *m.key);
    m.entry = malloc(MOST_POSITIONS * sizeof *m.entry);
    struct solver *solver = solver_open(plan->game, &plan->solve, error);
    bool ok = solver && m.position && m.key && m.entry;
    if (solver && !ok)
        error_set(error, _("out of memory"));
    ok = ok && read_book(&m, error) && list_all(&m, error) &&
         solve_all(&m, solver, error);
    solver_close(solver);
    free(m.position);
    free(m.key);
    free(m.entry);
    return ok;
}
