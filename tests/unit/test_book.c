/* test_book.c: looking positions up in Mancala's opening books. test_margins.c knows
 * whether what they say is true. */
#include <stdlib.h>

#include "search/mancala/book.h"
#include "support.h"

static void an_entry_is_found_by_its_key(void **context)
{
    (void)context;
    static const struct {
        uint64_t key;
        int value, lane;
    } entries[] = {
        {0x10000, 0, 0},      {0x20000, -48, 5},   {0x30000, 127, 11},
        {0x50000, -128, 255}, {0x900000000, 2, 3}, {UINT64_MAX, -2, 1},
    };
    book_entry book[COUNT(entries)];
    int value, lane;
    for (size_t i = 0; i < COUNT(entries); i++)
        book[i] = book_make_entry(entries[i].key, entries[i].value, entries[i].lane);
    for (size_t count = 0; count <= COUNT(entries); count++)
        for (size_t i = 0; i < COUNT(entries); i++) {
            /* The lower bits of a key have no place in an entry. */
            const bool found =
                book_find(book, count, entries[i].key ^ 0x1234, &value, &lane);
            assert_int_equal(found, i < count);
            if (!found)
                continue;
            assert_int_equal(value, entries[i].value);
            assert_int_equal(lane, entries[i].lane);
        }
    static const uint64_t others[] = {0, 0x40000, 0x60000, 0x900010000,
                                      UINT64_MAX - 0x10000};
    for (size_t i = 0; i < COUNT(others); i++)
        assert_false(book_find(book, COUNT(book), others[i], &value, &lane));
}

static void standard_games_have_books(void **context)
{
    (void)context;
    static const struct {
        const char *spec;
        int margin;
    } cases[] = {
        {"mancala:6x4:steal", 10},
        {"mancala:6x4:kalah", 8},
        {"mancala:6x4:nosteal", 6},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct game *game = opened(cases[i].spec);
        struct position start;
        size_t count;
        int value, lane;
        const book_entry *book = book_builtin(game, &count);
        assert_non_null(book);
        for (size_t k = 1; k < count; k++)
            assert_true(book[k - 1] >> 16 < book[k] >> 16);
        game->start(game, &start);
        assert_true(book_find(book, count, book_key(game, &start), &value, &lane));
        assert_int_equal(value, cases[i].margin);
        assert_true(lane >= 0 && lane < 6);
        game_close(game);
    }
    static const char *const without[] = {"mancala:6x3:steal", "mancala:5x4:kalah",
                                          "cave"};
    for (size_t i = 0; i < COUNT(without); i++) {
        struct game *game = opened(without[i]);
        size_t count = 1;
        assert_null(book_builtin(game, &count));
        assert_int_equal(count, 0);
        game_close(game);
    }
}

/* Only the holes count, whoever is to move; each of them does. */
static void a_key_stands_for_the_holes(void **context)
{
    (void)context;
    static const char *const same[] = {
        "4,4,4,4,4,4,0/4,4,4,4,4,4,0 1",
        "4,4,4,4,4,4,0/4,4,4,4,4,4,0 2",
    };
    static const char *const positions[] = {
        "4,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "3,5,4,4,4,4,0/4,4,4,4,4,4,0 1",
        "4,4,4,4,4,4,0/5,3,4,4,4,4,0 1", "4,4,4,4,3,5,0/4,4,4,4,4,4,0 1",
        "4,4,4,4,4,4,0/4,4,4,4,3,5,0 1", "5,4,4,4,4,4,0/4,4,4,4,4,3,0 1",
        "4,4,4,4,4,3,0/5,4,4,4,4,4,0 1", "0,4,4,4,4,4,4/4,4,4,4,4,4,0 1",
        "0,4,4,4,4,4,0/4,4,4,4,4,4,4 1",
    };
    struct game *game = opened("mancala:6x4:kalah");
    uint64_t key[COUNT(positions)];
    struct error error = {""};
    struct position position;
    for (size_t i = 0; i < COUNT(positions); i++) {
        if (!game->parse_position(game, positions[i], &position, &error))
            fail_msg("%s", error.text);
        key[i] = book_key(game, &position);
        /* The last two differ in their stores alone. */
        for (size_t j = 0; j < i; j++)
            assert_int_equal(key[i] == key[j], i == 8 && j == 7);
    }
    for (size_t i = 0; i < COUNT(same); i++) {
        assert_true(game->parse_position(game, same[i], &position, &error));
        assert_true(book_key(game, &position) == key[0]);
    }
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_entry_is_found_by_its_key),
        cmocka_unit_test(standard_games_have_books),
        cmocka_unit_test(a_key_stands_for_the_holes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
