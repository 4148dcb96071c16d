/* test_book.c: opening books of the cave family: what they say is proven, complete and
 * the same for reflections; damaged ones are refused. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/file.h"
#include "base/rng.h"
#include "engine_support.h"
#include "search/book.h"
#include "solve/book_build.h"

struct book {
    struct game *game;
    const book_entry *entry;
    size_t count;
    struct solver *solver;
    uint64_t nodes; /* that the solver may take for a position; 0: no limit */
    int stride;     /* one in so many positions is solved */
    int visited, solved;
};

static struct book_advice advice_on(const struct book *book,
                                    const struct position *position)
{
    struct book_advice advice;
    assert_true(book_find(book->game, book->entry, book->count, position, &advice));
    assert_true(game_is_legal(book->game, position, advice.move));
    return advice;
}

/* On the book's scale, for the player who moves. */
static int value_of_move(const struct book *book, const struct position *position,
                         move_t move)
{
    const struct game *game = book->game;
    struct position next = *position;
    game->play(game, &next, move);
    switch (game->outcome(game, &next).result) {
    case RESULT_NONE:
        return -advice_on(book, &next).value;
    case RESULT_TIE:
        return 0;
    default:
        return game->spec.cave.rows * game->spec.cave.columns + 1 - next.cave.bricks;
    }
}

/* The solver never contradicts the book. */
static void check_with_solver(struct book *book, const struct position *position,
                              struct book_advice advice)
{
    struct solve_bounds bounds;
    struct error error;
    const struct limits limits = {.nodes = book->nodes};
    if (book->visited++ % book->stride)
        return;
    /* The scale is the same. */
    assert_true(
        solver_ask(book->solver, position, &limits, advice.value, &bounds, &error));
    assert_true(bounds.most >= advice.value);
    bool answered = bounds.least >= advice.value;
    assert_true(
        solver_ask(book->solver, position, &limits, advice.value + 1, &bounds, &error));
    assert_true(bounds.least <= advice.value);
    book->solved += answered && bounds.most <= advice.value;
}

static void check_reflections(const struct book *book, const struct position *position,
                              struct book_advice advice)
{
    const struct cave_board *board = &book->game->board.cave;
    for (int which = 1; which < cave_symmetries(board); which++) {
        struct position there = *position;
        for (int side = 0; side < 2; side++)
            there.cave.brick[side] =
                cave_reflect(board, position->cave.brick[side], which);
        there.cave.hash = cave_hash(board, &there.cave);
        assert_int_equal(advice_on(book, &there).value, advice.value);
    }
}

/* Visits what one player reaches by the book's moves, whatever the other plays, and up
 * to `plies` everything. `followed` has the players who kept to the book, as bits. */
static void check_book(struct book *book, const struct position *position, int followed,
                       int plies, int deep)
{
    const struct game *game = book->game;
    const struct book_advice advice = advice_on(book, position);
    const int bricks = position->cave.bricks, turn = game->turn(position);
    struct moves moves;
    check_reflections(book, position, advice);
    check_with_solver(book, position, advice);
    if (bricks >= plies && (bricks >= deep || !followed))
        return;
    assert_int_equal(value_of_move(book, position, advice.move), advice.value);
    game->moves(game, position, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct position next = *position;
        int still = moves.move[i] == advice.move ? followed : followed & ~(1 << turn);
        game->play(game, &next, moves.move[i]);
        if (!still && bricks >= plies)
            continue;
        assert_true(value_of_move(book, position, moves.move[i]) <= advice.value);
        if (game->outcome(game, &next).result == RESULT_NONE)
            check_book(book, &next, still, plies, deep);
    }
}

static void open_solver(struct book *book, int mib)
{
    struct error error;
    book->solver = solver_open(
        book->game, &(struct solve_options){.threads = 1, .hash_mib = mib}, &error);
    assert_non_null(book->solver);
}

