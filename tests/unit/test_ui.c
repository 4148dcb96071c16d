/* test_ui.c: a sitting takes back full turns, keeps its game and survives what it is
 * asked to load; moves are judged from the side that makes them. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/rng.h"
#include "play/autosave.h"
#include "play/review.h"
#include "play/session.h"
#include "rules/mancala/sowing.h"

static const struct engine_options small = {.threads = 1, .hash_mib = 1, .seed = 1};

static struct session open_sitting(const char *spec, const char *first,
                                   const char *second)
{
    struct session sitting;
    struct record record;
    struct error error = {""};
    struct session_options options = {
        .name = {first, second}, .engine = small, .limits.nodes = 20000};
    struct game *game = game_open(spec, &error);
    assert_non_null(game);
    assert_true(record_init(&record, game, &error));
    if (!session_init(&sitting, &record, &options, &error))
        fail_msg("%s", error.text);
    return sitting;
}

/* Plays the moves for both sides, whoever they are. */
static void play(struct session *sitting, const char *moves)
{
    char word[MOVE_TEXT_SIZE];
    int length;
    const struct game *game = session_game(sitting);
    for (; sscanf(moves, "%3s%n", word, &length) == 1; moves += length) {
        move_t move;
        struct error error = {""};
        if (!game->parse_move(game, &sitting->record.now, word, &move, &error) ||
            !session_play(sitting, move, &error))
            fail_msg("%s: %s", word, error.text);
    }
}

static void people_take_back_one_move(void **state)
{
    (void)state;
    struct session sitting = open_sitting("cave", "human", "human");
    assert_false(session_undo(&sitting));
    play(&sitting, "A1 H1 A2");
    assert_true(session_undo(&sitting));
    assert_int_equal(sitting.record.count, 2);
    assert_true(session_undo(&sitting));
    assert_true(session_undo(&sitting));
    assert_false(session_undo(&sitting));
    assert_true(session_redo(&sitting));
    assert_int_equal(sitting.record.count, 1);
    session_free(&sitting);
}

static void against_the_engine_a_turn_is_taken_back(void **state)
{
    (void)state;
    struct session sitting = open_sitting("cave", "human", "random");
    play(&sitting, "A1 H1 A2 H2");
    assert_true(session_undo(&sitting));
    assert_int_equal(sitting.record.count, 2);
    assert_true(session_by_hand(&sitting));
    assert_true(session_redo(&sitting));
    assert_int_equal(sitting.record.count, 4);
    assert_false(session_redo(&sitting));
    session_free(&sitting);
}

static void the_engine_keeps_its_opening_move(void **state)
{
    (void)state;
    struct session sitting = open_sitting("cave", "random", "human");
    play(&sitting, "A1");
    assert_false(session_undo(&sitting));
    play(&sitting, "H1 A2");
    assert_true(session_undo(&sitting));
    assert_int_equal(sitting.record.count, 1);
    assert_false(session_undo(&sitting));
    session_free(&sitting);
}

static void several_moves_of_one_turn_are_taken_back_together(void **state)
{
    (void)state;
    /* 3 gives player 1 another move, 10 player 2. */
    struct session sitting = open_sitting("mancala", "human", "random");
    play(&sitting, "3 1 10 8");
    assert_true(session_undo(&sitting));
    assert_int_equal(sitting.record.count, 1);
    assert_true(session_undo(&sitting));
    assert_int_equal(sitting.record.count, 0);
    session_free(&sitting);
}

static void a_won_game_can_be_taken_back(void **state)
{
    (void)state;
    struct session sitting = open_sitting("cave:3x3x3", "human", "random");
    play(&sitting, "A1 C1 A2 C2 A3");
    assert_true(session_is_over(&sitting));
    assert_true(session_undo(&sitting));
    assert_false(session_is_over(&sitting));
    assert_int_equal(sitting.record.count, 4);
    session_free(&sitting);
}

static void sides_change_places(void **state)
{
    (void)state;
    struct session sitting = open_sitting("cave", "human", "random");
    session_swap(&sitting);
    assert_false(session_by_hand(&sitting));
    assert_string_equal(sitting.side[1].name, "human");
    assert_string_equal(sitting.record.tag[RECORD_FIRST], "random");
    assert_string_equal(sitting.record.tag[RECORD_SECOND], "human");
    session_free(&sitting);
}

static void a_level_replaces_the_automatic_sides(void **state)
{
    (void)state;
    struct error error;
    struct session sitting = open_sitting("cave", "human", "random");
    assert_false(session_level(&sitting, "nobody", &error));
    assert_string_equal(sitting.side[1].name, "random");
    assert_true(session_level(&sitting, "easy", &error));
    assert_string_equal(sitting.side[0].name, "human");
    assert_string_equal(sitting.side[1].name, "easy");
    assert_true(session_level(&sitting, "human", &error));
    assert_null(sitting.side[1].player);
    assert_true(session_level(&sitting, "blocker", &error));
    assert_string_equal(sitting.side[1].name, "blocker");
    session_free(&sitting);
}

