/* test_ui.c: a game at the terminal takes back full turns, saves itself and survives
 * what it is asked to load; moves are judged from the side that makes them; prose is
 * wrapped. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/rng.h"
#include "play/local_game.h"
#include "rules/mancala/sowing.h"
#include "search/result_text.h"
#include "support.h"
#include "tui/screen/draw.h"
#include "tui/wrap.h"

static const struct engine_options small = {.threads = 1, .hash_mib = 1, .seed = 1};

static struct local_game open_game(const char *spec, const char *first,
                                   const char *second)
{
    struct local_game local;
    struct record record;
    struct error error = {""};
    struct local_game_options options = {
        .name = {first, second}, .engine = small, .limits.nodes = 20000};
    struct game *game = opened(spec);
    assert_true(record_init(&record, game, &error));
    if (!local_game_init(&local, &record, &options, &error))
        fail_msg("%s", error.text);
    return local;
}

/* Plays the moves for both sides, whoever they are. */
static void play(struct local_game *local, const char *moves)
{
    char word[MOVE_TEXT_SIZE];
    int length;
    const struct game *game = session_game(&local->session);
    for (; sscanf(moves, "%3s%n", word, &length) == 1; moves += length) {
        move_t move;
        struct error error = {""};
        if (!game->parse_move(game, &local->session.record.now, word, &move, &error) ||
            !session_play(&local->session, move, -1, &error))
            fail_msg("%s: %s", word, error.text);
    }
}

static void people_take_back_one_move(void **state)
{
    (void)state;
    struct local_game local = open_game("cave", "human", "human");
    assert_false(session_undo(&local.session));
    play(&local, "A1 H1 A2");
    assert_true(session_undo(&local.session));
    assert_int_equal(local.session.record.count, 2);
    assert_true(session_undo(&local.session));
    assert_true(session_undo(&local.session));
    assert_false(session_undo(&local.session));
    assert_true(session_redo(&local.session));
    assert_int_equal(local.session.record.count, 1);
    local_game_free(&local);
}

static void against_the_engine_a_turn_is_taken_back(void **state)
{
    (void)state;
    struct local_game local = open_game("cave", "human", "random");
    play(&local, "A1 H1 A2 H2");
    assert_true(session_undo(&local.session));
    assert_int_equal(local.session.record.count, 2);
    assert_true(session_by_hand(&local.session));
    assert_true(session_redo(&local.session));
    assert_int_equal(local.session.record.count, 4);
    assert_false(session_redo(&local.session));
    local_game_free(&local);
}

static void the_engine_keeps_its_opening_move(void **state)
{
    (void)state;
    struct local_game local = open_game("cave", "random", "human");
    play(&local, "A1");
    assert_false(session_undo(&local.session));
    play(&local, "H1 A2");
    assert_true(session_undo(&local.session));
    assert_int_equal(local.session.record.count, 1);
    assert_false(session_undo(&local.session));
    local_game_free(&local);
}

static void several_moves_of_one_turn_are_taken_back_together(void **state)
{
    (void)state;
    /* 3 gives player 1 another move, 10 player 2. */
    struct local_game local = open_game("mancala", "human", "random");
    play(&local, "3 1 10 8");
    assert_true(session_undo(&local.session));
    assert_int_equal(local.session.record.count, 1);
    assert_true(session_undo(&local.session));
    assert_int_equal(local.session.record.count, 0);
    local_game_free(&local);
}

static void a_won_game_can_be_taken_back(void **state)
{
    (void)state;
    struct local_game local = open_game("cave:3x3x3", "human", "random");
    play(&local, "A1 C1 A2 C2 A3");
    assert_true(session_is_over(&local.session));
    assert_true(session_undo(&local.session));
    assert_false(session_is_over(&local.session));
    assert_int_equal(local.session.record.count, 4);
    local_game_free(&local);
}

static void sides_change_places(void **state)
{
    (void)state;
    struct local_game local = open_game("cave", "human", "random");
    local_game_swap(&local);
    assert_false(session_by_hand(&local.session));
    assert_string_equal(local.session.side[1].name, "human");
    assert_string_equal(local.session.record.tag[RECORD_FIRST], "random");
    assert_string_equal(local.session.record.tag[RECORD_SECOND], "human");
    local_game_free(&local);
}

