/* test_solver.c: what the solvers of both games share: threads, memory, time, and the file
 * of a transposition table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "search/tt.h"
#include "solve/solver.h"
#include "solve/tt_file.h"
#include "support.h"

static void threads_are_those_of_the_machine_or_as_many_as_wanted(void **context)
{
    (void)context;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const int usual = cores < ENGINE_MAX_THREADS ? (int)cores : ENGINE_MAX_THREADS;
    assert_int_equal(solver_threads(&(struct solve_options){.threads = 0}), usual);
    assert_int_equal(solver_threads(&(struct solve_options){.threads = -1}), usual);
    assert_int_equal(solver_threads(&(struct solve_options){.threads = 1}), 1);
    assert_int_equal(solver_threads(&(struct solve_options){.threads = 3}), 3);
    assert_int_equal(solver_threads(&(struct solve_options){.threads = 10000}),
                     ENGINE_MAX_THREADS);
}

static void memory_is_as_much_as_wanted(void **context)
{
    (void)context;
    static const struct {
        int wanted, mib;
    } cases[] = {{0, 128}, {1, 1}, {2, 2}, {3, 2}, {64, 64}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error warning = {""};
        struct tt tt;
        assert_true(solver_open_tt(
            &tt, &(struct solve_options){.hash_mib = cases[i].wanted}, &warning));
        assert_int_equal(tt.bytes, (size_t)cases[i].mib << 20);
        assert_string_equal(warning.text, "");
        tt_free(&tt);
    }
}

/* A search that may be short begins with a part of the memory; with a checkpoint, whose
 * thread reads it meanwhile, the table keeps its size. */
static void with_a_checkpoint_the_table_does_not_grow(void **context)
{
    (void)context;
    static const struct {
        const char *spec;
        const struct solver_ops *ops;
    } cases[] = {{"cave", &cave_solver}, {"mancala", &mancala_solver}};
    for (size_t i = 0; i < COUNT(cases); i++)
        for (int checkpoint = 0; checkpoint < 2; checkpoint++) {
            struct game *game = opened(cases[i].spec);
            struct error warning = {""};
            struct solve_options options = {
                .threads = 1, .hash_mib = 4, .checkpoint = checkpoint};
            void *state = cases[i].ops->open(game, &options, &warning);
            assert_non_null(state);
            assert_int_equal(tt_room(cases[i].ops->tt(state)) == 0, checkpoint);
            cases[i].ops->close(state);
            game_close(game);
        }
}

static void a_deadline_is_that_many_seconds_away(void **context)
{
    (void)context;
    assert_true(solver_deadline(&(struct limits){.seconds = 0}) == 0);
    assert_true(solver_deadline(&(struct limits){.seconds = -1}) == 0);
    const int64_t before = clock_now();
    const int64_t until = solver_deadline(&(struct limits){.seconds = 100});
    const int64_t now = clock_now();
    assert_true(until >= before + clock_from_seconds(100));
    assert_true(until <= now + clock_from_seconds(100));
}

static void count_visit(void *context, int thread)
{
    atomic_int *visits = context;
    atomic_fetch_add(&visits[thread], 1);
}

static void each_thread_has_its_number(void **context)
{
    (void)context;
    for (int threads = 1; threads <= 9; threads += 4) {
        atomic_int visits[10] = {0};
        solver_run(count_visit, visits, threads);
        for (int i = 0; i < 10; i++)
            assert_int_equal(visits[i], i < threads);
    }
}

/* Whoever is told about the progress. */
struct audience {
    atomic_int inside;
    atomic_bool crowded;
    bool stale;
    int count;
    struct solution last;
};

static void attend(void *context, const struct solution *so_far)
{
    struct audience *audience = context;
    struct solution *last = &audience->last;
    if (atomic_fetch_add(&audience->inside, 1) > 0)
        atomic_store(&audience->crowded, true);
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL); /* time to collide */
    /* Narrower than before, and never the same again. */
    if (audience->count++ > 0 &&
        (so_far->least < last->least || so_far->most > last->most ||
         (so_far->least == last->least && so_far->most == last->most &&
          so_far->proven <= last->proven)))
        audience->stale = true; /* not asserted here: this may be another thread */
    *last = *so_far;
    atomic_fetch_sub(&audience->inside, 1);
}

