/* test_engine.c: the engine keeps to the rules and its limits; its table and variants do
 * what they promise. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/rng.h"
#include "engine_support.h"

static bool line_is_legal(const struct game *game, const struct position *position,
                          const struct search_result *verdict)
{
    struct position now = *position;
    for (int i = 0; i < verdict->pv_length; i++) {
        if (!game_is_legal(game, &now, verdict->pv[i]))
            return false;
        game->play(game, &now, verdict->pv[i]);
    }
    return verdict->pv_length > 0 && verdict->pv[0] == verdict->move;
}

static void the_engine_plays_whole_games_by_the_rules(void **state)
{
    static const char *const specs[] = {
        "cave",
        "side-stacker",
        "connect-four",
        "cave:5x6x4",
        "cave:8x8x2",
        "cave:8x1x8",
        "cave:1x1x8:left",
        "mancala",
        "kalah",
        "mancala:1x1:steal",
        "mancala:6x4:nosteal",
        "mancala:9x3:kalah",
        "mancala:12x12:steal",
    };
    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct game *game = opened(specs[i]);
        struct engine *engine = open_engine(game, 1, 1);
        for (int number = 0; number < 6; number++) {
            struct limits limits = {.nodes = 1 + 60 * (uint64_t)number};
            struct position position;
            game->start(game, &position);
            while (game->outcome(game, &position).result == RESULT_NONE) {
                struct search_result v = think(engine, &position, &limits);
                assert_true(game_is_legal(game, &position, v.move));
                assert_true(line_is_legal(game, &position, &v));
                game->play(game, &position, v.move);
            }
        }
        engine_close(engine);
        game_close(game);
    }
}

static void assert_same_verdict(const struct search_result *a,
                                const struct search_result *b)
{
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->move, b->move);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->proven, b->proven);
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->plies, b->plies);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->pv_length, b->pv_length);
    for (int i = 0; i < a->pv_length; i++)
        assert_int_equal(a->pv[i], b->pv[i]);
}

/* Positions of all games, in the opening and later. */
static const struct {
    const char *spec, *moves;
} openings[] = {
    {"cave", ""},
    {"cave", "A4 H5 A5 H4 B4 G5 B5 A3"},
    {"cave", "A1 A2 B1 B2 A3 A4 B3 B4 H8 H7 G8 G7 H6 H5 G6 G5 C1 C2 C3 C4"},
    {"side-stacker", "A1 G7 A2"},
    {"connect-four", "A4 B4 C4 A3 A5 B5"},
    {"cave:6x6x5", ""},
    {"mancala", ""},
    {"mancala", "3 6 12 2"},
    {"kalah", "3 6 12 2"},
    {"mancala:6x4:nosteal", ""},
    {"mancala:9x3:kalah", ""},
    {"mancala:12x12:steal", "1"},
};

enum {
    OPENINGS = sizeof openings / sizeof *openings
};

static void a_cleared_engine_repeats_itself(void **state)
{
    const struct limits limits[] = {{.depth = 7}, {.nodes = 30000}};
    (void)state;
    for (int i = 0; i < OPENINGS; i++) {
        struct game *game = opened(openings[i].spec);
        struct position position = after(game, NULL, openings[i].moves);
        struct engine *engine = open_engine(game, 1, 4);
        for (int j = 0; j < 2; j++) {
            engine_clear(engine);
            struct search_result first = think(engine, &position, &limits[j]);
            /* Something else in between. */
            struct position start;
            game->start(game, &start);
            think(engine, &start, &(struct limits){.nodes = 5000});
            think(engine, &start, &(struct limits){.seconds = 0.001});
            engine_clear(engine);
            think(engine, &start, &(struct limits){.seconds = 0.001});
            engine_clear(engine);
            struct search_result second = think(engine, &position, &limits[j]);
            assert_same_verdict(&first, &second);
            /* And so does another engine; nodes are counted on one thread anyway. */
            struct engine *other = open_engine(game, limits[j].nodes ? 3 : 1, 4);
            struct search_result third = think(other, &position, &limits[j]);
            assert_same_verdict(&first, &third);
            engine_close(other);
        }
        engine_close(engine);
        game_close(game);
    }
}