static void a_level_replaces_the_automatic_sides(void **state)
{
    (void)state;
    struct error error;
    struct local_game local = open_game("cave", "human", "random");
    assert_false(local_game_level(&local, "nobody", &error));
    assert_string_equal(local.session.side[1].name, "random");
    assert_true(local_game_level(&local, "easy", &error));
    assert_string_equal(local.session.side[0].name, "human");
    assert_string_equal(local.session.side[1].name, "easy");
    assert_true(local_game_level(&local, "human", &error));
    assert_null(local.player[1]);
    assert_true(local_game_level(&local, "blocker", &error));
    assert_string_equal(local.session.side[1].name, "blocker");
    local_game_free(&local);
}

static void a_failed_load_changes_nothing(void **state)
{
    const char *home = *state;
    char name[PATH_MAX], path[PATH_MAX];
    struct error error;
    struct local_game local = open_game("cave:3x3x3", "human", "random");
    play(&local, "A1 C1");
    snprintf(name, sizeof name, "%s/broken.lode", home);
    static const char broken[] = "[Game \"cave:3x3x3\"]\n[Result \"*\"]\n\n1. A1 A1\n";
    write_file(name, broken, strlen(broken));
    assert_false(local_game_load(&local, name, path, &error));
    assert_false(local_game_load(&local, "-", path, &error));
    assert_false(local_game_new(&local, "chess", &error));
    assert_false(local_game_new(&local, "cave:9x9x9", &error));
    assert_int_equal(local.session.record.count, 2);
    assert_string_equal(local.session.side[1].name, "random");
    unlink(name);
    local_game_free(&local);
}

/* The room for a name ends in the middle of a character. */
static void a_long_name_is_cut_after_a_whole_character(void **state)
{
    const char *home = *state;
    char name[PATH_MAX], path[PATH_MAX];
    struct error error = {""};
    struct text file = {0};
    struct local_game local = open_game("cave:3x3x3", "human", "random");
    text_add(&file, "[Game \"mancala:2x2:steal\"]\n[First \"a");
    for (int i = 0; i < 80; i++)
        text_add(&file, "é");
    text_add(&file, "\"]\n[Result \"*\"]\n\n1. 2 *\n");
    snprintf(name, sizeof name, "%s/long.lode", home);
    write_file(name, file.data, file.length);
    text_free(&file);
    if (!local_game_load(&local, name, path, &error))
        fail_msg("%s", error.text);
    const char *called = session_called(&local.session, 0);
    assert_int_equal(strlen(called), 1 + 2 * 79);
    assert_true(text_is_utf8(called, strlen(called)));
    assert_string_equal(local.session.record.tag[RECORD_FIRST], called);
    unlink(name);
    local_game_free(&local);
}

static void only_what_is_in_its_file_is_called_saved(void **state)
{
    struct error error = {""};
    (void)state;
    struct local_game local = open_game("cave:3x3x3", "human", "human");
    assert_false(autosave_is_saved(&local.autosave));
    play(&local, "A1");
    assert_false(autosave_is_saved(&local.autosave));
    assert_true(local_game_autosave(&local, &error));
    assert_true(autosave_is_saved(&local.autosave));
    unlink(local.autosave.path);
    local.autosave.off = true; /* a replay */
    assert_false(autosave_is_saved(&local.autosave));
    local.autosave.off = false;
    local.autosave.failed = true;
    assert_false(autosave_is_saved(&local.autosave));
    local_game_free(&local);
}

/* Why a move is good or bad, with the search's word on it left to the test. */
static void assert_why(const struct local_game *local, int at, move_t best,
                       const char *expected)
{
    struct why why;
    const struct review_move value = {
        .before = {.move = best, .depth = 1}, .after = {.depth = 1}, .mark = 0};
    why_tell(&local->session.record, at, &value, true, &why);
    assert_memory_equal(text_string(&why.text), expected, strlen(expected));
    text_free(&why.text);
}

