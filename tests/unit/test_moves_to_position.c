/* test_moves_to_position.c: moves that lead to a position of the Cave. */
#include <string.h>

#include "base/rng.h"
#include "referee/game/moves_to_position.h"
#include "support.h"

/* The moves need not be those that were played, but they lead there. */
static void moves_lead_to_the_position(void **context)
{
    (void)context;
    static const char *const specs[] = {"cave", "cave:3x3x3", "cave:5x4x4:left"};
    struct rng rng = rng_seeded(1);
    for (size_t s = 0; s < COUNT(specs); s++) {
        struct game *game = opened(specs[s]);
        for (int trial = 0; trial < 30; trial++) {
            struct position position, again;
            struct text moves = {0};
            struct error error = {""};
            game->start(game, &position);
            for (int i = 0; i < trial % 8; i++) {
                struct moves legal;
                struct position next = position;
                game->moves(game, &position, &legal);
                game->play(game, &next,
                           legal.move[rng_below(&rng, (uint32_t)legal.count)]);
                if (game->outcome(game, &next).result != RESULT_NONE)
                    break;
                position = next;
            }
            assert_true(moves_to_position(game, &position, &moves, &error));
            game->start(game, &again);
            assert_true(game_play_moves(game, &again, text_string(&moves), &error));
            assert_int_equal(again.cave.brick[0], position.cave.brick[0]);
            assert_int_equal(again.cave.brick[1], position.cave.brick[1]);
            text_free(&moves);
        }
        game_close(game);
    }
}

static void what_nobody_can_reach_is_refused(void **context)
{
    (void)context;
    static const struct {
        const char *spec, *position, *reason;
    } cases[] = {
        /* The inner bricks are of one colour, the outer ones of the other. */
        {"cave", "8/8/8/8/8/8/8/xxoo4 x", "no moves were found"},
        /* White made the last move, but none of his bricks is beside a free cell: so many
         * orders of moves fail at the end that the search gives up. */
        {"cave:8x8x7", "ox4xo/ox4xo/ox4xo/ox4xo/ox4xo/ox4xo/8/xoox4 x",
         "no moves were found"},
        {"cave", "8/8/8/8/8/8/8/xoxo4 x", ""},
        {"mancala", "4,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "moves, not positions"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct game *game = opened(cases[i].spec);
        struct position position;
        struct text moves = {0};
        struct error error = {""};
        assert_true(game->parse_position(game, cases[i].position, &position, &error));
        const bool found = moves_to_position(game, &position, &moves, &error);
        assert_int_equal(found, cases[i].reason[0] == '\0');
        assert_non_null(strstr(error.text, cases[i].reason));
        text_free(&moves);
        game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_lead_to_the_position),
        cmocka_unit_test(what_nobody_can_reach_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
