/* test_heuristic.c: heuristics are read, refused, applied and taken apart. */
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "players/heuristic_terms.h"
#include "search/cave/eval_lines.h"
#include "support.h"

static double value(const char *spec, const char *heuristic, const char *text,
                    const char *moves)
{
    struct game *game = opened(spec);
    struct position position = after(game, text, moves);
    struct heuristic parsed;
    assert_true(heuristic_parse(&parsed, game, heuristic, NULL));
    struct heuristic_terms terms;
    int own = game->turn(&position);
    double worth = heuristic_evaluate(&parsed, game, &position, own);
    heuristic_explain(&parsed, game, &position, own, &terms);
    assert_true(fabs(terms.value - worth) < 1e-9);
    game_close(game);
    return worth;
}

static const char empty[] = "8/8/8/8/8/8/8/8 x";

/* The examples of the documents. A lone brick on A4 owns the row, four columns and a
 * diagonal; one on H1 a row, a column and a diagonal; A4 and A5 own eight groups, four
 * of them with two bricks. */
static void the_examples_of_the_documents_come_out(void **state)
{
    (void)state;
    assert_true(value("cave", "groups", empty, "A4") == 6);
    assert_true(value("cave", "groups", empty, "A4 H1") == 6 - 3);
    assert_true(value("cave", "groups", empty, "A4 H1 A5") == 8 + 4 - 3);
    /* The same without the point for the second brick of a group. */
    assert_true(value("cave", "windows:1,1,1,1", empty, "A4 H1 A5") == 8 - 3);
    /* ■ A1, A4 own A1-E5, A4-E4, A4-E8 and, with both bricks, A1-A5; □ B1, A6 block the
     * rest and own B1-F1, B1-B5, B1-F5, A6-E6 and A6-E2. */
    assert_true(value("cave", "groups", empty, "A1 B1 A4 A6") == 4 + 1 - 5);
}

static void weights_say_what_counts(void **state)
{
    (void)state;
    /* A4 and A5: four windows with two bricks and four with one. */
    assert_true(value("cave", "windows:1,10,0,0", empty, "A4 H1 A5") == 4 + 40 - 3);
    assert_true(value("cave", "windows:0.5,0.25", empty, "A4 H1 A5") == 2 + 1 - 1.5);
    assert_true(value("cave", "windows:0,0,owned=2", empty, "A4 H1 A5") == 16 - 6);
    assert_true(value("cave", "windows:-1,-2", empty, "A4 H1 A5") == -4 - 8 + 3);
    /* Mixed: □ B4 blocks A4-E4, which counts for both. */
    assert_true(value("cave", "windows:1,mixed", empty, "A4 B4") -
                    value("cave", "windows:1", empty, "A4 B4") ==
                0);
    assert_true(value("cave", "windows:1,mixed,owned=100", empty, "A4 B4") ==
                100 * value("cave", "windows:1", empty, "A4 B4") +
                    value("cave", "windows:1,mixed", empty, "A4 B4"));
}

/* A window with K bricks is a line, for which there is five=: the same weights serve
 * boards with other lines. */
