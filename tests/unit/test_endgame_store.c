/* test_endgame_store.c: endgame tables on disk: made, opened, damaged, stopped, removed. */
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
            const int8_t *value = endgame_at(kept, index);
            assert_non_null(value);
            assert_int_equal(*value, endgame.value[index]);
        }
    endgame_free(&endgame);
    endgame_store_close(tables);
}

/* Plain files have the same values, can grow, and are checked as well. */
static void an_unpacked_table_is_the_same(void **state)
{
    struct fixture *f = *state;
    struct error error;
    uint64_t bytes, values = 0;
    char path[PATH_MAX];
    assert_false(endgame_store_unpack(f->directory, f->game, &bytes, &error));
    assert_string_equal(error.text, "there is no such table");
    build(f, STONES);
    for (int twice = 0; twice < 2; twice++) {
        assert_true(endgame_store_unpack(f->directory, f->game, &bytes, &error));
        check_values(f, STONES);
    }
    for (int n = 0; n <= STONES; n++) {
        struct endgame_file_id id = endgame_file_whole(4, MANCALA_KALAH, n);
        struct endgame_file file;
        file_of(f, n, path);
        assert_true(endgame_file_open(&file, path, &id, &error));
        for (uint32_t block = 0; block < file.blocks; block++)
            assert_true(endgame_file_is_plain(&file, block));
        values += id.values;
        endgame_file_close(&file);
    }
    assert_true(bytes > values);
    build(f, STONES + 1);
    check_values(f, STONES + 1);

    /* A value that was changed is noticed, and nothing takes its place. */
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, -1, SEEK_END);
    const int last = fgetc(file);
    fseek(file, -1, SEEK_END);
    fputc(last ^ 2, file);
    fclose(file);
    struct endgame_store *tables =
        endgame_store_open(f->directory, 4, MANCALA_KALAH, NULL);
    assert_non_null(tables);
    const struct endgame *kept = endgame_store_tables(tables);
    assert_null(
        endgame_at(kept, kept->base[STONES][0] + endgame_layer_size(4, STONES) - 1));
    assert_non_null(endgame_at(kept, kept->base[STONES - 1][0]));
    endgame_store_close(tables);
    assert_false(endgame_store_unpack(f->directory, f->game, &bytes, &error));
    assert_non_null(strstr(error.text, "is damaged"));
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
    uint64_t bytes = 0;
    for (int n = 0; n <= STONES; n++) {
        char path[PATH_MAX];
        struct stat status;
        file_of(f, n, path);
        assert_int_equal(stat(path, &status), 0);
        bytes += (uint64_t)status.st_size;
    }
    assert_true(entry[0].bytes == bytes);
    int stones;
    struct error error;
    assert_true(endgame_store_verify(f->directory, f->game, &stones, &error));
    assert_int_equal(stones, STONES);
    assert_int_equal(endgame_store_remove(f->directory, f->game), STONES + 1);
    assert_null(endgame_store_open(f->directory, 4, MANCALA_KALAH, &error));
    assert_false(endgame_store_verify(f->directory, f->game, &stones, &error));
}

/* Layers and parts of layers belong to a table; what else lies beside them stays. */
static void only_files_of_the_table_are_removed(void **state)
{
    static const struct {
        const char *name;
        bool removed;
    } files[] = {
        {"mancala-4-kalah-05.lst", true},
        {"mancala-4-kalah-06.part2.lst", true},
        {"mancala-4-kalah-05.txt", false},
        {"mancala-4-kalah-5.lst.old", false},
        {"mancala-4-steal-05.lst", false},
        {"mancala-5-kalah-05.lst", false},
        {"mancala-4-kalahari-05.lst", false},
        {"mancala-4-kalah.lst", false},
        {"copy of mancala-4-kalah-05.lst", false},
    };
    struct fixture *f = *state;
    struct endgame_store_entry entry[8];
    char path[PATH_MAX];
    for (size_t i = 0; i < COUNT(files); i++) {
        snprintf(path, sizeof path, "%s/%s", f->directory, files[i].name);
        write_file(path, files[i].name, i + 1);
    }
    assert_int_equal(endgame_store_list(f->directory, entry, 8), 3);
    assert_int_equal(entry[1].holes, 4);
    assert_int_equal(entry[1].stealing, MANCALA_KALAH);
    assert_int_equal(entry[1].stones, -1); /* without those below */
    assert_int_equal(entry[1].bytes, 1 + 2);
    assert_int_equal(endgame_store_remove(f->directory, f->game), 2);
    for (size_t i = 0; i < COUNT(files); i++) {
        snprintf(path, sizeof path, "%s/%s", f->directory, files[i].name);
        assert_int_equal(unlink(path), files[i].removed ? -1 : 0);
    }
}

