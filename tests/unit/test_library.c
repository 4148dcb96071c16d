/* test_library.c: the API of lodestone.h, as another program uses it. */
#include <lodestone.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "support.h"

static void assert_text(char *text, const char *expected)
{
    assert_string_equal(text, expected);
    lodestone_free(text);
}

static void test_game(void **state)
{
    (void)state;
    lodestone_error error;
    lodestone_move moves[LODESTONE_MAX_MOVES], move;
    lodestone_game *game = lodestone_game_open("cave", &error);
    assert_non_null(game);
    assert_string_equal(lodestone_game_spec(game), "cave:8x8x5");
    assert_int_equal(lodestone_game_moves(game, moves), 16);
    assert_string_equal(moves[0].name, "A1");
    assert_text(lodestone_game_reason(game), "");

    assert_true(lodestone_game_play(game, "A1 H1 A2 h2  A3 H3 A4 H4", &error));
    assert_int_equal(lodestone_game_length(game), 8);
    assert_int_equal(lodestone_game_turn(game), 0);
    assert_true(lodestone_game_move(game, 3, &move));
    assert_string_equal(move.name, "H2");
    assert_false(lodestone_game_move(game, 8, &move));
    assert_false(lodestone_game_move(game, -1, &move));
    assert_int_equal(lodestone_game_result(game), LODESTONE_GOING_ON);
    assert_true(lodestone_game_play(game, "A5", &error));
    assert_int_equal(lodestone_game_result(game), LODESTONE_FIRST_WINS);
    assert_int_equal(lodestone_game_moves(game, moves), 0);
    assert_text(lodestone_game_reason(game), "■ wins: A1 A2 A3 A4 A5");
    assert_true(lodestone_game_undo(game));
    assert_int_equal(lodestone_game_result(game), LODESTONE_GOING_ON);
    assert_true(lodestone_game_redo(game));
    assert_false(lodestone_game_redo(game));
    lodestone_game_close(game);
    lodestone_game_close(NULL);
}

static void test_refusals(void **state)
{
    (void)state;
    lodestone_error error = {""};
    assert_null(lodestone_game_open("chess", &error));
    assert_non_null(strstr(error.text, "chess"));
    assert_null(lodestone_game_open("chess", NULL));
    lodestone_game *game = lodestone_game_open("mancala", &error);
    assert_non_null(game);
    char *before = lodestone_game_text(game);
    /* All moves or none. */
    assert_false(lodestone_game_play(game, "3 6 99", &error));
    assert_false(lodestone_game_play(game, "nonsense that is long", &error));
    assert_false(lodestone_game_set_position(game, "1,2/3", &error));
    assert_false(lodestone_game_set_tag(game, "Result", "1-0", &error));
    assert_false(lodestone_game_set_tag(game, "First", "a\nb", &error));
    assert_text(lodestone_game_text(game), before);
    lodestone_free(before);
    assert_true(lodestone_game_play(game, "3", &error));
    assert_false(
        lodestone_game_set_position(game, "4,4,4,4,4,4,0/4,4,4,4,4,4,0 2", &error));
    lodestone_game_close(game);
}

static void test_files(void **state)
{
    (void)state;
    lodestone_error error;
    lodestone_game *game = lodestone_game_open("kalah", &error);
    assert_true(
        lodestone_game_set_position(game, "0,0,0,0,0,1,30/1,0,0,0,0,0,16 1", &error));
    assert_true(lodestone_game_set_tag(game, "First", "ann", &error));
    assert_true(lodestone_game_play(game, "6", &error));
    char *text = lodestone_game_text(game);
    lodestone_game *again = lodestone_game_parse(text, &error);
    assert_non_null(again);
    assert_string_equal(lodestone_game_tag(again, "First"), "ann");
    assert_null(lodestone_game_tag(again, "Second"));
    assert_int_equal(lodestone_game_result(again), LODESTONE_FIRST_WINS);
    assert_text(lodestone_game_text(again), text);
    lodestone_free(text);
    lodestone_game_close(again);
    lodestone_game_close(game);
    assert_null(lodestone_game_parse("[Game", &error));
    assert_null(lodestone_game_load("/nonexistent/game.lode", &error));
    assert_non_null(strstr(error.text, "/nonexistent/game.lode"));
}

static void count_calls(void *context, const lodestone_answer *so_far)
{
    if (so_far->move.name[0])
        ++*(int *)context;
}