static void a_book_is_made_and_all_of_it_is_true(void **state)
{
    static const struct {
        const char *spec;
        int plies, deep, player;
    } made[] = {
        {"cave:4x4x3", 2, 6, 0},
        {"cave:3x4x3", 0, 12, 1},
        {"cave:3x4x3", 0, 6, 2},
        {"cave:4x4x4:left", 1, 5, 0},
        /* To the end of every game. */
        {"cave:3x3x3", 9, 9, 0},
    };
    char path[] = "/tmp/lodestone-book-XXXXXX";
    (void)state;
    close(mkstemp(path));
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        struct book book = {.game = opened(made[i].spec), .stride = 1};
        struct book_plan plan = {.game = book.game,
                                 .plies = made[i].plies,
                                 .deep = made[i].deep,
                                 .player = made[i].player,
                                 .path = path,
                                 .solve = {.hash_mib = 1, .threads = 1}};
        struct text bytes = {0}, again = {0};
        struct position start;
        struct error error;
        unlink(path);
        assert_true(book_build(&plan, &error));
        assert_true(file_read(path, 1 << 20, &bytes, &error));
        assert_true(book_is_sound(bytes.data, bytes.length));
        book.entry = (const book_entry *)(const void *)bytes.data;
        book.count = bytes.length / sizeof(book_entry);
        open_solver(&book, 1);
        book.game->start(book.game, &start);
        check_book(&book, &start, made[i].player ? made[i].player : 3, made[i].plies,
                   made[i].deep);
        assert_int_equal(book.solved, book.visited);
        assert_true(book.visited > 20);
        /* Nothing is left to do. */
        assert_true(book_build(&plan, &error));
        assert_true(file_read(path, 1 << 20, &again, &error));
        assert_int_equal(again.length, bytes.length);
        assert_memory_equal(again.data, bytes.data, bytes.length);
        text_free(&again);
        text_free(&bytes);
        solver_close(book.solver);
        game_close(book.game);
    }
    unlink(path);
}

/* Where keys share their lowest bits, both positions are listed. */
static void a_large_book_is_complete(void **state)
{
    enum {
        PLIES = 6
    };
    char path[] = "/tmp/lodestone-book-XXXXXX";
    struct book book = {.game = opened("cave:4x4x4")};
    struct book_plan plan = {.game = book.game,
                             .plies = PLIES,
                             .path = path,
                             .solve = {.hash_mib = 1, .threads = 1}};
    struct rng rng = rng_seeded(61);
    struct text bytes = {0};
    struct error error;
    (void)state;
    close(mkstemp(path));
    unlink(path);
    assert_true(book_build(&plan, &error));
    assert_true(file_read(path, 1 << 20, &bytes, &error));
    book.entry = (const book_entry *)(const void *)bytes.data;
    book.count = bytes.length / sizeof(book_entry);
    print_message("# %zu positions\n", book.count);
    for (int game = 0; game < 2000; game++) {
        struct position position;
        book.game->start(book.game, &position);
        for (int ply = 0; ply <= PLIES; ply++) {
            struct moves moves;
            if (book.game->outcome(book.game, &position).result != RESULT_NONE)
                break;
            advice_on(&book, &position);
            book.game->moves(book.game, &position, &moves);
            book.game->play(book.game, &position,
                            moves.move[rng_below(&rng, (uint32_t)moves.count)]);
        }
    }
    text_free(&bytes);
    game_close(book.game);
    unlink(path);
}

static void a_damaged_book_is_refused(void **state)
{
    static const book_entry good[] = {1ull << 20, 2ull << 20, 3ull << 20};
    static const book_entry swapped[] = {2ull << 20, 1ull << 20, 3ull << 20};
    static const book_entry twice[] = {1ull << 20, (1ull << 20) + 5, 3ull << 20};
    (void)state;
    assert_true(book_is_sound(good, sizeof good));
    assert_true(book_is_sound(good, 0));
    assert_false(book_is_sound(good, sizeof good - 1));
    assert_false(book_is_sound(swapped, sizeof swapped));
    assert_false(book_is_sound(twice, sizeof twice));

    char path[] = "/tmp/lodestone-book-XXXXXX";
    struct game *game = opened("cave:3x3x3");
    struct book_plan plan = {
        .game = game, .plies = 1, .path = path, .solve = {.hash_mib = 1}};
    struct error error;
    struct text bytes = {0};
    close(mkstemp(path));
    assert_true(file_write(path, (const char *)swapped, sizeof swapped, &error));
    assert_false(book_build(&plan, &error));
    assert_non_null(strstr(error.text, "not an opening book"));
    assert_true(file_read(path, 100, &bytes, &error));
    assert_memory_equal(bytes.data, swapped, sizeof swapped);
    text_free(&bytes);
    unlink(path);
    game_close(game);
}

