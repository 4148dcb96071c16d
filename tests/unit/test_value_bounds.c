/* test_value_bounds.c: the range of a value in the Cave, and the questions that narrow
 * it. */
#include <stdlib.h>

#include "base/rng.h"
#include "brute.h"
#include "search/cave/value_bounds.h"
#include "support.h"

/* A value in the Cave by the terms of brute.h, as value_bounds.h counts it. */
static int counted(const struct cave_bounds *bounds, int value)
{
    if (value == 0)
        return 0;
    return cave_bounds_value(bounds, value > 0,
                             bounds->root.bricks + BRUTE_WIN - abs(value));
}

/* Bounds of a position after some moves, which the caller closes. */
static struct cave_bounds *begun(const struct game *game, const char *moves)
{
    struct cave_bounds *bounds = malloc(sizeof *bounds);
    struct position position = after(game, NULL, moves);
    assert_non_null(bounds);
    cave_bounds_init(bounds);
    cave_bounds_begin(bounds, &game->board.cave, &position.cave);
    return bounds;
}

static void end(struct cave_bounds *bounds)
{
    cave_bounds_destroy(bounds);
    free(bounds);
}

/* Both players' wins are numbered from their slowest one. */
static void values_count_from_the_slowest_win(void **context)
{
    (void)context;
    static const struct {
        const char *spec, *moves;
        int value, end;
    } cases[] = {
        /* ■ fills the last of nine cells. */
        {"cave:3x3x3", "", 1, 9},
        {"cave:3x3x3", "", 2, 7},
        {"cave:3x3x3", "", 3, 5},
        {"cave:3x3x3", "", -1, 8},
        {"cave:3x3x3", "", -2, 6},
        {"cave:3x3x3", "A1", 1, 8},
        {"cave:3x3x3", "A1", 2, 6},
        {"cave:3x3x3", "A1", -1, 9},
        {"cave:3x3x3", "A1", -3, 5},
        /* □ fills the last of sixteen. */
        {"cave:4x4x3", "", 1, 15},
        {"cave:4x4x3", "", 2, 13},
        {"cave:4x4x3", "", -1, 16},
        {"cave:4x4x3", "A1", 1, 16},
        {"cave:4x4x3", "A1", -1, 15},
        {"cave:4x4x3", "A1", -4, 9},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct game *game = opened(cases[i].spec);
        struct cave_bounds *bounds = begun(game, cases[i].moves);
        const int value = cases[i].value;
        assert_int_equal(cave_bounds_end(bounds, value), cases[i].end);
        assert_int_equal(cave_bounds_value(bounds, value > 0, cases[i].end), value);
        end(bounds);
        game_close(game);
    }
}

/* The next move may win, or the one after it lose, while there are cells for them. */
static void at_first_everything_is_possible(void **context)
{
    (void)context;
    static const struct {
        const char *moves;
        int least, most;
    } cases[] = {
        {"", -4, 5},
        {"A1", -4, 4},
        {"A1 B1 C1 C2 A2 A3 B3", -1, 1},
        {"A1 B1 C1 C2 A2 A3 B3 B2", 0, 1},
    };
    struct game *game = opened("cave:3x3x3");
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct cave_bounds *bounds = begun(game, cases[i].moves);
        const struct cave_finding found = cave_bounds_finding(bounds);
        assert_int_equal(found.least, cases[i].least);
        assert_int_equal(found.most, cases[i].most);
        assert_int_equal(found.move, MOVE_NONE);
        end(bounds);
    }
    game_close(game);
}

