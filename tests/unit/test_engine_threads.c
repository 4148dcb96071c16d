/* test_engine_threads.c: an engine with several threads or without any, and several
 * engines at once. These also run under the thread sanitizer, so they search little and
 * often. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "search/engine.h"
#include "support.h"

/* The linker leads the program's calls of pthread_create here (-Wl,--wrap). */
typedef void *thread_main(void *context);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          thread_main *run, void *context);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          thread_main *run, void *context);
static atomic_bool refuse_threads;

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          thread_main *run, void *context)
{
    return atomic_load(&refuse_threads)
               ? EAGAIN
               : __real_pthread_create(thread, attributes, run, context);
}

/* An engine without a thread when `threads` is 0, as in a web page. */
static struct engine *open_engine(const struct game *game, int threads)
{
    struct engine_options options = {.threads = threads, .hash_mib = 1};
    atomic_store(&refuse_threads, threads == 0);
    struct engine *engine = engine_open(game, &options, NULL);
    atomic_store(&refuse_threads, false);
    assert_non_null(engine);
    return engine;
}

static struct search_result think(struct engine *engine,
                                  const struct position *position, struct limits limits)
{
    struct search_result verdict;
    engine_think(engine, position, &limits, NULL, NULL, &verdict);
    return verdict;
}

static const char *const specs[] = {"cave", "connect-four", "mancala",
                                    "mancala:9x3:kalah"};
enum {
    SPECS = sizeof specs / sizeof *specs
};

static void pause_for(long microseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = microseconds * 1000}, NULL);
}

/* Sets a token once the engine has looked deeper than one ply. */
struct stopper {
    atomic_bool stop, deep;
    pthread_t thread;
};

static void note_depth(void *context, const struct search_result *so_far)
{
    struct stopper *stopper = context;
    if (so_far->depth > 1)
        atomic_store(&stopper->deep, true);
}

static void *stop_when_deep(void *context)
{
    struct stopper *stopper = context;
    while (!atomic_load(&stopper->deep))
        pause_for(1000);
    atomic_store(&stopper->stop, true);
    return NULL;
}

/* Calls `check` for each game without a thread, with one and with several. */
static void with_every_engine(void (*check)(struct engine *engine,
                                            const struct game *game,
                                            const struct position *position))
{
    for (int i = 0; i < SPECS; i++) {
        struct game *game = opened(specs[i]);
        struct position position = after(game, NULL, "");
        static const int threads[] = {0, 1, 4};
        for (int k = 0; k < 3; k++) {
            struct engine *engine = open_engine(game, threads[k]);
            check(engine, game, &position);
            engine_close(engine);
        }
        game_close(game);
    }
}

/* Without limits, no search of these games comes to an end by itself. */
static void check_stop_during(struct engine *engine, const struct game *game,
                              const struct position *position)
{
    struct stopper stopper = {.stop = false};
    struct limits limits = {.stop = &stopper.stop};
    struct search_result v;
    assert_int_equal(pthread_create(&stopper.thread, NULL, stop_when_deep, &stopper),
                     0);
    engine_think(engine, position, &limits, note_depth, &stopper, &v);
    pthread_join(stopper.thread, NULL);
    assert_true(game_is_legal(game, position, v.move));
    assert_int_equal(v.pv[0], v.move);
    assert_true(v.depth > 1);
}

static void a_stop_during_a_search_brings_its_best_move(void **state)
{
    (void)state;
    with_every_engine(check_stop_during);
}

/* A stop before the search leaves it the look at every move that one ply is. */
static void check_stop_before(struct engine *engine, const struct game *game,
                              const struct position *position)
{
    const atomic_bool stop = true;
    struct search_result one = think(engine, position, (struct limits){.depth = 1});
    engine_clear(engine);
    for (int i = 0; i < 3; i++) {
        struct search_result v =
            think(engine, position, (struct limits){.stop = &stop});
        assert_true(game_is_legal(game, position, v.move));
        assert_int_equal(v.depth, 1);
        assert_int_equal(v.score, one.score);
    }
}

/* Nobody but the search itself looks at the clock. */
static void check_time(struct engine *engine, const struct game *game,
                       const struct position *position)
{
    struct search_result v = think(engine, position, (struct limits){.seconds = 0.02});
    assert_true(game_is_legal(game, position, v.move));
}

static void a_search_ends_with_its_time(void **state)
{
    (void)state;
    with_every_engine(check_time);
}

/* Proofs, and the endgame tables that they make, have to look at the clock as well. */
static void without_threads_a_proof_ends_with_its_time(void **state)
{
    (void)state;
    static const char *const provable[] = {"cave:6x6x4", "mancala:5x5", "kalah"};
    for (int i = 0; i < 3; i++) {
        struct game *game = opened(provable[i]);
        struct position position = after(game, NULL, "");
        struct engine *engine = open_engine(game, 0);
        for (int k = 0; k < 3; k++) {
            struct search_result v =
                think(engine, &position, (struct limits){.seconds = 0.3});
            assert_true(game_is_legal(game, &position, v.move));
            assert_true(search_result_is_searched(&v));
        }
        engine_close(engine);
        game_close(game);
    }
}

