/* test_solve.c: what the solver says is what trying everything finds, on many boards
 * and whatever the threads, the memory and the limits. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/rng.h"
#include "brute.h"
#include "search/tt.h"
#include "solve/solve.h"
#include "support.h"

enum {
    BRUTE_MOST = 400000 /* positions that a brute force may remember */
};

/* One game with its solver and the brute force beside it. */
struct bench {
    struct game *game;
    struct solver *solver;
    struct brute *brute;
};

static const struct limits unlimited;

static struct bench bench_open(const char *spec, int threads, int mib)
{
    struct error error = {""};
    struct bench bench = {.game = opened(spec)};
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
    assert_true(solver_solve(bench->solver, position, &unlimited, NULL, NULL, &solution,
                             &error));
    int found = brute_terms(game, &solution);
    game->format_position(game, position, &text);
    if (!solution.proven || found != value)
        fail_msg("%s %s: found %d (proven %d), right %d", game->name,
                 text_string(&text), found, solution.proven, value);
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
    for (int i = 0; i < TRIES(games); i++) {
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
        {"cave:3x3x3", 10, 9},       {"cave:3x4x3", 10, 12},
        {"cave:4x3x3", 10, 12},      {"cave:4x4x3", 10, 12},
        {"cave:4x4x4", 10, 12},      {"cave:4x5x4", 15, 12},
        {"cave:5x4x4", 15, 12},      {"cave:5x5x4", 25, 12},
        {"cave:5x5x5", 25, 12},      {"cave:6x6x4", 25, 12},
        {"cave:6x6x5", 37, 12},      {"cave:7x7x4", 15, 11},
        {"cave:8x8x5", 50, 12},      {"cave:8x8x4", 10, 11},
        {"cave:3x8x3", 15, 11},      {"cave:8x3x3", 15, 11},
        {"cave:2x8x2", 8, 10},       {"cave:1x8x3", 8, 8},
        {"cave:8x1x4", 8, 8},        {"cave:7x6x4:left", 50, 12},
        {"cave:6x8x4:left", 25, 12}, {"cave:8x8x5:left", 25, 12},
        {"cave:5x5x3:left", 15, 12}, {"cave:8x7x6", 15, 11},
        {"cave:8x8x8", 10, 11},      {"cave:6x7x6:left", 15, 12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_random_games(cases[i].spec, cases[i].games, cases[i].most_empty, 8);
}

/* A position under way in a game that is solved with given threads and memory. */
static struct solution solve_with(const char *spec, const char *moves,
                                  const struct solve_options *options,
                                  const struct limits *limits)
{
    struct error error = {""};
    struct game *game = opened(spec);
    struct solver *solver = solver_open(game, options, &error);
    assert_non_null(solver);
    struct position position = after(game, NULL, moves);
    struct solution solution;
    assert_true(solver_solve(solver, &position, limits, NULL, NULL, &solution, &error));
    solver_close(solver);
    game_close(game);
    return solution;
}

static void threads_and_memory_do_not_change_the_value(void **context)
{
    (void)context;
    static const struct solve_options all[] = {
        {.threads = 1, .hash_mib = 64},
        {.threads = 2, .hash_mib = 64},
        {.threads = 3, .hash_mib = 1},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct solution long_loss = solve_with("cave:3x8x3", "", &all[i], &unlimited);
        assert_true(long_loss.proven);
        assert_int_equal(long_loss.kind, VALUE_LOSS);
        assert_int_equal(long_loss.plies, 22);
        struct solution draw = solve_with("cave:5x5x5", "", &all[i], &unlimited);
        assert_true(draw.proven);
        assert_int_equal(draw.kind, VALUE_DRAW);
        assert_int_equal(draw.plies, 25);
    }
}

static void a_limit_leaves_what_is_known(void **context)
{
    (void)context;
    static const struct solve_options usual;
    struct solution few =
        solve_with("side-stacker", "", &usual, &(struct limits){.nodes = 20000});
    assert_false(few.proven);
    assert_int_equal(few.nodes, 20000);
    assert_int_equal(few.least, -1);
    assert_int_equal(few.most, 1);
    assert_int_equal(few.kind, VALUE_ESTIMATE);
    few = solve_with("mancala:6x6:steal", "", &usual, &(struct limits){.nodes = 70000});
    assert_false(few.proven);
    assert_int_equal(few.nodes, 70000);
    assert_true(few.least < few.most);
    assert_int_equal(few.kind, VALUE_ESTIMATE);
    struct solution soon =
        solve_with("mancala:6x6:steal", "", &usual, &(struct limits){.seconds = 0.05});
    assert_false(soon.proven);
    soon = solve_with("side-stacker", "", &usual, &(struct limits){.seconds = 0.05});
    assert_false(soon.proven);
}

/* A solving in a thread of its own that nothing but a stop will end. */
struct endless {
    struct bench *bench;
    struct position start;
    struct limits limits;
    struct solution solution;
};

static void *solve_endlessly(void *context)
{
    struct endless *e = context;
    struct error error;
    bool ok = solver_solve(e->bench->solver, &e->start, &e->limits, NULL, NULL,
                           &e->solution, &error);
    return ok ? e : NULL;
}

/* Waits until the threads of this process have worked for some milliseconds, however
 * long a busy machine lets them wait for that. */
static void wait_for_work(void)
{
    const int64_t some = 5000000;
    struct timespec begin, now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    do {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    } while ((now.tv_sec - begin.tv_sec) * 1000000000 + now.tv_nsec - begin.tv_nsec <
             some);
}

/* Before, during or after a solving, with one thread or more, in either game: a stop
 * that is set ends what is given it, at once and without an answer, and nothing else.
 */
static void check_stop(const char *spec, int threads)
{
    struct bench bench = bench_open(spec, threads, 1);
    atomic_bool stop = true;
    struct endless e = {.bench = &bench, .limits = {.stop = &stop}};
    struct solve_bounds bounds;
    struct error error;
    bench.game->start(bench.game, &e.start);
    for (int i = 0; i < 2; i++) { /* it stays set, so it holds again */
        assert_ptr_equal(solve_endlessly(&e), &e);
        assert_false(e.solution.proven);
        assert_true(e.solution.least < 0 && e.solution.most > 0);
        assert_true(e.solution.nodes < 1024);
        assert_true(solver_ask(bench.solver, &e.start, &e.limits, 1, &bounds, &error));
        assert_true(bounds.least < 1 && bounds.most >= 1);
        assert_true(stop);
    }

    pthread_t thread;
    void *done;
    stop = false;
    assert_int_equal(pthread_create(&thread, NULL, solve_endlessly, &e), 0);
    wait_for_work();
    stop = true;
    assert_int_equal(pthread_join(thread, &done), 0);
    assert_ptr_equal(done, &e);
    assert_false(e.solution.proven);
    assert_true(e.solution.nodes > 0);
    assert_true(stop);

    e.limits = (struct limits){.nodes = 5000};
    assert_ptr_equal(solve_endlessly(&e), &e);
    assert_int_equal(e.solution.nodes, 5000);
    bench_close(&bench);
}

static void a_stop_means_the_same_for_both_games(void **context)
{
    (void)context;
    static const char *const specs[] = {"side-stacker", "mancala:6x6:kalah",
                                        "mancala:12x12:steal"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (int threads = 1; threads <= 3; threads += 2)
            check_stop(specs[i], threads);
}

/* A value on the scale of struct solve_bounds. */
static int on_one_scale(const struct game *game, const struct position *position,
                        int value)
{
    if (game->spec.kind == GAME_MANCALA || value == 0)
        return value;
    int plies = BRUTE_WIN - abs(value);
    int count = game->spec.cave.rows * game->spec.cave.columns + 1 -
                position->cave.bricks - plies;
    return value > 0 ? count : -count;
}

/* All questions about a position have the answers that its value gives. */
static void check_questions(struct bench *bench, const struct position *position)
{
    struct error error;
    int value, limit = 26; /* more than any value of these games */
    if (!brute_value(bench->brute, position, &value))
        return;
    value = on_one_scale(bench->game, position, value);
    for (int wanted = -limit; wanted <= limit; wanted++) {
        struct solve_bounds bounds;
        assert_true(
            solver_ask(bench->solver, position, &unlimited, wanted, &bounds, &error));
        assert_true(bounds.least <= value && value <= bounds.most);
        assert_true(bounds.least >= wanted || bounds.most < wanted);
    }
}

static void questions_are_answered_alone(void **context)
{
    static const char *const specs[] = {"cave:3x4x3", "cave:4x3x3:left",
                                        "mancala:3x2:steal"};
    (void)context;
    struct rng rng = rng_seeded(17);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct bench bench = bench_open(specs[i], 1, 1);
        const struct game *game = bench.game;
        for (int number = 0; number < 6; number++) {
            struct position position;
            game->start(game, &position);
            while (game->outcome(game, &position).result == RESULT_NONE) {
                struct moves moves;
                check_questions(&bench, &position);
                game->moves(game, &position, &moves);
                game->play(game, &position,
                           moves.move[rng_below(&rng, (uint32_t)moves.count)]);
            }
            struct solve_bounds bounds;
            struct error error;
            assert_false(
                solver_ask(bench.solver, &position, &unlimited, 0, &bounds, &error));
        }
        bench_close(&bench);
    }
}

/* Who only wants to know whether a value is at least this need not wait for the value. */
static void a_question_is_less_work_than_the_value(void **context)
{
    static const struct {
        const char *spec;
        int wanted;
    } cases[] = {
        {"cave:4x4x3", 0}, {"mancala:4x3:steal", -8}, {"mancala:4x3:kalah", 20}};
    (void)context;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error error;
        struct solution solution;
        struct solve_bounds bounds;
        struct bench all = bench_open(cases[i].spec, 1, 1);
        struct bench one = bench_open(cases[i].spec, 1, 1);
        struct position start = after(all.game, NULL, "");
        assert_true(solver_solve(all.solver, &start, &unlimited, NULL, NULL, &solution,
                                 &error));
        assert_true(solver_ask(one.solver, &start, &unlimited, cases[i].wanted, &bounds,
                               &error));
        print_message("# %s: %llu nodes, %llu for %d\n", cases[i].spec,
                      (unsigned long long)solution.nodes,
                      (unsigned long long)bounds.nodes, cases[i].wanted);
        assert_true(bounds.least < bounds.most);
        assert_true(bounds.nodes < solution.nodes);
        bench_close(&one);
        bench_close(&all);
    }
}

/* A solver that goes on from a checkpoint, or NULL with the reason. */
static struct solver *open_with(const struct game *game, const char *path,
                                struct error *error)
{
    struct solver *solver =
        solver_open(game, &(struct solve_options){.threads = 1, .hash_mib = 16}, error);
    assert_non_null(solver);
    if (solver_load(solver, path, error))
        return solver;
    solver_close(solver);
    return NULL;
}

/* Solves the start with what a file holds. */
static struct solution solve_from(const struct game *game, const char *path)
{
    struct error error;
    struct position start;
    struct solution solution;
    struct solver *solver = open_with(game, path, &error);
    assert_non_null(solver);
    game->start(game, &start);
    assert_true(
        solver_solve(solver, &start, &unlimited, NULL, NULL, &solution, &error));
    assert_true(solution.proven);
    solver_close(solver);
    return solution;
}

static void check_checkpoint(const char *spec, const char *path)
{
    struct error error;
    struct position start;
    struct solution part, whole, later;
    struct bench bench = bench_open(spec, 1, 16);
    const struct game *game = bench.game;
    game->start(game, &start);
    assert_true(solver_solve(bench.solver, &start, &(struct limits){.nodes = 100000},
                             NULL, NULL, &part, &error));
    assert_false(part.proven);
    assert_true(solver_save(bench.solver, path, &error));
    struct solution rest = solve_from(game, path);
    assert_true(
        solver_solve(bench.solver, &start, &unlimited, NULL, NULL, &whole, &error));
    assert_true(solver_save(bench.solver, path, &error));
    later = solve_from(game, path);
    assert_int_equal(rest.margin, whole.margin);
    assert_int_equal(rest.plies, whole.plies);
    assert_int_equal(later.kind, whole.kind);
    assert_int_equal(later.margin, whole.margin);
    assert_int_equal(later.plies, whole.plies);
    /* What was found need not be found again. */
    assert_true(later.nodes < whole.nodes / 2);

    overwrite_byte(path, 100, '!');
    assert_null(open_with(game, path, &error));
    assert_non_null(strstr(error.text, "damaged"));
    overwrite_byte(path, 8, '!');
    assert_null(open_with(game, path, &error));
    assert_non_null(strstr(error.text, "another version"));
    overwrite_byte(path, 0, '!');
    assert_null(open_with(game, path, &error));
    assert_non_null(strstr(error.text, "is not a solver checkpoint"));
    bench_close(&bench);
}

static void what_was_found_can_be_saved(void **context)
{
    (void)context;
    char path[] = "/tmp/lodestone-checkpoint-XXXXXX";
    close(mkstemp(path));
    check_checkpoint("cave:4x6x4", path);
    check_checkpoint("mancala:5x3:nosteal", path);
    unlink(path);
}

static void a_checkpoint_of_another_game_is_refused(void **context)
{
    (void)context;
    char path[] = "/tmp/lodestone-checkpoint-XXXXXX";
    struct error error;
    struct bench one = bench_open("cave:4x4x4", 1, 1),
                 two = bench_open("cave:4x4x3", 1, 1);
    close(mkstemp(path));
    assert_true(solver_save(one.solver, path, &error));
    assert_null(open_with(two.game, path, &error));
    assert_non_null(strstr(error.text, "cave:4x4x4"));
    unlink(path);
    bench_close(&one);
    bench_close(&two);
}

/* Files from earlier versions hold these bits. */
static void entries_keep_their_bits(void **context)
{
    (void)context;
    struct tt table;
    assert_true(tt_init(&table, 1));
    table.age = 5;
    tt_store(&table, 1, (struct tt_entry){-2, 3, DEPTH_PROVEN, BOUND_UPPER});
    assert_true(tt_find(&table, 1) == 0x000005017f03fffe);
    tt_store_margin(&table, 2, (struct tt_margin){-4, 6, 2, 40});
    assert_true(tt_find(&table, 2) == 0x000605032802fffc);
    tt_store_deadlines(&table, 3, (struct tt_deadlines){255, 17, 63, 30});
    assert_true(tt_find(&table, 3) == 0x000005031e3f11ff);

    struct tt_margin margin = {0};
    struct tt_deadlines deadlines = {0};
    assert_true(tt_probe_margin(&table, 2, &margin));
    assert_true(margin.least == -4 && margin.most == 6 && margin.move == 2);
    assert_true(tt_probe_deadlines(&table, 3, &deadlines));
    assert_true(deadlines.yes == 255 && deadlines.no == 17 && deadlines.move == 63);

    /* The search keeps what is proven; a prover always knows more than before. */
    tt_store(&table, 1, (struct tt_entry){9, 9, 120, BOUND_EXACT});
    assert_true(tt_find(&table, 1) == 0x000005017f03fffe);
    tt_store_margin(&table, 2, (struct tt_margin){0, 6, 2, DEPTH_PROVEN});
    tt_store_margin(&table, 2, (struct tt_margin){2, 2, 2, 40});
    assert_true(tt_probe_margin(&table, 2, &margin));
    assert_int_equal(margin.least, 2);
    tt_free(&table);
}

static void a_finished_game_is_refused(void **context)
{
    (void)context;
    struct bench bench = bench_open("cave:3x3x3", 1, 1);
    struct position position;
    struct solution solution;
    struct error error = {""};
    bench.game->start(bench.game, &position);
    assert_true(game_play_moves(bench.game, &position, "A1 A2 B1 B2 C1", &error));
    assert_false(solver_solve(bench.solver, &position, &unlimited, NULL, NULL,
                              &solution, &error));
    assert_non_null(strstr(error.text, "the game is over"));
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_brute_force),
        cmocka_unit_test(threads_and_memory_do_not_change_the_value),
        cmocka_unit_test(a_limit_leaves_what_is_known),
        cmocka_unit_test(a_stop_means_the_same_for_both_games),
        cmocka_unit_test(questions_are_answered_alone),
        cmocka_unit_test(a_question_is_less_work_than_the_value),
        cmocka_unit_test(what_was_found_can_be_saved),
        cmocka_unit_test(a_checkpoint_of_another_game_is_refused),
        cmocka_unit_test(entries_keep_their_bits),
        cmocka_unit_test(a_finished_game_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
