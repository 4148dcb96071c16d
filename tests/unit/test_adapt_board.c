/* test_adapt_board.c: descriptions of console programs, and the boards that these print. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapt/board.h"
#include "adapt/description.h"
#include "support.h"

static const char usual[] = "command  ./game\nfirst    2\nsecond   1\nmove     "
                            "{C}{y}\nsymbols  X O -\nrows     "
                            "down\n";

static void a_description_is_written_as_it_is_read(void **state)
{
    (void)state;
    static const char *const texts[] = {
        usual,
        "command  ./game\nsecond   -\nmove     {x}\\n{Y0}\\c\nsymbols  ■ □ blank\n"
        "rows     up\nafter    Board:\npause    any key\n",
    };
    struct game *game = game_open("cave", NULL);
    for (int i = 0; i < 2; i++) {
        struct description description;
        struct error error = {""};
        struct text written = {0};
        if (!description_parse(&description, game, texts[i], "file", &error))
            fail_msg("%s", error.text);
        description_format(&description, game, &written);
        assert_string_equal(text_string(&written), texts[i]);
        text_free(&written);
    }
    game_close(game);
}

static void mistakes_are_refused_with_their_line(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"command x\nmoves {C}{y}\n", "line 2"},
        {"command x\nmove {Q}\n", "'{Q}' is unknown"},
        {"command x\nsymbols X X -\n", "two symbols are the same"},
        {"command x\nsymbols X O\n", "three symbols"},
        {"command x\nrows left\n", "'rows' is down"},
        {"command x\nfirst 1\nmove {C}{y}\n", "symbols"},
        {"command x\nlayout 1 2 3\n", "'layout' is unknown here"},
    };
    struct game *game = game_open("cave", NULL);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct description description;
        struct error error = {""};
        assert_false(
            description_parse(&description, game, wrong[i][0], "file", &error));
        if (!strstr(error.text, wrong[i][1]))
            fail_msg("%s: %s", wrong[i][0], error.text);
    }
    game_close(game);
}

static void a_move_is_typed_as_the_program_wants_it(void **state)
{
    (void)state;
    static const char *const ways[][2] = {
        {"{C}{y}", "B3\n"},     {"{c}{y}\\c", "b3"},    {"{Y}\\n{x}", "6\n2\n"},
        {"{y0} {x0}", "2 1\n"}, {"{Y0},{x0}", "5,1\n"},
    };
    struct game *game = game_open("cave", NULL);
    struct position now;
    move_t move;
    game->start(game, &now);
    assert_true(game_play_moves(game, &now, "A3", NULL));
    assert_true(game->parse_move(game, &now, "B3", &move, NULL));
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char text[256];
        struct description description;
        struct text typed = {0};
        struct error error = {""};
        snprintf(text, sizeof text, "command x\nfirst 1\nmove %s\nsymbols X O -\n",
                 ways[i][0]);
        if (!description_parse(&description, game, text, "file", &error))
            fail_msg("%s", error.text);
        description_type_move(&description, game, move, &typed);
        assert_string_equal(text_string(&typed), ways[i][1]);
        text_free(&typed);
    }
    game_close(game);
}

/* The rows of an 8x8 board from the top, all empty but the bottom one. */
static void print_board(struct text *text, const char *bottom)
{
    for (int i = 0; i < 7; i++)
        text_add(text, "- - - - - - - -\n");
    text_addf(text, "%s\n", bottom);
}

static void the_last_board_tells_the_move(void **state)
{
    (void)state;
    struct game *game = game_open("cave", NULL);
    struct description description;
    struct adapt_board board;
    struct position now;
    struct text output = {0};
    move_t path[BOARD_TURN];
    char name[MOVE_TEXT_SIZE];
    assert_true(description_parse(&description, game, usual, "file", NULL));
    game->start(game, &now);
    assert_true(game_play_moves(game, &now, "A1", NULL));
    assert_false(board_read_last(&description, game, "Welcome!\n- - -\n", &board));
    print_board(&output, "X - - - - - - -");
    print_board(&output, "X - - - - - - O");
    assert_true(board_read_last(&description, game, text_string(&output), &board));
    assert_int_equal(board_explain(game, &now, &board, path), 1);
    game->format_move(path[0], name);
    assert_string_equal(name, "H1");
    /* Two new bricks, or one that hangs in the air, are no move. */
    static const char *const wrong[] = {"X O - - - - - O", "X - - O - - - -",
                                        "O - - - - - - O", "X - - - - - - X"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        text_clear(&output);
        print_board(&output, wrong[i]);
        assert_true(board_read_last(&description, game, text_string(&output), &board));
        assert_int_equal(board_explain(game, &now, &board, path), 0);
    }
    text_free(&output);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_description_is_written_as_it_is_read),
        cmocka_unit_test(mistakes_are_refused_with_their_line),
        cmocka_unit_test(a_move_is_typed_as_the_program_wants_it),
        cmocka_unit_test(the_last_board_tells_the_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
