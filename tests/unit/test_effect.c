/* test_effect.c: what a move does on the board: where bricks come from, and where stones
 * go. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "rules/effect.h"
#include "support.h"

/* "left", "right", or "4 5 6 stolen 6 8 swept 9 10 again". */
static void add_effect(struct text *text, const struct game *game,
                       const struct position *position, move_t move)
{
    struct effect effect;
    effect_of_move(game, position, move, &effect);
    if (game->spec.kind == GAME_CAVE) {
        text_add(text, effect.from_left ? "left" : "right");
        return;
    }
    for (int i = 0; i < effect.path_length; i++)
        text_addf(text, "%s%d", i ? " " : "", effect.path[i]);
    assert_true(effect.stolen_count == 0 || effect.stolen_count == 2);
    for (int i = 0; i < effect.stolen_count; i++)
        text_addf(text, "%s %d", i ? "" : " stolen", effect.stolen[i]);
    for (int i = 0; i < effect.swept_count; i++)
        text_addf(text, "%s %d", i ? "" : " swept", effect.swept[i]);
    text_add(text, effect.again ? " again" : "");
}

static void check_effect(const char *spec, const char *from, const char *name,
                         const char *wanted)
{
    struct game *game = opened(spec);
    struct position position = after(game, from, "");
    struct text text = {0};
    struct error error;
    move_t move;
    assert_true(game->parse_move(game, &position, name, &move, &error));
    add_effect(&text, game, &position, move);
    assert_string_equal(text_string(&text), wanted);
    text_free(&text);
    game_close(game);
}

static void a_brick_comes_from_where_it_touches(void **state)
{
    (void)state;
    check_effect("cave:4x4x4", NULL, "A1", "left");
    check_effect("cave:4x4x4", NULL, "D1", "right");
    check_effect("cave:4x4x4", "4/4/4/xo2 x", "C1", "left");
    check_effect("cave:4x4x4", "4/4/4/2xo x", "B1", "right");
    /* From the nearer wall where it touches on both sides. */
    check_effect("cave:4x4x4", "4/4/4/x1xo o", "B1", "left");
    check_effect("cave:4x4x4", "4/4/4/xo1x o", "C1", "right");
    check_effect("cave:3x3x3", "3/3/x1o x", "B1", "left");
    check_effect("cave:3x3x3", "3/3/1xo x", "A1", "left");
    check_effect("cave:3x3x3", "3/3/xo1 x", "C1", "right");
    /* There is no right wall. */
    check_effect("cave:3x3x3:left", "3/3/xo1 x", "C1", "left");
}

static void stones_go_where_the_rules_say(void **state)
{
    (void)state;
    check_effect("mancala:3x2:kalah", NULL, "1", "2 3");
    check_effect("mancala:3x2:kalah", NULL, "2", "3 4 again");
    check_effect("mancala:3x2:kalah", NULL, "3", "4 5");
    /* The holes 2 and 6 face each other. */
    check_effect("mancala:3x2:kalah", "1,0,2,1/2,2,2,2 1", "1", "2 stolen 2 6");
    check_effect("mancala:3x2:nosteal", "1,0,2,1/2,2,2,2 1", "1", "2");
    check_effect("mancala:3x2:kalah", "1,0,2,3/2,0,2,2 1", "1", "2");
    check_effect("mancala:3x2:steal", "1,0,2,3/2,0,2,2 1", "1", "2 stolen 2 6");
    /* Who has no stones left leaves the others' to them. */
    check_effect("mancala:3x2:steal", "0,0,1,4/2,0,2,3 1", "3", "4 swept 5 7 again");
    check_effect("mancala:3x2:kalah", "1,0,0,4/2,1,2,2 1", "1",
                 "2 stolen 2 6 swept 5 7");
    check_effect("mancala:3x2:kalah", "1,0,2,4/0,0,1,4 2", "7", "0 swept 1 3 again");
    /* A lap leaves out the other store. */
    check_effect("mancala:3x2:nosteal", "0,0,8,1/1,0,2,0 1", "3",
                 "4 5 6 7 1 2 3 4 again");
}

/* Stone by stone, a sowing ends where the rules say. */
static void add_sowing(struct text *text, const struct game *game,
                       const struct position *position, move_t move)
{
    int places = 2 * game->spec.mancala.holes + 2, stones[SOWING_PLACES] = {0};
    struct position next = *position;
    struct sowing sowing;
    sowing_begin(&sowing, game, position, move);
    while (sowing_step(&sowing)) {
        text_addf(text, "%d %d %d %d:", (int)sowing.event, sowing.at, sowing.hand,
                  sowing.taken);
        for (int i = 0; i < places; i++)
            text_addf(text, " %d", sowing.stones[i]);
        text_add(text, "\n");
    }
    game->play(game, &next, move);
    sowing_count(game, &next, stones);
    assert_memory_equal(sowing.stones, stones, (size_t)places * sizeof *stones);
    assert_false(sowing_step(&sowing));
}

/* All moves of games at random. */
static void effects_are_the_same_everywhere(void **state)
{
    static const struct {
        const char *spec;
        uint32_t digest;
    } cases[] = {
        {"cave:4x5x4", 0x99ce7ecc},         {"cave:5x8x3", 0x0abf3060},
        {"cave:5x5x4:left", 0xae4fd93c},    {"mancala:6x4:steal", 0x7cc4f60d},
        {"mancala:4x3:kalah", 0x3e426380},  {"mancala:3x6:nosteal", 0xf955eb7e},
        {"mancala:12x2:kalah", 0x0eba18a6},
    };
    bool same = true;
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct game *game = opened(cases[i].spec);
        struct rng rng = rng_seeded(5);
        struct text text = {0};
        for (int number = 0; number < 10; number++) {
            struct position position;
            game->start(game, &position);
            while (game->outcome(game, &position).result == RESULT_NONE) {
                struct moves moves;
                game->moves(game, &position, &moves);
                for (int k = 0; k < moves.count; k++) {
                    add_effect(&text, game, &position, moves.move[k]);
                    text_add(&text, "\n");
                    if (game->spec.kind == GAME_MANCALA)
                        add_sowing(&text, game, &position, moves.move[k]);
                }
                game->play(game, &position,
                           moves.move[rng_below(&rng, (uint32_t)moves.count)]);
            }
        }
        const uint32_t digest = text_crc32(0, text_string(&text), text.length);
        if (digest != cases[i].digest) {
            print_error("%s: %#x\n", cases[i].spec, digest);
            same = false;
        }
        text_free(&text);
        game_close(game);
    }
    assert_true(same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_brick_comes_from_where_it_touches),
        cmocka_unit_test(stones_go_where_the_rules_say),
        cmocka_unit_test(effects_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
