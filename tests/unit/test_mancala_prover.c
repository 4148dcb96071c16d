/* test_mancala_prover.c: Mancala's prover by itself: every question about a position,
 * compared with trying everything, in all of the variants that are compiled. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "brute.h"
#include "endgame/build.h"
#include "search/mancala/prover.h"
#include "search/search.h"
#include "support.h"

enum {
    BRUTE_MOST = 400000 /* positions that a brute force may remember */
};

/* Plays at random until the holes have at most this many stones; false when the game
 * ends before. */
static bool random_position(const struct game *game, struct rng *rng, int stones,
                            struct position *position)
{
    const struct mancala_board *board = &game->board.mancala;
    game->start(game, position);
    while (game->outcome(game, position).result == RESULT_NONE) {
        struct moves moves;
        if (mancala_row_sum(board, position->mancala.row[0]) +
                mancala_row_sum(board, position->mancala.row[1]) <=
            stones)
            return true;
        game->moves(game, position, &moves);
        game->play(game, position, moves.move[rng_below(rng, (uint32_t)moves.count)]);
    }
    return false;
}

/* One variant with a table of its own. */
struct variant {
    struct mancala_proof *proof;
    struct mancala_prover prover;
    struct tt tt;
};

static void variant_open(struct variant *v, const struct mancala_prover_ops *ops,
                         const struct game *game, bool endgame)
{
    v->proof = malloc(sizeof *v->proof);
    assert_non_null(v->proof);
    assert_true(tt_init(&v->tt, 1));
    assert_true(mancala_proof_init(v->proof, game, false));
    free(v->proof->field);
    v->proof->ops = ops;
    v->proof->field = ops->make_field(game);
    assert_non_null(v->proof->field);
    if (endgame)
        assert_non_null(mancala_proof_make_endgame(v->proof, 300, NULL, 0));
    mancala_prover_init(&v->prover, v->proof, &v->tt, NULL);
}

static void variant_close(struct variant *v)
{
    mancala_proof_destroy(v->proof);
    tt_free(&v->tt);
    free(v->proof);
}

/* Asks one question; the answer is a bound, and the lane reaches it. */
static void check_question(const struct game *game, struct variant *v,
                           struct brute *brute, const struct position *position,
                           int wanted)
{
    int value, worth;
    assert_true(brute_value(brute, position, &value));
    mancala_proof_begin(v->proof, &position->mancala);
    const int first = v->proof->least, last = v->proof->most;
    assert_in_range(value + 1000, first + 1000, last + 1000);
    if (wanted <= first || wanted > last)
        return;
    const enum mancala_answer answer = mancala_prover_ask(&v->prover, wanted);
    const struct mancala_finding found = mancala_proof_finding(v->proof);
    if (found.least > value || value > found.most || answer == MANCALA_GAVE_UP ||
        (value >= wanted ? found.least < wanted : found.most >= wanted)) {
        struct text text = position_text(game, position);
        fail_msg("%s: at least %d? from %d to %d", text_string(&text), wanted,
                 found.least, found.most);
    }
    assert_int_equal(answer,
                     found.least == found.most ? MANCALA_PROVEN : MANCALA_ANSWERED);
    if (value < wanted) {
        assert_int_equal(found.lane, MOVE_NONE);
        assert_int_equal(found.least, first);
        return;
    }
    assert_int_equal(found.most, last);
    const int hole =
        mancala_hole_number(game->spec.mancala.holes, game->turn(position), found.lane);
    assert_true(game_is_legal(game, position, (move_t)hole));
    assert_true(brute_move_value(brute, position, (move_t)hole, &worth));
    assert_in_range(worth + 1000, found.least + 1000, value + 1000);
}

