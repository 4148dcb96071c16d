/* test_solve.c: what the solver says is what trying everything finds, on many boards
 * and whatever the threads, the memory and the limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/rng.h"
#include "brute.h"
#include "solve/solve.h"

enum {
    BRUTE_MOST = 400000 /* positions that a brute force may remember */
};

/* One game with its solver and the brute force beside it. */
struct bench {
    struct game *game;
    struct solver *solver;
    struct brute *brute;
};

static struct bench bench_open(const char *spec, int threads, int mib)
{
    struct error error = {""};
    struct bench bench = {.game = game_open(spec, &error)};
    if (!bench.game)
        fail_msg("%s: %s", spec, error.text);
    struct solve_options options = {.threads = threads, .hash_mib = mib};
    bench.solver = solver_open(bench.game, &options, &error);
    assert_non_null(bench.solver);
    assert_string_equal(error.text, "");
    bench.brute = brute_open(bench.game, BRUTE_MOST);
    assert_non_null(bench.brute);
    return bench;
}

static void bench_close(struct bench *bench)
{
    brute_close(bench->brute);
    solver_close(bench->solver);
    game_close(bench->game);
}

/* What the brute force calls this solution. */
static int brute_terms(const struct game *game, const struct solution *solution)
{
    if (game->spec.kind == GAME_MANCALA)
        return solution->margin;
    return solution->kind == VALUE_WIN    ? BRUTE_WIN - solution->plies
           : solution->kind == VALUE_LOSS ? solution->plies - BRUTE_WIN
                                          : 0;
}

/* The solver's value is right, and so is its move. */
static void check(struct bench *bench, const struct position *position)
{
    const struct game *game = bench->game;
    struct solution solution;
    struct error error;
    int value, move_value;
    struct text text = {0};
    if (!brute_value(bench->brute, position, &value))
        return;
    assert_true(solver_solve(bench->solver, position, NULL, NULL, &solution, &error));
    int found = brute_terms(game, &solution);
    game->format_position(game, position, &text);
    if (!solution.proved || found != value)
        fail_msg("%s %s: found %d (proved %d), right %d", game->name,
                 text_string(&text), found, solution.proved, value);
    if (solution.kind == VALUE_DRAW && game->spec.kind == GAME_CAVE)
        assert_int_equal(solution.plies,
                         game->spec.cave.rows * game->spec.cave.columns -
                             position->cave.bricks);
    assert_true(brute_move_value(bench->brute, position, solution.move, &move_value));
    if (move_value != value)
        fail_msg("%s %s: move %d is worth %d, not %d", game->name, text_string(&text),
                 solution.move, move_value, value);
    text_free(&text);
}

/* Random games; every position that has come near enough to its end is checked. */
static void check_random_games(const char *spec, int games, int most_empty, int mib)
{
    struct bench bench = bench_open(spec, 1, mib);
    const struct game *game = bench.game;
    struct rng rng = rng_seeded(7);
    for (int i = 0; i < games; i++) {
        struct position position;
        struct moves moves;
        game->start(game, &position);
        while (game->outcome(game, &position).result == RESULT_NONE) {
            int cells = game->spec.cave.rows * game->spec.cave.columns;
            if (cells - position.cave.bricks <= most_empty)
                check(&bench, &position);
            game->moves(game, &position, &moves);
            game->play(game, &position,
                       moves.move[rng_below(&rng, (uint32_t)moves.count)]);
        }
    }
    bench_close(&bench);
}

static void values_are_those_of_brute_force(void **context)
{
    (void)context;
    static const struct {
        const char *spec;
        int games, most_empty;
    } cases[] = {
        {"cave:3x3x3", 40, 9},        {"cave:3x4x3", 40, 12},
        {"cave:4x3x3", 40, 12},       {"cave:4x4x3", 40, 12},
        {"cave:4x4x4", 40, 12},       {"cave:4x5x4", 60, 12},
        {"cave:5x4x4", 60, 12},       {"cave:5x5x4", 100, 12},
        {"cave:5x5x5", 100, 12},      {"cave:6x6x4", 100, 12},
        {"cave:6x6x5", 150, 12},      {"cave:7x7x4", 60, 11},
        {"cave:8x8x5", 200, 12},      {"cave:8x8x4", 40, 11},
        {"cave:3x8x3", 60, 11},       {"cave:8x3x3", 60, 11},
        {"cave:2x8x2", 10, 10},       {"cave:1x8x3", 10, 8},
        {"cave:8x1x4", 10, 8},        {"cave:7x6x4:left", 200, 13},
        {"cave:6x8x4:left", 100, 12}, {"cave:8x8x5:left", 100, 12},
        {"cave:5x5x3:left", 60, 12},  {"cave:8x7x6", 60, 11},
        {"cave:8x8x8", 40, 11},       {"cave:6x7x6:left", 60, 12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_random_games(cases[i].spec, cases[i].games, cases[i].most_empty, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_brute_force),
    };
    return cmocka_run_group_tests_name("solve", tests, NULL, NULL);
}
