/* test_cave_prover.c: the Cave's prover by itself: every question that its header allows,
 * compared with trying everything, in both of the variants that are compiled. */
#include <stdlib.h>

#include "base/rng.h"
#include "brute.h"
#include "search/cave/prover.h"
#include "search/search.h"
#include "support.h"

enum {
    BRUTE_MOST = 1000000 /* positions that a brute force may remember */
};

/* Plays at random until `empty` cells are left; false when the game ends before. */
static bool random_position(const struct game *game, struct rng *rng, int empty,
                            struct position *position)
{
    const int cells = game->spec.cave.rows * game->spec.cave.columns;
    game->start(game, position);
    while (game->outcome(game, position).result == RESULT_NONE) {
        struct moves moves;
        if (cells - position->cave.bricks <= empty)
            return true;
        game->moves(game, position, &moves);
        game->play(game, position, moves.move[rng_below(rng, (uint32_t)moves.count)]);
    }
    return false;
}

/* The number of bricks when the attacker wins, given the value for a side; more than any
 * board has cells when the attacker doesn't. */
static int end_of_attack(int value, bool attacking, int bricks)
{
    const int own = attacking ? value : -value;
    return own > 0 ? bricks + BRUTE_WIN - own : CAVE_MAX_CELLS + 1;
}

/* One variant with a table of its own. */
struct variant {
    const struct cave_prover_ops *ops;
    struct cave_prover *prover;
    struct tt tt;
};

static void variant_open(struct variant *v, const struct cave_prover_ops *ops,
                         const struct game *game)
{
    v->ops = ops;
    v->prover = malloc(sizeof *v->prover);
    assert_non_null(v->prover);
    assert_true(tt_init(&v->tt, 1));
    cave_prover_init(v->prover, &game->board.cave, &v->tt, NULL);
}

static void variant_close(struct variant *v)
{
    tt_free(&v->tt);
    free(v->prover);
}

/* Asks one question and checks the answer and the move that shows it. */
static void check_question(const struct game *game, struct variant *v,
                           struct brute *brute, const struct position *position,
                           int attacker, int deadline)
{
    const struct cave *cave = &position->cave;
    const bool attacking = cave_turn(cave) == attacker;
    int value;
    move_t move;
    assert_true(brute_value(brute, position, &value));
    const bool yes = end_of_attack(value, attacking, cave->bricks) <= deadline;
    const enum cave_answer answer =
        v->ops->ask(v->prover, cave, attacker, deadline, &move);
    if (answer != (yes ? CAVE_YES : CAVE_NO)) {
        struct text text = position_text(game, position);
        fail_msg("%s: does %d win with %d bricks? %d", text_string(&text), attacker,
                 deadline, (int)answer);
    }
    if (yes != attacking) {
        assert_int_equal(move, MOVE_NONE);
        return;
    }
    assert_true(brute_move_value(brute, position, move, &value));
    assert_int_equal(end_of_attack(value, attacking, cave->bricks) <= deadline, yes);
}

static void check_positions(const char *spec, int empty, int trials)
{
    struct game *game = opened(spec);
    const int cells = game->spec.cave.rows * game->spec.cave.columns;
    struct brute *brute = brute_open(game, BRUTE_MOST);
    struct rng rng = rng_seeded(5);
    struct variant variant[2];
    const int variants = search_has_v3() ? 2 : 1;
    assert_non_null(brute);
    variant_open(&variant[0], &cave_prover_search, game);
    if (variants == 2)
        variant_open(&variant[1], cave_prover_choose(), game);
    for (int trial = 0; trial < trials; trial++) {
        struct position position;
        int value;
        if (!random_position(game, &rng, 2 + trial % (empty - 1), &position) ||
            !brute_value(brute, &position, &value))
            continue;
        for (int attacker = 0; attacker < 2; attacker++)
            for (int deadline = position.cave.bricks + 1; deadline <= cells; deadline++)
                for (int i = 0; i < variants; i++)
                    if (deadline == cells || (deadline & 1) != attacker)
                        check_question(game, &variant[i], brute, &position, attacker,
                                       deadline);
    }
    if (variants == 2)
        assert_int_equal(variant[0].prover->nodes, variant[1].prover->nodes);
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
        int empty;
    } boards[] = {
        {"cave:3x3x3", 9},       {"cave:4x4x3", 11}, {"cave:4x4x4", 10},
        {"cave:4x4x3:left", 12}, {"cave:3x5x4", 11}, {"cave:4x5x4:left", 12},
        {"cave:5x5x5", 9},       {"cave:6x6x6", 8},  {"cave:8x8x5", 8},
    };
    for (size_t i = 0; i < COUNT(boards); i++)
        check_positions(boards[i].spec, boards[i].empty, 150);
}

/* A prover that has lines of its own to start from, in a position with many moves. */
struct asked {
    struct game *game;
    struct position position;
    struct variant variant;
};

static void asked_open(struct asked *asked)
{
    asked->game = opened("cave:5x5x4");
    asked->game->start(asked->game, &asked->position);
    variant_open(&asked->variant, cave_prover_choose(), asked->game);
}

static void asked_close(struct asked *asked)
{
    variant_close(&asked->variant);
    game_close(asked->game);
}

static enum cave_answer ask(struct asked *asked)
{
    move_t move;
    return asked->variant.ops->ask(asked->variant.prover, &asked->position.cave, 0, 25,
                                   &move);
}

static void it_gives_up_when_the_nodes_are_used_up(void **context)
{
    (void)context;
    struct asked asked;
    asked_open(&asked);
    asked.variant.prover->node_limit = 500;
    assert_int_equal(ask(&asked), CAVE_GAVE_UP);
    assert_int_equal(asked.variant.prover->nodes, 500);
    asked_close(&asked);
}

static void it_gives_up_when_it_is_told_to_stop(void **context)
{
    (void)context;
    atomic_bool stop = true;
    struct asked asked;
    asked_open(&asked);
    asked.variant.prover->stop = &stop;
    assert_int_equal(ask(&asked), CAVE_GAVE_UP);
    assert_in_range(asked.variant.prover->nodes, 0, 25);
    asked_close(&asked);
}

static void it_gives_up_on_a_question_that_is_no_longer_asked(void **context)
{
    (void)context;
    _Atomic unsigned current = 7;
    struct asked asked;
    asked_open(&asked);
    asked.variant.prover->node_limit = 100000;
    asked.variant.prover->current = &current;
    asked.variant.prover->question = 6;
    assert_int_equal(ask(&asked), CAVE_GAVE_UP);
    assert_in_range(asked.variant.prover->nodes, 0, 5000);
    asked_close(&asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_question_gets_the_right_answer),
        cmocka_unit_test(it_gives_up_when_the_nodes_are_used_up),
        cmocka_unit_test(it_gives_up_when_it_is_told_to_stop),
        cmocka_unit_test(it_gives_up_on_a_question_that_is_no_longer_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