static void check_positions(const char *spec, int stones, int trials, bool endgame)
{
    struct game *game = opened(spec);
    struct brute *brute = brute_open(game, BRUTE_MOST);
    struct rng rng = rng_seeded(7);
    const struct mancala_prover_ops *const ops[] = {
        &mancala_prover_small,
        &mancala_prover_wide,
#ifdef HAVE_SEARCH_V3
        &mancala_prover_small_v3,
        &mancala_prover_wide_v3,
#endif
    };
    struct variant variant[COUNT(ops)];
    const int variants = search_has_v3() ? (int)COUNT(ops) : 2;
    assert_non_null(brute);
    for (int i = 0; i < variants; i++)
        variant_open(&variant[i], ops[i], game, endgame);
    for (int trial = 0; trial < trials; trial++) {
        struct position position;
        int value;
        if (!random_position(game, &rng, stones - trial % 6, &position) ||
            !brute_value(brute, &position, &value))
            continue;
        const int total = game->board.mancala.total;
        for (int wanted = -total; wanted <= total; wanted += 2)
            for (int i = 0; i < variants; i++)
                check_question(game, &variant[i], brute, &position, wanted);
    }
    assert_true(variant[0].prover.nodes > 0);
    for (int i = 2; i < variants; i++)
        assert_int_equal(variant[i - 2].prover.nodes, variant[i].prover.nodes);
    for (int i = 0; i < variants; i++)
        variant_close(&variant[i]);
    brute_close(brute);
    game_close(game);
}

static void every_question_gets_the_right_answer(void **context)
{
    (void)context;
    static const struct {
        const char *spec;
        int stones;
    } boards[] = {
        {"mancala:3x3:steal", 14},   {"mancala:3x3:kalah", 14},
        {"mancala:3x3:nosteal", 14}, {"mancala:4x2:steal", 13},
        {"mancala:4x2:kalah", 13},   {"mancala:4x3:nosteal", 12},
        {"mancala:6x2:steal", 9},    {"mancala:6x2:kalah", 9},
        {"mancala:6x2:nosteal", 9},
    };
    for (size_t i = 0; i < COUNT(boards); i++)
        for (int endgame = 0; endgame < 2; endgame++)
            check_positions(boards[i].spec, boards[i].stones, 24, endgame);
}

/* The stones of the mover's holes that are as near to the store as that. */
static int safe_stones(const struct game *game, const struct position *position)
{
    const int holes = game->spec.mancala.holes;
    int safe = 0;
    for (int lane = 0; lane < holes; lane++) {
        const int stones = mancala_lane(position->mancala.row[0], lane);
        safe += stones < holes - lane ? stones : holes - lane;
    }
    return safe;
}

/* Without a search the answer is the hole nearest to the store, whatever the table has. */
static void safe_stones_take_no_search(void **context)
{
    struct game *game = opened("mancala:4x3:nosteal");
    struct brute *brute = brute_open(game, BRUTE_MOST);
    struct rng rng = rng_seeded(8);
    struct variant v;
    int tries = 0;
    (void)context;
    assert_non_null(brute);
    variant_open(&v, &mancala_prover_small, game, false);
    for (int trial = 0; trial < 60; trial++) {
        struct position position;
        int value, worth, lane = game->spec.mancala.holes - 1;
        if (!random_position(game, &rng, 12 - trial % 4, &position) ||
            !brute_value(brute, &position, &value))
            continue;
        const struct mancala_position *root = &position.mancala;
        const struct mancala_board *board = &game->board.mancala;
        const int left =
            mancala_row_sum(board, root->row[0]) + mancala_row_sum(board, root->row[1]);
        const int least = 2 * safe_stones(game, &position) - left;
        mancala_proof_begin(v.proof, root);
        v.proof->ops->search(&v.prover, root, least + 2);
        const uint64_t nodes = v.prover.nodes;
        assert_int_equal(v.proof->ops->search(&v.prover, root, least), least);
        assert_int_equal(v.prover.nodes, nodes);
        while (mancala_lane(root->row[0], lane) == 0)
            lane--;
        assert_int_equal(v.prover.answer, lane);
        const int hole = mancala_hole_number(board->holes, game->turn(&position), lane);
        assert_true(brute_move_value(brute, &position, (move_t)hole, &worth));
        assert_true(worth - v.proof->stores >= least);
        v.proof->ops->search(&v.prover, root, least + 2);
        assert_true(v.prover.nodes > nodes);
        tries++;
    }
    assert_true(tries > 30);
    variant_close(&v);
    brute_close(brute);
    game_close(game);
}

