/* test_endgame_file.c: the files of endgame tables, byte by byte as endgame/file.h says, and
 * how a build reports on its way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/file.h"
#include "endgame/build.h"
#include "endgame/file.h"
#include "endgame/store.h"
#include "support.h"

enum {
    HEADER = 32,
    ENTRY = 24,
    VALUES = 2 * ENDGAME_BLOCK + 100,
    BLOCKS = 3
};

struct fixture {
    char directory[64], path[PATH_MAX];
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    strcpy(f->directory, "/tmp/lodestone-tables-XXXXXX");
    assert_non_null(mkdtemp(f->directory));
    snprintf(f->path, sizeof f->path, "%s/table", f->directory);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    unlink(f->path);
    assert_int_equal(rmdir(f->directory), 0);
    free(f);
    return 0;
}

static uint64_t number_at(const struct text *text, size_t at, int bytes)
{
    uint64_t number = 0;
    for (int i = bytes - 1; i >= 0; i--)
        number = number << 8 | (uint8_t)text->data[at + (size_t)i];
    return number;
}

static const struct endgame_file_id some_id = {
    .holes = 5, .stealing = MANCALA_NOSTEAL, .stones = 9, .part = 4, .values = VALUES};

/* Values that compress, but not into nothing. */
static const int8_t *some_values(void)
{
    static int8_t value[VALUES];
    for (size_t i = 0; i < VALUES; i++)
        value[i] = (int8_t)(i * i % 101 - 50);
    return value;
}

/* Reads the file, and checks all that doesn't depend on how blocks are stored. */
static struct text check_index(const struct fixture *f)
{
    const size_t index = HEADER + BLOCKS * ENTRY;
    struct text whole = {0};
    struct error error;
    assert_true(file_read(f->path, 1 << 20, &whole, &error));
    assert_memory_equal(whole.data, "LODESTBL", 8);
    assert_int_equal(number_at(&whole, 8, 4), 1);
    assert_memory_equal(whole.data + 12, "\5\2\11\4", 4);
    assert_int_equal(number_at(&whole, 16, 8), VALUES);
    assert_int_equal(number_at(&whole, 24, 4), 65536);
    assert_int_equal(number_at(&whole, 28, 4), BLOCKS);
    assert_true(number_at(&whole, index, 8) == XXH64(whole.data, index, 0));
    size_t offset = index + 8;
    for (size_t block = 0; block < BLOCKS; block++) {
        const size_t entry = HEADER + block * ENTRY,
                     size = number_at(&whole, entry + 8, 4);
        assert_int_equal(number_at(&whole, entry, 8), offset);
        assert_true(number_at(&whole, entry + 16, 8) ==
                    XXH64(whole.data + offset, size, 0));
        offset += size;
    }
    assert_int_equal(whole.length, offset);
    return whole;
}

static void a_file_is_laid_out_as_described(void **state)
{
    struct fixture *f = *state;
    struct error error;
    assert_true(
        endgame_file_write(f->path, &some_id, some_values(), VALUES, NULL, 0, &error));
    struct text packed = check_index(f);
    for (size_t block = 0; block < BLOCKS; block++)
        assert_int_equal(number_at(&packed, HEADER + block * ENTRY + 12, 4), 0);
    assert_true(packed.length < VALUES);
    assert_true(endgame_file_unpack(f->path, &some_id, &error));
    struct text plain = check_index(f);
    for (size_t block = 0; block < BLOCKS; block++)
        assert_int_equal(number_at(&plain, HEADER + block * ENTRY + 12, 4), 1);
    assert_int_equal(plain.length, HEADER + BLOCKS * ENTRY + 8 + VALUES);
    assert_memory_equal(plain.data + HEADER + BLOCKS * ENTRY + 8, some_values(),
                        VALUES);
    text_free(&packed);
    text_free(&plain);
}

/* Changes a byte of a good file and completes the index with a checksum that is right again;
 * the file must be refused with this message. */
static void check_refused(const struct fixture *f, size_t at, uint8_t byte,
                          const char *message)
{
    const size_t index = HEADER + BLOCKS * ENTRY;
    struct text whole = {0};
    struct error error = {""};
    struct endgame_file file;
    assert_true(
        endgame_file_write(f->path, &some_id, some_values(), VALUES, NULL, 0, &error));
    assert_true(file_read(f->path, 1 << 20, &whole, &error));
    whole.data[at] = (char)byte;
    const uint64_t sum = XXH64(whole.data, index, 0);
    for (int i = 0; i < 8; i++)
        whole.data[index + (size_t)i] = (char)(sum >> (8 * i));
    assert_true(file_write(f->path, whole.data, whole.length, &error));
    assert_false(endgame_file_open(&file, f->path, &some_id, &error));
    if (!strstr(error.text, message))
        fail_msg("'%s' is not: %s", error.text, message);
    text_free(&whole);
}