static void without_threads_the_nodes_are_the_same(void **state)
{
    (void)state;
    static const struct limits limits[] = {{.depth = 5}, {.nodes = 150000}};
    for (int i = 0; i < SPECS; i++)
        for (int k = 0; k < 2; k++) {
            struct game *game = opened(specs[i]);
            struct position position = after(game, NULL, "");
            struct engine *with = open_engine(game, 1), *without = open_engine(game, 0);
            struct search_result a = think(with, &position, limits[k]),
                                 b = think(without, &position, limits[k]);
            assert_int_equal(a.nodes, b.nodes);
            assert_int_equal(a.score, b.score);
            assert_int_equal(a.move, b.move);
            engine_close(with);
            engine_close(without);
            game_close(game);
        }
}

static void a_stop_before_a_search_brings_a_move_at_once(void **state)
{
    (void)state;
    with_every_engine(check_stop_before);
}

/* Each search has a token of its own, and may not touch it once it has answered: here
 * it is on the stack, and set right after. */
static void check_stop_after(struct engine *engine, const struct game *game,
                             const struct position *position)
{
    (void)game;
    for (int i = 0; i < 10; i++) {
        atomic_bool stop = false;
        struct limits limits = {.depth = 3, .stop = &stop};
        struct search_result v = think(engine, position, limits);
        atomic_store(&stop, true);
        assert_int_equal(v.depth, 3);
    }
}

static void a_stop_after_a_search_does_not_disturb_the_next_one(void **state)
{
    (void)state;
    with_every_engine(check_stop_after);
}

/* However the stop and the first moments of a search meet, there is an answer. */
static void *stop_soon(void *context)
{
    struct stopper *stopper = context;
    atomic_store(&stopper->stop, true);
    return NULL;
}

static void check_stop_at_the_beginning(struct engine *engine, const struct game *game,
                                        const struct position *position)
{
    for (int i = 0; i < 20; i++) {
        struct stopper stopper = {.stop = false};
        assert_int_equal(pthread_create(&stopper.thread, NULL, stop_soon, &stopper), 0);
        struct search_result v =
            think(engine, position, (struct limits){.stop = &stopper.stop});
        pthread_join(stopper.thread, NULL);
        assert_true(game_is_legal(game, position, v.move));
        assert_true(v.depth > 0);
    }
}

static void a_stop_while_a_search_begins_is_not_lost(void **state)
{
    (void)state;
    with_every_engine(check_stop_at_the_beginning);
}

static void an_engine_may_be_closed_at_any_time_between_thoughts(void **state)
{
    (void)state;
    for (int i = 0; i < SPECS; i++) {
        struct game *game = opened(specs[i]);
        struct position position = after(game, NULL, "");
        for (int number = 0; number < 6; number++) {
            struct engine *engine = open_engine(game, 2 + number % 3);
            /* With some of them not even once. */
            if (number) {
                struct search_result v =
                    think(engine, &position, (struct limits){.seconds = 0.004});
                assert_true(game_is_legal(game, &position, v.move));
            }
            engine_close(engine);
        }
        game_close(game);
    }
}

/* Each thought begins while workers of the one before may still be on their way out. */
static void thoughts_follow_each_other_without_a_pause(void **state)
{
    (void)state;
    for (int i = 0; i < SPECS; i++) {
        struct game *game = opened(specs[i]);
        struct engine *engine = open_engine(game, 2 + i % 3);
        struct position position = after(game, NULL, "");
        for (int number = 0; number < 40; number++) {
            if (game->outcome(game, &position).result != RESULT_NONE)
                position = after(game, NULL, "");
            struct limits limits = {.seconds = number % 2 ? 0.003 : 0,
                                    .nodes = number % 2 ? 0 : 300};
            struct search_result v = think(engine, &position, limits);
            assert_true(game_is_legal(game, &position, v.move));
            game->play(game, &position, v.move);
            if (number % 8 == 7)
                engine_clear(engine);
        }
        engine_close(engine);
        game_close(game);
    }
}

static void any_number_of_threads_finishes_the_depth_asked_for(void **state)
{
    (void)state;
    for (int i = 0; i < SPECS; i++) {
        struct game *game = opened(specs[i]);
        struct position position = after(game, NULL, "");
        for (int threads = 1; threads <= 4; threads++) {
            struct engine *engine = open_engine(game, threads);
            for (int depth = 1; depth <= 3; depth++) {
                struct search_result v =
                    think(engine, &position, (struct limits){.depth = depth});
                assert_int_equal(v.depth, depth);
            }
            engine_close(engine);
        }
        game_close(game);
    }
}

/* Progress is told by one worker at a time. */
struct listener {
    atomic_int inside;
    int calls; /* not atomic: the sanitizer would see two callers at once */
    bool right;
};