static void progress_is_told_one_after_the_other(void **context)
{
    static const char *const specs[] = {"cave:4x5x4", "mancala:4x4:steal",
                                        "mancala:5x3:nosteal"};
    (void)context;
    for (size_t i = 0; i < COUNT(specs); i++)
        for (int again = 0; again < TRIES(5); again++) {
            struct game *game = opened(specs[i]);
            struct error error;
            struct solve_options options = {.threads = 4, .hash_mib = 1};
            struct solver *solver = solver_open(game, &options, &error);
            struct position start;
            struct solution solution;
            struct audience audience = {0};
            game->start(game, &start);
            assert_non_null(solver);
            assert_true(solver_solve(solver, &start, &(struct limits){0}, attend,
                                     &audience, &solution, &error));
            assert_false(audience.crowded);
            assert_false(audience.stale);
            assert_true(audience.count > 0 && audience.last.proven);
            assert_int_equal(audience.last.least, solution.least);
            assert_int_equal(audience.last.most, solution.most);
            solver_close(solver);
            game_close(game);
        }
}

static void describe_number(void *state, struct solution *so_far)
{
    so_far->least = *(int *)state;
    so_far->most = 9;
}

static void what_was_told_is_not_told_again(void **context)
{
    (void)context;
    static const int numbers[] = {1, 2, 2, 3, 3, 3};
    struct solver_listener listener;
    struct audience audience = {0};
    solver_listener_init(&listener, attend, &audience);
    for (size_t i = 0; i < COUNT(numbers); i++) {
        int number = numbers[i];
        solver_tell(&listener, describe_number, &number);
    }
    solver_listener_destroy(&listener);
    assert_int_equal(audience.count, 3);
    assert_false(audience.stale);
}

/* A file of its own for this test. */
static void name_file(char path[64])
{
    snprintf(path, 64, "/tmp/lodestone-tt-%d", (int)getpid());
}

/* A small table with entries of many weights. */
static void fill(struct tt *tt)
{
    for (uint64_t i = 1; i <= 40; i++)
        tt_store_margin(
            tt, i * 0x9e3779b97f4a7c15u,
            (struct tt_margin){(int16_t)-i, (int16_t)i, 3, (uint8_t)(6 * i)});
}

static int count_filled(const struct tt *tt)
{
    int found = 0;
    for (uint64_t i = 1; i <= 40; i++) {
        struct tt_margin margin;
        if (!tt_probe_margin(tt, i * 0x9e3779b97f4a7c15u, &margin))
            continue;
        assert_int_equal(margin.least, -(int)i);
        assert_int_equal(margin.most, i);
        assert_int_equal(margin.move, 3);
        assert_int_equal(margin.weight, (uint8_t)(6 * i));
        found++;
    }
    return found;
}

static void a_table_comes_back_from_its_file(void **context)
{
    (void)context;
    char path[64];
    struct error error = {""};
    struct tt tt, back;
    name_file(path);
    assert_true(tt_init(&tt, 0));
    fill(&tt);
    assert_true(tt_file_write(path, "cave:8x8x5", &tt, TT_FILE_ENTRIES, &error));
    /* Into a part of a larger one, which is then used as a whole. */
    assert_true(tt_init(&back, 1));
    tt_use(&back, 1 << 16);
    assert_true(tt_file_read(path, "cave:8x8x5", &back, &error));
    assert_int_equal(tt_room(&back), 0);
    assert_int_equal(count_filled(&back), 40);
    size_t entries = 0;
    for (size_t i = 0; i < back.bytes / sizeof *back.slot; i++)
        entries += back.slot[i].data != 0;
    assert_int_equal(entries, 40);
    tt_free(&back);
    tt_free(&tt);
    unlink(path);
}

/* The deepest come first; of those that are equally deep, all or none. */
static void a_file_keeps_the_deepest_entries(void **context)
{
    (void)context;
    static const struct {
        size_t most;
        int kept;
    } cases[] = {{40, 40}, {39, 39}, {20, 20}, {1, 1}, {0, 0}};
    char path[64];
    struct error error = {""};
    struct tt tt;
    name_file(path);
    assert_true(tt_init(&tt, 0));
    fill(&tt);
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct tt back;
        struct tt_margin margin;
        assert_true(tt_file_write(path, "cave:8x8x5", &tt, cases[i].most, &error));
        assert_true(tt_init(&back, 0));
        assert_true(tt_file_read(path, "cave:8x8x5", &back, &error));
        assert_int_equal(count_filled(&back), cases[i].kept);
        for (uint64_t k = 1; k <= 40; k++)
            assert_int_equal(tt_probe_margin(&back, k * 0x9e3779b97f4a7c15u, &margin),
                             (int)k > 40 - cases[i].kept);
        tt_free(&back);
    }
    for (uint64_t k = 41; k <= 45; k++)
        tt_store_margin(&tt, k * 0x9e3779b97f4a7c15u,
                        (struct tt_margin){(int16_t)-k, (int16_t)k, 3, 6 * 40});
    assert_true(tt_file_write(path, "cave:8x8x5", &tt, 5, &error));
    struct text bytes = {0};
    assert_true(file_read(path, 1 << 16, &bytes, &error));
    assert_int_equal(bytes.length, 24 + 10 + 8);
    text_free(&bytes);
    tt_free(&tt);
    unlink(path);
}