static void a_failed_load_changes_nothing(void **state)
{
    const char *home = *state;
    char name[PATH_MAX], path[PATH_MAX];
    struct error error;
    struct session sitting = open_sitting("cave:3x3x3", "human", "random");
    play(&sitting, "A1 C1");
    snprintf(name, sizeof name, "%s/broken.lode", home);
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs("[Game \"cave:3x3x3\"]\n[Result \"*\"]\n\n1. A1 A1\n", file);
    fclose(file);
    assert_false(session_load(&sitting, name, path, &error));
    assert_false(session_load(&sitting, "-", path, &error));
    assert_false(session_new(&sitting, "chess", &error));
    assert_false(session_new(&sitting, "cave:9x9x9", &error));
    assert_int_equal(sitting.record.count, 2);
    assert_string_equal(sitting.side[1].name, "random");
    unlink(name);
    session_free(&sitting);
}

static void every_game_is_kept_in_a_file_of_its_own(void **state)
{
    (void)state;
    struct error error;
    char first[PATH_MAX], latest[PATH_MAX];
    struct session sitting = open_sitting("cave:3x3x3", "human", "random");
    assert_true(session_keep(&sitting, &error));
    assert_string_equal(sitting.path, ""); /* nothing to lose yet */
    play(&sitting, "A1");
    assert_true(session_keep(&sitting, &error));
    memcpy(first, sitting.path, sizeof first);
    assert_true(session_new(&sitting, NULL, &error));
    play(&sitting, "C1 C2");
    assert_true(session_keep(&sitting, &error));
    assert_string_not_equal(sitting.path, first);

    struct record record;
    assert_true(autosave_load_latest(NULL, NULL, &record, latest, &error));
    assert_string_equal(latest, sitting.path);
    assert_int_equal(record.count, 2);
    assert_string_equal(record.tag[RECORD_SECOND], "random");
    record_free(&record);
    assert_false(autosave_load_latest("mancala", NULL, &record, latest, &error));
    unlink(first);
    unlink(sitting.path);
    session_free(&sitting);
}

static void moves_are_judged_from_the_side_that_makes_them(void **state)
{
    (void)state;
    struct error error;
    struct judged judged[GAME_MAX_MOVES];
    struct session sitting = open_sitting("cave:3x3x3", "human", "human");
    play(&sitting, "A1 C1 A2 C2");
    int count = session_scores(&sitting, NULL, NULL, judged, &error);
    assert_int_equal(count, 4);
    assert_int_equal(judged[0].move, cave_cell(0, 2));
    assert_int_equal(judged[0].value.kind, VALUE_WIN);
    assert_int_equal(judged[0].value.plies, 1);
    assert_true(judged[0].value.exact);
    for (int i = 1; i < count; i++)
        assert_true(judged[i - 1].value.score >= judged[i].value.score);
    session_free(&sitting);
}

static void another_turn_keeps_the_sign(void **state)
{
    (void)state;
    struct session sitting = open_sitting("mancala", "human", "human");
    const struct game *game = session_game(&sitting);
    struct verdict after = {.kind = VALUE_WIN, .score = 5}, value;
    judge_from_before(game, &sitting.record.now, 3, &after, &value);
    assert_int_equal(value.score, 5);
    assert_int_equal(value.kind, VALUE_WIN);
    judge_from_before(game, &sitting.record.now, 1, &after, &value);
    assert_int_equal(value.score, -5);
    assert_int_equal(value.kind, VALUE_LOSS);
    session_free(&sitting);
}

static void a_worse_class_is_marked_and_a_lost_one_twice(void **state)
{
    (void)state;
    struct error error = {""};
    struct review analysis;
    struct session sitting = open_sitting("cave:3x3x3", "human", "human");
    /* A2 makes a draw of the win, B2 a loss of the draw. */
    play(&sitting, "A1 C2 A2 A3 C1 B2 B1");
    assert_true(session_analyze(&sitting, &analysis, NULL, NULL, &error));
    static const enum review_mark marks[] = {0, 0, REVIEW_MISTAKE, 0, 0, REVIEW_BLUNDER,
                                             0};
    assert_int_equal(analysis.count, 7);
    for (int i = 0; i < analysis.count; i++)
        assert_int_equal(analysis.move[i].mark, marks[i]);
    review_free(&analysis);
    session_free(&sitting);
}

