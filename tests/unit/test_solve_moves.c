/* test_solve_moves.c: the values of single moves, what is within reach, and checkpoints
 * that are written while the solver works. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "solve/checkpoint.h"
#include "solve/solve.h"
#include "support.h"

/* What was said about a move while it was solved. */
struct heard {
    int count;
    move_t move; /* the one that is asked about */
    int least, most;
    struct solution last;
};

static void hear(void *context, const struct solution *so_far)
{
    struct heard *heard = context;
    assert_int_equal(so_far->move, heard->move);
    if (heard->count++ == 0) {
        heard->least = so_far->least;
        heard->most = so_far->most;
    }
    /* The bounds only get narrower. */
    assert_true(heard->least <= so_far->least && so_far->least <= so_far->most &&
                so_far->most <= heard->most);
    heard->least = so_far->least;
    heard->most = so_far->most;
    heard->last = *so_far;
}

static struct solution value_of_move(const char *spec, const char *from,
                                     const char *name, int *times_heard)
{
    struct game *game = opened(spec);
    struct position position = after(game, from, "");
    struct error error;
    struct solve_options options = {.threads = 1, .hash_mib = 1};
    struct solver *solver = solver_open(game, &options, &error);
    struct limits limits = {0};
    struct solution solution;
    struct moves moves;
    move_t move = MOVE_NONE;
    assert_non_null(solver);
    game->moves(game, &position, &moves);
    for (int i = 0; i < moves.count; i++) {
        char text[MOVE_TEXT_SIZE];
        game->format_move(moves.move[i], text);
        if (strcmp(text, name) == 0)
            move = moves.move[i];
    }
    assert_int_not_equal(move, MOVE_NONE);
    struct heard heard = {.move = move};
    assert_true(solver_solve_move(solver, &position, move, &limits, hear, &heard,
                                  &solution, &error));
    assert_true(solution.proven);
    assert_int_equal(solution.move, move);
    if (heard.count > 0) {
        /* The last word on the way is the answer. */
        assert_true(heard.last.proven);
        assert_int_equal(heard.last.kind, solution.kind);
        assert_int_equal(heard.last.plies, solution.plies);
        assert_int_equal(heard.last.margin, solution.margin);
        assert_int_equal(heard.least, solution.least);
        assert_int_equal(heard.most, solution.most);
    }
    if (times_heard)
        *times_heard = heard.count;
    solver_close(solver);
    game_close(game);
    return solution;
}

static void check_cave(const char *from, const char *move, enum value_kind kind,
                       int plies)
{
    struct solution solution = value_of_move("cave:3x3x3", from, move, NULL);
    int value = kind == VALUE_WIN ? 1 : kind == VALUE_LOSS ? -1 : 0;
    assert_int_equal(solution.kind, kind);
    assert_int_equal(solution.plies, plies);
    assert_int_equal(solution.least, value);
    assert_int_equal(solution.most, value);
}

static void a_move_that_ends_the_game_has_its_result(void **context)
{
    (void)context;
    check_cave("3/o1o/x1x x", "B1", VALUE_WIN, 1);
    check_cave("x1x/o1o/x2 o", "B2", VALUE_WIN, 1);
    check_cave("oxo/oxx/xo1 x", "C1", VALUE_DRAW, 1);
}

static void the_last_sowing_has_its_margin(void **context)
{
    (void)context;
    struct solution solution =
        value_of_move("mancala:3x3:nosteal", "0,0,1,5/1,0,0,11 1", "3", NULL);
    assert_int_equal(solution.kind, VALUE_LOSS);
    assert_int_equal(solution.margin, -6);
    assert_int_equal(solution.least, -6);
    assert_int_equal(solution.most, -6);
    solution = value_of_move("mancala:3x3:nosteal", "0,0,1,10/1,0,0,6 1", "3", NULL);
    assert_int_equal(solution.kind, VALUE_WIN);
    assert_int_equal(solution.margin, 4);
    solution = value_of_move("mancala:3x3:nosteal", "0,0,1,8/1,0,0,8 1", "3", NULL);
    assert_int_equal(solution.kind, VALUE_DRAW);
}

static void a_move_that_allows_a_line_loses_in_two(void **context)
{
    (void)context;
    check_cave("3/o1o/x1x x", "A3", VALUE_LOSS, 2);
}

/* What is heard on the way is meant for the side that makes the move, too. */
static void progress_is_about_the_move(void **context)
{
    static const struct {
        const char *spec, *from, *move;
    } cases[] = {
        {"cave:3x3x3", "3/o1o/x1x x", "A3"}, {"cave:4x4x3", NULL, "A1"},
        {"mancala:3x3:steal", NULL, "1"}, /* moves again */
        {"mancala:3x3:steal", NULL, "2"},    {"mancala:3x3:kalah", NULL, "3"},
    };
    (void)context;
    for (size_t i = 0; i < COUNT(cases); i++) {
        int heard;
        value_of_move(cases[i].spec, cases[i].from, cases[i].move, &heard);
        assert_int_not_equal(heard, 0);
    }
}

static bool within_reach(const char *spec, const char *moves)
{
    struct game *game = opened(spec);
    struct position position = after(game, NULL, moves);
    bool reach = solve_within_reach(game, &position);
    game_close(game);
    return reach;
}

static void small_games_are_within_reach(void **context)
{
    (void)context;
    assert_true(within_reach("cave:6x7x4", ""));
    assert_false(within_reach("cave:7x7x4", "A1 G1 A2 G2 A3 G3"));
    assert_true(within_reach("cave:7x7x4", "A1 G1 A2 G2 A3 G3 A4"));
    assert_true(within_reach("cave:8x8x3", ""));
    assert_true(within_reach("mancala:6x5:steal", ""));
    assert_false(within_reach("mancala:6x6:steal", ""));
}

/* The thread replaces the file, so that it is another one; no matter how long it takes. */
static void a_checkpoint_is_written_again_and_again(void **context)
{
    (void)context;
    char path[] = "/tmp/lodestone-checkpoint-XXXXXX";
    struct error error;
    struct stat first, now;
    struct game *game = opened("cave:3x3x3");
    struct solve_options options = {.threads = 1, .hash_mib = 1, .checkpoint = true};
    struct solver *solver = solver_open(game, &options, &error);
    close(mkstemp(path));
    unlink(path);
    assert_non_null(solver);
    struct solver_checkpoint *checkpoint =
        solver_checkpoint_open(solver, path, 0.001, &error);
    assert_non_null(checkpoint);
    assert_int_equal(stat(path, &first), 0);
    do {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        assert_int_equal(stat(path, &now), 0);
    } while (now.st_ino == first.st_ino &&
             now.st_mtim.tv_nsec == first.st_mtim.tv_nsec);
    assert_true(solver_checkpoint_close(checkpoint, &error));
    unlink(path);
    solver_close(solver);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_sowing_has_its_margin),
        cmocka_unit_test(small_games_are_within_reach),
        cmocka_unit_test(a_checkpoint_is_written_again_and_again),
        cmocka_unit_test(a_move_that_ends_the_game_has_its_result),
        cmocka_unit_test(a_move_that_allows_a_line_loses_in_two),
        cmocka_unit_test(progress_is_about_the_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
