/* test_engine_limits.c: what a search may spend: nodes for a move without an alternative, one
 * ply after a stop, a thread of its own or the caller's. */
#include <pthread.h>
#include <time.h>

#include "engine_support.h"

static const struct {
    const char *spec, *position;
} forced[] = {
    {"mancala:9x9:nosteal", "0,0,0,0,0,0,0,0,12,0/17,17,17,17,17,17,17,17,14,0 1"},
    {"mancala:6x12:kalah", "0,0,0,0,0,12,0/22,22,22,22,22,22,0 1"},
};

/* The score of a move that has no alternative is worth 20,000 nodes, and no more. */
static void one_legal_move_gets_20000_nodes(void **context)
{
    static const struct {
        struct limits limits;
        uint64_t nodes;
    } cases[] = {
        {{0}, 20000},
        {{.nodes = 1000000}, 20000},
        {{.nodes = 20001}, 20000},
        {{.nodes = 20000}, 20000},
        {{.nodes = 19999}, 19999},
        {{.nodes = 5000}, 5000},
        {{.seconds = 3600}, 20000},
    };
    (void)context;
    for (size_t i = 0; i < COUNT(forced); i++) {
        struct game *game = opened(forced[i].spec);
        struct engine *engine = open_engine(game, 1, 1);
        const struct position position = after(game, forced[i].position, "");
        for (size_t j = 0; j < COUNT(cases); j++) {
            engine_clear(engine);
            const struct search_result v = think(engine, &position, &cases[j].limits);
            assert_false(v.proven);
            assert_int_equal(v.nodes, cases[j].nodes);
        }
        engine_close(engine);
        game_close(game);
    }
}

/* With two moves to choose from the limits are those that were given. */
static void two_legal_moves_get_what_was_given(void **context)
{
    struct game *game = opened("mancala:9x9:nosteal");
    struct engine *engine = open_engine(game, 1, 1);
    const struct position position =
        after(game, "1,0,0,0,0,0,0,0,12,0/17,17,17,17,17,17,17,17,13,0 1", "");
    (void)context;
    assert_int_equal(think(engine, &position, &(struct limits){.nodes = 30000}).nodes,
                     30000);
    engine_close(engine);
    game_close(game);
}

/* Every move is looked at, even if that is all there is time for. */
static void a_stop_from_the_start_leaves_one_ply(void **context)
{
    static const char *const specs[] = {"cave", "mancala", "mancala:8x3:kalah"};
    const atomic_bool stop = true;
    (void)context;
    for (size_t i = 0; i < COUNT(specs); i++) {
        struct game *game = opened(specs[i]);
        struct engine *engine = open_engine(game, 1, 1);
        const struct position position = after(game, NULL, "");
        const struct search_result one =
            think(engine, &position, &(struct limits){.depth = 1});
        engine_clear(engine);
        const struct search_result v =
            think(engine, &position, &(struct limits){.nodes = 50000, .stop = &stop});
        assert_int_equal(v.depth, 1);
        assert_int_equal(v.nodes, one.nodes);
        assert_int_equal(v.move, one.move);
        engine_close(engine);
        game_close(game);
    }
}

/* Whether all news came from the thread that asked. */
struct witness {
    pthread_t caller;
    int news, from_elsewhere;
};

static void see(void *context, const struct search_result *so_far)
{
    struct witness *witness = context;
    (void)so_far;
    witness->news++;
    witness->from_elsewhere += !pthread_equal(pthread_self(), witness->caller);
}

/* To wake a worker takes longer than a short search. With a deadline the caller has to be
 * free to leave. */
static void a_short_search_needs_no_worker(void **context)
{
    static const struct {
        struct limits limits;
        bool elsewhere;
    } cases[] = {
        {{.nodes = 1000}, false},  {{.nodes = 100000}, false},
        {{.nodes = 100001}, true}, {{.nodes = 1000, .seconds = 3600}, true},
        {{.depth = 3}, true},
    };
    struct game *game = opened("cave");
    struct engine *engine = open_engine(game, 2, 1);
    const struct position position = after(game, NULL, "");
    (void)context;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct witness witness = {.caller = pthread_self()};
        struct search_result v;
        engine_think(engine, &position, &cases[i].limits, see, &witness, &v);
        assert_true(witness.news > 0);
        assert_int_equal(witness.from_elsewhere, cases[i].elsewhere ? witness.news : 0);
    }
    engine_close(engine);
    game_close(game);
}

/* One node is not enough to compare moves: the first legal one is played, without a value. */
static void before_any_finding_the_first_legal_move_stands(void **context)
{
    static const char *const specs[] = {"cave", "mancala", "mancala:8x3:kalah"};
    (void)context;
    for (size_t i = 0; i < COUNT(specs); i++) {
        struct game *game = opened(specs[i]);
        struct engine *engine = open_engine(game, 1, 1);
        const struct position position = after(game, NULL, "");
        struct moves moves;
        game->moves(game, &position, &moves);
        const struct search_result v =
            think(engine, &position, &(struct limits){.nodes = 1});
        assert_int_equal(v.move, moves.move[0]);
        assert_int_equal(v.pv_length, 1);
        assert_int_equal(v.pv[0], v.move);
        assert_int_equal(v.kind, VALUE_ESTIMATE);
        assert_int_equal(v.depth, 0);
        assert_int_equal(v.nodes, 1);
        assert_false(search_result_is_searched(&v));
        engine_close(engine);
        game_close(game);
    }
}

