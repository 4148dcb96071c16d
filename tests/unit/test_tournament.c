/* test_tournament.c: schedules, ratings, openings and the journal. */
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "contest_support.h"
#include "referee/journal.h"
#include "referee/results/report.h"
#include "referee/results/standings.h"
#include "referee/schedule.h"
#include "support.h"

enum {
    MOST_GAMES = 20000,
};

static struct outcome_row rows[MOST_GAMES];

/* The earlier bot wins, unless `ties`. */
static void play_all(struct schedule *schedule, bool ties)
{
    struct error error;
    bool more;
    int played = 0;
    for (;;) {
        assert_true(schedule_extend(schedule, rows, &more, &error));
        if (!more)
            break;
        assert_true(schedule->count <= MOST_GAMES);
        for (; played < schedule->count; played++) {
            struct fixture fixture = schedule->fixture[played];
            assert_int_equal(fixture.number, played);
            assert_int_not_equal(fixture.bot[0], fixture.bot[1]);
            rows[played] = (struct outcome_row){
                .fixture = fixture,
                .result = ties                              ? RESULT_TIE
                          : fixture.bot[0] < fixture.bot[1] ? RESULT_FIRST
                                                            : RESULT_SECOND,
            };
        }
    }
    /* Both colours from every opening. */
    for (int i = 0; i < schedule->count; i += 2) {
        const struct fixture *a = &schedule->fixture[i], *b = a + 1;
        assert_int_equal(a->bot[0], b->bot[1]);
        assert_int_equal(a->bot[1], b->bot[0]);
        assert_true(a->opening == b->opening);
    }
}

static void round_robin_lets_everybody_meet(void **state)
{
    (void)state;
    for (int bots = 2; bots < 12; bots++) {
        struct contest *contest = new_contest("cave", bots, SCHEDULE_ROUND_ROBIN, 2);
        struct schedule schedule;
        assert_true(schedule_init(&schedule, contest, NULL));
        play_all(&schedule, false);
        assert_int_equal(schedule.count, 2 * bots * (bots - 1));
        int met[CONTEST_BOTS][CONTEST_BOTS] = {{0}};
        for (int i = 0; i < schedule.count; i++)
            met[schedule.fixture[i].bot[0]][schedule.fixture[i].bot[1]]++;
        for (int a = 0; a < bots; a++)
            for (int b = 0; b < bots; b++)
                assert_int_equal(met[a][b], a == b ? 0 : 2);
        schedule_free(&schedule);
        free_contest(contest);
    }
}

static void gauntlet_is_the_first_against_all(void **state)
{
    (void)state;
    struct contest *contest = new_contest("cave", 5, SCHEDULE_GAUNTLET, 3);
    struct schedule schedule;
    assert_true(schedule_init(&schedule, contest, NULL));
    play_all(&schedule, false);
    assert_int_equal(schedule.count, 3 * 4 * 2);
    for (int i = 0; i < schedule.count; i++)
        assert_true(schedule.fixture[i].bot[0] == 0 || schedule.fixture[i].bot[1] == 0);
    schedule_free(&schedule);
    free_contest(contest);
}

static void swiss_pairs_nobody_twice_and_finds_the_best(void **state)
{
    (void)state;
    for (int bots = 4; bots < 41; bots += 3) {
        struct contest *contest = new_contest("cave", bots, SCHEDULE_SWISS, 0);
        struct schedule schedule;
        bool met[CONTEST_BOTS][CONTEST_BOTS] = {{false}};
        assert_true(schedule_init(&schedule, contest, NULL));
        play_all(&schedule, false);
        assert_int_equal(schedule.count, schedule.rounds * (bots / 2) * 2);
        assert_int_equal(schedule.count, schedule_expected(&schedule));
        int byes = 0;
        for (int i = 0; i < schedule.count; i += 2) {
            const int *bot = schedule.fixture[i].bot;
            assert_false(met[bot[0]][bot[1]]);
            met[bot[0]][bot[1]] = met[bot[1]][bot[0]] = true;
        }
        for (int i = 0; i < bots; i++) {
            assert_in_range(schedule.byes[i], 0, 1);
            byes += schedule.byes[i];
        }
        assert_int_equal(byes, bots % 2 ? schedule.rounds : 0);
        struct standings *standings = calloc(1, sizeof *standings);
        assert_non_null(standings);
        standings_count(standings, contest, rows, schedule.count, schedule.byes);
        assert_int_equal(standings->order[0], 0);
        free(standings);
        schedule_free(&schedule);
        free_contest(contest);
    }
}

