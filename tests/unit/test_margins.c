/* test_margins.c: proven Mancala margins against endgame tables and published values.
 */
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/rng.h"
#include "endgame/endgame.h"
#include "search/book.h"
#include "search/mancala/prover.h"
#include "solve/book_build.h"
#include "solve/solve.h"
#include "support.h"

static const struct limits unlimited;

static struct solution solve(struct solver *solver, const struct position *position)
{
    struct solution solution;
    struct error error;
    assert_true(
        solver_solve(solver, position, &unlimited, NULL, NULL, &solution, &error));
    assert_true(solution.proven);
    return solution;
}

/* Irving, Donkers and Uiterwijk: Solving Kalah (ICGA Journal 23/3, 2000), and what this
 * project was told of the game without stealing. */
static const struct {
    const char *spec;
    int margin;
} published[] = {
    {"mancala:4x1:steal", 2},   {"mancala:4x2:steal", 6},    {"mancala:4x3:steal", 8},
    {"mancala:4x4:steal", 2},   {"mancala:4x5:steal", 2},    {"mancala:4x6:steal", 0},
    {"mancala:5x1:steal", 0},   {"mancala:5x2:steal", 0},    {"mancala:5x3:steal", 8},
    {"mancala:6x1:steal", 2},   {"mancala:6x2:steal", 10},   {"mancala:6x3:steal", 2},
    {"mancala:6x1:nosteal", 0}, {"mancala:6x2:nosteal", -2},
};

static void starts_have_their_published_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        struct error warning;
        struct game *game = opened(published[i].spec);
        struct solver *solver =
            solver_open(game, &(struct solve_options){.hash_mib = 32}, &warning);
        struct position start;
        game->start(game, &start);
        struct solution found = solve(solver, &start), of_move;
        assert_int_equal(found.margin, published[i].margin);
        /* The move reaches it. */
        assert_true(solver_solve_move(solver, &start, found.move, &unlimited, NULL,
                                      NULL, &of_move, &warning));
        assert_int_equal(of_move.margin, found.margin);
        solver_close(solver);
        game_close(game);
    }
}

/* Stones thrown into the holes; the others are in the stores. */
static struct position throw_stones(struct rng *rng, int holes, int stones, int total)
{
    struct mancala_position p = {0};
    for (int i = 0; i < stones; i++) {
        int row = i < 2 ? i : (int)rng_below(rng, 2);
        p.row[row] += mancala_stones(1, (int)rng_below(rng, (uint32_t)holes));
    }
    int store = (int)rng_below(rng, (uint32_t)(total - stones + 1));
    p.row[0] += mancala_stones(store, holes);
    p.row[1] += mancala_stones(total - stones - store, holes);
    return (struct position){.mancala = p};
}

static int store_margin(const struct game *game, const struct position *position)
{
    const struct mancala_board *board = &game->board.mancala;
    return mancala_store(board, position->mancala.row[0]) -
           mancala_store(board, position->mancala.row[1]);
}

/* A proven margin, and the move that is said to reach it, by a table. */
static void check_proof(struct solver *solver, const struct game *game,
                        const struct endgame *endgame, const struct position *p)
{
    const struct mancala_board *board = &game->board.mancala;
    struct solution found = solve(solver, p), of_move;
    struct error error;
    int value = 0;
    assert_true(mancala_endgame_probe(endgame, p->mancala.row[0] & board->hole_lanes,
                                      p->mancala.row[1] & board->hole_lanes, &value));
    assert_int_equal(found.margin, store_margin(game, p) + value);
    assert_true(solver_solve_move(solver, p, found.move, &unlimited, NULL, NULL,
                                  &of_move, &error));
    assert_int_equal(of_move.margin, found.margin);
}