static void test_engine(void **state)
{
    (void)state;
    lodestone_error error;
    lodestone_engine_options options = {.threads = 1, .hash_mib = 1};
    lodestone_engine *engine =
        lodestone_engine_open("cave", "master", &options, &error);
    assert_non_null(engine);
    assert_string_equal(error.text, "");
    lodestone_game *game = lodestone_game_open("cave:8x8x5", &error);
    assert_true(lodestone_game_play(game, "A1 H1 A2 H2 A3 H3 A4 H4", &error));
    lodestone_limits limits = {.depth = 4};
    lodestone_answer answer;
    int calls = 0;
    assert_true(lodestone_engine_think(engine, game, &limits, count_calls, &calls,
                                       &answer, &error));
    assert_string_equal(answer.move.name, "A5");
    assert_int_equal(answer.value, LODESTONE_WIN);
    assert_int_equal(answer.plies, 1);
    assert_true(answer.exact);
    assert_true(calls >= 1);
    assert_string_equal(answer.line[0].name, "A5");
    /* A game that is over, another game, limits and options that make no sense. */
    assert_true(lodestone_game_play(game, "A5", &error));
    assert_false(
        lodestone_engine_think(engine, game, &limits, NULL, NULL, &answer, &error));
    lodestone_game *other = lodestone_game_open("kalah", &error);
    assert_false(
        lodestone_engine_think(engine, other, &limits, NULL, NULL, &answer, &error));
    assert_non_null(strstr(error.text, "mancala:6x4:kalah"));
    assert_true(lodestone_game_undo(game));
    limits.seconds = -1;
    assert_false(
        lodestone_engine_think(engine, game, &limits, NULL, NULL, &answer, &error));
    options.threads = 1000;
    assert_null(lodestone_engine_open("cave", "master", &options, &error));
    options = (lodestone_engine_options){.reserved = {1}};
    assert_null(lodestone_engine_open("cave", "master", &options, &error));
    assert_null(lodestone_engine_open("cave", "stores", NULL, &error));
    lodestone_game_close(other);
    lodestone_game_close(game);
    lodestone_engine_close(engine);
    lodestone_engine_close(NULL);
}

static void test_solver(void **state)
{
    (void)state;
    lodestone_error error;
    lodestone_solver_options options = {.threads = 1, .hash_mib = 1};
    lodestone_solver *solver = lodestone_solver_open("cave:3x3x3", &options, &error);
    lodestone_game *game = lodestone_game_open("cave:3x3x3", &error);
    lodestone_solution solution, of_move;
    assert_true(
        lodestone_solver_solve(solver, game, NULL, NULL, NULL, &solution, &error));
    assert_true(solution.proved);
    assert_true(lodestone_solver_solve(solver, game, solution.move.name, NULL, NULL,
                                       &of_move, &error));
    assert_int_equal(of_move.value, solution.value);
    assert_int_equal(of_move.plies, solution.plies);
    assert_false(
        lodestone_solver_solve(solver, game, "B2", NULL, NULL, &solution, &error));
    lodestone_game_close(game);
    lodestone_solver_close(solver);
    lodestone_solver_close(NULL);
    assert_null(lodestone_solver_open("cave:99x3x3", NULL, &error));
}

/* A whole game of an engine against itself, and the exact value of what is left after
 * ten moves: work that must not depend on what goes on beside it. */
struct work {
    const char *spec, *player;
    char *text; /* of the game */
    lodestone_solution solution;
};

static void *do_work(void *context)
{
    struct work *work = context;
    lodestone_engine_options options = {.threads = 1, .hash_mib = 1, .seed = 3};
    lodestone_engine *engine =
        lodestone_engine_open(work->spec, work->player, &options, NULL);
    lodestone_solver_options alone = {.threads = 1, .hash_mib = 1, .nodes = 3000};
    lodestone_solver *solver = lodestone_solver_open(work->spec, &alone, NULL);
    lodestone_game *game = lodestone_game_open(work->spec, NULL);
    lodestone_limits limits = {.depth = 3};
    lodestone_answer answer;
    while (engine && solver && game &&
           lodestone_engine_think(engine, game, &limits, NULL, NULL, &answer, NULL) &&
           lodestone_game_play(game, answer.move.name, NULL))
        if (lodestone_game_length(game) == 10)
            lodestone_solver_solve(solver, game, NULL, NULL, NULL, &work->solution,
                                   NULL);
    work->text = lodestone_game_text(game);
    lodestone_game_close(game);
    lodestone_solver_close(solver);
    lodestone_engine_close(engine);
    return NULL;
}