static void a_file_says_what_is_wrong_with_it(void **state)
{
    const struct fixture *f = *state;
    check_refused(f, 0, 'l', "not an endgame table");
    check_refused(f, 7, 'l', "not an endgame table");
    check_refused(f, 8, 2, "unknown format 2; this program reads 1");
    check_refused(f, 11, 1, "unknown format 16777217; this program reads 1");
    for (size_t at = 12; at < HEADER; at++)
        check_refused(f, at, 77, "this is the table of another game or layer");
    /* The offset and the size of the last block. */
    check_refused(f, HEADER + 2 * ENTRY + 7, 1, "the file is cut short");
    check_refused(f, HEADER + 2 * ENTRY + 11, 1, "the file is cut short");
}

static void a_file_that_is_cut_says_where(void **state)
{
    const struct fixture *f = *state;
    const size_t index = HEADER + BLOCKS * ENTRY + 8;
    struct text whole = {0};
    struct error error = {""};
    struct endgame_file file;
    assert_true(
        endgame_file_write(f->path, &some_id, some_values(), VALUES, NULL, 0, &error));
    assert_true(file_read(f->path, 1 << 20, &whole, &error));
    for (size_t length = 1; length < whole.length;
         length += length < index + 2 ? 1 : 997) {
        write_file(f->path, whole.data, length);
        assert_false(endgame_file_open(&file, f->path, &some_id, &error));
        assert_non_null(strstr(error.text, length < HEADER ? "not an endgame table"
                                                           : "the file is cut short"));
    }
    whole.data[HEADER] ^= 1;
    write_file(f->path, whole.data, whole.length);
    assert_false(endgame_file_open(&file, f->path, &some_id, &error));
    assert_non_null(strstr(error.text, "the index is damaged"));
    text_free(&whole);
}

/* A program without standard input gets its number for the file. */
static void a_file_may_have_any_number(void **state)
{
    const struct fixture *f = *state;
    const int input = dup(STDIN_FILENO);
    struct endgame_file file;
    struct error error = {""};
    assert_true(
        endgame_file_write(f->path, &some_id, some_values(), VALUES, NULL, 0, &error));
    close(STDIN_FILENO);
    const bool ok = endgame_file_open(&file, f->path, &some_id, &error);
    if (input >= 0) {
        dup2(input, STDIN_FILENO);
        close(input);
    }
    assert_true(ok);
    endgame_file_close(&file);
}

static void values_must_be_as_many_as_announced(void **state)
{
    const struct fixture *f = *state;
    struct error error = {""};
    assert_false(endgame_file_write(f->path, &some_id, some_values(), VALUES - 1, NULL,
                                    0, &error));
    assert_int_equal(access(f->path, F_OK), -1);
}

/* Tables of several games in one directory come in order, as many as there is room for. */
static void tables_are_listed_in_order(void **state)
{
    static const char *const names[] = {
        "mancala-10-steal-00.lst", "mancala-2-nosteal-00.lst",
        "mancala-2-steal-01.lst",  "mancala-2-steal-03.lst",
        "mancala-2-steal-00.lst",  "mancala-6-kalah-02.part1.lst",
    };
    struct fixture *f = *state;
    struct endgame_store_entry entry[8];
    struct text text = {0};
    char path[PATH_MAX];
    for (size_t i = 0; i < COUNT(names); i++) {
        snprintf(path, sizeof path, "%s/%s", f->directory, names[i]);
        write_file(path, names[i], i + 1);
    }
    const int count = endgame_store_list(f->directory, entry, 8);
    for (int i = 0; i < count; i++)
        text_addf(&text, "%d %s %d %d\n", entry[i].holes,
                  mancala_stealing_name(entry[i].stealing), entry[i].stones,
                  (int)entry[i].bytes);
    assert_string_equal(text_string(&text), "2 steal 1 12\n"
                                            "2 nosteal 0 2\n"
                                            "6 kalah -1 6\n"
                                            "10 steal 0 1\n");
    assert_int_equal(endgame_store_list(f->directory, entry, 2), 2);
    assert_int_equal(endgame_store_list("/dev/null/none", entry, 2), 0);
    for (size_t i = 0; i < COUNT(names); i++) {
        snprintf(path, sizeof path, "%s/%s", f->directory, names[i]);
        assert_int_equal(unlink(path), 0);
    }
    text_free(&text);
}

/* How a build is seen from outside. */
struct witness {
    struct text text;
    int fail_at; /* a layer, or -1 */
};

static void note_progress(void *context, const struct endgame_build_progress *progress)
{
    struct witness *witness = context;
    text_addf(&witness->text, "%d: %d/%d\n", progress->stones, (int)progress->solved,
              (int)progress->all);
    assert_true(progress->seconds >= 0);
}

static bool note_part(void *context, int thread, struct endgame *endgame, int stones,
                      int part, struct error *error)
{
    struct witness *witness = context;
    text_addf(&witness->text, "solve %d/%d by %d\n", stones, part, thread);
    if (stones == witness->fail_at)
        return error_set(error, "a helper is gone");
    return endgame_solve_part(endgame, stones, part);
}

static void note_layer(void *context, const struct endgame *endgame, int stones)
{
    struct witness *witness = context;
    text_addf(&witness->text, "layer %d of %d\n", stones, endgame->capacity);
}