static void listen(void *context, const struct search_result *so_far)
{
    struct listener *listener = context;
    if (atomic_fetch_add(&listener->inside, 1) != 0 || so_far->move == MOVE_NONE ||
        so_far->pv[0] != so_far->move)
        listener->right = false;
    listener->calls++;
    atomic_fetch_sub(&listener->inside, 1);
}

static void progress_is_told_by_one_thread_at_a_time(void **state)
{
    (void)state;
    for (int i = 0; i < SPECS; i++) {
        struct game *game = opened(specs[i]);
        struct engine *engine = open_engine(game, 4);
        struct position position = after(game, NULL, "");
        struct listener listener = {.right = true};
        struct limits limits = {.depth = 5};
        struct search_result v;
        engine_think(engine, &position, &limits, listen, &listener, &v);
        int calls = listener.calls;
        assert_true(calls > 0);
        assert_true(listener.right);
        /* And not any more once the answer is there. */
        pause_for(2000);
        assert_int_equal(listener.calls, calls);
        engine_close(engine);
        game_close(game);
    }
}

/* One of several engines in one process. */
struct thinker {
    const struct game *game;
    struct position position;
    struct search_result verdict;
    pthread_t thread;
};

static const struct limits a_little = {.nodes = 3000};

static void *think_alone(void *context)
{
    struct thinker *thinker = context;
    struct engine_options options = {.threads = 1, .hash_mib = 1};
    struct engine *engine = engine_open(thinker->game, &options, NULL);
    if (engine)
        engine_think(engine, &thinker->position, &a_little, NULL, NULL,
                     &thinker->verdict);
    engine_close(engine);
    return NULL;
}

static void several_engines_do_not_disturb_each_other(void **state)
{
    struct thinker thinkers[2 * SPECS];
    struct game *games[SPECS];
    struct search_result alone[SPECS];
    (void)state;
    for (int i = 0; i < SPECS; i++) {
        games[i] = opened(specs[i]);
        struct position position = after(games[i], NULL, "");
        struct engine *engine = open_engine(games[i], 1);
        alone[i] = think(engine, &position, a_little);
        engine_close(engine);
    }
    for (int i = 0; i < 2 * SPECS; i++) {
        const struct game *game = games[i / 2];
        thinkers[i] = (struct thinker){.game = game, .position = after(game, NULL, "")};
        assert_int_equal(
            pthread_create(&thinkers[i].thread, NULL, think_alone, &thinkers[i]), 0);
    }
    for (int i = 0; i < 2 * SPECS; i++) {
        const struct search_result *a = &thinkers[i].verdict, *b = &alone[i / 2];
        pthread_join(thinkers[i].thread, NULL);
        assert_int_equal(a->nodes, b->nodes);
        assert_int_equal(a->move, b->move);
        assert_int_equal(a->score, b->score);
        assert_int_equal(a->depth, b->depth);
    }
    for (int i = 0; i < SPECS; i++)
        game_close(games[i]);
}

static void proofs_do_not_depend_on_the_number_of_threads(void **state)
{
    static const struct {
        const char *spec, *position;
        enum value_kind kind;
        int plies;
    } proofs[] = {
        {"cave:4x4x3", "4/4/x2o/x2o x", VALUE_WIN, 1},
        {"cave:3x3x3", "3/3/3 x", VALUE_WIN, 7},
        {"cave:2x6x4", "6/6 x", VALUE_DRAW, 12},
        {"cave:4x4x3", "4/oo1x/x2o/x3 x", VALUE_LOSS, 4},
        {"mancala:3x2:nosteal", "2,2,2,0/2,2,2,0 1", VALUE_DRAW, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof proofs / sizeof *proofs; i++) {
        struct game *game = opened(proofs[i].spec);
        struct position position = after(game, proofs[i].position, "");
        for (int threads = 1; threads <= 4; threads++) {
            struct engine *engine = open_engine(game, threads);
            for (int number = 0; number < 5; number++) {
                struct search_result v = think(engine, &position, (struct limits){0});
                assert_int_equal(v.kind, proofs[i].kind);
                assert_true(v.proven);
                assert_int_equal(v.plies, proofs[i].plies);
            }
            engine_close(engine);
        }
        game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_ends_with_its_time),
        cmocka_unit_test(without_threads_a_proof_ends_with_its_time),
        cmocka_unit_test(without_threads_the_nodes_are_the_same),
        cmocka_unit_test(a_stop_before_a_search_brings_a_move_at_once),
        cmocka_unit_test(a_stop_while_a_search_begins_is_not_lost),
        cmocka_unit_test(a_stop_during_a_search_brings_its_best_move),
        cmocka_unit_test(a_stop_after_a_search_does_not_disturb_the_next_one),
        cmocka_unit_test(an_engine_may_be_closed_at_any_time_between_thoughts),
        cmocka_unit_test(thoughts_follow_each_other_without_a_pause),
        cmocka_unit_test(any_number_of_threads_finishes_the_depth_asked_for),
        cmocka_unit_test(progress_is_told_by_one_thread_at_a_time),
        cmocka_unit_test(several_engines_do_not_disturb_each_other),
        cmocka_unit_test(proofs_do_not_depend_on_the_number_of_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