/* As far as the engine can use them: from 0 up to the first that is missing. */
static void layers_above_a_gap_are_not_counted(void **state)
{
    static const char *const strange[] = {
        "mancala-4-kalah-06.lst",  "mancala-4-kalah-40.lst", "mancala-4-kalah-99.lst",
        "mancala-4-kalah--1.lst",  "mancala-0-kalah-00.lst", "mancala-13-kalah-00.lst",
        "mancala--4-kalah-00.lst", "mancala-4-kalah-4.lst",
    };
    struct fixture *f = *state;
    struct endgame_store_entry entry[8];
    char path[PATH_MAX];
    build(f, 3);
    for (size_t i = 0; i < COUNT(strange); i++) {
        snprintf(path, sizeof path, "%s/%s", f->directory, strange[i]);
        write_file(path, "x", 1);
    }
    assert_int_equal(endgame_store_list(f->directory, entry, 8), 1);
    assert_int_equal(entry[0].holes, 4);
    assert_int_equal(entry[0].stones, 3);
    file_of(f, 2, path);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(endgame_store_list(f->directory, entry, 8), 1);
    assert_int_equal(entry[0].stones, 1);
    file_of(f, 0, path);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(endgame_store_list(f->directory, entry, 8), 1);
    assert_int_equal(entry[0].stones, -1);
    for (size_t i = 0; i < COUNT(strange); i++) {
        snprintf(path, sizeof path, "%s/%s", f->directory, strange[i]);
        assert_int_equal(unlink(path), 0);
    }
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
        write_file(path, whole.data, whole.length);
        assert_false(endgame_store_verify(f->directory, f->game, &stones, &error));
        assert_int_equal(stones, STONES - 1);
        whole.data[i] = kept;
    }
    for (size_t length = 0; length < whole.length; length += 7) {
        write_file(path, whole.data, length);
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

/* A damaged layer, and those above it, are made again; those below are kept. */
static void layers_below_a_damaged_one_are_kept(void **state)
{
    enum {
        DAMAGED = 4,
        INDEX = 40 /* a byte of the index, so that the file is not even opened */
    };
    struct fixture *f = *state;
    struct stat before[STONES + 1], now;
    char path[PATH_MAX];
    build(f, STONES);
    for (int n = 0; n <= STONES; n++) {
        file_of(f, n, path);
        assert_int_equal(stat(path, &before[n]), 0);
    }
    file_of(f, DAMAGED, path);
    overwrite_byte(path, INDEX, 77);
    build(f, STONES);
    for (int n = 0; n < DAMAGED; n++) {
        file_of(f, n, path);
        assert_int_equal(stat(path, &now), 0);
        assert_true(now.st_ino == before[n].st_ino &&
                    now.st_mtim.tv_sec == before[n].st_mtim.tv_sec &&
                    now.st_mtim.tv_nsec == before[n].st_mtim.tv_nsec);
    }
    check_values(f, STONES);
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
    plan.stones = ENDGAME_STONES + 1;
    assert_false(endgame_build_check(&plan, &error));
    assert_string_equal(error.text, "a table of 41 stones is too large; at most 40");
    plan.stones = 0;
    assert_true(endgame_build_check(&plan, &error));
    plan = (struct endgame_build_plan){.game = f->game, .stones = 2, .threads = 1};
    assert_false(endgame_build("/dev/null/tables", &plan, &error));
    assert_non_null(strstr(error.text, "/dev/null"));
    game_close(tiny);
    game_close(wide);
}

/* The checksums of a wrong table are right when a broken program has made it. */
static void wrong_values_are_noticed(void **state)
{
    struct fixture *f = *state;
    const struct endgame_file_id id = endgame_file_whole(4, MANCALA_KALAH, STONES);
    struct error error;
    char path[PATH_MAX];
    int stones;
    build(f, STONES);
    int8_t *value = calloc(id.values, 1);
    assert_non_null(value);
    file_of(f, STONES, path);
    assert_true(endgame_file_write(path, &id, value, id.values, NULL, 0, &error));
    assert_false(endgame_store_verify(f->directory, f->game, &stones, &error));
    assert_non_null(strstr(error.text, "layer 7 holds wrong values"));
    free(value);
}

/* Files of any number of values, in two pieces, and no block that is empty. */
static void a_file_gives_back_its_values(void **state)
{
    static const struct {
        size_t first, second;
        uint32_t blocks;
    } cases[] = {
        {1, 0, 1},
        {ENDGAME_BLOCK - 1, 0, 1},
        {ENDGAME_BLOCK, 0, 1},
        {ENDGAME_BLOCK, 1, 2},
        {ENDGAME_BLOCK - 5, ENDGAME_BLOCK + 4, 2},
        {5, 2 * ENDGAME_BLOCK - 5, 2},
        {2 * ENDGAME_BLOCK, 2, 3},
    };
    struct fixture *f = *state;
    static int8_t value[3 * ENDGAME_BLOCK], piece[2][3 * ENDGAME_BLOCK];
    static int8_t read[ENDGAME_BLOCK];
    char path[PATH_MAX];
    struct endgame_file file;
    struct error error;
    for (size_t i = 0; i < sizeof value; i++)
        value[i] = (int8_t)(i * i % 101 - 50);
    file_of(f, STONES, path);
    for (size_t i = 0; i < COUNT(cases); i++) {
        const size_t first = cases[i].first, all = first + cases[i].second;
        struct endgame_file_id id = endgame_file_whole(4, MANCALA_KALAH, STONES);
        id.values = all;
        /* They are not side by side. */
        memset(piece, 77, sizeof piece);
        memcpy(piece[0], value, first);
        memcpy(piece[1], value + first, cases[i].second);
        assert_true(endgame_file_write(path, &id, piece[0], first, piece[1],
                                       cases[i].second, &error));
        assert_true(endgame_file_open(&file, path, &id, &error));
        assert_int_equal(file.blocks, cases[i].blocks);
        for (uint32_t block = 0; block < file.blocks; block++) {
            size_t from = (size_t)block * ENDGAME_BLOCK, rest = all - from;
            assert_false(endgame_file_is_plain(&file, block));
            assert_true(endgame_file_read(&file, block, read));
            assert_memory_equal(read, value + from,
                                rest < ENDGAME_BLOCK ? rest : ENDGAME_BLOCK);
        }
        endgame_file_close(&file);
    }
    /* One that isn't there is not called unreadable. */
    struct endgame_file_id id = endgame_file_whole(4, MANCALA_KALAH, STONES);
    unlink(path);
    assert_false(endgame_file_open(&file, path, &id, &error));
    assert_non_null(strstr(error.text, "No such file"));
    assert_false(endgame_file_open(&file, f->directory, &id, &error));
    assert_non_null(strstr(error.text, "not a readable file"));
}

/* Its values are read where the file has them, so there must be as many as there should
 * be, whatever the checksums say. */
static void a_plain_block_that_is_too_short_is_refused(void **state)
{
    enum {
        FORM = 32 + 12, /* of the first block */
        CHECKSUM = 32 + 24
    };
    static const int8_t value[100];
    struct fixture *f = *state;
    struct endgame_file_id id = endgame_file_whole(4, MANCALA_KALAH, STONES);
    struct endgame_file file;
    struct text whole = {0};
    struct error error;
    char path[PATH_MAX];
    id.values = sizeof value;
    file_of(f, STONES, path);
    assert_true(endgame_file_write(path, &id, value, id.values, NULL, 0, &error));
    assert_true(file_read(path, 1 << 20, &whole, &error));
    whole.data[FORM] = 1;
    const uint64_t checksum = XXH64(whole.data, CHECKSUM, 0);
    for (int i = 0; i < 8; i++)
        whole.data[CHECKSUM + i] = (char)(checksum >> (8 * i));
    assert_true(file_write(path, whole.data, whole.length, &error));
    assert_false(endgame_file_open(&file, path, &id, &error));
    assert_non_null(strstr(error.text, "the file is cut short"));
    text_free(&whole);
}

/* Solves nothing, but fills in values that tell whether they come back. */
struct filler {
    atomic_bool stop;
    int stop_after; /* so many parts of the large layer, or -1 */
    int solved;     /* parts of the large layer */
    uint64_t differences;
};

enum {
    WIDE_HOLES = 11, /* few smaller layers come before the first that is large */
    WIDE_STONES = 8
};

static int8_t filled_value(const struct endgame *endgame, const int8_t *at)
{
    return (int8_t)((at - endgame->value) % 97 - 48);
}

static bool fill_part(void *context, int thread, struct endgame *endgame, int stones,
                      int part, struct error *error)
{
    struct filler *filler = context;
    const struct endgame_part pieces = endgame_part(endgame, stones, part);
    (void)thread;
    (void)error;
    for (size_t i = 0; i < pieces.first_count; i++)
        pieces.first[i] = filled_value(endgame, pieces.first + i);
    for (size_t i = 0; i < pieces.second_count; i++)
        pieces.second[i] = filled_value(endgame, pieces.second + i);
    if (stones == WIDE_STONES && ++filler->solved == filler->stop_after)
        atomic_store(&filler->stop, true);
    return true;
}

static void compare_layer(void *context, const struct endgame *endgame, int stones)
{
    struct filler *filler = context;
    const int8_t *value = endgame->value + endgame->base[stones][0];
    for (uint64_t i = 0; i < endgame_layer_size(endgame->holes, stones); i++)
        filler->differences += value[i] != filled_value(endgame, value + i);
}

/* The parts of a large layer are kept, read again when the build goes on, and gone when the
 * layer is complete, or when a build finds it complete. */
static void finished_parts_are_not_made_again(void **state)
{
    struct fixture *f = *state;
    struct filler filler = {.stop_after = 2};
    const struct endgame_build_helpers helpers = {fill_part, compare_layer, &filler};
    struct game *wide = opened("mancala:11x1:kalah");
    const struct endgame_build_plan plan = {.game = wide,
                                            .stones = WIDE_STONES,
                                            .threads = 1,
                                            .helpers = &helpers,
                                            .stop = &filler.stop};
    struct endgame_store_entry entry[2];
    char left[PATH_MAX];
    struct error error;
    assert_false(endgame_build(f->directory, &plan, &error));
    assert_non_null(strstr(error.text, "stopped"));
    assert_int_equal(filler.solved, 2);
    assert_int_equal(endgame_store_list(f->directory, entry, 2), 1);
    assert_int_equal(entry[0].stones, WIDE_STONES - 1);
    atomic_store(&filler.stop, false);
    filler.stop_after = -1;
    assert_true(endgame_build(f->directory, &plan, &error));
    assert_int_equal(filler.solved, WIDE_STONES / 2 + 1);
    assert_true(filler.differences == 0);
    snprintf(left, sizeof left, "%s/mancala-11-kalah-0%d.part1.lst", f->directory,
             WIDE_STONES);
    write_file(left, "left by a kill", 14);
    assert_true(endgame_build(f->directory, &plan, &error));
    assert_int_equal(endgame_store_remove(f->directory, wide), WIDE_STONES + 1);
    game_close(wide);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_table_is_made_and_grows),
        TEST(only_files_of_the_table_are_removed),
        TEST(layers_above_a_gap_are_not_counted),
        TEST(an_unpacked_table_is_the_same),
        TEST(damage_is_noticed),
        TEST(layers_below_a_damaged_one_are_kept),
        TEST(a_foreign_table_is_refused),
        TEST(a_stopped_build_goes_on),
        TEST(what_cannot_be_is_refused),
        TEST(wrong_values_are_noticed),
        TEST(a_file_gives_back_its_values),
        TEST(a_plain_block_that_is_too_short_is_refused),
        TEST(finished_parts_are_not_made_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
