/* test_solver_nodes.c: the solvers take the same way everywhere: what they say until a value is
 * proven, what is known when the nodes run out, and their answers to single questions.
 * test_prover_nodes.c has the nodes of whole proofs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "endgame/build.h"
#include "endgame/store.h"
#include "solve/solve.h"
#include "support.h"

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
    {"cave:8x8x3", "", 0, 2, 1, 1, 0, 9, 1, 16, 5853, 0x13f9},
    {"cave:3x3x3", "A1 C3 A2", 0, 2, 1, 1, 0, 5, 1, 16, 8, 0x1ac1},
    {"mancala:3x4:steal", "", 0, 3, 2, 2, 2, 0, 1, 1, 5455, 0xab72},
    {"mancala:4x3:kalah", "", 3000, 1, 0, 24, 0, 0, 0, 2, 3000, 0x26},
    {"mancala:6x3:steal", "", 49999, 0, -36, 36, 0, 0, 0, 255, 49999, 0},
    {"mancala:6x3:steal", "", 50001, 0, -36, 36, 0, 0, 0, 255, 50001, 0},
    {"mancala:6x3:steal", "", 100000, 0, -36, 36, 0, 0, 0, 255, 100000, 0},
    {"mancala:6x3:steal", "", 100001, 0, -36, 36, 0, 0, 0, 255, 100001, 0},
    {"mancala:6x2:kalah", "", 0, 5, 6, 6, 6, 0, 1, 5, 17907, 0x3bc3433},
    {"mancala:7x2:nosteal", "", 70000, 0, -28, 28, 0, 0, 0, 255, 70000, 0},
    {"mancala:9x1:kalah", "", 0, 2, 0, 0, 0, 0, 2, 9, 69325, 0xa11},
    {"mancala:5x3:kalah", "", 0, 5, 6, 6, 6, 0, 1, 3, 52430, 0x347b625},
    {"cave:5x5x4", "A1 E1 A2 E2", 0, 2, 0, 0, 0, 21, 2, 16, 75104, 0xcc7e},
};

static void the_way_to_a_value_is_the_same_everywhere(void **context)
{
    bool same = true;
    (void)context;
    for (size_t i = 0; i < COUNT(ways); i++) {
        struct game *game = opened(ways[i].spec);
        struct position position = after(game, NULL, ways[i].moves);
        struct error error;
        struct solve_options options = {.threads = 1, .hash_mib = 4};
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

/* The values of all moves, and how long the games last. */
static void moves_have_their_values(void **context)
{
    static const struct {
        const char *spec, *moves;
        uint32_t digest;
    } cases[] = {
        {"cave:3x3x3", "", 0xccfcd5e4},
        {"cave:3x3x3", "A1 C3 A2 C2", 0x3d7b5fe2},
        {"cave:3x4x3", "A1", 0x8a065c09},
        {"cave:4x4x4", "A1 A2 A3 D1 D2 D3 B1", 0xc4164912},
        {"mancala:3x2:kalah", "", 0xed30625f},
        {"mancala:2x3:nosteal", "1", 0x00175980},
        {"mancala:3x2:steal", "1 7", 0x0dc6fc52},
    };
    bool same = true;
    (void)context;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct game *game = opened(cases[i].spec);
        struct position position = after(game, NULL, cases[i].moves);
        struct solve_options options = {.threads = 1, .hash_mib = 1};
        struct error error;
        struct solver *solver = solver_open(game, &options, &error);
        struct text text = {0};
        struct moves moves;
        assert_non_null(solver);
        game->moves(game, &position, &moves);
        for (int k = 0; k < moves.count; k++) {
            struct solution s;
            assert_true(solver_solve_move(solver, &position, moves.move[k],
                                          &(struct limits){0}, NULL, NULL, &s, &error));
            assert_true(s.proven);
            assert_int_equal(s.move, moves.move[k]);
            text_addf(&text, "%d: %d %d %d %d %d\n", s.move, s.kind, s.plies, s.margin,
                      s.least, s.most);
        }
        const uint32_t digest = text_crc32(0, text_string(&text), text.length);
        if (digest != cases[i].digest) {
            print_error("%s %s: %#x\n%s", cases[i].spec, cases[i].moves, digest,
                        text_string(&text));
            same = false;
        }
        text_free(&text);
        solver_close(solver);
        game_close(game);
    }
    assert_true(same);
}