/* All at once, two of each, do what each does alone. */
static void test_many_at_once(void **state)
{
    (void)state;
    static const struct work kinds[] = {
        {.spec = "kalah", .player = "medium"},
        {.spec = "cave:5x5x4", .player = "master"},
        {.spec = "connect-four", .player = "hard"},
        {.spec = "mancala:8x2:nosteal", .player = "master"},
    };
    enum {
        KINDS = sizeof kinds / sizeof *kinds,
        ALL = 2 * KINDS
    };
    pthread_t thread[ALL];
    struct work single[KINDS], work[ALL];
    for (int i = 0; i < KINDS; i++) {
        single[i] = kinds[i];
        do_work(&single[i]);
        assert_null(strstr(single[i].text, "[Result \"*\"]"));
        assert_true(single[i].solution.nodes > 0);
    }
    for (int i = 0; i < ALL; i++) {
        work[i] = kinds[i % KINDS];
        assert_int_equal(pthread_create(&thread[i], NULL, do_work, &work[i]), 0);
    }
    for (int i = 0; i < ALL; i++) {
        const struct work *same = &single[i % KINDS];
        pthread_join(thread[i], NULL);
        assert_string_equal(work[i].text, same->text);
        assert_int_equal(work[i].solution.proved, same->solution.proved);
        assert_int_equal(work[i].solution.value, same->solution.value);
        assert_int_equal(work[i].solution.nodes, same->solution.nodes);
        lodestone_free(work[i].text);
    }
    for (int i = 0; i < KINDS; i++)
        lodestone_free(single[i].text);
}

static void stop_at_once(void *engine, const lodestone_answer *so_far)
{
    (void)so_far;
    lodestone_engine_stop(engine);
}

/* Without any limit, only being stopped ends the thinking. */
static void test_stop(void **state)
{
    (void)state;
    lodestone_error error;
    lodestone_engine_options options = {.threads = 1, .hash_mib = 1};
    lodestone_engine *engine =
        lodestone_engine_open("cave", "master", &options, &error);
    lodestone_game *game = lodestone_game_open("cave", &error);
    lodestone_answer answer;
    assert_true(lodestone_engine_think(engine, game, NULL, stop_at_once, engine,
                                       &answer, &error));
    assert_true(lodestone_game_play(game, answer.move.name, &error));
    lodestone_game_close(game);
    lodestone_engine_close(engine);
}

/* The players of the library know the opening books as those of the program do. */
static void test_book(void **state)
{
    (void)state;
    lodestone_engine_options options = {.threads = 1, .hash_mib = 1};
    lodestone_engine *engine =
        lodestone_engine_open("mancala", "master", &options, NULL);
    lodestone_game *game = lodestone_game_open("mancala", NULL);
    lodestone_limits limits = {.seconds = 0.1};
    lodestone_answer answer;
    assert_true(
        lodestone_engine_think(engine, game, &limits, NULL, NULL, &answer, NULL));
    assert_true(answer.exact);
    assert_int_equal(answer.nodes, 0);
    lodestone_game_close(game);
    lodestone_engine_close(engine);
}

/* A stop between two thoughts changes nothing. */
static void test_stop_between(void **state)
{
    (void)state;
    static const char *const specs[] = {"cave", "mancala"};
    for (int i = 0; i < 2; i++) {
        lodestone_engine_options options = {.threads = 1, .hash_mib = 1};
        lodestone_engine *engine =
            lodestone_engine_open(specs[i], "master", &options, NULL);
        lodestone_game *game = lodestone_game_open(specs[i], NULL);
        lodestone_limits limits = {.depth = 3};
        lodestone_answer answer;
        lodestone_engine_stop(engine);
        assert_true(
            lodestone_engine_think(engine, game, &limits, NULL, NULL, &answer, NULL));
        assert_int_equal(answer.depth, 3);
        lodestone_game_close(game);
        lodestone_engine_close(engine);
    }
}

static void *solve_for_ever(void *context)
{
    lodestone_solver *solver = context;
    lodestone_game *game = lodestone_game_open("cave", NULL);
    lodestone_solution solution = {.proved = true};
    bool ok = lodestone_solver_solve(solver, game, NULL, NULL, NULL, &solution, NULL);
    lodestone_game_close(game);
    return ok && !solution.proved ? solver : NULL;
}

/* The standard game is beyond any solver; another thread puts an end to it. */
static void test_stop_solver(void **state)
{
    (void)state;
    lodestone_solver_options options = {.threads = 2, .hash_mib = 1};
    lodestone_solver *solver = lodestone_solver_open("cave", &options, NULL);
    pthread_t thread;
    void *stopped = NULL;
    assert_int_equal(pthread_create(&thread, NULL, solve_for_ever, solver), 0);
    /* A stop that comes before the work has begun is none. */
    struct timespec moment = {.tv_nsec = 20000000};
    do {
        nanosleep(&moment, NULL);
        lodestone_solver_stop(solver);
    } while (pthread_tryjoin_np(thread, &stopped) != 0);
    assert_ptr_equal(stopped, solver);
    lodestone_solver_close(solver);
}