/* Reads these bytes, which must be refused with this message, and nothing is read. */
static void assert_refused(const struct text *bytes, size_t length, const char *message)
{
    char path[64];
    struct error error = {""};
    struct tt tt;
    name_file(path);
    write_file(path, bytes->data, length);
    assert_true(tt_init(&tt, 0));
    assert_false(tt_file_read(path, "cave:8x8x5", &tt, &error));
    if (!strstr(error.text, message))
        fail_msg("'%s' is not: %s", error.text, message);
    assert_int_equal(count_filled(&tt), 0);
    tt_free(&tt);
    unlink(path);
}

static void a_file_that_is_not_whole_is_refused(void **context)
{
    (void)context;
    char path[64];
    struct error error = {""};
    struct tt tt;
    struct text bytes = {0};
    name_file(path);
    assert_true(tt_init(&tt, 0));
    fill(&tt);
    assert_true(tt_file_write(path, "cave:8x8x5", &tt, TT_FILE_ENTRIES, &error));
    assert_true(file_read(path, 1 << 16, &bytes, &error));
    /* The header, the name, the entries and the checksum. */
    assert_int_equal(bytes.length, 24 + 10 + 40 * 16 + 8);
    for (size_t i = 0; i < bytes.length; i++) {
        bytes.data[i] ^= 1;
        assert_refused(&bytes, bytes.length,
                       i < 8    ? "is not a solver checkpoint"
                       : i < 12 ? "is from another version"
                                : "is damaged");
        bytes.data[i] ^= 1;
    }
    for (size_t length = 0; length < bytes.length; length += 7)
        assert_refused(&bytes, length,
                       length < 32 ? "is not a solver checkpoint" : "is damaged");
    text_free(&bytes);
    tt_free(&tt);
}

static void a_file_of_another_game_is_refused(void **context)
{
    (void)context;
    static const char *const names[] = {"cave:8x8x4", "cave:8x8x", "cave:8x8x55", ""};
    char path[64];
    struct error error = {""};
    name_file(path);
    for (size_t i = 0; i < COUNT(names); i++) {
        struct tt tt;
        struct text bytes = {0};
        assert_true(tt_init(&tt, 0));
        fill(&tt);
        assert_true(tt_file_write(path, names[i], &tt, TT_FILE_ENTRIES, &error));
        assert_true(file_read(path, 1 << 16, &bytes, &error));
        char message[64];
        snprintf(message, sizeof message, "belongs to another game: %s", names[i]);
        assert_refused(&bytes, bytes.length, message);
        text_free(&bytes);
        tt_free(&tt);
    }
}

/* The limits from which on an answer within a day would be a surprise. */
static void reach_ends_where_it_should(void **context)
{
    (void)context;
    static const struct {
        const char *spec;
        bool within;
    } cases[] = {
        {"cave:6x7x4", true},         {"cave:7x7x4", false},
        {"cave:8x8x3", true},         {"cave:8x8x4", false},
        {"mancala:6x5:steal", true},  {"mancala:5x6:kalah", true},
        {"mancala:6x6:steal", false}, {"mancala:11x3:kalah", false},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct game *game = opened(cases[i].spec);
        struct position start;
        game->start(game, &start);
        assert_int_equal(solve_within_reach(game, &start), cases[i].within);
        game_close(game);
    }
    struct game *game = opened("cave:8x6x4");
    struct position position = after(game, NULL, "A1 A2 A3 A4 A5");
    assert_false(solve_within_reach(game, &position));
    position = after(game, NULL, "A1 A2 A3 A4 A5 A6");
    assert_true(solve_within_reach(game, &position));
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_are_those_of_the_machine_or_as_many_as_wanted),
        cmocka_unit_test(memory_is_as_much_as_wanted),
        cmocka_unit_test(with_a_checkpoint_the_table_does_not_grow),
        cmocka_unit_test(a_deadline_is_that_many_seconds_away),
        cmocka_unit_test(each_thread_has_its_number),
        cmocka_unit_test(progress_is_told_one_after_the_other),
        cmocka_unit_test(what_was_told_is_not_told_again),
        cmocka_unit_test(a_table_comes_back_from_its_file),
        cmocka_unit_test(a_file_keeps_the_deepest_entries),
        cmocka_unit_test(a_file_that_is_not_whole_is_refused),
        cmocka_unit_test(a_file_of_another_game_is_refused),
        cmocka_unit_test(reach_ends_where_it_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