/* A proof that takes a while, and one prover at it. */
struct asked {
    struct game *game;
    struct variant variant;
};

static void asked_open(struct asked *asked)
{
    struct position start;
    asked->game = opened("mancala:6x3:kalah");
    asked->game->start(asked->game, &start);
    variant_open(&asked->variant, &mancala_prover_small, asked->game, true);
    mancala_proof_begin(asked->variant.proof, &start.mancala);
}

static void asked_close(struct asked *asked)
{
    variant_close(&asked->variant);
    game_close(asked->game);
}

static void it_gives_up_when_the_nodes_are_used_up(void **context)
{
    (void)context;
    struct asked asked;
    _Atomic uint64_t published = 0;
    asked_open(&asked);
    struct mancala_prover *prover = &asked.variant.prover;
    prover->node_limit = 5000;
    prover->published = &published;
    assert_int_equal(mancala_prover_ask(prover, 2), MANCALA_GAVE_UP);
    assert_int_equal(prover->nodes, 5000);
    assert_int_equal(published, 4096);
    assert_int_equal(mancala_proof_finding(asked.variant.proof).lane, MOVE_NONE);
    assert_true(mancala_proof_is_open(asked.variant.proof));
    asked_close(&asked);
}

static void it_gives_up_when_it_is_told_to_stop(void **context)
{
    (void)context;
    atomic_bool stop = true;
    struct asked asked;
    asked_open(&asked);
    asked.variant.prover.stop = &stop;
    assert_int_equal(mancala_prover_ask(&asked.variant.prover, 2), MANCALA_GAVE_UP);
    assert_in_range(asked.variant.prover.nodes, 0, 1);
    asked_close(&asked);
}

static void it_gives_up_when_the_time_is_over(void **context)
{
    (void)context;
    struct asked asked;
    asked_open(&asked);
    asked.variant.prover.node_limit = 100000;
    asked.variant.prover.until = 1; /* long ago */
    assert_int_equal(mancala_prover_ask(&asked.variant.prover, 2), MANCALA_GAVE_UP);
    assert_int_equal(asked.variant.prover.nodes, 1024);
    asked_close(&asked);
}

/* Another thread's answer counts; who asked the same leaves it at that. */
static void an_answer_from_elsewhere_ends_the_question(void **context)
{
    (void)context;
    struct asked asked;
    asked_open(&asked);
    struct mancala_proof *proof = asked.variant.proof;
    asked.variant.prover.node_limit = 100000;
    atomic_store(&proof->least, 2);
    assert_int_equal(mancala_prover_ask(&asked.variant.prover, 2), MANCALA_ANSWERED);
    assert_int_equal(asked.variant.prover.nodes, 1024);
    assert_int_equal(mancala_proof_finding(proof).least, 2);
    atomic_store(&proof->most, 6);
    assert_int_equal(mancala_prover_ask(&asked.variant.prover, 8), MANCALA_ANSWERED);
    assert_int_equal(asked.variant.prover.nodes, 2048);
    assert_int_equal(mancala_proof_finding(proof).most, 6);
    asked_close(&asked);
}

/* The question nearest to the guess that is still open. */
static void the_next_question_is_open(void **context)
{
    (void)context;
    static const struct {
        int guess, question;
    } cases[] = {{-36, -2}, {-4, -2}, {-3, -2}, {-2, -2}, {-1, -2}, {0, 0},
                 {1, 0},    {5, 4},   {6, 6},   {7, 6},   {8, 6},   {36, 6}};
    struct asked asked;
    asked_open(&asked);
    struct mancala_proof *proof = asked.variant.proof;
    atomic_store(&proof->least, -4);
    atomic_store(&proof->most, 6);
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(mancala_proof_question(proof, cases[i].guess),
                         cases[i].question);
    asked_close(&asked);
}