/* Puts a file of this name and age, in hours, into the directory of kept games. */
static void put_kept(const char *name, int hours, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/lodestone/%s", getenv("XDG_STATE_HOME"), name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    struct timespec times[2] = {{.tv_sec = time(NULL) - 3600 * hours}};
    times[1] = times[0];
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void only_the_latest_games_are_kept(void **state)
{
    enum {
        OLD = 120
    };
    static char old[OLD][PATH_MAX], saved[2][PATH_MAX];
    struct error error = {""};
    (void)state;
    struct session sitting = open_sitting("cave:3x3x3", "human", "human");
    play(&sitting, "A1");
    assert_true(session_keep(&sitting, &error));
    put_kept("cave-saved.lode", 1000, saved[0]);
    put_kept("mine.lode", 1000, saved[1]);
    for (int i = 0; i < OLD; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s-20260101-%06d-77-1.lode",
                 i % 2 ? "cave" : "mancala", i);
        put_kept(name, i + 1, old[i]);
    }
    /* The game in use stays, however old its file. */
    struct timespec times[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    assert_int_equal(utimensat(AT_FDCWD, sitting.path, times, 0), 0);
    autosave_prune(sitting.path);
    assert_int_equal(access(sitting.path, F_OK), 0);
    for (int i = 0; i < OLD; i++)
        assert_int_equal(access(old[i], F_OK) == 0, i < 99);
    assert_int_equal(access(saved[0], F_OK), 0);
    assert_int_equal(access(saved[1], F_OK), 0);
    for (int i = 0; i < OLD; i++)
        unlink(old[i]);
    unlink(saved[0]);
    unlink(saved[1]);
    unlink(sitting.path);
    session_free(&sitting);
}

/* Every way of stealing, sizes from the least to the largest: the stones lie in the end
 * where the rules put them, and one falls at a time. */
static void sowing_ends_where_the_rules_say(void **state)
{
    static const char *const specs[] = {"mancala",
                                        "kalah",
                                        "mancala:6x4:nosteal",
                                        "mancala:1x1:steal",
                                        "mancala:2x12:steal",
                                        "mancala:12x12:kalah"};
    struct rng rng = rng_seeded(4);
    int thefts = 0, sweeps = 0;
    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct game *game = game_open(specs[i], NULL);
        assert_non_null(game);
        for (int round = 0; round < 30; round++) {
            struct position now;
            struct moves moves;
            game->start(game, &now);
            while (game->moves(game, &now, &moves), moves.count) {
                struct sowing sowing;
                int stones[SOWING_PLACES];
                move_t move = moves.move[rng_below(&rng, (uint32_t)moves.count)];
                sowing_begin(&sowing, game, &now, move);
                for (int hand = sowing.hand; sowing_step(&sowing);) {
                    assert_true(sowing.hand == hand || sowing.hand == hand - 1);
                    hand = sowing.hand;
                    thefts += sowing.event == SOWING_STEAL;
                    sweeps += sowing.event == SOWING_SWEEP;
                }
                game->play(game, &now, move);
                sowing_count(game, &now, stones);
                for (int p = 0; p < 2 * game->spec.mancala.holes + 2; p++)
                    assert_int_equal(sowing.stones[p], stones[p]);
            }
        }
        game_close(game);
    }
    assert_true(thefts > 100);
    assert_true(sweeps > 50);
}

static char home[] = "/tmp/lodestone-ui-XXXXXX";

static int make_home(void **state)
{
    *state = mkdtemp(home);
    return !*state || setenv("XDG_STATE_HOME", home, 1);
}

static int remove_home(void **state)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/lodestone", (const char *)*state);
    rmdir(path);
    return rmdir(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_take_back_one_move),
        cmocka_unit_test(against_the_engine_a_turn_is_taken_back),
        cmocka_unit_test(the_engine_keeps_its_opening_move),
        cmocka_unit_test(several_moves_of_one_turn_are_taken_back_together),
        cmocka_unit_test(a_won_game_can_be_taken_back),
        cmocka_unit_test(sides_change_places),
        cmocka_unit_test(a_level_replaces_the_automatic_sides),
        cmocka_unit_test(a_failed_load_changes_nothing),
        cmocka_unit_test(every_game_is_kept_in_a_file_of_its_own),
        cmocka_unit_test(moves_are_judged_from_the_side_that_makes_them),
        cmocka_unit_test(another_turn_keeps_the_sign),
        cmocka_unit_test(only_the_latest_games_are_kept),
        cmocka_unit_test(sowing_ends_where_the_rules_say),
        cmocka_unit_test(a_worse_class_is_marked_and_a_lost_one_twice),
    };
    return cmocka_run_group_tests_name("ui", tests, make_home, remove_home);
}
