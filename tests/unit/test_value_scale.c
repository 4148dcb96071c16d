/* test_value_scale.c: the one scale of values on which MPI's tree counts both games. */
#include "mpi/value_scale.h"
#include "support.h"

static void check_end(const char *spec, const char *from, const char *moves, int worth)
{
    struct game *game = opened(spec);
    struct position position = after(game, from, moves);
    assert_int_equal(value_scale_of_end(game, &position), worth);
    assert_true(worth <= value_scale_limit(game) && worth >= -value_scale_limit(game));
    game_close(game);
}

static void a_fast_line_is_worth_more(void **context)
{
    (void)context;
    check_end("cave:3x3x3", NULL, "A1 C1 A2 C2 A3", 5);
    check_end("cave:3x3x3", NULL, "A1 C1 A2 C2 B1 C3", -4);
    check_end("cave:2x2x3", NULL, "A1 B1 A2 B2", 0);
}

static void a_margin_is_worth_itself(void **context)
{
    (void)context;
    check_end("mancala:3x3:nosteal", "0,0,1,5/1,0,0,11 1", "3", -6);
    check_end("mancala:3x3:nosteal", "0,0,1,10/1,0,0,6 1", "3", 4);
}

static void check_solution(const char *spec, const char *moves, int least, int most,
                           const struct solution *wanted)
{
    struct game *game = opened(spec);
    struct position position = after(game, NULL, moves);
    struct solution solution;
    value_scale_to_solution(game, &position, least, most, &solution);
    assert_int_equal(solution.proven, wanted->proven);
    assert_int_equal(solution.kind, wanted->kind);
    assert_int_equal(solution.plies, wanted->plies);
    assert_int_equal(solution.margin, wanted->margin);
    assert_int_equal(solution.least, wanted->least);
    assert_int_equal(solution.most, wanted->most);
    game_close(game);
}

static void the_side_to_move_sees_its_own_value(void **context)
{
    (void)context;
    struct solution win = {true, VALUE_WIN, .plies = 5, .least = 1, .most = 1};
    struct solution loss = {true, VALUE_LOSS, .plies = 4, .least = -1, .most = -1};
    struct solution draw = {true, VALUE_DRAW, .plies = 8};
    struct solution some_win = {false, VALUE_WIN, .least = 1, .most = 1};
    struct solution open = {false, VALUE_ESTIMATE, .least = -1, .most = 0};
    check_solution("cave:3x3x3", "", 5, 5, &win);
    check_solution("cave:3x3x3", "A1", 5, 5, &loss);
    check_solution("cave:3x3x3", "A1", 0, 0, &draw);
    check_solution("cave:3x3x3", "", 1, 5, &some_win);
    check_solution("cave:3x3x3", "A1", 0, 3, &open);
}

static void margins_turn_round_with_the_turn(void **context)
{
    (void)context;
    struct solution win = {true, VALUE_WIN, .margin = 2, .least = 2, .most = 2};
    struct solution loss = {true, VALUE_LOSS, .margin = -2, .least = -2, .most = -2};
    struct solution open = {false, VALUE_ESTIMATE, .least = -4, .most = 2};
    check_solution("mancala:3x3:steal", "", 2, 2, &win);
    check_solution("mancala:3x3:steal", "2", 2, 2, &loss);
    check_solution("mancala:3x3:steal", "2", -2, 4, &open);
}

static void a_question_is_answered_for_the_first_player(void **context)
{
    (void)context;
    struct game *game = opened("cave:3x3x3");
    struct solve_options options = {.threads = 1, .hash_mib = 1};
    struct error error;
    struct solver *solver = solver_open(game, &options, &error);
    struct limits limits = {0};
    assert_non_null(solver);
    /* The start is a win in seven plies, which leaves two cells: 3. */
    for (int played = 0; played < 2; played++) {
        struct position position = after(game, NULL, played ? "A1" : "");
        struct solve_bounds bounds;
        assert_true(
            value_scale_ask(solver, game, &position, &limits, 3, &bounds, &error));
        assert_true(bounds.least >= 3);
        assert_true(
            value_scale_ask(solver, game, &position, &limits, 4, &bounds, &error));
        assert_true(bounds.most <= 3);
    }
    solver_close(solver);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fast_line_is_worth_more),
        cmocka_unit_test(a_margin_is_worth_itself),
        cmocka_unit_test(the_side_to_move_sees_its_own_value),
        cmocka_unit_test(margins_turn_round_with_the_turn),
        cmocka_unit_test(a_question_is_answered_for_the_first_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
