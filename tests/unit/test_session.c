/* test_session.c: a session takes back and redoes what people chose, ends in the ways
 * that games end, and its clocks follow the moves. */
#include <stdio.h>
#include <string.h>

#include "play/session.h"
#include "support.h"

static const int64_t second = 1000000000;

/* Plays the moves for both sides, whoever they are; each takes a second. */
static void play(struct session *session, const char *moves)
{
    char word[MOVE_TEXT_SIZE];
    int length;
    const struct game *game = session_game(session);
    for (; sscanf(moves, "%3s%n", word, &length) == 1; moves += length) {
        move_t move;
        struct error error = {""};
        if (!game->parse_move(game, &session->record.now, word, &move, &error) ||
            !session_play(session, move, 1000, &error))
            fail_msg("%s: %s", word, error.text);
    }
}

static struct session begin(const char *spec, const char *first, const char *other,
                            const char *moves)
{
    struct session session;
    struct record record;
    struct error error = {""};
    struct game *game = opened(spec);
    assert_true(record_init(&record, game, &error));
    session_init(&session, &record);
    session_set_name(&session, 0, first);
    session_set_name(&session, 1, other);
    play(&session, moves);
    return session;
}

static struct session load(const char *file)
{
    struct session session;
    struct record record;
    struct error error = {""};
    if (!record_parse(&record, file, strlen(file), &error))
        fail_msg("%s", error.text);
    session_init(&session, &record);
    return session;
}