static void weights_for_a_whole_line_are_left_out(void **state)
{
    static const struct {
        const char *spec, *given, *used;
    } cases[] = {
        {"cave", "windows:1,2,3,4,5", "windows:1,2,3,4"},
        {"cave", "windows:1,2,3,4,5,6,7/7,6,5,4,3,mixed,five=9",
         "windows:1,2,3,4/7,6,5,4,mixed,five=9"},
        {"side-stacker", "windows:1,4,16,64", "windows:1,4,16"},
        {"cave:3x3x2", "windows:1,4/2,owned=1,8", "windows:1/2,owned=1"},
        {"cave", "windows:1,4,16,64", "windows:1,4,16,64"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct game *game = opened(cases[i].spec);
        struct heuristic heuristic;
        assert_true(heuristic_parse(&heuristic, game, cases[i].given, NULL));
        assert_string_equal(heuristic.text, cases[i].used);
        game_close(game);
    }
    assert_true(value("cave", "windows:1,1,1,1,50", empty, "A4 H1 A5") == 8 - 3);
}

/* Who is to move owns the first weights: after A4 H1 it is ■, after A4 it is □. */
static void the_opponent_may_have_other_weights(void **state)
{
    (void)state;
    assert_true(value("cave", "windows:1/10", empty, "A4 H1") == 6 - 30);
    assert_true(value("cave", "windows:1/10", empty, "A4") == 60);
    assert_true(value("cave", "windows:1/10,five=+5", empty, "A4") == 60);
}

static void a_complete_line_decides_or_adds(void **state)
{
    (void)state;
    const char *line = "oooo4/8/8/8/8/8/8/xxxxx3 o";
    assert_true(value("cave", "windows:1,2,3,4", line, "") == 1000000);
    assert_true(value("cave", "windows:1,2,3,4,five=50", line, "") == 50);
    assert_true(value("cave", "windows:1,2,3,4,five=+50", line, "") == 50 + 19 - 18);
    assert_true(value("cave", "learned", line, "") == 1000000);
    assert_true(value("cave", "learned", "xxxx4/8/8/8/8/8/7x/ooooo3 x", "") ==
                -1000000);
}

static void stones_are_counted(void **state)
{
    (void)state;
    const char *start = "4,4,4,4,4,4,0/4,4,4,4,4,4,0 1";
    /* After 3 there are 0 in hole 3, 5 in the next three, one in the store, and player 1
     * is to move again. */
    assert_true(value("mancala", "stores", start, "3") == 1);
    assert_true(value("mancala", "stones:store=2,side=0.5", start, "3") ==
                2 + 11.5 - 12);
    assert_true(value("mancala", "stones:near=1", start, "3") == 5 - 4);
    assert_true(value("mancala", "stones:moves=1", start, "3") == 5 - 6);
    assert_true(value("mancala", "stones:turn=1", start, "3") == 1);
    assert_true(value("mancala", "stones:turn=1", start, "1") == -1);
    /* Hole 3 ends in the store, and no other does; nor for player 2, who has 10. */
    assert_true(value("mancala", "stones:extra=1", start, "") == 0);
    assert_true(value("mancala", "stones:extra=1", "0,0,0,0,2,1,0/0,0,4,0,0,0,41 1",
                      "") == 2 - 1);
    /* Hole 1 ends in the empty hole 2, opposite of which are five stones. */
    const char *capture = "1,0,0,0,0,0,0/0,0,0,0,5,0,42 1";
    assert_true(value("mancala", "stones:capture=1", capture, "") == 5);
    assert_true(value("mancala:6x4:nosteal", "stones:capture=1", capture, "") == 0);
    /* Over: only the stores are left. */
    assert_true(value("mancala", "stones:store=1,turn=9,moves=3",
                      "0,0,0,0,0,0,20/0,0,0,0,0,0,28 1", "") == -8);
}

static void learned_is_the_evaluation_of_the_engine(void **state)
{
    (void)state;
    /* The mover's weights of search/mancala/eval.c, in stones. */
    assert_true(value("mancala", "learned", "4,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "") ==
                83 / 32.0);
    assert_true(
        value("cave", "learned", empty, "") == -value("cave", "learned", empty, "") ||
        value("cave", "learned", empty, "A4") != value("cave", "learned", empty, "A1"));
}

static void lines_is_the_plain_evaluation_of_the_engine(void **state)
{
    (void)state;
    static const char *const specs[] = {"cave", "connect-four", "cave:8x8x7"};
    struct rng rng = rng_seeded(4);
    for (int s = 0; s < 3; s++) {
        struct game *game = opened(specs[s]);
        struct heuristic lines;
        assert_true(heuristic_parse(&lines, game, "lines", NULL));
        for (int i = 0; i < 100; i++) {
            struct position position;
            struct moves moves;
            game->start(game, &position);
            for (int n = (int)rng_below(&rng, 40); n > 0; n--) {
                game->moves(game, &position, &moves);
                if (moves.count)
                    game->play(game, &position,
                               moves.move[rng_below(&rng, (uint32_t)moves.count)]);
            }
            if (game->outcome(game, &position).result != RESULT_NONE)
                continue;
            const uint64_t *brick = position.cave.brick;
            assert_true(heuristic_evaluate(&lines, game, &position, 0) ==
                        cave_evaluate_lines(&game->board.cave, &cave_plain_lines,
                                            brick[0], brick[1]));
        }
        game_close(game);
    }
}

/* The values that were fitted to Side-Stacker are for it alone. */
static void side_stacker_has_lines_of_its_own(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        bool own;
    } cases[] = {
        {"side-stacker", true}, {"cave:7x7x4:left", false}, {"cave:7x7x5", false},
        {"cave:6x7x4", false},  {"cave:7x6x4", false},      {"cave", false},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct game *game = opened(cases[i].spec);
        assert_ptr_equal(cave_line_values_of(&game->board.cave),
                         cases[i].own ? &cave_side_stacker_lines : &cave_plain_lines);
        game_close(game);
    }
}

static void what_is_no_heuristic_is_refused_with_a_reason(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *text, *reason;
    } wrong[] = {
        {"cave", "", "there is no heuristic ''"},
        {"cave", "stores", "windows:W1,W2,W3,W4"},
        {"cave", "stones:store=1", "there is no heuristic 'stones:store=1'"},
        {"mancala", "windows:1,2", "stones:store=N"},
        {"mancala", "squares", "stores, learned, or"},
        {"mancala", "lines", "there is no heuristic 'lines'"},
        {"cave:7x7x4", "learned", "cave:8x8x5 alone"},
        {"cave:8x8x5:left", "learned", "cave:8x8x5 alone"},
        {"cave", "windows", "there is no heuristic 'windows'"},
        {"cave", "windows:", "''"},
        {"cave", "windows:1,,2", "''"},
        {"cave", "windows:1,2,", "''"},
        {"cave", "windows:1,two", "'two'"},
        {"cave", "windows:1,1e9", "'1e9'"},
        {"cave", "windows:nan", "'nan'"},
        {"cave", "windows:1,inf", "'inf'"},
        {"cave", "windows:1000001", "-1000000 to 1000000"},
        {"cave", "windows:1.", "'1.'"},
        {"cave", "windows:.5", "'.5'"},
        {"cave", "windows:--1", "'--1'"},
        {"cave", "windows:1/2/3", "at most one '/'"},
        {"cave", "windows:1,2,3,4,5,6,7,8", "at most 7"},
        {"cave", "windows:mixed", "needs weights"},
        {"cave", "windows:1,five=", "''"},
        {"cave", "windows:1,five=2000000000", "1000000000"},
        {"cave", "windows:1,owned=x", "'x'"},
        {"mancala", "stones:", "store=N"},
        {"mancala", "stones:store", "'store'"},
        {"mancala", "stones:store=", "''"},
        {"mancala", "stones:shop=1", "'shop=1'"},
        {"mancala", "stones:store=1\n", "'1\\n'"},
    };
    struct error error;
    struct heuristic heuristic = {.five = 77};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct game *game = opened(wrong[i].spec);
        assert_false(heuristic_parse(&heuristic, game, wrong[i].text, &error));
        if (!strstr(error.text, wrong[i].reason))
            fail_msg("%s: %s", wrong[i].text, error.text);
        assert_true(heuristic.five == 77);
        game_close(game);
    }
    struct game *game = opened("cave");
    char longer[400];
    memset(longer, '1', sizeof longer);
    memcpy(longer, "windows:", 8);
    longer[399] = '\0';
    assert_false(heuristic_parse(&heuristic, game, longer, &error));
    assert_non_null(strstr(error.text, "at most 127 characters"));
    game_close(game);
}

