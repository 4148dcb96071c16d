/* test_book_mancala.c: looking positions up in Mancala's opening books. test_margins.c
 * knows whether what they say is true. */
#include <stdlib.h>

#include "search/book.h"
#include "search/engine.h"
#include "support.h"

static int compare_entries(const void *a, const void *b)
{
    const book_entry x = *(const book_entry *)a, y = *(const book_entry *)b;
    return (x > y) - (x < y);
}

/* Lists of every length, from which positions after the first moves are looked up. */
static void an_entry_is_found_by_its_key(void **context)
{
    (void)context;
    struct game *game = opened("mancala:6x4:kalah");
    struct position position[7];
    book_entry book[6];
    static const int values[6] = {0, -48, 127, -128, 2, -2};
    game->start(game, &position[6]);
    for (int i = 0; i < 6; i++) {
        position[i] = position[6];
        game->play(game, &position[i], (move_t)(i + 1));
    }
    for (int count = 0; count <= 6; count++) {
        struct book_advice advice;
        for (int i = 0; i < count; i++) {
            struct moves moves;
            game->moves(game, &position[i], &moves);
            book[i] = book_make_entry(
                game, &position[i],
                (struct book_advice){values[i], moves.move[i % moves.count]});
        }
        qsort(book, (size_t)count, sizeof *book, compare_entries);
        for (int i = 0; i < 6; i++) {
            assert_int_equal(
                book_find(game, book, (size_t)count, &position[i], &advice), i < count);
            if (i >= count)
                continue;
            struct moves moves;
            game->moves(game, &position[i], &moves);
            assert_int_equal(advice.value, values[i]);
            assert_int_equal(advice.move, moves.move[i % moves.count]);
        }
        assert_false(book_find(game, book, (size_t)count, &position[6], &advice));
    }
    game_close(game);
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
        struct book_advice advice;
        const book_entry *book = book_builtin(game, &count);
        assert_non_null(book);
        for (size_t k = 1; k < count; k++)
            assert_true(book[k - 1] >> 16 < book[k] >> 16);
        game->start(game, &start);
        assert_true(book_find(game, book, count, &start, &advice));
        assert_int_equal(advice.value, cases[i].margin);
        game_close(game);
    }
    static const char *const without[] = {"mancala:6x3:steal", "mancala:5x4:kalah"};
    for (size_t i = 0; i < COUNT(without); i++) {
        struct game *game = opened(without[i]);
        size_t count = 1;
        assert_null(book_builtin(game, &count));
        assert_int_equal(count, 0);
        game_close(game);
    }
}

/* An engine with a book knows the margin without a search; after moves that are in the book
 * it counts the stores, too. */
static void an_engine_plays_by_the_book(void **context)
{
    static const struct {
        const char *spec, *moves;
        int margin; /* or 0: not known here */
    } cases[] = {
        {"mancala:6x4:steal", "", 10},    {"mancala:6x4:kalah", "", 8},
        {"mancala:6x4:nosteal", "", 6},   {"mancala:6x4:nosteal", "4", 0},
        {"mancala:6x4:nosteal", "6", -2}, {"mancala:6x4:kalah", "3 6", 0},
    };
    (void)context;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct game *game = opened(cases[i].spec);
        struct position position = after(game, NULL, cases[i].moves);
        struct engine_options options = {.threads = 1, .hash_mib = 1, .book = true};
        struct error warning;
        struct engine *engine = engine_open(game, &options, &warning);
        struct book_advice advice;
        struct search_result verdict;
        size_t count;
        const book_entry *book = book_builtin(game, &count);
        assert_non_null(engine);
        assert_true(book_find(game, book, count, &position, &advice));
        engine_think(engine, &position, &(struct limits){.seconds = 1}, NULL, NULL,
                     &verdict);
        assert_true(verdict.proven);
        assert_int_equal(verdict.nodes, 0);
        assert_int_equal(verdict.move, advice.move);
        assert_int_equal(verdict.pv[0], advice.move);
        assert_true(verdict.pv_length > 1);
        const struct mancala_board *board = &game->board.mancala;
        assert_int_equal(verdict.score,
                         advice.value + mancala_store(board, position.mancala.row[0]) -
                             mancala_store(board, position.mancala.row[1]));
        if (cases[i].margin)
            assert_int_equal(verdict.score, cases[i].margin);
        assert_int_equal(verdict.kind, verdict.score > 0   ? VALUE_WIN
                                       : verdict.score < 0 ? VALUE_LOSS
                                                           : VALUE_DRAW);
        engine_close(engine);
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
        cmocka_unit_test(an_engine_plays_by_the_book),
        cmocka_unit_test(a_key_stands_for_the_holes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