struct heard {
    int calls, count;
};

static void hear_scores(void *context, const lodestone_answer *scored, int count)
{
    struct heard *heard = context;
    assert_non_null(scored);
    heard->calls++;
    heard->count = count;
}

static void test_scores(void **state)
{
    (void)state;
    lodestone_error error;
    lodestone_answer scored[LODESTONE_MAX_MOVES];
    const lodestone_limits limits = {.depth = 3}, bad = {.seconds = -1};
    struct heard heard = {0};
    lodestone_game *game = lodestone_game_open("cave:3x3x3", &error),
                   *other = lodestone_game_open("kalah", &error);
    lodestone_engine *engine =
        lodestone_engine_open("cave:3x3x3", "master", NULL, &error);
    assert_true(lodestone_game_play(game, "A1 C1 A2 C2", &error));
    assert_int_equal(lodestone_engine_score(engine, game, &limits, hear_scores, &heard,
                                            scored, &error),
                     4);
    assert_int_equal(heard.calls, 4);
    assert_int_equal(heard.count, 4);
    assert_string_equal(scored[0].move.name, "A3");
    assert_int_equal(scored[0].value, LODESTONE_WIN);
    assert_int_equal(scored[3].value, LODESTONE_LOSS);
    assert_int_equal(
        lodestone_engine_score(engine, game, &bad, NULL, NULL, scored, &error), 0);
    assert_non_null(strstr(error.text, "seconds"));
    assert_int_equal(
        lodestone_engine_score(engine, other, &limits, NULL, NULL, scored, &error), 0);
    assert_true(lodestone_game_play(game, "A3", &error));
    assert_int_equal(
        lodestone_engine_score(engine, game, &limits, NULL, NULL, scored, &error), 0);
    assert_non_null(strstr(error.text, "over"));
    lodestone_engine_close(engine);
    lodestone_game_close(game);
    lodestone_game_close(other);
}

static void hear_review(void *context, int done, int all, int latest,
                        const lodestone_reviewed *moves)
{
    struct heard *heard = context;
    assert_int_equal(all, 6);
    assert_int_equal(done, heard->calls++);
    if (latest >= 0) {
        heard->count++;
        assert_true(moves[latest].before.move.name[0] != '\0');
    }
}

static void test_review(void **state)
{
    (void)state;
    lodestone_error error;
    lodestone_reviewed moves[5];
    const lodestone_limits limits = {.depth = 6};
    struct heard heard = {0};
    lodestone_game *game = lodestone_game_open("cave:3x3x3", &error),
                   *other = lodestone_game_open("kalah", &error);
    lodestone_engine *engine =
        lodestone_engine_open("cave:3x3x3", "master", NULL, &error);
    assert_true(lodestone_game_play(game, "A1 C1 A2 C2 A3", &error));
    assert_true(lodestone_engine_review(engine, game, &limits, hear_review, &heard,
                                        moves, &error));
    assert_int_equal(heard.calls, 6);
    assert_true(heard.count >= 3);
    assert_int_equal(moves[4].mark, LODESTONE_FINE);
    assert_int_equal(moves[4].after.value, LODESTONE_WIN);
    assert_int_equal(moves[3].after.value, LODESTONE_LOSS);
    assert_false(
        lodestone_engine_review(engine, other, &limits, NULL, NULL, moves, &error));
    assert_non_null(strstr(error.text, "kalah"));
    lodestone_engine_close(engine);
    lodestone_game_close(game);
    lodestone_game_close(other);
}

static void test_players(void **state)
{
    (void)state;
    lodestone_error error;
    assert_text(lodestone_players("cave", &error),
                "easy medium hard master random squares groups powers blocker");
    assert_null(lodestone_players("chess", &error));
    assert_non_null(strstr(error.text, "chess"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_game),    cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_files),   cmocka_unit_test(test_engine),
        cmocka_unit_test(test_solver),  cmocka_unit_test(test_many_at_once),
        cmocka_unit_test(test_book),    cmocka_unit_test(test_stop_between),
        cmocka_unit_test(test_stop),    cmocka_unit_test(test_stop_solver),
        cmocka_unit_test(test_scores),  cmocka_unit_test(test_review),
        cmocka_unit_test(test_players),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