static void holes_and_stones_are_told_apart(void **state)
{
    struct error error = {""};
    (void)state;
    struct local_game local = open_game("mancala", "human", "human");
    play(&local, "1");
    assert_why(&local, 0, 3, "1: hole 3 would have given another turn (");
    /* Nobody has named a better one. */
    assert_why(&local, 0, MOVE_NONE, "1: it is the best move (");
    assert_true(local_game_start_from(&local, "4,4,4,4,4,4,0/1,0,4,4,4,4,7 1", &error));
    play(&local, "1");
    assert_why(&local, 0, 1, "1: it lets player 2 capture 6 stones with hole 8 (");
    local_game_free(&local);
}

/* What fits into a narrow cell: hundredths without a dot, whole bricks with one. */
static void a_narrow_value_is_never_taken_for_another(void **state)
{
    static const struct {
        int score;
        const char *text;
    } rows[] = {{12, "+12"},   {-99, "-99"},   {130, "+1."}, {-999, "-9."},
                {1200, "+9."}, {-4000, "-9."}, {0, "+0"}};
    (void)state;
    struct game *game = opened("cave");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[16];
        struct search_result value = {.kind = VALUE_ESTIMATE, .score = rows[i].score};
        screen_brief_value(game, &value, 3, text);
        assert_string_equal(text, rows[i].text);
    }
    game_close(game);
}

static void every_game_is_saved_in_a_file_of_its_own(void **state)
{
    (void)state;
    struct error error;
    char first[PATH_MAX], latest[PATH_MAX];
    struct local_game local = open_game("cave:3x3x3", "human", "random");
    assert_true(local_game_autosave(&local, &error));
    assert_string_equal(local.autosave.path, ""); /* nothing to lose yet */
    play(&local, "A1");
    assert_true(local_game_autosave(&local, &error));
    memcpy(first, local.autosave.path, sizeof first);
    assert_true(local_game_new(&local, NULL, &error));
    play(&local, "C1 C2");
    assert_true(local_game_autosave(&local, &error));
    assert_string_not_equal(local.autosave.path, first);

    struct record record;
    assert_true(autosave_load_latest(NULL, NULL, &record, latest, &error));
    assert_string_equal(latest, local.autosave.path);
    assert_int_equal(record.count, 2);
    assert_string_equal(record.tag[RECORD_SECOND], "random");
    record_free(&record);
    assert_false(autosave_load_latest("mancala", NULL, &record, latest, &error));
    unlink(first);
    unlink(local.autosave.path);
    local_game_free(&local);
}

static void moves_are_judged_from_the_side_that_makes_them(void **state)
{
    (void)state;
    struct error error;
    struct scored_move scored[GAME_MAX_MOVES];
    struct local_game local = open_game("cave:3x3x3", "human", "human");
    play(&local, "A1 C1 A2 C2");
    int count = local_game_scores(&local, NULL, NULL, scored, &error);
    assert_int_equal(count, 4);
    assert_int_equal(scored[0].move, cave_cell(0, 2));
    assert_int_equal(scored[0].value.kind, VALUE_WIN);
    assert_int_equal(scored[0].value.plies, 1);
    assert_true(scored[0].value.proven);
    for (int i = 1; i < count; i++)
        assert_true(scored[i - 1].value.score >= scored[i].value.score);
    local_game_free(&local);
}

static void another_turn_keeps_the_sign(void **state)
{
    (void)state;
    struct local_game local = open_game("mancala", "human", "human");
    const struct game *game = session_game(&local.session);
    struct search_result after = {.kind = VALUE_WIN, .score = 5}, value;
    score_from_before(game, &local.session.record.now, 3, &after, &value);
    assert_int_equal(value.score, 5);
    assert_int_equal(value.kind, VALUE_WIN);
    score_from_before(game, &local.session.record.now, 1, &after, &value);
    assert_int_equal(value.score, -5);
    assert_int_equal(value.kind, VALUE_LOSS);
    local_game_free(&local);
}

