/* test_prover_nodes.c: the provers visit the same nodes on every machine. Their values are
 * right or wrong, and test_solve.c knows which; the nodes also show a change that only
 * makes them slower: an order, a table that is not asked. A commit that changes them on
 * purpose changes the numbers here. */
#include <stdio.h>

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
    {"cave:5x5x5", "A1 E1 A2 E2 B1", 37462},
    {"cave:8x8x3", "", 5853},
    {"cave:3x8x3", "", 20930},
    {"cave:8x8x5",
     "H5 A4 A3 H4 H8 H7 G5 F5 E5 D5 C5 G4 F4 E4 D4 C4 G7 A1 F7 B4 "
     "B5 A2 B3 C3 D3 E3 F3 G3 H3 A5 A8 B8 C8 A7 A6 G8 B2 B1 D8 H2",
     9495},
    {"mancala:3x4:steal", "", 5455},
    {"mancala:4x3:kalah", "", 12911},
    {"mancala:5x2:nosteal", "", 2660},
    {"mancala:9x1:kalah", "", 69442},
    {"mancala:10x1:steal", "", 12538},
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
        assert_true(solver_solve(solver, &position, &(struct limits){.nodes = 300000},
                                 NULL, NULL, &solution, &error));
        if (solution.nodes != cases[i].nodes)
            print_error("%s '%s': %llu nodes\n", cases[i].spec, cases[i].moves,
                        (unsigned long long)solution.nodes);
        assert_int_equal(solution.nodes, cases[i].nodes);
        solver_close(solver);
        game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nodes_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