static void the_terms_have_players_places_and_cells(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    struct position position = after(game, empty, "A4 H1 A5");
    struct heuristic groups;
    struct heuristic_terms terms;
    assert_true(heuristic_parse(&groups, game, "groups", NULL));
    heuristic_explain(&groups, game, &position, 1, &terms);
    assert_int_equal(terms.count, 8 + 3);
    assert_true(heuristic_terms_sum(&terms, 0, PLACE_COLUMN) == 8);
    assert_true(heuristic_terms_sum(&terms, 0, PLACE_ROW) == 2);
    assert_true(heuristic_terms_sum(&terms, 0, PLACE_RISING) == 1);
    assert_true(heuristic_terms_sum(&terms, 0, PLACE_FALLING) == 1);
    assert_true(heuristic_terms_sum(&terms, 1, PLACE_FALLING) == -1);
    assert_true(heuristic_terms_sum(&terms, 0, PLACES) == 12);
    /* A8 is in the column A4-A8 alone, E8 in A4-E8 alone. */
    assert_true(heuristic_terms_at(&terms, cave_cell(0, 7)) == 2);
    assert_true(heuristic_terms_at(&terms, cave_cell(4, 7)) == 1);
    assert_true(heuristic_terms_at(&terms, cave_cell(7, 0)) == -3);
    game_close(game);
}

/* K = 2 on the largest board has the most windows: all of them are listed. */
static void all_terms_fit(void **state)
{
    (void)state;
    struct game *game = opened("cave:8x8x2");
    struct position position;
    struct heuristic heuristic;
    struct heuristic_terms terms;
    game->start(game, &position);
    position.cave.brick[0] = 0x55aa55aa55aa55aau;
    position.cave.brick[1] = ~position.cave.brick[0];
    assert_true(heuristic_parse(&heuristic, game, "windows:1,mixed,five=+3", NULL));
    heuristic_explain(&heuristic, game, &position, 0, &terms);
    assert_true(terms.value == heuristic_evaluate(&heuristic, game, &position, 0));
    assert_true(terms.count < HEURISTIC_MAX_TERMS);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_of_the_documents_come_out),
        cmocka_unit_test(weights_say_what_counts),
        cmocka_unit_test(weights_for_a_whole_line_are_left_out),
        cmocka_unit_test(the_opponent_may_have_other_weights),
        cmocka_unit_test(a_complete_line_decides_or_adds),
        cmocka_unit_test(stones_are_counted),
        cmocka_unit_test(learned_is_the_evaluation_of_the_engine),
        cmocka_unit_test(lines_is_the_plain_evaluation_of_the_engine),
        cmocka_unit_test(side_stacker_has_lines_of_its_own),
        cmocka_unit_test(what_is_no_heuristic_is_refused_with_a_reason),
        cmocka_unit_test(the_terms_have_players_places_and_cells),
        cmocka_unit_test(all_terms_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