/* The first report of a depth: how many nodes it took, after which the search is stopped; 0 if
 * there was none. */
struct lookout {
    int depth;
    uint64_t nodes;
    atomic_bool stop;
};

static void look_out(void *context, const struct search_result *so_far)
{
    struct lookout *lookout = context;
    if (so_far->depth < lookout->depth)
        return;
    if (!atomic_load(&lookout->stop))
        lookout->nodes = so_far->nodes;
    atomic_store(&lookout->stop, true);
}

static uint64_t nodes_until(struct engine *engine, const struct position *position,
                            int depth, double seconds)
{
    struct lookout lookout = {.depth = depth};
    struct limits limits = {.seconds = seconds, .stop = &lookout.stop};
    struct search_result v;
    engine_clear(engine);
    engine_think(engine, position, &limits, look_out, &lookout, &v);
    return lookout.nodes;
}

/* So many stones are worth a proof only to who has more than ten seconds. Then the proof
 * takes nodes from the play search. */
static void a_long_proof_is_for_the_patient(void **context)
{
    enum {
        DEPTH = 13
    };
    struct game *game = opened("mancala:12x6:steal");
    const struct position start = after(game, NULL, "");
    (void)context;
    for (int i = 0; i < 2; i++) {
        struct engine *engine = open_engine(game, 1, 1);
        const uint64_t nodes =
            think(engine, &start, &(struct limits){.depth = DEPTH}).nodes;
        /* On a busy machine even ten seconds may be over before: then there are none. */
        const uint64_t hurried = nodes_until(engine, &start, DEPTH, 10);
        assert_true(hurried == nodes || hurried == 0);
        assert_true(nodes_until(engine, &start, DEPTH, i == 0 ? 3600 : 0) > nodes);
        engine_close(engine);
    }
    game_close(game);
}

/* A search, and somebody who stops it between two pieces of news. */
struct interruption {
    atomic_bool stop;
    atomic_int news, depth;
    int news_at_stop;
};

static void count_news(void *context, const struct search_result *so_far)
{
    struct interruption *interruption = context;
    atomic_store(&interruption->depth, so_far->depth);
    atomic_fetch_add(&interruption->news, 1);
}

/* From this depth on, news are rarer than the engine's looks at the stop token. */
static void *stop_between_news(void *context)
{
    struct interruption *interruption = context;
    const struct timespec pause = {.tv_nsec = 20000000};
    int news;
    do {
        news = atomic_load(&interruption->news);
        nanosleep(&pause, NULL);
    } while (atomic_load(&interruption->depth) < 12 ||
             news != atomic_load(&interruption->news));
    interruption->news_at_stop = news;
    atomic_store(&interruption->stop, true);
    return NULL;
}

static bool stops_without_news(struct engine *engine, const struct position *position)
{
    struct interruption interruption = {0};
    struct search_result v;
    pthread_t thread;
    engine_clear(engine);
    assert_int_equal(pthread_create(&thread, NULL, stop_between_news, &interruption),
                     0);
    engine_think(engine, position, &(struct limits){.stop = &interruption.stop},
                 count_news, &interruption, &v);
    pthread_join(thread, NULL);
    return atomic_load(&interruption.news) == interruption.news_at_stop;
}

/* The caller sleeps, but not until the workers happen to have found something. By chance
 * they may have, so there are several tries. */
static void a_stop_ends_the_search_without_waiting_for_news(void **context)
{
    struct game *game = opened("cave");
    struct engine *engine = open_engine(game, 1, 16);
    const struct position start = after(game, NULL, "");
    int tries = 20;
    (void)context;
    while (tries > 0 && !stops_without_news(engine, &start))
        tries--;
    assert_true(tries > 0);
    engine_close(engine);
    game_close(game);
}

struct times {
    double latest;
    bool went_back;
};

static void note_seconds(void *context, const struct search_result *so_far)
{
    struct times *times = context;
    times->went_back |= so_far->seconds < times->latest;
    times->latest = so_far->seconds;
}

/* What a search says about its time lies within what passed around it. */
static void the_seconds_are_those_that_passed(void **context)
{
    static const struct limits cases[] = {{.nodes = 3000}, {.depth = 4}, {.nodes = 0}};
    struct game *game = opened("mancala:6x4:kalah");
    struct engine_options options = {.threads = 1, .hash_mib = 1, .book = true};
    struct engine *engine = engine_open(game, &options, NULL);
    const struct position start = after(game, NULL, "");
    (void)context;
    assert_non_null(engine);
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct times times = {0};
        struct search_result v;
        const int64_t before = clock_now();
        engine_think(engine, &start, &cases[i], note_seconds, &times, &v);
        assert_false(times.went_back);
        assert_true(v.seconds >= times.latest);
        assert_true(v.seconds <= clock_seconds(clock_now() - before));
        /* Without a limit the book answers. */
        assert_int_equal(v.proven, i == 2);
    }
    engine_close(engine);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_legal_move_gets_20000_nodes),
        cmocka_unit_test(two_legal_moves_get_what_was_given),
        cmocka_unit_test(a_stop_from_the_start_leaves_one_ply),
        cmocka_unit_test(a_short_search_needs_no_worker),
        cmocka_unit_test(before_any_finding_the_first_legal_move_stands),
        cmocka_unit_test(a_long_proof_is_for_the_patient),
        cmocka_unit_test(a_stop_ends_the_search_without_waiting_for_news),
        cmocka_unit_test(the_seconds_are_those_that_passed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