static void assert_reason(const struct session *session, const char *expected)
{
    struct text text = {0};
    session_add_reason(session, true, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

/* Undo and redo. */

static void two_people_take_back_move_by_move(void **state)
{
    (void)state;
    struct session session = begin("cave", "human", "human", "A1 H1 A2");
    for (int left = 2; left >= 0; left--) {
        assert_true(session_undo(&session));
        assert_int_equal(session.record.count, left);
        assert_int_equal(session_turn(&session), left % 2);
    }
    assert_false(session_undo(&session));
    for (int count = 1; count <= 3; count++) {
        assert_true(session_redo(&session));
        assert_int_equal(session.record.count, count);
    }
    assert_false(session_redo(&session));
    session_free(&session);
}

static void a_program_s_answer_is_taken_back_with_the_move(void **state)
{
    (void)state;
    struct session session = begin("cave", "human", "master", "A1 H1 A2 H2");
    assert_true(session_undo(&session));
    assert_int_equal(session.record.count, 2);
    assert_true(session_by_hand(&session));
    assert_true(session_redo(&session));
    assert_int_equal(session.record.count, 4);
    session_free(&session);
}

static void a_program_s_first_move_stays(void **state)
{
    (void)state;
    struct session session = begin("cave", "master", "human", "A1 H1 A2");
    assert_true(session_undo(&session));
    assert_int_equal(session.record.count, 1);
    assert_false(session_undo(&session));
    session_free(&session);
}

/* Hole 3 gives another turn: player 1 chooses twice, then the program. */
static void every_move_of_a_turn_is_a_choice(void **state)
{
    (void)state;
    struct session session = begin("mancala", "human", "easy", "3 1 8");
    assert_int_equal(session_undo_target(&session, -1), 1);
    assert_int_equal(session_undo_target(&session, 1), 2);
    session_go(&session, 0);
    assert_int_equal(session_redo_target(&session), 1);
    assert_true(session_redo(&session));
    assert_int_equal(session_last_side(&session), 0);
    assert_int_equal(session_turn(&session), 0);
    assert_int_equal(session_redo_target(&session), 3);
    session_free(&session);
}

static void where_programs_play_alone_every_position_is_a_choice(void **state)
{
    (void)state;
    struct session session = begin("cave", "easy", "easy", "A1 H1 A2");
    assert_false(session_has_human(&session));
    assert_int_equal(session_undo_target(&session, -1), 2);
    /* But there is nobody who would want to undo. */
    assert_false(session_undo(&session));
    session_free(&session);
}

static void a_new_move_drops_what_could_be_redone(void **state)
{
    (void)state;
    struct session session = begin("cave", "human", "human", "A1 H1 A2");
    session_go(&session, 1);
    play(&session, "A2");
    assert_int_equal(session_redo_target(&session), -1);
    assert_false(session_redo(&session));
    assert_int_equal(session.record.count, 2);
    session_free(&session);
}

static void a_refused_move_changes_nothing(void **state)
{
    struct error error = {""};
    (void)state;
    struct session session = begin("cave", "human", "human", "A1 H1");
    session_go(&session, 1);
    assert_false(session_play(&session, (move_t)cave_cell(3, 3), 5, &error));
    assert_int_equal(session.record.count, 1);
    assert_int_equal(session_last_move(&session), cave_cell(0, 0));
    assert_int_equal(session_redo_target(&session), 2);
    session_free(&session);
}

/* The end. */

static void a_won_game_can_be_taken_back(void **state)
{
    (void)state;
    struct session session = begin("cave:3x3x3", "human", "human", "A1 C1 A2 C2 A3");
    assert_int_equal(session_result(&session), RESULT_FIRST);
    assert_reason(&session, "X wins: A1 A2 A3");
    assert_true(session_undo(&session));
    assert_false(session_is_over(&session));
    assert_int_equal(session.record.result, RESULT_NONE);
    assert_true(session_redo(&session));
    assert_int_equal(session_result(&session), RESULT_FIRST);
    assert_int_equal(session.record.result, RESULT_FIRST);
    session_free(&session);
}

static void resigning_ends_the_game_until_it_is_taken_back(void **state)
{
    (void)state;
    struct session session = begin("mancala", "human", "human", "1 8");
    session_finish(&session, SESSION_END_RESIGNED, 0);
    assert_true(session_is_over(&session));
    assert_int_equal(session_result(&session), RESULT_SECOND);
    assert_reason(&session, "player 1 resigned");
    session_go(&session, 2); /* where it stands */
    assert_int_equal(session.end, SESSION_END_RESIGNED);
    session_go(&session, 1);
    assert_int_equal(session.end, SESSION_END_NONE);
    assert_int_equal(session.record.result, RESULT_NONE);
    assert_false(session_is_over(&session));
    /* Going forward again leads to the position, not to the resignation. */
    session_go(&session, 2);
    assert_false(session_is_over(&session));
    session_free(&session);
}

static void the_result_is_said_once_there_is_one(void **state)
{
    struct text text = {0};
    (void)state;
    struct session session = begin("cave", "human", "human", "A1 H1");
    session_add_result(&session, true, &text);
    assert_string_equal(text_string(&text), "");
    session_finish(&session, SESSION_END_TIME, 1);
    session_add_result(&session, true, &text);
    assert_string_equal(text_string(&text), "result 1-0 (O ran out of time)");
    text_free(&text);
    session_free(&session);
}

/* Records. */

static void a_record_s_position_is_where_undo_ends(void **state)
{
    (void)state;
    struct session session = load("[Game \"cave:3x3x3\"]\n"
                                  "[Position \"3/x2/3 o\"]\n"
                                  "[Result \"*\"]\n\n1... A1 2. C1 *\n");
    const struct game *game = session_game(&session);
    assert_int_equal(session.record.count, 2);
    assert_int_equal(session_last_side(&session), 0);
    assert_true(session_by_hand(&session));
    assert_true(session_undo(&session));
    assert_true(session_undo(&session));
    assert_false(session_undo(&session));
    assert_int_equal(session_turn(&session), 1);
    assert_int_equal(session_last_side(&session), -1);
    assert_int_equal(session_last_move(&session), MOVE_NONE);
    assert_true(game->hash(&session.record.now) == game->hash(&session.record.start));
    /* Nobody knows what the moves of a file took. */
    assert_true(session_redo(&session));
    assert_int_equal(session.record.step[0].ms, -1);
    assert_int_equal(session_used_ms(&session, 0), 0);
    session_free(&session);
}

static void an_end_before_the_rules_comes_from_the_record(void **state)
{
    static const struct {
        const char *result, *why;
        enum session_end end;
        enum result after;
        const char *reason;
    } rows[] = {
        {"1-0", "resigned", SESSION_END_RESIGNED, RESULT_FIRST, "O resigned"},
        {"0-1", "time", SESSION_END_TIME, RESULT_SECOND, "X ran out of time"},
        {"1/2-1/2", "agreed", SESSION_END_AGREED, RESULT_TIE, "drawn by agreement"},
        {"1/2-1/2", "adjudicated", SESSION_END_OTHER, RESULT_TIE, "adjudicated"},
        {"1/2-1/2", "time", SESSION_END_OTHER, RESULT_TIE, "time"},
        {"1-0", "late: 3.2 s", SESSION_END_OTHER, RESULT_FIRST, "late: 3.2 s"},
        {"0-1", "crash: timeout: exited with status 1", SESSION_END_OTHER,
         RESULT_SECOND, "crash: timeout: exited with status 1"},
        {"*", "stopped", SESSION_END_NONE, RESULT_NONE, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char file[256];
        snprintf(file, sizeof file,
                 "[Game \"cave\"]\n[Termination \"%s\"]\n[Result \"%s\"]\n\n"
                 "1. A1 H1 %s\n",
                 rows[i].why, rows[i].result, rows[i].result);
        struct session session = load(file);
        assert_false(session_is_over(&session)); /* it can be played on */
        session_adopt_end(&session);
        assert_int_equal(session.end, rows[i].end);
        assert_int_equal(session_result(&session), rows[i].after);
        assert_int_equal(session.record.result, rows[i].after);
        if (rows[i].reason)
            assert_reason(&session, rows[i].reason);
        session_free(&session);
    }
}

static void people_agree_to_a_draw(void **state)
{
    (void)state;
    struct session session = begin("cave", "human", "human", "A1 H1");
    struct text text = {0};
    session_finish(&session, SESSION_END_AGREED, -1);
    assert_int_equal(session_result(&session), RESULT_TIE);
    assert_string_equal(session.record.tag[RECORD_TERMINATION], "agreed");
    session_add_result(&session, false, &text);
    assert_string_equal(text_string(&text), "result 1/2-1/2 (drawn by agreement)");
    text_free(&text);
    assert_true(session_undo(&session));
    assert_false(session_is_over(&session));
    assert_null(session.record.tag[RECORD_TERMINATION]);
    session_free(&session);
}

static void a_game_played_on_has_not_ended(void **state)
{
    static const char file[] = "[Game \"cave\"]\n[Termination \"resigned\"]\n"
                               "[Result \"1-0\"]\n\n1. A1 H1 1-0\n";
    (void)state;
    struct session session = load(file);
    play(&session, "A2");
    assert_null(session.record.tag[RECORD_TERMINATION]);
    assert_int_equal(session.record.result, RESULT_NONE);
    session_free(&session);
    session = load(file);
    session_adopt_end(&session);
    assert_true(session_undo(&session));
    assert_null(session.record.tag[RECORD_TERMINATION]);
    assert_int_equal(session.record.result, RESULT_NONE);
    session_free(&session);
}

/* Clocks. */

static void a_move_taken_back_gives_its_time_back(void **state)
{
    (void)state;
    struct session session = begin("cave", "human", "human", "A1 H1 A2");
    assert_int_equal(session_used_ms(&session, 0), 2000);
    assert_int_equal(session_used_ms(&session, 1), 1000);
    assert_true(session_undo(&session));
    assert_int_equal(session_used_ms(&session, 0), 1000);
    assert_true(session_redo(&session));
    assert_int_equal(session_used_ms(&session, 0), 2000);
    session_free(&session);
}

static void a_clock_for_the_game_counts_down(void **state)
{
    (void)state;
    struct session session = begin("cave", "human", "human", "A1 H1 A2 H2");
    session.clock = (struct session_clock){
        .mode = SESSION_CLOCK_GAME, .strict = true, .ms = 10000, .increment = 300};
    assert_true(session_flag_time(&session) == INT64_MAX); /* since when? */
    session.turn_began = 50 * second;
    /* The first move is free; each of the others took 1 s and brought 0.3 s. */
    assert_int_equal(session_turn_ms(&session, 53 * second), 3000);
    assert_int_equal(session_left_ms(&session, 0, 53 * second), 10000 - 700 - 3000);
    assert_int_equal(session_left_ms(&session, 1, 53 * second), 10000 - 2 * 700);
    assert_true(session_flag_time(&session) ==
                50 * second + (10000 - 700) * (second / 1000));
    session_undo(&session);
    session.turn_began = 53 * second;
    assert_int_equal(session_left_ms(&session, 1, 53 * second), 10000 - 700);
    session_free(&session);
}

static void a_clock_for_each_move_starts_anew(void **state)
{
    (void)state;
    struct session session = begin("cave", "human", "human", "A1 H1 A2");
    session.clock = (struct session_clock){.mode = SESSION_CLOCK_MOVE, .ms = 10000};
    session.turn_began = 50 * second;
    assert_int_equal(session_left_ms(&session, 0, 53 * second), 10000);
    assert_int_equal(session_left_ms(&session, 1, 53 * second), 7000);
    assert_true(session_flag_time(&session) == INT64_MAX); /* it is not strict */
    session_free(&session);
}

static void clocks_run_between_the_first_move_and_the_end(void **state)
{
    (void)state;
    struct session session = begin("cave:3x3x3", "human", "human", "");
    assert_false(session_clock_runs(&session));
    session.clock = (struct session_clock){.mode = SESSION_CLOCK_GAME, .ms = 10000};
    assert_false(session_clock_runs(&session));
    play(&session, "A1");
    assert_true(session_clock_runs(&session));
    play(&session, "C1 A2 C2 A3");
    assert_false(session_clock_runs(&session));
    assert_true(session_undo(&session));
    assert_true(session_clock_runs(&session));
    session_finish(&session, SESSION_END_TIME, 0);
    assert_false(session_clock_runs(&session));
    session_free(&session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_people_take_back_move_by_move),
        cmocka_unit_test(a_program_s_answer_is_taken_back_with_the_move),
        cmocka_unit_test(a_program_s_first_move_stays),
        cmocka_unit_test(every_move_of_a_turn_is_a_choice),
        cmocka_unit_test(where_programs_play_alone_every_position_is_a_choice),
        cmocka_unit_test(a_new_move_drops_what_could_be_redone),
        cmocka_unit_test(a_refused_move_changes_nothing),
        cmocka_unit_test(a_won_game_can_be_taken_back),
        cmocka_unit_test(resigning_ends_the_game_until_it_is_taken_back),
        cmocka_unit_test(the_result_is_said_once_there_is_one),
        cmocka_unit_test(a_record_s_position_is_where_undo_ends),
        cmocka_unit_test(an_end_before_the_rules_comes_from_the_record),
        cmocka_unit_test(people_agree_to_a_draw),
        cmocka_unit_test(a_game_played_on_has_not_ended),
        cmocka_unit_test(a_move_taken_back_gives_its_time_back),
        cmocka_unit_test(a_clock_for_the_game_counts_down),
        cmocka_unit_test(a_clock_for_each_move_starts_anew),
        cmocka_unit_test(clocks_run_between_the_first_move_and_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