static void a_build_tells_how_far_it_is(void **state)
{
    struct fixture *f = *state;
    struct game *game = opened("mancala:2x3:kalah");
    struct witness witness = {.fail_at = 3};
    const struct endgame_build_helpers helpers = {note_part, note_layer, &witness};
    struct endgame_build_plan plan = {.game = game,
                                      .stones = 4,
                                      .threads = 1,
                                      .helpers = &helpers,
                                      .report = note_progress,
                                      .context = &witness};
    struct error error = {""};
    assert_false(endgame_build(f->directory, &plan, &error));
    assert_string_equal(error.text, "a helper is gone");
    assert_string_equal(text_string(&witness.text), "solve 0/0 by 0\n0: 1/70\n"
                                                    "layer 0 of 4\n"
                                                    "solve 1/0 by 0\n1: 5/70\n"
                                                    "layer 1 of 4\n"
                                                    "solve 2/1 by 0\n2: 9/70\n"
                                                    "solve 2/0 by 0\n2: 15/70\n"
                                                    "layer 2 of 4\n"
                                                    "solve 3/1 by 0\n");
    text_free(&witness.text);
    witness = (struct witness){.fail_at = -1};
    assert_true(endgame_build(f->directory, &plan, &error));
    assert_string_equal(text_string(&witness.text), "layer 0 of 4\n"
                                                    "layer 1 of 4\n"
                                                    "layer 2 of 4\n"
                                                    "solve 3/1 by 0\n3: 27/70\n"
                                                    "solve 3/0 by 0\n3: 35/70\n"
                                                    "layer 3 of 4\n"
                                                    "solve 4/2 by 0\n4: 44/70\n"
                                                    "solve 4/1 by 0\n4: 60/70\n"
                                                    "solve 4/0 by 0\n4: 70/70\n"
                                                    "layer 4 of 4\n");
    text_free(&witness.text);
    assert_int_equal(endgame_store_remove(f->directory, game), 5);
    game_close(game);
}

/* In a small table the sample has every position, so no wrong value passes. */
static void every_wrong_value_is_noticed(void **state)
{
    enum {
        STONES = 4
    };
    struct fixture *f = *state;
    struct game *game = opened("mancala:2x3:steal");
    const struct endgame_build_plan plan = {
        .game = game, .stones = STONES, .threads = 1};
    struct endgame table;
    struct error error = {""};
    char path[PATH_MAX], message[64];
    int stones, changed = 0;
    assert_true(endgame_build(f->directory, &plan, &error));
    assert_true(endgame_init(&table, 2, MANCALA_STEAL, STONES));
    assert_true(endgame_solve(&table, 1, NULL));
    for (int n = 2; n <= STONES; n++) {
        const struct endgame_file_id id = endgame_file_whole(2, MANCALA_STEAL, n);
        int8_t *layer = table.value + table.base[n][0];
        assert_true(endgame_store_path(path, f->directory, &id, &error));
        snprintf(message, sizeof message, "layer %d holds wrong values", n);
        /* Who has no stones left has no move that the rules could be asked about. */
        for (uint64_t i = table.base[n][1] - table.base[n][0];
             i < table.base[n][n] - table.base[n][0]; i++, changed++) {
            layer[i] = (int8_t)(layer[i] + (i % 2 ? 1 : -1));
            assert_true(
                endgame_file_write(path, &id, layer, id.values, NULL, 0, &error));
            assert_false(endgame_store_verify(f->directory, game, &stones, &error));
            assert_non_null(strstr(error.text, message));
            assert_int_equal(stones, STONES);
            layer[i] = (int8_t)(layer[i] - (i % 2 ? 1 : -1));
        }
        assert_true(endgame_file_write(path, &id, layer, id.values, NULL, 0, &error));
        assert_true(endgame_store_verify(f->directory, game, &stones, &error));
    }
    assert_int_equal(changed, 4 + 12 + 25);
    assert_int_equal(endgame_store_remove(f->directory, game), STONES + 1);
    endgame_free(&table);
    game_close(game);
}

/* With many copies, there is never enough memory. */
static void a_table_must_fit_into_memory(void **state)
{
    struct game *game = opened("mancala:6x4:kalah");
    struct endgame_build_plan plan = {.game = game, .stones = 8, .threads = 1};
    struct error error = {""};
    (void)state;
    assert_true(endgame_build_check(&plan, &error));
    plan.copies = 1;
    assert_true(endgame_build_check(&plan, &error));
    plan.copies = 1 << 30;
    assert_false(endgame_build_check(&plan, &error));
    assert_non_null(
        strstr(error.text, "a table of 8 stones needs 125970.0 GiB of memory, and "));
    game_close(game);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_file_is_laid_out_as_described),
        TEST(a_file_says_what_is_wrong_with_it),
        TEST(a_file_that_is_cut_says_where),
        TEST(a_file_may_have_any_number),
        TEST(values_must_be_as_many_as_announced),
        TEST(tables_are_listed_in_order),
        TEST(a_build_tells_how_far_it_is),
        TEST(every_wrong_value_is_noticed),
        TEST(a_table_must_fit_into_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