/* More rounds than opponents: then they meet again, and it still ends. */
static void swiss_goes_on_when_all_have_met(void **state)
{
    (void)state;
    struct contest *contest = new_contest("cave", 4, SCHEDULE_SWISS, 9);
    struct schedule schedule;
    assert_true(schedule_init(&schedule, contest, NULL));
    play_all(&schedule, true);
    assert_int_equal(schedule.count, 9 * 2 * 2);
    schedule_free(&schedule);
    free_contest(contest);
}

static void knockout_leaves_one(void **state)
{
    (void)state;
    for (int bots = 2; bots < 20; bots++) {
        struct contest *contest = new_contest("cave", bots, SCHEDULE_KNOCKOUT, 0);
        struct schedule schedule;
        assert_true(schedule_init(&schedule, contest, NULL));
        play_all(&schedule, false);
        /* Every encounter throws one bot out. */
        assert_int_equal(schedule.count, 2 * (bots - 1));
        assert_int_equal(schedule.alives, 1);
        assert_int_equal(schedule.alive[0], 0);
        schedule_free(&schedule);
        free_contest(contest);
    }
}

static void tied_knockout_is_played_anew_and_then_decided(void **state)
{
    (void)state;
    struct contest *contest = new_contest("cave", 3, SCHEDULE_KNOCKOUT, 1);
    struct schedule schedule;
    assert_true(schedule_init(&schedule, contest, NULL));
    play_all(&schedule, true);
    assert_int_equal(schedule.count, 2 * 2 * 4);
    assert_int_equal(schedule.alive[0], 0);
    schedule_free(&schedule);
    free_contest(contest);
}

/* Ratings. */

static void rate(struct contest *contest, const enum result *result, int games,
                 struct standings *standings)
{
    for (int i = 0; i < games; i++)
        rows[i] = (struct outcome_row){
            .fixture = {.number = i, .bot = {i % 2, !(i % 2)}}, .result = result[i]};
    standings_count(standings, contest, rows, games, NULL);
    standings_rate(standings, rows, games, 1);
}

static void ratings_follow_the_score(void **state)
{
    (void)state;
    struct contest *contest = new_contest("cave", 2, SCHEDULE_ROUND_ROBIN, 1);
    struct standings *s = calloc(1, sizeof *s);
    enum result result[1000];
    assert_non_null(s);
    /* As many wins as losses: equal, and the bars hold zero. */
    for (int i = 0; i < 1000; i++)
        result[i] = i / 2 % 2 ? RESULT_FIRST : RESULT_SECOND;
    rate(contest, result, 1000, s);
    assert_true(fabs(s->standing[0].rating) < 1);
    assert_true(s->standing[0].low <= 0 && s->standing[0].high >= 0);
    /* Every pair is one win each, by colour: the pairs say that nothing varies. */
    for (int i = 0; i < 1000; i++)
        result[i] = RESULT_FIRST;
    rate(contest, result, 1000, s);
    assert_true(s->standing[0].high - s->standing[0].low < 1);
    /* Three of four points: 191 Elo apart, which the prior hardly changes. */
    for (int i = 0; i < 1000; i++)
        result[i] = i % 4 == 3 ? RESULT_FIRST : i % 2 ? RESULT_SECOND : RESULT_FIRST;
    rate(contest, result, 1000, s);
    double difference = s->standing[0].rating - s->standing[1].rating;
    assert_true(fabs(difference - 190.8) < 3);
    assert_true(s->standing[0].low < s->standing[0].rating);
    /* Who wins everything has a rating too, with wide bounds. */
    for (int i = 0; i < 4; i++)
        result[i] = i % 2 ? RESULT_SECOND : RESULT_FIRST;
    rate(contest, result, 4, s);
    assert_true(s->standing[0].rating > 50 && s->standing[0].rating < 1000);
    assert_true(s->standing[0].high - s->standing[0].low > 200);
    assert_true(standing_points(&s->standing[0]) == 4);
    free(s);
    free_contest(contest);
}

/* Openings. */

static bool set_openings(struct contest *contest, const char *lines,
                         struct error *error)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/lodestone-openings-%d", (int)getpid());
    assert_true(file_write(path, lines, strlen(lines), error));
    bool ok = contest_set_openings(contest, path, error);
    unlink(path);
    return ok;
}

