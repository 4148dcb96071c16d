/* test_match.c: matches: openings, repeatable results, the file, and what stops them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "match/match.h"
#include "match/match_file.h"
#include "support.h"

static struct match_settings settings_of(const struct game *game, int games)
{
    struct match_settings settings = {.game = game,
                                      .who = {"hard", "easy"},
                                      .games = games,
                                      .opening = 2,
                                      .seed = 5,
                                      .concurrency = 1,
                                      .wake = -1};
    for (int i = 0; i < 2; i++) {
        settings.engine[i] = (struct engine_options){.threads = 1, .hash_mib = 1};
        settings.limits[i] = (struct limits){.nodes = 100};
    }
    return settings;
}

static struct match_tally play(const struct match_settings *settings)
{
    struct match_tally tally;
    struct error error = {""};
    assert_int_equal(match_play(settings, NULL, NULL, &tally, &error), MATCH_DONE);
    return tally;
}

static void assert_same_tally(const struct match_tally *a, const struct match_tally *b)
{
    assert_int_equal(a->games, b->games);
    assert_memory_equal(a->moving, b->moving, sizeof a->moving);
    assert_memory_equal(&a->pairs, &b->pairs, sizeof a->pairs);
    assert_int_equal(a->verdict, b->verdict);
}

/* Openings. */

static void no_two_openings_lead_to_the_same_position(void **state)
{
    (void)state;
    struct game *game = opened("mancala:6x4:steal");
    struct openings openings = {.game = game, .plies = 4, .seed = 1};
    uint64_t hash[500];
    for (int i = 0; i < 500; i++) {
        struct opening opening;
        struct position position;
        assert_true(openings_get(&openings, i, &opening, NULL));
        assert_int_equal(opening.plies, 4);
        game->start(game, &position);
        for (int k = 0; k < 4; k++) {
            assert_true(game_is_legal(game, &position, opening.move[k]));
            game->play(game, &position, opening.move[k]);
        }
        assert_int_equal(game->outcome(game, &position).result, RESULT_NONE);
        hash[i] = game->hash(&position);
        for (int k = 0; k < i; k++)
            assert_true(hash[k] != hash[i]);
    }
    assert_int_equal(openings.repeated, 0);
    openings_free(&openings);
    game_close(game);
}

static void when_openings_run_out_they_repeat(void **state)
{
    (void)state;
    /* One ply on a board of two rows, each with two walls: four cells. */
    struct game *game = opened("cave:2x4x4");
    struct openings openings = {.game = game, .plies = 1};
    struct opening opening;
    assert_true(openings_get(&openings, 9, &opening, NULL));
    assert_int_equal(openings.repeated, 6);
    openings_free(&openings);
    game_close(game);
}

static void openings_that_end_the_game_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        int plies;
    } over[] = {{"cave:2x2x2", 3}, {"mancala:1x1:steal", 1}, {"cave:3x3x3", 30}};
    for (int i = 0; i < 3; i++) {
        struct game *game = opened(over[i].spec);
        struct openings openings = {.game = game, .plies = over[i].plies};
        struct opening opening;
        struct error error = {""};
        assert_false(openings_get(&openings, 0, &opening, &error));
        assert_non_null(strstr(error.text, "choose a shorter --opening"));
        openings_free(&openings);
        /* What is taken by default is never too long. */
        openings =
            (struct openings){.game = game, .plies = openings_usual(game), .seed = 9};
        assert_true(openings_get(&openings, 99, &opening, &error));
        openings_free(&openings);
        game_close(game);
    }
}

static void large_games_have_eight_random_plies(void **state)
{
    (void)state;
    static const char *const specs[] = {"cave", "mancala", "kalah"};
    for (int i = 0; i < 3; i++) {
        struct game *game = opened(specs[i]);
        assert_int_equal(openings_usual(game), 8);
        game_close(game);
    }
}

/* Matches. */

static void games_at_a_time_do_not_change_the_result(void **state)
{
    (void)state;
    struct game *game = opened("cave:5x5x4");
    struct sprt sprt = {0, 100, 0.05, 0.05};
    struct match_settings settings = settings_of(game, 200);
    settings.sprt = &sprt;
    struct match_tally one = play(&settings);
    settings.concurrency = 3;
    struct match_tally three = play(&settings);
    assert_same_tally(&one, &three);
    assert_int_equal(one.verdict, SPRT_H1);
    assert_true(one.games < 200 && one.games % 2 == 0);
    game_close(game);
}

static void wins_are_those_of_the_first_player(void **state)
{
    (void)state;
    struct game *game = opened("cave:5x5x4");
    struct match_settings settings = settings_of(game, 10);
    struct match_tally strong = play(&settings);
    settings.who[0] = "easy";
    settings.who[1] = "hard";
    struct match_tally weak = play(&settings);
    for (int i = 0; i < 2; i++) {
        assert_true(strong.moving[i][0] > strong.moving[i][2]);
        assert_true(weak.moving[i][0] < weak.moving[i][2]);
    }
    assert_int_equal(sprt_pairs_sum(&strong.pairs), 5);
    game_close(game);
}