/* The proof stands on small tables of its own; larger ones must say the same. */
static void proofs_equal_tables(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        int stones, fewest; /* of the table, and of the positions */
    } tries[] = {
        {"mancala:5x3:steal", 14, 13},   {"mancala:5x3:kalah", 14, 13},
        {"mancala:5x3:nosteal", 14, 13}, {"mancala:3x6:steal", 34, 27},
        {"mancala:3x6:kalah", 34, 27},   {"mancala:3x6:nosteal", 34, 27},
    };
    struct rng rng = rng_seeded(5);
    for (size_t t = 0; t < sizeof tries / sizeof *tries; t++) {
        struct error warning;
        struct endgame endgame;
        struct game *game = opened(tries[t].spec);
        const struct mancala_board *board = &game->board.mancala;
        struct solve_options options = {.hash_mib = 8};
        struct solver *solver = solver_open(game, &options, &warning);
        assert_true(
            endgame_init(&endgame, board->holes, board->stealing, tries[t].stones));
        assert_true(endgame_solve(&endgame, 2, NULL));
        for (int i = 0; i < TRIES(60); i++) {
            int range = tries[t].stones - tries[t].fewest + 1;
            struct position p = throw_stones(&rng, board->holes,
                                             tries[t].fewest + i % range, board->total);
            check_proof(solver, game, &endgame, &p);
        }
        endgame_free(&endgame);
        solver_close(solver);
        game_close(game);
    }
}

/* What is known when the nodes run out is true, and says more the more there were. */
static void bounds_hold_the_margin(void **state)
{
    (void)state;
    struct error error;
    struct game *game = opened("mancala:6x3:steal");
    struct position start;
    game->start(game, &start);
    bool narrowed = false;
    struct solution found = {.proven = false};
    for (uint64_t nodes = 20000; !found.proven; nodes += nodes / 4) {
        struct solve_options options = {.threads = 1, .hash_mib = 32};
        struct limits limits = {.nodes = nodes};
        struct solver *solver = solver_open(game, &options, &error);
        assert_true(solver_solve(solver, &start, &limits, NULL, NULL, &found, &error));
        assert_true(found.least <= 2 && 2 <= found.most);
        narrowed = narrowed || (!found.proven && found.most - found.least < 72);
        solver_close(solver);
    }
    assert_true(narrowed);
    assert_int_equal(found.least, 2);
    assert_int_equal(found.most, 2);
    game_close(game);
}

/* A prover needs neither engine nor solver: two questions around the margin prove it,
 * and its line leads there. */
static void check_prover(const char *spec, int margin)
{
    struct game *game = opened(spec);
    struct mancala_proof *proof = malloc(sizeof *proof);
    struct mancala_prover prover;
    struct tt table;
    struct position position;
    uint8_t lane[256];
    assert_true(tt_init(&table, 8));
    assert_true(mancala_proof_init(proof, game, false));
    assert_non_null(mancala_proof_make_endgame(proof, 10000, NULL, 0));
    game->start(game, &position);
    mancala_proof_begin(proof, &position.mancala);
    mancala_prover_init(&prover, proof, &table, NULL);

    prover.node_limit = 1;
    assert_int_equal(mancala_prover_ask(&prover, margin), MANCALA_GAVE_UP);
    assert_true(mancala_proof_is_open(proof));
    prover.node_limit = UINT64_MAX;
    assert_int_equal(mancala_prover_ask(&prover, margin), MANCALA_ANSWERED);
    assert_int_equal(mancala_prover_ask(&prover, margin + 2), MANCALA_PROVEN);
    assert_int_equal(mancala_proof_finding(proof).least, margin);
    assert_int_equal(mancala_proof_finding(proof).most, margin);

    int length = mancala_prover_pv(&prover, lane, sizeof lane);
    for (int i = 0; i < length; i++)
        game->play(game, &position,
                   (move_t)mancala_hole_number(game->spec.mancala.holes,
                                               game->turn(&position), lane[i]));
    struct outcome end = game->outcome(game, &position);
    assert_int_not_equal(end.result, RESULT_NONE);
    assert_int_equal(end.store[0] - end.store[1], margin);
    mancala_proof_destroy(proof);
    tt_free(&table);
    free(proof);
    game_close(game);
}

static void a_prover_stands_alone(void **state)
{
    (void)state;
    check_prover("mancala:4x3:steal", 8);
    check_prover("mancala:6x2:kalah", 6);
    check_prover("mancala:5x3:nosteal", 0);
    check_prover("mancala:9x2:steal", 0);
}

/* Where everything is lost any move will do, but it must be one. */
static void a_lost_position_has_a_move(void **state)
{
    (void)state;
    struct error error;
    struct game *game = opened("mancala:9x3:kalah");
    struct solver *solver =
        solver_open(game, &(struct solve_options){.hash_mib = 1}, &error);
    struct position position;
    assert_true(game->parse_position(
        game, "1,3,3,4,3,1,0,0,5,14/1,1,0,0,0,0,0,0,0,18 2", &position, &error));
    struct solution found = solve(solver, &position);
    assert_int_equal(found.margin, -18);
    assert_true(game_is_legal(game, &position, found.move));
    solver_close(solver);
    game_close(game);
}