static void openings_are_moves_or_positions(void **state)
{
    (void)state;
    struct contest *contest = new_contest("cave", 2, SCHEDULE_ROUND_ROBIN, 0);
    struct error error;
    char moves[CONTEST_OPENING_BYTES];
    assert_true(set_openings(contest,
                             "# comment\r\n\r\n  a1 H8\tb1 \r\n"
                             "8/8/8/8/8/8/x7/o6x o\n",
                             &error));
    assert_int_equal(contest->openings, 2);
    contest_opening(contest, 2, moves);
    assert_string_equal(moves, "A1 H8 B1");
    /* The moves lead to the position, and the colours alternate. */
    contest_opening(contest, 1, moves);
    assert_string_equal(moves, "H1 A1 A2");
    free_contest(contest);
}

static void openings_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *lines, *message;
    } cases[] = {
        {"cave", "A1 A1\n", "line 1: move 2"},
        {"cave", "# nothing\n", "has no openings"},
        {"cave", "\nA1 nonsense\n", "line 2: move 2"},
        {"cave:2x2x2", "A1 B2 A2\n", "the game is over"},
        {"cave", "8/8/8/8/8/8/8/xxoo4 x\n", "no moves were found"},
        {"mancala", "4,4,4,4,4,4,0/4,4,4,4,4,4,0 1\n", "moves, not positions"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct contest *contest =
            new_contest(cases[i].spec, 2, SCHEDULE_ROUND_ROBIN, 0);
        struct error error;
        assert_false(set_openings(contest, cases[i].lines, &error));
        if (!strstr(error.text, cases[i].message))
            fail_msg("'%s': %s", cases[i].message, error.text);
        free_contest(contest);
    }
}

static void random_openings_are_legal_and_repeatable(void **state)
{
    (void)state;
    static const char *const specs[] = {"cave", "cave:1x1x2", "cave:2x2x2", "kalah"};
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
        struct contest *contest = new_contest(specs[k], 2, SCHEDULE_ROUND_ROBIN, 0);
        assert_true(contest_set_openings(contest, "random:6", NULL));
        for (uint64_t i = 0; i < 50; i++) {
            char moves[CONTEST_OPENING_BYTES], again[CONTEST_OPENING_BYTES];
            struct position position;
            contest_opening(contest, i, moves);
            contest_opening(contest, i, again);
            assert_string_equal(moves, again);
            contest->game->start(contest->game, &position);
            assert_true(game_play_moves(contest->game, &position, moves, NULL));
            assert_int_equal(contest->game->outcome(contest->game, &position).result,
                             RESULT_NONE);
        }
        assert_false(contest_set_openings(contest, "random:99", NULL));
        free_contest(contest);
    }
}

static void names_must_be_text_and_different(void **state)
{
    (void)state;
    struct contest *contest = new_contest("cave", 1, SCHEDULE_ROUND_ROBIN, 0);
    struct error error;
    assert_false(contest_add_bot(contest, "", "builtin:random", &error));
    assert_false(contest_add_bot(contest, "bot0", "builtin:random", &error));
    assert_false(contest_add_bot(contest, "a\033[2J", "builtin:random", &error));
    assert_false(contest_add_bot(contest, "a\xff", "builtin:random", &error));
    assert_false(contest_add_bot(
        contest, "0123456789012345678901234567890123456789012345678901234567890123",
        "x", &error));
    assert_false(contest_add_bot(contest, "x", "sh 'x", &error));
    assert_true(contest_add_bot(contest, "Zoë <&>", "builtin:random", &error));
    assert_int_equal(contest->bots, 2);
    free_contest(contest);
}

static void a_missing_program_takes_part_and_loses(void **state)
{
    (void)state;
    struct contest *contest = new_contest("cave", 1, SCHEDULE_ROUND_ROBIN, 0);
    struct error error;
    assert_true(contest_add_bot(contest, "x", "/no/such/program", &error));
    assert_string_equal(
        contest->bot[1].missing,
        "cannot find the program '/no/such/program': No such file or directory");
    assert_null(contest->bot[0].missing);
    free_contest(contest);
}

/* The journal. */