/* What was learnt elsewhere narrows the range, and only then is the question another. */
static void what_was_learnt_narrows_the_range(void **context)
{
    (void)context;
    struct game *game = opened("cave:3x3x3");
    struct cave_bounds *bounds = begun(game, "");
    const unsigned first = bounds->number;
    cave_bounds_learn_least(bounds, -4, 1);
    cave_bounds_learn_most(bounds, 5);
    assert_int_equal(bounds->number, first);
    assert_int_equal(cave_bounds_finding(bounds).move, MOVE_NONE);
    cave_bounds_learn_least(bounds, -1, 8);
    assert_int_equal(bounds->number, first + 1);
    cave_bounds_learn_least(bounds, -2, 16);
    cave_bounds_learn_most(bounds, 3);
    assert_int_equal(bounds->number, first + 2);
    cave_bounds_learn_most(bounds, 4);
    assert_int_equal(bounds->number, first + 2);
    const struct cave_finding found = cave_bounds_finding(bounds);
    assert_int_equal(found.least, -1);
    assert_int_equal(found.most, 3);
    assert_int_equal(found.move, 8);
    end(bounds);
    game_close(game);
}

static void count_answers(void *context, struct cave_bounds *bounds)
{
    int *answers = context;
    (void)bounds;
    (*answers)++;
}

/* Works on random positions of a board until the value is known. */
static void check_work(const char *spec, int empty)
{
    struct game *game = opened(spec);
    const int cells = game->spec.cave.rows * game->spec.cave.columns;
    struct brute *brute = brute_open(game, 400000);
    struct cave_bounds *bounds = begun(game, "");
    struct cave_prover *prover = malloc(sizeof *prover);
    struct rng rng = rng_seeded(3);
    struct tt tt;
    assert_non_null(brute);
    assert_non_null(prover);
    assert_true(tt_init(&tt, 1));
    cave_prover_init(prover, &game->board.cave, &tt, NULL);
    for (int trial = 0; trial < 60; trial++) {
        struct position position;
        struct moves moves;
        int value, answers = 0;
        game->start(game, &position);
        while (cells - position.cave.bricks > 1 + trial % empty &&
               game->outcome(game, &position).result == RESULT_NONE) {
            game->moves(game, &position, &moves);
            game->play(game, &position,
                       moves.move[rng_below(&rng, (uint32_t)moves.count)]);
        }
        if (game->outcome(game, &position).result != RESULT_NONE ||
            !brute_value(brute, &position, &value))
            continue;
        cave_bounds_begin(bounds, &game->board.cave, &position.cave);
        const bool open = bounds->least < bounds->most;
        assert_true(cave_bounds_work(bounds, cave_prover_choose(), prover,
                                     count_answers, &answers));
        const struct cave_finding found = cave_bounds_finding(bounds);
        assert_int_equal(found.least, counted(bounds, value));
        assert_int_equal(found.most, found.least);
        assert_int_equal(answers > 0, open);
        if (found.move != MOVE_NONE) {
            assert_true(brute_move_value(brute, &position, found.move, &value));
            assert_int_equal(counted(bounds, value), found.least);
        }
    }
    tt_free(&tt);
    free(prover);
    end(bounds);
    brute_close(brute);
    game_close(game);
}

static void the_questions_end_with_the_value(void **context)
{
    (void)context;
    check_work("cave:3x3x3", 9);
    check_work("cave:4x4x3", 10);
    check_work("cave:4x4x4", 10);
    check_work("cave:4x5x4:left", 12);
    check_work("cave:3x5x3:left", 12);
}

static void work_ends_when_the_prover_gives_up(void **context)
{
    (void)context;
    struct game *game = opened("cave:5x5x4");
    struct cave_bounds *bounds = begun(game, "");
    struct cave_prover *prover = malloc(sizeof *prover);
    struct tt tt;
    int answers = 0;
    assert_non_null(prover);
    assert_true(tt_init(&tt, 1));
    cave_prover_init(prover, &game->board.cave, &tt, NULL);
    prover->node_limit = 1000;
    assert_false(cave_bounds_work(bounds, cave_prover_choose(), prover, count_answers,
                                  &answers));
    assert_int_equal(answers, 0);
    assert_int_equal(prover->nodes, 1000);
    tt_free(&tt);
    free(prover);
    end(bounds);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_count_from_the_slowest_win),
        cmocka_unit_test(at_first_everything_is_possible),
        cmocka_unit_test(what_was_learnt_narrows_the_range),
        cmocka_unit_test(the_questions_end_with_the_value),
        cmocka_unit_test(work_ends_when_the_prover_gives_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