struct book {
    const struct game *game;
    const book_entry *entry;
    size_t count;
    int checked; /* positions whose every move is in the book */
    int ended;   /* moves that end the game */
};

/* What the book says of a position, as a final margin for the side to move. */
static bool book_margin(const struct book *book, const struct position *position,
                        int *margin, move_t *move)
{
    struct book_advice advice;
    if (!book_find(book->game, book->entry, book->count, position, &advice))
        return false;
    *margin = advice.value + store_margin(book->game, position);
    *move = advice.move;
    return true;
}

/* A position is worth as much as its best move, and the book's move is worth that. */
static void check_book(struct book *book, const struct position *position, int plies)
{
    const struct game *game = book->game;
    struct moves moves;
    int margin = 0, best = -1000;
    move_t move = MOVE_NONE;
    assert_true(book_margin(book, position, &margin, &move));
    if (plies == 0)
        return;
    game->moves(game, position, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct position next = *position;
        int won = 0;
        move_t unused;
        game->play(game, &next, moves.move[i]);
        const bool over = game->outcome(game, &next).result != RESULT_NONE;
        if (over)
            won = store_margin(game, &next);
        else
            assert_true(book_margin(book, &next, &won, &unused));
        if (game->turn(&next) != game->turn(position))
            won = -won;
        best = won > best ? won : best;
        if (moves.move[i] == move)
            assert_int_equal(won, margin);
        if (!over)
            check_book(book, &next, plies - 1);
        book->ended += over;
    }
    assert_int_equal(best, margin);
    book->checked++;
}

static void books_are_consistent(void **state)
{
    (void)state;
    static const char *const specs[] = {"mancala:6x4:steal", "mancala:6x4:kalah",
                                        "mancala:6x4:nosteal"};
    static const int margin[] = {10, 8, 6}, plies[] = {6, 6, 2},
                     checked[] = {5000, 5000, 7};
    for (int i = 0; i < 3; i++) {
        struct game *game = opened(specs[i]);
        struct book book = {.game = game};
        struct position start;
        int value;
        move_t move;
        book.entry = book_builtin(game, &book.count);
        game->start(game, &start);
        assert_true(book_margin(&book, &start, &value, &move));
        assert_int_equal(value, margin[i]);
        check_book(&book, &start, plies[i]);
        assert_true(book.checked >= checked[i]);
        game_close(game);
    }
}

/* A book is made, and made longer; a solver without it says the same of its start. Returns
 * how many games end in it. */
static int make_book(const char *spec)
{
    struct error error;
    struct game *game = opened(spec);
    int ended = 0;
    char path[] = "/tmp/lodestone-book-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    for (int plies = 1; plies <= 4; plies += 3) {
        struct book_plan plan = {
            .game = game, .plies = plies, .path = path, .solve = {.hash_mib = 8}};
        struct text bytes = {0};
        struct position start;
        assert_true(book_build(&plan, &error));
        assert_true(file_read(path, 1 << 20, &bytes, &error));
        struct book book = {.game = game,
                            .entry = (const book_entry *)(const void *)bytes.data,
                            .count = bytes.length / sizeof(book_entry)};
        game->start(game, &start);
        check_book(&book, &start, plies);
        struct solver *solver = solver_open(game, &plan.solve, &error);
        int margin;
        move_t move;
        assert_true(book_margin(&book, &start, &margin, &move));
        assert_int_equal(margin, solve(solver, &start).margin);
        solver_close(solver);
        text_free(&bytes);
        ended += book.ended;
    }
    unlink(path);
    game_close(game);
    return ended;
}

static void a_book_is_made(void **state)
{
    (void)state;
    make_book("mancala:4x3:kalah");
    assert_true(make_book("mancala:2x1:kalah") > 0);
    assert_true(make_book("mancala:2x1:steal") > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_have_their_published_values),
        cmocka_unit_test(proofs_equal_tables),
        cmocka_unit_test(bounds_hold_the_margin),
        cmocka_unit_test(a_prover_stands_alone),
        cmocka_unit_test(a_lost_position_has_a_move),
        cmocka_unit_test(books_are_consistent),
        cmocka_unit_test(a_book_is_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
