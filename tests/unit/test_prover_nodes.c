/* test_prover_nodes.c: the provers visit the same nodes on every machine. Their values are
 * right or wrong, and test_solve.c knows which; the nodes also show a change that only
 * makes them slower: an order, a table that is not asked. A commit that changes them on
 * purpose changes the numbers here. */
#include <stdio.h>

#include "base/bits.h"
#include "base/rng.h"
#include "solve/solve.h"
#include "support.h"

static const struct {
    const char *spec, *moves;
    uint64_t nodes;
} cases[] = {
    {"cave:4x4x4", "", 3166},
    {"cave:4x5x4", "A1 E1", 20719},
    {"cave:4x6x4:left", "", 32915},
    {"cave:5x5x4", "A1 A2 A3 A4 A5 B1 B2 B3 B5 B4", 1025},
    {"cave:5x4x4", "", 69209},
    {"cave:5x5x4", "A1 A2 A3 A4 E5", 111432},
    {"cave:6x5x4:left", "A1 A2", 364233},
    {"cave:5x5x5", "A1 E1 A2 E2 B1", 37462},
    {"cave:5x5x5", "A1", 150162},
    {"cave:8x8x3", "", 5853},
    {"cave:3x8x3", "", 20930},
    {"cave:8x8x5",
     "H5 A4 A3 H4 H8 H7 G5 F5 E5 D5 C5 G4 F4 E4 D4 C4 G7 A1 F7 B4 "
     "B5 A2 B3 C3 D3 E3 F3 G3 H3 A5 A8 B8 C8 A7 A6 G8 B2 B1 D8 H2",
     9495},
    {"mancala:3x4:steal", "", 5455},
    {"mancala:4x3:kalah", "", 12911},
    {"mancala:4x4:kalah", "", 99152},
    {"mancala:4x4:nosteal", "", 217625},
    {"mancala:5x2:nosteal", "", 2660},
    {"mancala:9x1:kalah", "", 69442},
    {"mancala:10x1:steal", "", 12538},
    {"mancala:10x1:kalah", "", 311914},
};

static void the_nodes_are_the_same_everywhere(void **context)
{
    (void)context;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct game *game = opened(cases[i].spec);
        struct position position = after(game, NULL, cases[i].moves);
        struct error error;
        struct solve_options options = {.threads = 1, .hash_mib = 1};
        struct solver *solver = solver_open(game, &options, &error);
        struct solution solution;
        assert_non_null(solver);
        assert_true(solver_solve(solver, &position, &(struct limits){.nodes = 400000},
                                 NULL, NULL, &solution, &error));
        assert_true(solution.proven);
        if (solution.nodes != cases[i].nodes)
            print_error("%s '%s': %llu nodes\n", cases[i].spec, cases[i].moves,
                        (unsigned long long)solution.nodes);
        assert_int_equal(solution.nodes, cases[i].nodes);
        solver_close(solver);
        game_close(game);
    }
}

/* Kinds of positions: so many plies are played at random, and up to twice as many, unless the
 * game ends before. */
static const struct {
    const char *spec;
    int plies;
    uint64_t digest;
} kinds[] = {
    {"cave:4x4x3", 2, 0xb9094345cbcb0d8a},
    {"cave:5x4x4", 4, 0x7152fc61bab2c3e3},
    {"cave:5x5x4", 9, 0x2d2b1b14466af40e},
    {"cave:6x5x4", 9, 0x92dffc6dbf415938},
    {"cave:6x6x4", 12, 0xf08f3e5a71e5a219},
    {"cave:6x7x4", 15, 0x84dbff023f5b3fae},
    {"cave:6x7x4:left", 14, 0xa86a0511200659db},
    {"cave:7x7x4", 16, 0x29a716ec90c22727},
    {"cave:7x7x4:left", 14, 0x22a352752a6e2843},
    {"cave:6x6x5", 16, 0x3f37101612e62afa},
    {"cave:8x8x5", 32, 0x41ad7b71bbee6ed6},
    {"cave:8x8x5:left", 30, 0x8c5a59e8cac0a99b},
    {"cave:7x6x6", 18, 0x20860a44045b3706},
    {"cave:8x8x6", 36, 0x234eb5d4fb5010c1},
    {"mancala:3x5:steal", 2, 0xb6950b8b504affa4},
    {"mancala:4x4:kalah", 6, 0xd29312928af1f404},
    {"mancala:5x4:steal", 14, 0xc91b6a716559928f},
    {"mancala:5x4:nosteal", 18, 0xffef40a19044cca5},
    {"mancala:6x4:kalah", 20, 0xef8a2a34257550d1},
    {"mancala:6x4:steal", 20, 0xd376487760d5e24a},
    {"mancala:6x4:nosteal", 28, 0x4a4160051ec4d349},
    {"mancala:7x3:nosteal", 26, 0x1e2ea9e76d258d92},
    {"mancala:7x3:steal", 20, 0x3bc8ee0f14b1ccd2},
    {"mancala:8x2:kalah", 12, 0x2a1f8a2ed497b6ce},
    {"mancala:9x2:steal", 16, 0xa4fac44f2ac0d276},
    {"mancala:12x2:nosteal", 44, 0x89d66d029fa39580},
};

static uint64_t fold(uint64_t sum, const struct solution *solution)
{
    const int64_t parts[] = {
        solution->proven, solution->kind, solution->plies, solution->margin,
        solution->least,  solution->most, solution->move,  (int64_t)solution->nodes,
    };
    for (size_t i = 0; i < COUNT(parts); i++)
        sum = bits_mix(sum + (uint64_t)parts[i]);
    return sum;
}

/* The next position of a kind finds what was remembered about those before it. */
static void positions_of_every_kind_take_the_same_nodes(void **context)
{
    int wrong = 0, proven = 0;
    (void)context;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        struct rng rng = rng_seeded(71 + i);
        struct game *game = opened(kinds[i].spec);
        struct solve_options options = {.threads = 1, .hash_mib = 1};
        struct error error;
        struct solver *solver = solver_open(game, &options, &error);
        uint64_t digest = 0;
        assert_non_null(solver);
        for (int j = 0; j < 20; j++) {
            const int plies = kinds[i].plies * (20 + j) / 20;
            const struct position position = after_random(game, plies, &rng);
            struct solution solution;
            assert_true(solver_solve(solver, &position, &(struct limits){.nodes = 5000},
                                     NULL, NULL, &solution, &error));
            digest = fold(digest, &solution);
            proven += solution.proven;
        }
        if (digest != kinds[i].digest)
            print_error("%s: now it is 0x%llx\n", kinds[i].spec,
                        (unsigned long long)digest);
        wrong += digest != kinds[i].digest;
        solver_close(solver);
        game_close(game);
    }
    print_message("# %d proven\n", proven);
    assert_true(proven > 10 * (int)COUNT(kinds));
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nodes_are_the_same_everywhere),
        cmocka_unit_test(positions_of_every_kind_take_the_same_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