static void a_game_that_is_over_has_nothing_to_solve(void **context)
{
    static const struct {
        const char *spec, *position;
    } cases[] = {
        {"cave:3x3x3", "3/oo1/xxx o"},
        {"cave:2x2x3", "xo/ox x"},
        {"mancala:3x2:kalah", "0,0,0,5/0,0,0,7 1"},
    };
    (void)context;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct game *game = opened(cases[i].spec);
        struct position position = after(game, cases[i].position, "");
        struct solve_options options = {.threads = 1, .hash_mib = 1};
        const struct limits limits = {0};
        struct error error = {""};
        struct solution solution;
        struct solve_bounds bounds;
        struct solver *solver = solver_open(game, &options, NULL);
        assert_non_null(solver);
        assert_false(
            solver_solve(solver, &position, &limits, NULL, NULL, &solution, &error));
        assert_non_null(strstr(error.text, "there is nothing to solve"));
        error.text[0] = '\0';
        assert_false(solver_ask(solver, &position, &limits, 0, &bounds, &error));
        assert_non_null(strstr(error.text, "there is nothing to solve"));
        solver_close(solver);
        game_close(game);
    }
}

/* Where the built-in books have a position, its value comes with what is in the stores. */
static void books_know_the_value(void **context)
{
    static const struct {
        const char *spec, *moves;
        bool known;
        int value;
    } cases[] = {
        {"connect-four", "", true, 1},          {"cave:5x6x4", "", true, 0},
        {"cave:4x4x4", "", false, 0},           {"mancala:6x4:steal", "", true, 10},
        {"mancala:6x4:kalah", "", true, 8},     {"mancala:6x4:kalah", "3", true, 8},
        {"mancala:6x4:kalah", "3 6", true, -8}, {"mancala:6x5:kalah", "", false, 0},
    };
    (void)context;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct game *game = opened(cases[i].spec);
        struct position position = after(game, NULL, cases[i].moves);
        int value = 0;
        assert_int_equal(solve_book_value(game, &position, &value), cases[i].known);
        if (value != cases[i].value)
            print_error("%s %s: %d\n", cases[i].spec, cases[i].moves, value);
        assert_int_equal(value, cases[i].value);
        game_close(game);
    }
}

/* Tables that are on disk are left alone until three more layers are due. */
static void tables_on_disk_change_the_way(void **context)
{
    char folder[] = "/tmp/lodestone-prover-XXXXXX", directory[PATH_MAX];
    struct game *game = opened("mancala:6x3:kalah");
    struct position start = after(game, NULL, "");
    const struct endgame_build_plan plan = {.game = game, .stones = 8, .threads = 1};
    struct solve_options options = {.threads = 1, .hash_mib = 8};
    struct solution solution;
    struct error error;
    (void)context;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(setenv("XDG_DATA_HOME", folder, 1), 0);
    assert_true(endgame_store_directory(directory, &error));
    assert_true(endgame_build(directory, &plan, &error));
    struct solver *solver = solver_open(game, &options, &error);
    assert_non_null(solver);
    assert_true(solver_solve(solver, &start, &(struct limits){0}, NULL, NULL, &solution,
                             &error));
    solver_close(solver);
    endgame_store_remove(directory, game);
    assert_int_equal(unsetenv("XDG_DATA_HOME"), 0);
    for (char *end; strcmp(directory, "/tmp") != 0; *end = '\0') {
        assert_int_equal(rmdir(directory), 0);
        end = strrchr(directory, '/');
    }
    game_close(game);
    assert_true(solution.proven);
    assert_int_equal(solution.margin, 2);
    assert_int_equal(solution.nodes, 940648);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_way_to_a_value_is_the_same_everywhere),
        cmocka_unit_test(answers_are_the_same_everywhere),
        cmocka_unit_test(moves_have_their_values),
        cmocka_unit_test(a_game_that_is_over_has_nothing_to_solve),
        cmocka_unit_test(books_know_the_value),
        cmocka_unit_test(tables_on_disk_change_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