/* Few nodes without a deadline are searched in the caller's thread, with one in a
 * worker. */
static void the_thread_that_searches_does_not_matter(void **state)
{
    (void)state;
    static const char *const specs[] = {"cave", "mancala"};
    for (int i = 0; i < 2; i++) {
        struct game *game = opened(specs[i]);
        struct position start = after(game, NULL, "");
        struct engine *engine = open_engine(game, 1, 1);
        struct search_result here =
            think(engine, &start, &(struct limits){.nodes = 3000});
        engine_clear(engine);
        struct search_result there =
            think(engine, &start, &(struct limits){.nodes = 3000, .seconds = 3600});
        assert_same_verdict(&here, &there);
        engine_close(engine);
        game_close(game);
    }
}

static void a_node_limit_is_kept(void **state)
{
    static const uint64_t limits[] = {1, 2, 10, 100, 1000, 1024, 20000};
    (void)state;
    for (int i = 0; i < OPENINGS; i++) {
        struct game *game = opened(openings[i].spec);
        struct position position = after(game, NULL, openings[i].moves);
        struct engine *engine = open_engine(game, 1, 4);
        for (size_t j = 0; j < sizeof limits / sizeof *limits; j++) {
            struct search_result v =
                think(engine, &position, &(struct limits){.nodes = limits[j]});
            /* Those that are counted on the way out are not looked at. */
            assert_true(v.nodes < limits[j] + SEARCH_PLIES);
            assert_true(game_is_legal(game, &position, v.move));
            assert_true(v.pv_length >= 1 && v.pv[0] == v.move);
        }
        engine_close(engine);
        game_close(game);
    }
}

static void a_depth_limit_is_reached_and_kept(void **state)
{
    (void)state;
    for (int i = 0; i < OPENINGS; i++) {
        struct game *game = opened(openings[i].spec);
        struct position position = after(game, NULL, openings[i].moves);
        struct engine *engine = open_engine(game, 1, 4);
        uint64_t before = 0;
        for (int depth = 1; depth <= 6; depth++) {
            engine_clear(engine);
            struct search_result v =
                think(engine, &position, &(struct limits){.depth = depth});
            assert_true(v.proven || v.depth == depth);
            assert_true(v.proven || v.nodes > before);
            before = v.nodes;
        }
        engine_close(engine);
        game_close(game);
    }
}

static void one_legal_move_takes_no_thought(void **state)
{
    (void)state;
    struct game *game = opened("mancala");
    struct engine *engine = open_engine(game, 1, 4);
    struct position position = after(game, "0,0,0,0,0,4,0/8,8,8,8,6,6,0 1", "");
    struct search_result v = think(engine, &position, &(struct limits){0});
    assert_int_equal(v.move, 6);
    assert_true(v.nodes <= 50000);
    engine_close(engine);
    game_close(game);
    /* This one goes on for long: nothing is proven, and the time is not used. */
    game = opened("mancala:9x9:nosteal");
    engine = open_engine(game, 1, 4);
    position = after(game, "0,0,0,0,0,0,0,0,12,0/17,17,17,17,17,17,17,17,14,0 1", "");
    v = think(engine, &position, &(struct limits){.seconds = 3});
    assert_int_equal(v.move, 9);
    assert_true(v.nodes <= 50000);
    engine_close(engine);
    game_close(game);
}