static void a_worse_class_is_marked_and_a_lost_one_twice(void **state)
{
    (void)state;
    struct error error = {""};
    struct review analysis;
    struct local_game local = open_game("cave:3x3x3", "human", "human");
    /* A2 makes a draw of the win, B2 a loss of the draw. */
    play(&local, "A1 C2 A2 A3 C1 B2 B1");
    assert_true(local_game_analyze(&local, &analysis, NULL, NULL, &error));
    static const enum review_mark marks[] = {0, 0, REVIEW_MISTAKE, 0, 0, REVIEW_BLUNDER,
                                             0};
    assert_int_equal(analysis.count, 7);
    for (int i = 0; i < analysis.count; i++)
        assert_int_equal(analysis.move[i].mark, marks[i]);
    review_free(&analysis);
    local_game_free(&local);
}

/* What is proven once stays so: the search of the next position may not find it again. */
static void a_review_carries_what_is_proven(void **state)
{
    static const struct search_result estimate = {.depth = 1, .score = -44};
    (void)state;
    struct local_game local = open_game("cave", "human", "human");
    play(&local, "A1 H8 A2");
    const struct record *record = &local.session.record;
    struct review_move moves[3];
    for (int i = 0; i < 3; i++)
        moves[i] = (struct review_move){estimate, estimate, REVIEW_FINE};
    moves[0].before = (struct search_result){.move = record->step[0].move,
                                             .kind = VALUE_WIN,
                                             .score = 10000 - 13,
                                             .plies = 13};
    review_carry(&(struct review){3, moves}, record);
    assert_int_equal(moves[0].after.kind, VALUE_WIN);
    assert_int_equal(moves[1].before.kind, VALUE_LOSS);
    assert_int_equal(moves[1].before.plies, 12);
    assert_int_equal(moves[1].after.kind, VALUE_LOSS); /* every move loses */
    assert_int_equal(moves[2].before.kind, VALUE_WIN);
    assert_int_equal(moves[0].mark, REVIEW_FINE);
    assert_int_equal(moves[1].mark, REVIEW_FINE);
    local_game_free(&local);
}

/* After a move the position is worth what the next one begins with, and the best move is
 * worth at least as much as the one that was played, however little time there was. */
static void a_review_never_contradicts_itself(void **state)
{
    static const uint64_t nodes[] = {1, 50, 400, 3000};
    (void)state;
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        struct error error = {""};
        struct review analysis;
        struct local_game local = open_game("cave:5x5x4", "human", "human");
        local.limits = (struct limits){.nodes = nodes[i]};
        play(&local, "A1 E1 A2 E2 B1 A3 B2 C1 E3 D1 C2 D2");
        assert_true(local_game_analyze(&local, &analysis, NULL, NULL, &error));
        for (int k = 0; k < analysis.count; k++) {
            const struct review_move *move = &analysis.move[k];
            assert_true(move->before.score >= move->after.score);
            if (k + 1 == analysis.count || move->after.kind == VALUE_ESTIMATE)
                continue;
            const struct search_result *next = &move[1].before;
            assert_int_equal(next->kind == VALUE_WIN, move->after.kind == VALUE_LOSS);
            assert_int_equal(next->kind == VALUE_LOSS, move->after.kind == VALUE_WIN);
        }
        review_free(&analysis);
        local_game_free(&local);
    }
}

/* Analysis never names a move that nobody has looked at: a machine that gives it no time
 * or a limit that ends it at the first node leaves it a look at every move. */
static void what_an_analysis_says_was_searched(void **state)
{
    static const struct limits tight[] = {{.seconds = 1e-9}, {.nodes = 1}};
    (void)state;
    for (size_t i = 0; i < sizeof tight / sizeof *tight; i++) {
        struct error error = {""};
        struct review analysis;
        struct search_result hint;
        struct scored_move scored[GAME_MAX_MOVES];
        struct local_game local = open_game("cave", "human", "human");
        local.limits = tight[i];
        /* The second player doesn't see the line of four. */
        play(&local, "A1 H8 A2 H7 A3 H6 A4 G8");
        assert_true(local_game_hint(&local, NULL, NULL, &hint, &error));
        assert_true(search_result_is_searched(&hint));
        assert_int_equal(hint.kind, VALUE_WIN);
        int count = local_game_scores(&local, NULL, NULL, scored, &error);
        assert_true(count > 0);
        for (int k = 0; k < count; k++)
            assert_true(search_result_is_searched(&scored[k].value));
        assert_true(local_game_analyze(&local, &analysis, NULL, NULL, &error));
        for (int k = 0; k < analysis.count; k++)
            assert_true(search_result_is_searched(&analysis.move[k].before));
        assert_int_equal(analysis.move[7].mark, REVIEW_BLUNDER);
        assert_int_equal(analysis.move[7].before.move, cave_cell(0, 4));
        review_free(&analysis);
        local_game_free(&local);
    }
}