static struct outcome_row sample_row(int number)
{
    return (struct outcome_row){
        .fixture = {.number = number, .bot = {number % 2, !(number % 2)}},
        .result = RESULT_SECOND,
        .forfeit = FORFEIT_LATE,
        .opening = strdup("A1"),
        .moves = strdup("A1 H1"),
        .reason = strdup("bot0: it's \"late\"; '; DROP TABLE games; --"),
        .longest = {1, 2},
        .cpu = {3, 4},
        .asked = {5, 6},
        .replays = 3,
        .excused = {2, 1},
    };
}

/* As version 0.1 made it. */
static void a_journal_of_an_older_version_is_continued(void **state)
{
    (void)state;
    struct contest *contest = new_contest("cave", 2, SCHEDULE_ROUND_ROBIN, 0);
    char path[64];
    struct error error = {""};
    bool found;
    sqlite3 *db;
    snprintf(path, sizeof path, "/tmp/lodestone-journal-%d", (int)getpid());
    unlink(path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(
            db,
            "CREATE TABLE games ("
            " number INTEGER PRIMARY KEY, first INTEGER NOT NULL, second INTEGER"
            " NOT NULL, result INTEGER NOT NULL, ending INTEGER NOT NULL, forfeit"
            " INTEGER NOT NULL, opening TEXT NOT NULL, moves TEXT NOT NULL, reason"
            " TEXT NOT NULL, longest_1 INTEGER, longest_2 INTEGER, thought_1"
            " INTEGER, thought_2 INTEGER, cpu_1 INTEGER, cpu_2 INTEGER, asked_1"
            " INTEGER, asked_2 INTEGER, replays INTEGER NOT NULL);"
            "INSERT INTO games VALUES (3,1,0,2,0,2,'A1','A1 H1','',1,2,3,4,5,6,7,8,1)",
            NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(db);
    struct journal *journal = journal_open(path, contest, &error);
    assert_string_equal(error.text, "");
    assert_non_null(journal);
    struct outcome_row row = sample_row(3), next = sample_row(4), back;
    assert_true(journal_get(journal, &row.fixture, &back, &found, &error));
    assert_true(found);
    assert_int_equal(back.replays, 1);
    assert_int_equal(back.excused[0], 0);
    assert_true(journal_add(journal, &next, &error));
    outcome_row_free(&back);
    outcome_row_free(&row);
    outcome_row_free(&next);
    journal_close(journal);
    unlink(path);
    free_contest(contest);
}

static void journal_gives_back_what_was_written(void **state)
{
    (void)state;
    struct contest *contest = new_contest("cave", 2, SCHEDULE_ROUND_ROBIN, 0);
    char path[64];
    struct error error = {""};
    bool found;
    snprintf(path, sizeof path, "/tmp/lodestone-journal-%d", (int)getpid());
    unlink(path);
    struct journal *journal = journal_open(path, contest, &error);
    assert_non_null(journal);
    struct outcome_row row = sample_row(3), back;
    assert_true(journal_add(journal, &row, &error));
    /* Nothing is counted twice. */
    assert_false(journal_add(journal, &row, &error));
    /* A second referee is kept out. */
    assert_null(journal_open(path, contest, &error));
    assert_non_null(strstr(error.text, "another tournament"));
    /* Somebody who only reads is not, and sees the game. */
    struct journal *reader = journal_open_to_read(path, contest, &error);
    assert_non_null(reader);
    assert_true(journal_get(reader, &row.fixture, &back, &found, &error));
    assert_true(found);
    outcome_row_free(&back);
    journal_close(reader);
    assert_null(journal_open(path, contest, &error));
    journal_close(journal);

    journal = journal_open(path, contest, &error);
    assert_non_null(journal);
    assert_true(journal_get(journal, &row.fixture, &back, &found, &error));
    assert_true(found);
    assert_string_equal(back.reason, row.reason);
    assert_string_equal(back.moves, row.moves);
    assert_string_equal(outcome_row_end(&back), "late");
    assert_int_equal(back.result, RESULT_SECOND);
    assert_int_equal(back.cpu[1], 4);
    assert_int_equal(back.replays, 3);
    assert_int_equal(back.excused[0], 2);
    assert_int_equal(back.excused[1], 1);
    outcome_row_free(&back);
    struct fixture other = {.number = 4, .bot = {0, 1}}, wrong = row.fixture;
    assert_true(journal_get(journal, &other, &back, &found, &error));
    assert_false(found);
    wrong.bot[0] = row.fixture.bot[1];
    wrong.bot[1] = row.fixture.bot[0];
    assert_false(journal_get(journal, &wrong, &back, &found, &error));
    journal_close(journal);

    contest->seed++;
    assert_null(journal_open(path, contest, &error));
    assert_non_null(strstr(error.text, "its seed is '0', here it is '1'"));
    unlink(path);
    outcome_row_free(&row);
    free_contest(contest);
}

static void change_file(const char *path, const char *statement)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, statement, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void a_row_that_cannot_be_is_refused_with_its_number(void **state)
{
    (void)state;
    static const struct {
        const char *change, *reason;
    } cases[] = {
        {"result = 2", "game 4: its result is not that of its moves"},
        {"ending = 0", "game 4: its result is not that of its moves"},
        {"moves = 'A1 Z9'", "game 4: "},
        {"moves = 'A1 C1'", "game 4: its result is not that of its moves"},
        {"cpu_2 = -1", "game 4: what was measured is impossible"},
        {"thought_1 = -9223372036854775808", "game 4: what was measured is impossible"},
        {"asked_1 = 2147483647", "game 4: what was measured is impossible"},
        {"cpu_2 = 7", NULL},
    };
    struct contest *contest = new_contest("cave:3x3x3", 2, SCHEDULE_ROUND_ROBIN, 0);
    char path[64], statement[128];
    struct error error = {""};
    bool found;
    snprintf(path, sizeof path, "/tmp/lodestone-journal-%d", (int)getpid());
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct outcome_row row = sample_row(3), back;
        free(row.moves);
        row.moves = strdup("A1 C1 A2 C2 A3");
        row.result = RESULT_FIRST;
        row.ending = ENDING_LINE;
        row.forfeit = FORFEIT_NONE;
        unlink(path);
        struct journal *journal = journal_open(path, contest, &error);
        assert_non_null(journal);
        assert_true(journal_add(journal, &row, &error));
        snprintf(statement, sizeof statement, "UPDATE games SET %s", cases[i].change);
        change_file(path, statement);
        bool got = journal_get(journal, &row.fixture, &back, &found, &error);
        assert_int_equal(got, cases[i].reason == NULL);
        if (got)
            outcome_row_free(&back);
        else
            assert_non_null(strstr(error.text, cases[i].reason));
        journal_close(journal);
        outcome_row_free(&row);
    }
    unlink(path);
    free_contest(contest);
}

static void journal_of_something_else_is_refused(void **state)
{
    (void)state;
    struct contest *contest = new_contest("cave", 2, SCHEDULE_ROUND_ROBIN, 0);
    char path[64];
    struct error error = {""};
    snprintf(path, sizeof path, "/tmp/lodestone-journal-%d", (int)getpid());
    assert_true(
        file_write(path, "this is no database at all, but a text\n", 40, &error));
    assert_null(journal_open(path, contest, &error));
    assert_string_not_equal(error.text, "");
    unlink(path);
    free_contest(contest);
}

static void names_stay_text_in_the_report(void **state)
{
    (void)state;
    struct text page = {0};
    report_add_escaped(&page, "<img src=x onerror='alert(1)'>&\"");
    assert_string_equal(page.data,
                        "&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;&quot;");
    text_free(&page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_robin_lets_everybody_meet),
        cmocka_unit_test(gauntlet_is_the_first_against_all),
        cmocka_unit_test(swiss_pairs_nobody_twice_and_finds_the_best),
        cmocka_unit_test(swiss_goes_on_when_all_have_met),
        cmocka_unit_test(knockout_leaves_one),
        cmocka_unit_test(tied_knockout_is_played_anew_and_then_decided),
        cmocka_unit_test(ratings_follow_the_score),
        cmocka_unit_test(openings_are_moves_or_positions),
        cmocka_unit_test(openings_that_cannot_be_are_refused),
        cmocka_unit_test(random_openings_are_legal_and_repeatable),
        cmocka_unit_test(names_must_be_text_and_different),
        cmocka_unit_test(a_missing_program_takes_part_and_loses),
        cmocka_unit_test(a_journal_of_an_older_version_is_continued),
        cmocka_unit_test(journal_gives_back_what_was_written),
        cmocka_unit_test(a_row_that_cannot_be_is_refused_with_its_number),
        cmocka_unit_test(journal_of_something_else_is_refused),
        cmocka_unit_test(names_stay_text_in_the_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