/* An entry whose move cannot be played is as good as none. */
static void an_illegal_move_is_no_advice(void **state)
{
    struct game *game = opened("connect-four");
    struct position start;
    struct book_advice advice;
    (void)state;
    game->start(game, &start);
    book_entry entry = book_make_entry(game, &start, (struct book_advice){7, 24});
    assert_true(book_find(game, &entry, 1, &start, &advice));
    assert_int_equal(advice.value, 7);
    assert_int_equal(advice.move, 24);
    for (int move = 0; move < 256; move++) {
        book_entry other = (entry & ~(book_entry)255) | (book_entry)move;
        if (book_find(game, &other, 1, &start, &advice))
            assert_true(game_is_legal(game, &start, advice.move));
        else
            assert_true(move >= 64 || !game_is_legal(game, &start, (move_t)move));
    }
    game_close(game);
}

/* The boards in the book: how it was made, and the value of the start. */
static const struct {
    const char *spec;
    int plies, deep, player;
    int visited, solved; /* at least, when one position in `STRIDE` is solved */
    enum value_kind kind;
    int length;
} built_in[] = {
    {"connect-four", 0, 6, 1, 400, 0, VALUE_WIN, 41},
    {"cave:4x8x4", 1, 0, 0, 9, 0, VALUE_DRAW, 32},
    {"cave:5x6x4", 1, 0, 0, 11, 0, VALUE_DRAW, 30},
    {"cave:5x6x5", 1, 0, 0, 11, 0, VALUE_DRAW, 30},
    {"cave:6x5x4", 1, 0, 0, 13, 0, VALUE_DRAW, 30},
    {"cave:6x5x5", 1, 0, 0, 13, 0, VALUE_DRAW, 30},
    {"cave:7x4x4", 1, 0, 0, 15, 0, VALUE_DRAW, 28},
};

enum {
    BUILT_IN = sizeof built_in / sizeof *built_in,
    STRIDE = 23,
};

static void the_built_in_books_are_true(void **state)
{
    (void)state;
    for (int i = 0; i < BUILT_IN; i++) {
        struct book book = {
            .game = opened(built_in[i].spec), .nodes = 30000, .stride = STRIDE};
        struct position start;
        book.entry = book_builtin(book.game, &book.count);
        assert_true(book_is_sound(book.entry, book.count * sizeof *book.entry));
        book.game->start(book.game, &start);
        open_solver(&book, 16);
        check_book(&book, &start, built_in[i].player ? built_in[i].player : 3,
                   built_in[i].plies, built_in[i].deep);
        assert_true(book.visited >= built_in[i].visited);
        assert_true(book.solved >= built_in[i].solved);
        solver_close(book.solver);
        game_close(book.game);
    }
}

/* A board has no part in another's book. */
static void other_boards_are_not_in_the_book(void **state)
{
    static const char *const specs[] = {"cave", "cave:7x6x4", "cave:6x7x4:left",
                                        "side-stacker", "cave:5x7x4"};
    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct game *game = opened(specs[i]);
        struct position start;
        struct book_advice advice;
        size_t count;
        const book_entry *entry = book_builtin(game, &count);
        game->start(game, &start);
        assert_false(book_find(game, entry, count, &start, &advice));
        game_close(game);
    }
}

/* The engine answers from the book at once, except to limits of depth and nodes. */
static void the_first_move_is_proven(void **state)
{
    (void)state;
    for (int i = 0; i < BUILT_IN; i++) {
        struct game *game = opened(built_in[i].spec);
        struct engine_options options = {.threads = 1, .hash_mib = 1, .book = true};
        struct error warning;
        struct engine *engine = engine_open(game, &options, &warning);
        struct position start;
        assert_non_null(engine);
        game->start(game, &start);
        struct search_result v =
            think(engine, &start, &(struct limits){.seconds = 0.01});
        assert_true(v.proven);
        assert_int_equal(v.kind, built_in[i].kind);
        assert_int_equal(v.plies, built_in[i].length);
        assert_int_equal(v.nodes, 0);
        assert_int_equal(v.score, v.kind == VALUE_WIN ? 10000 - v.plies : 0);
        assert_true(v.pv_length > built_in[i].deep && v.pv[0] == v.move);
        v = think(engine, &start, &(struct limits){.nodes = 100});
        assert_true(v.nodes > 0 && !v.proven);
        engine_close(engine);
        game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_book_is_made_and_all_of_it_is_true),
        cmocka_unit_test(a_large_book_is_complete),
        cmocka_unit_test(a_damaged_book_is_refused),
        cmocka_unit_test(an_illegal_move_is_no_advice),
        cmocka_unit_test(the_built_in_books_are_true),
        cmocka_unit_test(other_boards_are_not_in_the_book),
        cmocka_unit_test(the_first_move_is_proven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
