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

/* Counts what a solver says on its way, and what it says. */
struct told {
    int times;
    uint64_t sum;
};

static void hear(void *context, const struct solution *so_far)
{
    struct told *told = context;
    told->times++;
    told->sum = told->sum * 31 + (uint64_t)(so_far->least * 100 + so_far->most) +
                7 * so_far->move + (uint64_t)so_far->kind + so_far->proven;
}

/* What is known when the nodes run out, and what was said until then. */
static const struct {
    const char *spec, *moves;
    uint64_t limit; /* 0: none */
    int times, least, most, margin, plies, kind, move;
    uint64_t nodes, sum;
} ways[] = {
    {"cave:4x4x4", "", 0, 2, 0, 0, 0, 16, 2, 0, 3166, 0xcc0e},
    {"cave:4x5x4", "", 5000, 0, -1, 1, 0, 0, 0, 255, 5000, 0},
    {"cave:4x5x4", "A1 E1", 20000, 1, -1, 0, 0, 0, 0, 255, 20000, 0x695},
    {"cave:4x5x4", "A1 E1", 0, 2, 0, 0, 0, 18, 2, 1, 20719, 0xcc15},
    {"cave:5x5x4", "", 60000, 0, -1, 1, 0, 0, 0, 255, 60000, 0},
    {"cave:8x8x3", "", 0, 6, 1, 1, 0, 9, 1, 16, 5853, 0x1169a6b79},
    {"cave:3x3x3", "A1 C3 A2", 0, 2, 1, 1, 0, 5, 1, 16, 8, 0x1ac1},
    {"mancala:3x4:steal", "", 0, 3, 2, 2, 2, 0, 1, 1, 5455, 0xab72},
    {"mancala:4x3:kalah", "", 3000, 1, 0, 24, 0, 0, 0, 2, 3000, 0x26},
    {"mancala:6x3:steal", "", 49999, 0, -36, 36, 0, 0, 0, 255, 49999, 0},
    {"mancala:6x3:steal", "", 50001, 0, -36, 36, 0, 0, 0, 255, 50001, 0},
    {"mancala:6x3:steal", "", 100000, 0, -36, 36, 0, 0, 0, 255, 100000, 0},
    {"mancala:6x3:steal", "", 100001, 0, -36, 36, 0, 0, 0, 255, 100001, 0},
    {"mancala:6x2:kalah", "", 0, 5, 6, 6, 6, 0, 1, 5, 17907, 0x3bc3433},
    {"mancala:7x2:nosteal", "", 70000, 0, -28, 28, 0, 0, 0, 255, 70000, 0},
    {"mancala:9x1:kalah", "", 0, 2, 0, 0, 0, 0, 2, 9, 69442, 0xa11},
};

static void the_way_to_a_value_is_the_same_everywhere(void **context)
{
    bool same = true;
    (void)context;
    for (size_t i = 0; i < COUNT(ways); i++) {
        struct game *game = opened(ways[i].spec);
        struct position position = after(game, NULL, ways[i].moves);
        struct error error;
        struct solve_options options = {.threads = 1, .hash_mib = 1};
        struct solver *solver = solver_open(game, &options, &error);
        struct solution s;
        struct told told = {0};
        assert_non_null(solver);
        assert_true(solver_solve(solver, &position,
                                 &(struct limits){.nodes = ways[i].limit}, hear, &told,
                                 &s, &error));
        if (told.times != ways[i].times || s.least != ways[i].least ||
            s.most != ways[i].most || s.margin != ways[i].margin ||
            s.plies != ways[i].plies || (int)s.kind != ways[i].kind ||
            s.move != ways[i].move || s.nodes != ways[i].nodes ||
            told.sum != ways[i].sum) {
            print_error("%s %d: %d, %d, %d, %d, %d, %d, %d, %llu, %#llx\n",
                        ways[i].spec, (int)ways[i].limit, told.times, s.least, s.most,
                        s.margin, s.plies, s.kind, s.move, (unsigned long long)s.nodes,
                        (unsigned long long)told.sum);
            same = false;
        }
        solver_close(solver);
        game_close(game);
    }
    assert_true(same);
}

/* Single questions to one solver, one after the other: is the value at least this? */
static const struct {
    const char *spec, *moves;
    uint64_t limit;
    uint32_t digest; /* of all answers and their nodes */
} asked[] = {
    {"cave:3x3x3", "", 0, 0x5f87cece},
    {"cave:4x4x4", "", 0, 0x5cefde02},
    {"cave:4x4x4", "A1 D4 A2", 200, 0x8d09c792},
    {"cave:4x5x4", "A1 E1", 1000, 0x11f2ee0f},
    {"cave:8x8x3", "A1 H8", 0, 0xd8827afe},
    {"mancala:3x4:steal", "", 0, 0xab1028b8},
    {"mancala:4x3:kalah", "", 700, 0x827e66d7},
    {"mancala:5x2:nosteal", "", 0, 0x43576f66},
    {"mancala:9x1:kalah", "", 0, 0xb3470593},
};

static void answers_are_the_same_everywhere(void **context)
{
    bool same = true;
    (void)context;
    for (size_t i = 0; i < COUNT(asked); i++) {
        struct game *game = opened(asked[i].spec);
        struct position position = after(game, NULL, asked[i].moves);
        struct error error;
        struct solve_options options = {.threads = 1, .hash_mib = 1};
        struct solver *solver = solver_open(game, &options, &error);
        struct text text = {0};
        assert_non_null(solver);
        for (int wanted = -20; wanted <= 20; wanted++) {
            struct solve_bounds b;
            assert_true(solver_ask(solver, &position,
                                   &(struct limits){.nodes = asked[i].limit}, wanted,
                                   &b, &error));
            text_addf(&text, "%d %d %d %d %llu\n", wanted, b.least, b.most, b.move,
                      (unsigned long long)b.nodes);
        }
        const uint32_t digest = text_crc32(0, text_string(&text), text.length);
        if (digest != asked[i].digest) {
            print_error("%s: %#x\n%s", asked[i].spec, digest, text_string(&text));
            same = false;
        }
        text_free(&text);
        solver_close(solver);
        game_close(game);
    }
    assert_true(same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nodes_are_the_same_everywhere),
        cmocka_unit_test(the_way_to_a_value_is_the_same_everywhere),
        cmocka_unit_test(answers_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
