/* test_endgame_store.c: endgame tables on disk: made, opened, damaged, stopped, removed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "endgame/build.h"
#include "endgame/store.h"
#include "support.h"

enum {
    STONES = 7
};

struct fixture {
    char directory[64];
    struct game *game;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    strcpy(f->directory, "/tmp/lodestone-tables-XXXXXX");
    assert_non_null(mkdtemp(f->directory));
    f->game = opened("mancala:4x3:kalah");
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    endgame_store_remove(f->directory, f->game);
    assert_int_equal(rmdir(f->directory), 0);
    game_close(f->game);
    free(f);
    return 0;
}

static void build(struct fixture *f, int stones)
{
    struct error error;
    struct endgame_build_plan plan = {.game = f->game, .stones = stones, .threads = 2};
    assert_true(endgame_build(f->directory, &plan, &error));
}

static void file_of(const struct fixture *f, int stones, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/mancala-4-kalah-%02d.lst", f->directory, stones);
}

/* All values equal those of a table in memory. */
static void check_values(struct fixture *f, int stones)
{
    struct error warning;
    struct endgame_store *tables =
        endgame_store_open(f->directory, 4, MANCALA_KALAH, &warning);
    struct endgame endgame;
    assert_non_null(tables);
    assert_string_equal(warning.text, "");
    assert_int_equal(endgame_store_tables(tables)->stones, stones);
    assert_true(endgame_init(&endgame, 4, MANCALA_KALAH, stones));
    assert_true(endgame_solve(&endgame, 1, NULL));
    const struct endgame *kept = endgame_store_tables(tables);
    for (int n = 0; n <= stones; n++)
        for (uint64_t i = 0; i < endgame_layer_size(4, n); i++) {
            uint64_t index = endgame.base[n][0] + i;
            assert_true(endgame_is_there(kept, index));
            assert_int_equal(kept->value[index], endgame.value[index]);
        }
    endgame_free(&endgame);
    endgame_store_close(tables);
}

static void a_table_is_made_and_grows(void **state)
{
    struct fixture *f = *state;
    build(f, STONES - 3);
    check_values(f, STONES - 3);
    build(f, STONES);
    check_values(f, STONES);
    build(f, 2); /* smaller: nothing to do, nothing lost */
    check_values(f, STONES);
    struct endgame_store_entry entry[2];
    assert_int_equal(endgame_store_list(f->directory, entry, 2), 1);
    assert_int_equal(entry[0].holes, 4);
    assert_int_equal(entry[0].stones, STONES);
    int stones;
    struct error error;
    assert_true(endgame_store_verify(f->directory, f->game, &stones, &error));
    assert_int_equal(stones, STONES);
    assert_int_equal(endgame_store_remove(f->directory, f->game), STONES + 1);
    assert_null(endgame_store_open(f->directory, 4, MANCALA_KALAH, &error));
    assert_false(endgame_store_verify(f->directory, f->game, &stones, &error));
}

/* Whatever byte is damaged or cut off: it is noticed, either when the table is opened
 * or when the block is asked for, and the layers below go on. */
static void damage_is_noticed(void **state)
{
    struct fixture *f = *state;
    struct text whole = {0};
    struct error error;
    char path[PATH_MAX];
    int stones;
    build(f, STONES);
    file_of(f, STONES, path);
    assert_true(file_read(path, 1 << 20, &whole, &error));
    for (size_t i = 0; i < whole.length; i++) {
        char kept = whole.data[i];
        whole.data[i] = (char)(kept ^ (1 << i % 8));
        assert_true(file_write(path, whole.data, whole.length, &error));
        assert_false(endgame_store_verify(f->directory, f->game, &stones, &error));
        assert_int_equal(stones == STONES - 1 || stones == -1, true);
        whole.data[i] = kept;
    }
    for (size_t length = 0; length < whole.length; length += 7) {
        assert_true(file_write(path, whole.data, length, &error));
        assert_false(endgame_store_verify(f->directory, f->game, &stones, &error));
        struct endgame_store *tables =
            endgame_store_open(f->directory, 4, MANCALA_KALAH, &error);
        assert_int_equal(endgame_store_tables(tables)->stones, STONES - 1);
        assert_int_not_equal(error.text[0], '\0');
        endgame_store_close(tables);
    }
    /* Building mends it. */
    build(f, STONES);
    check_values(f, STONES);
    text_free(&whole);
}

static void a_foreign_table_is_refused(void **state)
{
    struct fixture *f = *state;
    struct text whole = {0};
    struct error error;
    char path[PATH_MAX];
    build(f, STONES);
    file_of(f, STONES - 1, path);
    assert_true(file_read(path, 1 << 20, &whole, &error));
    file_of(f, STONES, path);
    assert_true(file_write(path, whole.data, whole.length, &error));
    struct endgame_store *tables =
        endgame_store_open(f->directory, 4, MANCALA_KALAH, &error);
    assert_int_equal(endgame_store_tables(tables)->stones, STONES - 1);
    assert_non_null(strstr(error.text, "another game or layer"));
    endgame_store_close(tables);
    text_free(&whole);
}

static void a_stopped_build_goes_on(void **state)
{
    struct fixture *f = *state;
    struct error error;
    atomic_bool stop = true;
    struct endgame_build_plan plan = {
        .game = f->game, .stones = STONES, .threads = 2, .stop = &stop};
    assert_false(endgame_build(f->directory, &plan, &error));
    build(f, 3);
    assert_false(endgame_build(f->directory, &plan, &error));
    check_values(f, 3);
    stop = false;
    assert_true(endgame_build(f->directory, &plan, &error));
    check_values(f, STONES);
}

static void what_cannot_be_is_refused(void **state)
{
    struct fixture *f = *state;
    struct error error;
    struct game *tiny = opened("mancala:1x1:steal");
    struct game *wide = opened("mancala:12x12:steal");
    struct endgame_build_plan plan = {.game = tiny, .stones = 25, .threads = 1};
    assert_false(endgame_build(f->directory, &plan, &error));
    assert_non_null(strstr(error.text, "at most 24"));
    plan = (struct endgame_build_plan){.game = wide, .stones = 40, .threads = 1};
    assert_false(endgame_build(f->directory, &plan, &error));
    plan = (struct endgame_build_plan){.game = f->game, .stones = 2, .threads = 1};
    assert_false(endgame_build("/dev/null/tables", &plan, &error));
    assert_non_null(strstr(error.text, "/dev/null"));
    game_close(tiny);
    game_close(wide);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_table_is_made_and_grows),  TEST(damage_is_noticed),
        TEST(a_foreign_table_is_refused), TEST(a_stopped_build_goes_on),
        TEST(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