static void half_a_pair_is_no_pair(void **state)
{
    (void)state;
    struct game *game = opened("mancala:3x3:kalah");
    struct match_settings settings = settings_of(game, 5);
    struct match_tally tally = play(&settings);
    assert_int_equal(tally.games, 5);
    assert_int_equal(sprt_pairs_sum(&tally.pairs), 2);
    game_close(game);
}

static void a_continued_match_is_the_same_match(void **state)
{
    (void)state;
    char path[] = "/tmp/lodestone-match-XXXXXX";
    close(mkstemp(path));
    remove(path);
    struct game *game = opened("mancala:3x3:kalah");
    struct match_settings settings = settings_of(game, 30);
    struct match_tally whole = play(&settings);
    settings.file = path;
    settings.games = 7;
    play(&settings);
    settings.games = 30;
    struct match_tally continued = play(&settings);
    assert_int_equal(continued.loaded, 7);
    assert_same_tally(&whole, &continued);
    /* Fewer games lose nothing of the file. */
    settings.games = 4;
    play(&settings);
    settings.games = 30;
    continued = play(&settings);
    assert_int_equal(continued.loaded, 30);
    assert_same_tally(&whole, &continued);
    settings.limits[1].nodes = 99;
    struct error error;
    assert_int_equal(match_play(&settings, NULL, NULL, &continued, &error),
                     MATCH_FAILED);
    assert_non_null(strstr(error.text, "another match"));
    remove(path);
    game_close(game);
}

static void stopping_keeps_what_was_played(void **state)
{
    (void)state;
    struct game *game = opened("mancala:3x3:kalah");
    struct match_settings settings = settings_of(game, 10);
    struct match_tally tally;
    struct error error;
    atomic_bool stop = true;
    settings.stop = &stop;
    assert_int_equal(match_play(&settings, NULL, NULL, &tally, &error), MATCH_STOPPED);
    assert_int_equal(tally.games, 0);
    game_close(game);
}

static void an_unknown_player_ends_the_match(void **state)
{
    (void)state;
    struct game *game = opened("cave:4x4x3");
    struct match_settings settings = settings_of(game, 10);
    struct match_tally tally;
    struct error error;
    settings.concurrency = 2;
    for (int i = 0; i < 2; i++) {
        settings.who[i] = "nosuch";
        settings.who[!i] = "easy";
        error.text[0] = '\0';
        assert_int_equal(match_play(&settings, NULL, NULL, &tally, &error),
                         MATCH_FAILED);
        assert_non_null(strstr(error.text, "no player 'nosuch'"));
        assert_non_null(strstr(error.text, "easy, medium, hard, master"));
    }
    game_close(game);
}

/* The file. */

static void a_damaged_file_is_refused(void **state)
{
    (void)state;
    static const char *const damaged[] = {
        "",
        "lodestone match 1",
        "lodestone match 1\nseed 1\n",
        "lodestone match 1\nseed 1\nresults 012",
        "lodestone match 1\nseed 1\nresults 013\n",
        "lodestone match 1\nseed 1\nresults 012\nmore\n",
        "lodestone match 1\nseed 2\nresults 012\n",
        "lodestone match 2\nseed 1\nresults 012\n",
    };
    char path[] = "/tmp/lodestone-match-XXXXXX", results[] = "....";
    struct error error;
    close(mkstemp(path));
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        write_file(path, damaged[i], strlen(damaged[i]));
        error.text[0] = '\0';
        assert_false(match_file_read(path, "seed 1\n", results, 4, &error));
        assert_non_null(strstr(error.text, path));
        assert_string_equal(results, "....");
    }
    assert_true(match_file_write(path, "seed 1\n", "01.2", 4, &error));
    assert_true(match_file_read(path, "seed 1\n", results, 3, &error));
    assert_string_equal(results, "01..");
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_openings_lead_to_the_same_position),
        cmocka_unit_test(when_openings_run_out_they_repeat),
        cmocka_unit_test(openings_that_end_the_game_are_refused),
        cmocka_unit_test(large_games_have_eight_random_plies),
        cmocka_unit_test(games_at_a_time_do_not_change_the_result),
        cmocka_unit_test(wins_are_those_of_the_first_player),
        cmocka_unit_test(half_a_pair_is_no_pair),
        cmocka_unit_test(a_continued_match_is_the_same_match),
        cmocka_unit_test(stopping_keeps_what_was_played),
        cmocka_unit_test(an_unknown_player_ends_the_match),
        cmocka_unit_test(a_damaged_file_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
