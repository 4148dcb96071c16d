/* test_book_build.c: how an opening book comes about: in the same steps everywhere, and in
 * several sittings if need be. test_book.c checks what books say. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "search/book.h"
#include "solve/book_build.h"
#include "support.h"

/* What a build says on its way, with the size of its file then. */
struct journey {
    const char *path;
    struct text text;
    atomic_bool stop;
    int stop_after; /* so many calls, 0: never */
    int calls;
};

static void note_progress(void *context, int done, int all)
{
    struct journey *journey = context;
    struct stat status;
    long size = stat(journey->path, &status) == 0 ? (long)status.st_size : -1;
    text_addf(&journey->text, "%d/%d %ld\n", done, all, size);
    if (++journey->calls == journey->stop_after)
        atomic_store(&journey->stop, true);
}

/* Which of several best moves a book has, and when it is written, follows from the order of
 * the work, which is the same everywhere. */
static const struct {
    const char *spec;
    int plies, deep, player;
    size_t entries;
    uint32_t digest; /* of the way there and of the book */
} same_everywhere[] = {
    {"cave:3x3x3", 9, 9, 0, 865, 0xa7750f15},
    {"cave:4x4x3", 2, 5, 0, 199, 0xd2f14f93},
    {"cave:3x4x3", 1, 12, 1, 134, 0x8895f26c},
    {"cave:3x4x3", 0, 12, 2, 376, 0x62232bf2},
    {"cave:4x4x4", 3, 7, 0, 970, 0x5abe4353},
    {"cave:4x4x4:left", 1, 7, 2, 146, 0x42ed113c},
    {"mancala:3x2:kalah", 3, 6, 0, 65, 0xe896822c},
    {"mancala:3x3:steal", 2, 7, 1, 33, 0xf89be5f3},
    {"mancala:2x2:nosteal", 1, 9, 2, 6, 0xfef4161a},
    {"mancala:2x1:kalah", 6, 0, 0, 6, 0x4769ad85},
    {"cave:3x5x3", 0, 8, 1, 278, 0x0a9a73b0},
    {"cave:4x5x3", 1, 5, 0, 203, 0xe541df8c},
    {"cave:5x4x4", 0, 6, 1, 436, 0x59f21545},
    {"cave:4x5x4", 0, 6, 2, 200, 0x3a49060e},
    {"cave:4x6x3:left", 0, 9, 1, 74, 0x55791c5d},
};

static bool build(struct game *game, size_t i, struct journey *journey,
                  struct error *error)
{
    struct book_plan plan = {.game = game,
                             .plies = same_everywhere[i].plies,
                             .deep = same_everywhere[i].deep,
                             .player = same_everywhere[i].player,
                             .path = journey->path,
                             .solve = {.hash_mib = 1, .threads = 1},
                             .stop = &journey->stop,
                             .progress = note_progress,
                             .context = journey};
    return book_build(&plan, error);
}

static void books_are_the_same_everywhere(void **state)
{
    char path[] = "/tmp/lodestone-book-XXXXXX";
    bool same = true;
    (void)state;
    close(mkstemp(path));
    for (size_t i = 0; i < COUNT(same_everywhere); i++) {
        struct game *game = opened(same_everywhere[i].spec);
        struct journey journey = {.path = path};
        struct text bytes = {0};
        struct error error;
        unlink(path);
        assert_true(build(game, i, &journey, &error));
        assert_true(file_read(path, 1 << 20, &bytes, &error));
        uint32_t digest =
            text_crc32(text_crc32(0, text_string(&journey.text), journey.text.length),
                       bytes.data, bytes.length);
        const size_t entries = bytes.length / sizeof(book_entry);
        if (digest != same_everywhere[i].digest ||
            entries != same_everywhere[i].entries) {
            print_error("%s, %d plies: %zu, %#x\n", same_everywhere[i].spec,
                        same_everywhere[i].plies, entries, digest);
            same = false;
        }
        text_free(&journey.text);
        text_free(&bytes);
        game_close(game);
    }
    assert_true(same);
    unlink(path);
}

/* Whenever it is stopped, nothing that was solved is lost, and the end is the same. */
static void a_stopped_build_goes_on(void **state)
{
    static const size_t tried[] = {1, 3, 6};
    char path[] = "/tmp/lodestone-book-XXXXXX";
    (void)state;
    close(mkstemp(path));
    for (size_t k = 0; k < COUNT(tried); k++) {
        const size_t i = tried[k];
        struct game *game = opened(same_everywhere[i].spec);
        struct text whole = {0};
        struct journey journey = {.path = path};
        struct error error;
        unlink(path);
        assert_true(build(game, i, &journey, &error));
        assert_true(file_read(path, 1 << 20, &whole, &error));
        const int calls = journey.calls;
        text_free(&journey.text);
        for (int part = 1; part < 4; part++) {
            struct text bytes = {0};
            journey = (struct journey){.path = path, .stop_after = calls * part / 4};
            unlink(path);
            assert_false(build(game, i, &journey, &error));
            assert_string_equal(error.text,
                                "stopped; run the same command to continue");
            assert_true(file_read(path, 1 << 20, &bytes, &error));
            assert_true(book_is_sound(bytes.data, bytes.length));
            assert_true(bytes.length < whole.length);
            text_free(&bytes);
            atomic_store(&journey.stop, false);
            assert_true(build(game, i, &journey, &error));
            assert_true(file_read(path, 1 << 20, &bytes, &error));
            assert_int_equal(bytes.length, whole.length);
            text_free(&bytes);
            text_free(&journey.text);
        }
        text_free(&whole);
        game_close(game);
    }
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(books_are_the_same_everywhere),
        cmocka_unit_test(a_stopped_build_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