static void a_finished_game_has_no_move(void **state)
{
    static const char *const finished[][2] = {
        {"cave:3x3x3", "1xo/xxo/2o x"},
        {"cave:2x2x3", "xo/ox x"},
        {"mancala", "0,0,0,0,0,0,30/0,0,0,0,0,0,18 2"},
        {"mancala:9x1:kalah", "0,0,0,0,0,0,0,0,0,9/0,0,0,0,0,0,0,0,0,9 1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof finished / sizeof *finished; i++) {
        struct game *game = opened(finished[i][0]);
        struct engine *engine = open_engine(game, 1, 1);
        struct position position = after(game, finished[i][1], "");
        struct search_result v = think(engine, &position, &(struct limits){0});
        assert_int_equal(v.move, MOVE_NONE);
        assert_int_equal(v.pv_length, 0);
        assert_int_equal(v.nodes, 0);
        engine_close(engine);
        game_close(game);
    }
}

static void the_smallest_table_is_enough_to_play(void **state)
{
    (void)state;
    for (int i = 0; i < OPENINGS; i++) {
        struct game *game = opened(openings[i].spec);
        struct position position = after(game, NULL, openings[i].moves);
        struct engine *engine = open_engine(game, 1, 1);
        struct search_result v =
            think(engine, &position, &(struct limits){.nodes = 200000});
        assert_true(game_is_legal(game, &position, v.move));
        assert_true(v.depth >= 4);
        engine_close(engine);
        game_close(game);
    }
}

/* The last player but one can't win any more, so three cells need no second ply. */
static void the_last_three_cells_take_one_iteration(void **state)
{
    static const char *const specs[] = {"cave:4x4x4", "cave:5x5x5", "cave:6x6x6",
                                        "cave:5x4x4:left"};
    struct rng rng = rng_seeded(41);
    int reached = 0;
    (void)state;
    for (size_t i = 0; i < COUNT(specs); i++) {
        struct game *game = opened(specs[i]);
        struct engine *engine = open_engine(game, 1, 1);
        const int cells = game->spec.cave.rows * game->spec.cave.columns;
        for (int number = 0; number < 100; number++) {
            struct position position;
            struct moves moves;
            game->start(game, &position);
            while (position.cave.bricks < cells - 3 &&
                   game->outcome(game, &position).result == RESULT_NONE) {
                game->moves(game, &position, &moves);
                game->play(game, &position,
                           moves.move[rng_below(&rng, (uint32_t)moves.count)]);
            }
            if (game->outcome(game, &position).result != RESULT_NONE)
                continue;
            struct search_result v =
                think(engine, &position, &(struct limits){.depth = 9});
            assert_true(v.proven);
            assert_int_equal(v.depth, 1);
            reached++;
        }
        engine_close(engine);
        game_close(game);
    }
    assert_true(reached > 100);
}

/* A table is as large as a power of two allows, which is nothing to warn of. */
static void a_table_of_any_size_is_opened_without_a_warning(void **state)
{
    struct game *game = opened("cave:4x4x4");
    (void)state;
    for (int mib = 1; mib <= 9; mib++)
        engine_close(open_engine(game, 1, mib));
    game_close(game);
}

/* The memory of this program that is in use, in bytes. */
static size_t resident(void)
{
    unsigned long size, pages;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu %lu", &size, &pages), 2);
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* The kernel zeroes memory when it is first touched, so a table grows with the search:
 * a short one touches little of it, a longer one more. What is not needed makes no
 * difference. */
static void a_search_takes_the_memory_it_needs(void **state)
{
    static const char *const specs[] = {"cave", "mancala:6x6:kalah"};
    (void)state;
    for (size_t i = 0; i < COUNT(specs); i++) {
        struct game *game = opened(specs[i]);
        struct engine *engine = open_engine(game, 1, 256);
        struct engine *other = open_engine(game, 1, 32);
        struct position start;
        game->start(game, &start);
        for (int round = 0; round < TRIES(3); round++) {
            const size_t before = resident();
            const struct limits limits = {.nodes = 100000};
            const int depth = think(other, &start, &limits).depth;
            for (int j = 0; j < 5; j++)
                assert_true(think(engine, &start, &limits).depth >= depth);
            assert_true(resident() < before + (16 << 20));
            think(engine, &start, &(struct limits){.nodes = 1200000});
            assert_true(resident() > before + (16 << 20));
            engine_clear(engine);
            engine_clear(other);
            assert_true(resident() < before + (16 << 20));
        }
        engine_close(engine);
        engine_close(other);
        game_close(game);
    }
}

/* Nodes and answers are those of any table that is large enough. */
static void a_larger_table_changes_nothing(void **state)
{
    static const char *const specs[] = {"cave", "mancala:6x6:kalah", "cave:7x7x4"};
    (void)state;
    for (size_t i = 0; i < COUNT(specs); i++) {
        struct game *game = opened(specs[i]);
        struct position start;
        struct search_result found[2];
        game->start(game, &start);
        for (int j = 0; j < 2; j++) {
            struct engine *engine = open_engine(game, 1, j ? 256 : 16);
            found[j] = think(engine, &start, &(struct limits){.depth = 10});
            engine_close(engine);
        }
        assert_int_equal(found[0].nodes, found[1].nodes);
        assert_int_equal(found[0].move, found[1].move);
        assert_int_equal(found[0].score, found[1].score);
        game_close(game);
    }
}

/* What the engine says on its way. */
struct progress {
    int calls, depth;
    bool right;
    struct search_result last;
};

static void note_progress(void *context, const struct search_result *so_far)
{
    struct progress *progress = context;
    if (so_far->depth < progress->depth || so_far->move == MOVE_NONE ||
        so_far->pv_length < 1 || so_far->pv[0] != so_far->move)
        progress->right = false;
    progress->depth = so_far->depth;
    progress->last = *so_far;
    progress->calls++;
}

static void progress_comes_with_every_iteration(void **state)
{
    (void)state;
    for (int i = 0; i < OPENINGS; i++) {
        struct game *game = opened(openings[i].spec);
        struct position position = after(game, NULL, openings[i].moves);
        struct engine *engine = open_engine(game, 1, 4);
        struct progress progress = {.right = true};
        struct limits limits = {.depth = 5};
        struct search_result v;
        engine_think(engine, &position, &limits, note_progress, &progress, &v);
        assert_true(progress.right);
        assert_true(progress.calls >= 5 || v.proven);
        assert_int_equal(progress.last.move, v.move);
        assert_int_equal(progress.last.depth, v.depth);
        assert_int_equal(progress.last.score, v.score);
        engine_close(engine);
        game_close(game);
    }
}

#ifdef HAVE_SEARCH_V3
/* One search by the ops themselves, without an engine. */
static struct search_result search_by(const struct search_ops *ops,
                                      const struct game *game,
                                      const struct position *position, int depth)
{
    struct engine_options options = {0};
    struct search_shared shared = {
        .game = game,
        .root = *position,
        .threads = 1,
        .depth_limit = depth,
        .node_limit = UINT64_MAX,
        .best.move = MOVE_NONE,
    };
    void *model = ops->open(game, &options);
    struct search_worker *worker = calloc(1, ops->worker_size);
    assert_true(model && worker && tt_init(&shared.tt, 4));
    pthread_mutex_init(&shared.lock, NULL);
    shared.model = model;
    worker->shared = &shared;
    ops->clear(worker);
    ops->run(worker);
    shared.best.nodes = worker->nodes;
    pthread_mutex_destroy(&shared.lock);
    tt_free(&shared.tt);
    ops->close(model);
    free(worker);
    return shared.best;
}

static void both_variants_search_the_same_nodes(void **state)
{
    (void)state;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) {
        print_message("# this processor has no AVX2: its variant cannot run here\n");
        skip();
    }
    for (int i = 0; i < OPENINGS; i++) {
        struct game *game = opened(openings[i].spec);
        struct position position = after(game, NULL, openings[i].moves);
        bool cave = game->spec.kind == GAME_CAVE;
        bool wide = !cave && game->spec.mancala.holes > MANCALA_SMALL_HOLES;
        const struct search_ops *plain = cave   ? &cave_search
                                         : wide ? &mancala_wide_search
                                                : &mancala_search;
        const struct search_ops *v3 = cave   ? &cave_search_v3
                                      : wide ? &mancala_wide_search_v3
                                             : &mancala_search_v3;
        struct search_result a = search_by(plain, game, &position, 8);
        struct search_result b = search_by(v3, game, &position, 8);
        assert_true(a.nodes > 100);
        assert_same_verdict(&a, &b);
        game_close(game);
    }
}
#endif

/* The address space of this process in bytes. */
static rlim_t address_space(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%lu", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* In a process of its own with `spare` bytes of memory left: runs `body` and returns
 * its status. */
static int with_little_memory(rlim_t spare, int (*body)(const struct game *game),
                              const struct game *game)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct rlimit limit = {.rlim_cur = address_space() + spare,
                               .rlim_max = RLIM_INFINITY};
        _exit(setrlimit(RLIMIT_AS, &limit) == 0 ? body(game) : 100);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int play_with_a_smaller_table(const struct game *game)
{
    struct engine_options options = {.threads = 1, .hash_mib = 1024};
    struct error warning;
    struct engine *engine = engine_open(game, &options, &warning);
    if (!engine)
        return 1;
    if (!strstr(warning.text, "no memory for a table of 1024 MiB"))
        return 2;
    struct position position;
    game->start(game, &position);
    struct search_result v = think(engine, &position, &(struct limits){.nodes = 10000});
    if (!game_is_legal(game, &position, v.move) || v.depth < 2)
        return 3;
    engine_close(engine);
    return 0;
}

static int open_without_any_memory(const struct game *game)
{
    struct engine_options options = {.threads = 1, .hash_mib = 1024};
    struct error warning;
    struct engine *engine = engine_open(game, &options, &warning);
    return engine ? 1 : strcmp(warning.text, "out of memory") != 0 ? 2 : 0;
}

static void a_table_that_cannot_be_had_is_replaced_by_a_smaller_one(void **state)
{
    (void)state;
    if (SANITIZED) {
        print_message("# the sanitizer needs the address space for itself\n");
        skip();
    }
    static const char *const specs[] = {"cave", "mancala"};
    for (int i = 0; i < 2; i++) {
        struct game *game = opened(specs[i]);
        assert_int_equal(with_little_memory(64 << 20, play_with_a_smaller_table, game),
                         0);
        assert_int_equal(with_little_memory(0, open_without_any_memory, game), 0);
        game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_engine_plays_whole_games_by_the_rules),
        cmocka_unit_test(a_cleared_engine_repeats_itself),
        cmocka_unit_test(the_thread_that_searches_does_not_matter),
        cmocka_unit_test(a_node_limit_is_kept),
        cmocka_unit_test(a_depth_limit_is_reached_and_kept),
        cmocka_unit_test(one_legal_move_takes_no_thought),
        cmocka_unit_test(a_finished_game_has_no_move),
        cmocka_unit_test(the_smallest_table_is_enough_to_play),
        cmocka_unit_test(the_last_three_cells_take_one_iteration),
        cmocka_unit_test(a_table_of_any_size_is_opened_without_a_warning),
        cmocka_unit_test(a_search_takes_the_memory_it_needs),
        cmocka_unit_test(a_larger_table_changes_nothing),
        cmocka_unit_test(progress_comes_with_every_iteration),
#ifdef HAVE_SEARCH_V3
        cmocka_unit_test(both_variants_search_the_same_nodes),
#endif
        cmocka_unit_test(a_table_that_cannot_be_had_is_replaced_by_a_smaller_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