/* Growing in steps ends with the same tables as making them at once; when it is
 * stopped, the smaller ones stay. */
static void tables_grow_without_a_change_of_values(void **context)
{
    (void)context;
    atomic_bool stop = true;
    struct asked grown, made;
    asked_open(&grown); /* with tables of up to 300 positions */
    asked_open(&made);
    const struct endgame *small = mancala_proof_endgame(grown.variant.proof);
    const int before = small->stones;
    assert_in_range(before, 1, 3);
    assert_ptr_equal(
        mancala_proof_grow_endgame(grown.variant.proof, 100000, 2, &stop, 0), small);
    assert_int_equal(small->stones, before);
    mancala_proof_grow_endgame(grown.variant.proof, 5000, 2, NULL, 0);
    assert_in_range(small->stones, before + 1, 5);
    mancala_proof_grow_endgame(grown.variant.proof, 100000, 2, NULL, 0);
    endgame_free(&made.variant.proof->own);
    assert_true(endgame_init(&made.variant.proof->own, 6, MANCALA_KALAH, 8));
    assert_true(endgame_solve(&made.variant.proof->own, 1, NULL));
    assert_int_equal(small->stones, 7);
    const size_t size = (size_t)made.variant.proof->own.base[8][0];
    assert_memory_equal(small->value, made.variant.proof->own.value, size);
    asked_close(&grown);
    asked_close(&made);
}

/* Small tables on disk are a beginning, not the end. */
static void tables_on_disk_grow_too(void **context)
{
    (void)context;
    char folder[] = "/tmp/lodestone-prover-XXXXXX", tables[PATH_MAX];
    struct error error;
    struct asked asked;
    asked_open(&asked);
    struct game *game = asked.game;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(setenv("XDG_DATA_HOME", folder, 1), 0);
    assert_true(endgame_store_directory(tables, &error));
    const struct endgame_build_plan plan = {.game = game, .stones = 4, .threads = 1};
    assert_true(endgame_build(tables, &plan, &error));

    struct mancala_proof *proof = malloc(sizeof *proof);
    assert_non_null(proof);
    assert_true(mancala_proof_init(proof, game, true));
    const struct endgame *disk = mancala_proof_endgame(proof);
    assert_int_equal(disk->stones, 4);
    assert_ptr_equal(mancala_proof_grow_endgame(proof, 300, 1, NULL, 0), disk);
    const struct endgame *grown = mancala_proof_grow_endgame(proof, 100000, 2, NULL, 0);
    assert_int_equal(grown->stones, 7);
    endgame_free(&asked.variant.proof->own);
    assert_true(endgame_init(&asked.variant.proof->own, 6, MANCALA_KALAH, 7));
    assert_true(endgame_solve(&asked.variant.proof->own, 1, NULL));
    assert_memory_equal(grown->value, asked.variant.proof->own.value, grown->size);
    mancala_proof_destroy(proof);
    free(proof);
    endgame_store_remove(tables, game);
    assert_int_equal(rmdir(tables), 0);
    tables[strlen(tables) - strlen("/tables")] = '\0';
    assert_int_equal(rmdir(tables), 0);
    assert_int_equal(rmdir(folder), 0);
    asked_close(&asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_question_gets_the_right_answer),
        cmocka_unit_test(safe_stones_take_no_search),
        cmocka_unit_test(it_gives_up_when_the_nodes_are_used_up),
        cmocka_unit_test(it_gives_up_when_it_is_told_to_stop),
        cmocka_unit_test(it_gives_up_when_the_time_is_over),
        cmocka_unit_test(an_answer_from_elsewhere_ends_the_question),
        cmocka_unit_test(the_next_question_is_open),
        cmocka_unit_test(tables_grow_without_a_change_of_values),
        cmocka_unit_test(tables_on_disk_grow_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