/* A move that was not searched has no value, not even in words. */
static void an_unsearched_move_is_told_without_a_value(void **state)
{
    (void)state;
    struct text text = {0};
    struct game *game = opened("cave");
    struct search_result result = {.move = (move_t)cave_cell(0, 0), .seconds = 0.25};
    search_result_text(game, &result, &text);
    assert_string_equal(text_string(&text), "A1 in 0.25 s");
    text_free(&text);
    result.depth = 1;
    search_result_text(game, &result, &text);
    assert_string_equal(text_string(&text), "A1 in 0.25 s, depth 1, +0.00");
    text_free(&text);
    game_close(game);
}

/* Puts a file of this name and age, in hours, where games are saved. */
static void put_saved(const char *name, int hours, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/lodestone/%s", getenv("XDG_STATE_HOME"), name);
    write_file(path, "", 0);
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
    struct local_game local = open_game("cave:3x3x3", "human", "human");
    play(&local, "A1");
    assert_true(local_game_autosave(&local, &error));
    put_saved("cave-saved.lode", 1000, saved[0]);
    put_saved("mine.lode", 1000, saved[1]);
    for (int i = 0; i < OLD; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s-20260101-%06d-77-1.lode",
                 i % 2 ? "cave" : "mancala", i);
        put_saved(name, i + 1, old[i]);
    }
    /* The game in use stays, however old its file. */
    struct timespec times[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    assert_int_equal(utimensat(AT_FDCWD, local.autosave.path, times, 0), 0);
    autosave_prune(local.autosave.path, AUTOSAVE_KEEP);
    assert_int_equal(access(local.autosave.path, F_OK), 0);
    for (int i = 0; i < OLD; i++)
        assert_int_equal(access(old[i], F_OK) == 0, i < 99);
    assert_int_equal(access(saved[0], F_OK), 0);
    assert_int_equal(access(saved[1], F_OK), 0);
    for (int i = 0; i < OLD; i++)
        unlink(old[i]);
    unlink(saved[0]);
    unlink(saved[1]);
    unlink(local.autosave.path);
    local_game_free(&local);
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
        struct game *game = opened(specs[i]);
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

static void texts_are_broken_into_lines_and_written_in_ascii(void **context)
{
    (void)context;
    struct text text = {0};
    wrap_add("You are ■ and it is □'s turn", 12, false, &text);
    assert_string_equal(text_string(&text), "You are ■\nand it is\n□'s turn\n");
    text_clear(&text);
    wrap_add("■ or □", 40, true, &text);
    assert_string_equal(text_string(&text), "X or O\n");
    text_free(&text);
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
        cmocka_unit_test(a_long_name_is_cut_after_a_whole_character),
        cmocka_unit_test(only_what_is_in_its_file_is_called_saved),
        cmocka_unit_test(holes_and_stones_are_told_apart),
        cmocka_unit_test(a_narrow_value_is_never_taken_for_another),
        cmocka_unit_test(every_game_is_saved_in_a_file_of_its_own),
        cmocka_unit_test(moves_are_judged_from_the_side_that_makes_them),
        cmocka_unit_test(another_turn_keeps_the_sign),
        cmocka_unit_test(only_the_latest_games_are_kept),
        cmocka_unit_test(sowing_ends_where_the_rules_say),
        cmocka_unit_test(a_worse_class_is_marked_and_a_lost_one_twice),
        cmocka_unit_test(a_review_carries_what_is_proven),
        cmocka_unit_test(a_review_never_contradicts_itself),
        cmocka_unit_test(what_an_analysis_says_was_searched),
        cmocka_unit_test(an_unsearched_move_is_told_without_a_value),
        cmocka_unit_test(texts_are_broken_into_lines_and_written_in_ascii),
    };
    return cmocka_run_group_tests(tests, make_home, remove_home);
}
