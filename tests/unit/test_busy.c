/* test_busy.c: a prover puts off moves to positions that another thread is searching. Here
 * nobody searches them: the test only marks them as if, which changes the order of the moves
 * and with it the nodes, but never the answer. A commit that changes the provers on purpose
 * changes the numbers here. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "search/cave/prover.h"
#include "search/mancala/prover.h"
#include "support.h"

enum {
    PLIES = 4 /* positions so many moves away are marked */
};

/* The places for marks, and a question about a position. */
struct question {
    const struct game *game;
    struct position position;
    int asked; /* cave: the attacker; mancala: the margin */
    unsigned shuffle;
    bool marked;
    bool yes;
    uint64_t nodes;
};

/* A position's mark, as the provers make it. */
static uint64_t mark_of(const struct question *q, const struct position *position)
{
    if (q->game->spec.kind == GAME_CAVE) {
        const uint64_t *brick = position->cave.brick;
        const uint64_t key = bits_mix(bits_mix(brick[q->asked] + 0x9e3779b97f4a7c15u) ^
                                      brick[!q->asked]);
        return key ^ (q->asked ? 0x5851f42d4c957f2du : 0x14057b7ef767814fu);
    }
    const struct mancala_board *board = &q->game->board.mancala;
    const struct mancala_small_position p = mancala_narrow(board, &position->mancala);
    const uint64_t lanes = (1ull << 8 * board->holes) - 1;
    return bits_mix(bits_mix((p.row[0] & lanes) + 0x5bd1e995) + (p.row[1] & lanes));
}

/* Marks half of the positions after the moves from here on, the later ones over the others:
 * if all are put off, none is. */
static void mark(const struct question *q, const struct position *position, int plies,
                 _Atomic uint64_t *busy)
{
    struct moves moves;
    q->game->moves(q->game, position, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct position next = *position;
        q->game->play(q->game, &next, moves.move[i]);
        const uint64_t key = mark_of(q, &next);
        if (key >> 63 && q->game->spec.kind == GAME_CAVE)
            busy[key & (CAVE_BUSY - 1)] = key;
        else if (key >> 63)
            busy[key >> 32 & (MANCALA_BUSY - 1)] = key;
        if (plies > 1)
            mark(q, &next, plies - 1, busy);
    }
}

/* A prover's own marks are gone when it is done; others may have been in their places. */
static void assert_no_more_marks(const _Atomic uint64_t *busy, const uint64_t *before,
                                 int places)
{
    for (int i = 0; i < places; i++)
        assert_true(busy[i] == 0 || busy[i] == before[i]);
}

static void ask_cave(struct question *q)
{
    _Atomic uint64_t *busy = calloc(CAVE_BUSY, sizeof *busy);
    uint64_t before[CAVE_BUSY];
    struct cave_prover *prover = malloc(sizeof *prover);
    const struct cave_board *board = &q->game->board.cave;
    struct tt tt;
    move_t move;
    assert_non_null(busy);
    assert_non_null(prover);
    assert_true(tt_init(&tt, 1));
    cave_prover_init(prover, board, &tt, NULL);
    prover->busy = busy;
    prover->shuffle = q->shuffle;
    if (q->marked)
        mark(q, &q->position, PLIES, busy);
    memcpy(before, (const void *)busy, sizeof before);
    q->yes = cave_prover_choose()->ask(prover, &q->position.cave, q->asked,
                                       board->rows * board->columns, &move) == CAVE_YES;
    q->nodes = prover->nodes;
    assert_no_more_marks(busy, before, CAVE_BUSY);
    tt_free(&tt);
    free(prover);
    free(busy);
}

static void ask_mancala(struct question *q)
{
    struct mancala_proof *proof = malloc(sizeof *proof);
    uint64_t before[MANCALA_BUSY];
    struct mancala_prover prover;
    struct tt tt;
    assert_non_null(proof);
    assert_true(tt_init(&tt, 1));
    assert_true(mancala_proof_init(proof, q->game, false));
    assert_non_null(mancala_proof_make_endgame(proof, 44000, NULL, 0));
    mancala_proof_begin(proof, &q->position.mancala);
    mancala_prover_init(&prover, proof, &tt, NULL);
    prover.busy = proof->busy;
    if (q->marked)
        mark(q, &q->position, PLIES, proof->busy);
    memcpy(before, (const void *)proof->busy, sizeof before);
    mancala_prover_ask(&prover, q->asked);
    q->yes = mancala_proof_finding(proof).least >= q->asked;
    q->nodes = prover.nodes;
    assert_no_more_marks(proof->busy, before, MANCALA_BUSY);
    mancala_proof_destroy(proof);
    tt_free(&tt);
    free(proof);
}

static const struct {
    const char *spec, *moves;
    int asked;
    unsigned shuffle;
    uint64_t nodes, marked_nodes;
} cases[] = {
    {"cave:4x5x4", "A1 E1", 0, 0, 18496, 18496},
    {"cave:4x5x4", "A1 E1 A2", 1, 0, 6283, 6283},
    {"cave:4x5x4", "A1 E1 A2", 1, 3, 14956, 14893},
    {"cave:5x5x5", "A1 E1 A2 E2", 0, 0, 814, 814},
    {"cave:5x5x5", "A1 E1 A2 E2 B1", 1, 1, 62070, 62071},
    {"cave:4x6x4:left", "A1 A2", 0, 2, 6372, 6372},
    {"mancala:5x2:kalah", "", 2, 0, 260, 285},
    {"mancala:5x2:steal", "", 2, 0, 571, 1390},
    {"mancala:4x3:nosteal", "1", 2, 0, 22863, 40375},
};

static void what_is_being_searched_is_put_off(void **context)
{
    int wrong = 0;
    (void)context;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct game *game = opened(cases[i].spec);
        struct question q = {.game = game,
                             .position = after(game, NULL, cases[i].moves),
                             .asked = cases[i].asked,
                             .shuffle = cases[i].shuffle};
        struct question marked = q;
        marked.marked = true;
        void (*ask)(struct question *) =
            game->spec.kind == GAME_CAVE ? ask_cave : ask_mancala;
        ask(&q);
        ask(&marked);
        assert_int_equal(q.yes, marked.yes);
        if (q.nodes != cases[i].nodes || marked.nodes != cases[i].marked_nodes) {
            wrong++;
            print_error("%s '%s' %d: %llu nodes, with marks %llu\n", cases[i].spec,
                        cases[i].moves, cases[i].asked, (unsigned long long)q.nodes,
                        (unsigned long long)marked.nodes);
        }
        game_close(game);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_being_searched_is_put_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
