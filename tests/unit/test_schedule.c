/* test_schedule.c: who plays whom, encounter by encounter, and what the standings make of
 * the results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/file.h"
#include "base/text.h"
#include "contest_support.h"
#include "referee/results/standings.h"
#include "referee/schedule.h"
#include "support.h"

enum {
    MOST_GAMES = 2000
};

/* The result of a game between two bots. */
typedef enum result result_rule(const struct fixture *fixture);

static enum result earlier_wins(const struct fixture *fixture)
{
    return fixture->bot[0] < fixture->bot[1] ? RESULT_FIRST : RESULT_SECOND;
}

static enum result later_wins(const struct fixture *fixture)
{
    return fixture->bot[0] > fixture->bot[1] ? RESULT_FIRST : RESULT_SECOND;
}

/* Each wins once. */
static enum result first_wins(const struct fixture *fixture)
{
    (void)fixture;
    return RESULT_FIRST;
}

static enum result nobody_wins(const struct fixture *fixture)
{
    (void)fixture;
    return RESULT_TIE;
}

/* Bots 0 and 3 can't beat each other; otherwise the later one wins. */
static enum result outer_two_tie(const struct fixture *fixture)
{
    return fixture->bot[0] + fixture->bot[1] == 3 &&
                   fixture->bot[0] * fixture->bot[1] == 0
               ? RESULT_TIE
               : later_wins(fixture);
}

/* The first four games are ties. */
static enum result later_wins_at_last(const struct fixture *fixture)
{
    return fixture->number < 4 ? RESULT_TIE : later_wins(fixture);
}

static enum result drawn(const struct fixture *fixture)
{
    static const enum result results[] = {RESULT_FIRST, RESULT_SECOND, RESULT_TIE};
    return results[bits_mix((uint64_t)fixture->number + 1) % 3];
}

/* Plays a tournament, and writes a line for each batch: how many games are expected once
 * it is known, then the encounters as ROUND:BOT-BOT/OPENING, and the byes so far. */
static void play_out(const struct contest *contest, result_rule *decide,
                     struct text *text)
{
    static struct outcome_row row[MOST_GAMES];
    struct schedule schedule;
    struct error error;
    bool more;
    assert_true(schedule_init(&schedule, contest, &error));
    for (int played = 0;;) {
        assert_true(schedule_extend(&schedule, row, &more, &error));
        if (!more)
            break;
        assert_true(schedule.count <= MOST_GAMES);
        text_addf(text, "%d", schedule_expected(&schedule));
        for (; played < schedule.count; played++) {
            const struct fixture *fixture = &schedule.fixture[played];
            assert_int_equal(fixture->number, played);
            row[played] =
                (struct outcome_row){.fixture = *fixture, .result = decide(fixture)};
            if (played % 2 == 0) {
                text_addf(text, " %d:%d-%d/%d", fixture->round, fixture->bot[0],
                          fixture->bot[1], (int)fixture->opening);
                continue;
            }
            /* The second game has the colours reversed. */
            assert_int_equal(fixture->bot[0], fixture[-1].bot[1]);
            assert_int_equal(fixture->bot[1], fixture[-1].bot[0]);
            assert_int_equal(fixture->opening, fixture[-1].opening);
            assert_int_equal(fixture->round, fixture[-1].round);
        }
        text_add(text, " b");
        for (int i = 0; i < contest->bots; i++)
            text_addf(text, "%d", schedule.byes[i]);
        text_add(text, "\n");
    }
    if (contest->schedule == SCHEDULE_KNOCKOUT)
        text_addf(text, "%d wins\n", schedule.alive[0]);
    schedule_free(&schedule);
}

static void check_play(int bots, enum contest_schedule kind, int rounds,
                       result_rule *decide, const char *wanted)
{
    struct contest *contest = new_contest("cave", bots, kind, rounds);
    struct text text = {0};
    play_out(contest, decide, &text);
    assert_string_equal(text_string(&text), wanted);
    text_free(&text);
    free_contest(contest);
}

static void round_robin_goes_round(void **context)
{
    (void)context;
    check_play(4, SCHEDULE_ROUND_ROBIN, 0, earlier_wins,
               "12 0:0-3/0 0:1-2/1 0:0-1/2 0:2-3/3 0:0-2/4 0:1-3/5 b0000\n");
    check_play(3, SCHEDULE_ROUND_ROBIN, 2, earlier_wins,
               "12 0:1-2/0 0:0-1/1 0:0-2/2 1:1-2/3 1:0-1/4 1:0-2/5 b000\n");
}

static void gauntlet_goes_down_the_list(void **context)
{
    (void)context;
    check_play(3, SCHEDULE_GAUNTLET, 2, later_wins,
               "8 0:0-1/0 0:0-2/1 1:0-1/2 1:0-2/3 b000\n");
}

static void swiss_pairs_those_of_equal_points(void **context)
{
    (void)context;
    check_play(8, SCHEDULE_SWISS, 0, earlier_wins,
               "24 0:0-1/0 0:2-3/1 0:4-5/2 0:6-7/3 b00000000\n"
               "24 1:0-2/4 1:4-6/5 1:1-3/6 1:5-7/7 b00000000\n"
               "24 2:0-4/8 2:1-2/9 2:5-6/10 2:3-7/11 b00000000\n");
    check_play(8, SCHEDULE_SWISS, 0, later_wins,
               "24 0:0-1/0 0:2-3/1 0:4-5/2 0:6-7/3 b00000000\n"
               "24 1:1-3/4 1:5-7/5 1:0-2/6 1:4-6/7 b00000000\n"
               "24 2:3-7/8 2:1-2/9 2:5-6/10 2:0-4/11 b00000000\n");
    check_play(4, SCHEDULE_SWISS, 4, first_wins,
               "16 0:0-1/0 0:2-3/1 b0000\n"
               "16 1:0-2/2 1:1-3/3 b0000\n"
               "16 2:0-3/4 2:1-2/5 b0000\n"
               "16 3:0-1/6 3:2-3/7 b0000\n");
    check_play(6, SCHEDULE_SWISS, 5, nobody_wins,
               "30 0:0-1/0 0:2-3/1 0:4-5/2 b000000\n"
               "30 1:0-2/3 1:1-4/4 1:3-5/5 b000000\n"
               "30 2:0-3/6 2:1-5/7 2:2-4/8 b000000\n"
               "30 3:0-4/9 3:1-3/10 3:2-5/11 b000000\n"
               "30 4:0-5/12 4:1-2/13 4:3-4/14 b000000\n");
}

static void swiss_gives_byes_in_turn(void **context)
{
    (void)context;
    check_play(5, SCHEDULE_SWISS, 4, earlier_wins,
               "16 0:0-1/0 0:2-3/1 b00001\n"
               "16 1:0-2/2 1:1-4/3 b00011\n"
               "16 2:0-4/4 2:1-3/5 b00111\n"
               "16 3:0-3/6 3:2-4/7 b01111\n");
    check_play(3, SCHEDULE_SWISS, 4, later_wins,
               "8 0:0-1/0 b001\n"
               "8 1:1-2/1 b101\n"
               "8 2:0-2/2 b111\n"
               "8 3:1-2/3 b211\n");
}

static void knockout_folds_the_bracket(void **context)
{
    (void)context;
    check_play(8, SCHEDULE_KNOCKOUT, 0, earlier_wins,
               "14 0:0-7/0 0:1-6/1 0:2-5/2 0:3-4/3 b00000000\n"
               "14 1:0-3/4 1:1-2/5 b00000000\n"
               "14 2:0-1/6 b00000000\n"
               "0 wins\n");
    check_play(8, SCHEDULE_KNOCKOUT, 0, later_wins,
               "14 0:0-7/0 0:1-6/1 0:2-5/2 0:3-4/3 b00000000\n"
               "14 1:7-4/4 1:6-5/5 b00000000\n"
               "14 2:7-6/6 b00000000\n"
               "7 wins\n");
    check_play(5, SCHEDULE_KNOCKOUT, 1, later_wins,
               "8 0:3-4/0 b00000\n"
               "8 1:0-4/1 1:1-2/2 b00000\n"
               "8 2:4-2/3 b00000\n"
               "4 wins\n");
    check_play(6, SCHEDULE_KNOCKOUT, 2, earlier_wins,
               "20 0:2-5/0 0:2-5/1 0:3-4/2 0:3-4/3 b000000\n"
               "20 1:0-3/4 1:0-3/5 1:1-2/6 1:1-2/7 b000000\n"
               "20 2:0-1/8 2:0-1/9 b000000\n"
               "0 wins\n");
}

static void tied_encounters_are_replayed(void **context)
{
    (void)context;
    check_play(2, SCHEDULE_KNOCKOUT, 2, nobody_wins,
               "4 0:0-1/0 0:0-1/1 b00\n"
               "6 0:0-1/2 b00\n"
               "8 0:0-1/3 b00\n"
               "10 0:0-1/4 b00\n"
               "0 wins\n");
    check_play(4, SCHEDULE_KNOCKOUT, 1, outer_two_tie,
               "6 0:0-3/0 0:1-2/1 b0000\n"
               "8 0:0-3/2 b0000\n"
               "10 0:0-3/3 b0000\n"
               "12 0:0-3/4 b0000\n"
               "12 1:0-2/5 b0000\n"
               "2 wins\n");
    check_play(2, SCHEDULE_KNOCKOUT, 1, later_wins_at_last,
               "2 0:0-1/0 b00\n"
               "4 0:0-1/1 b00\n"
               "6 0:0-1/2 b00\n"
               "1 wins\n");
    check_play(3, SCHEDULE_KNOCKOUT, 1, first_wins,
               "4 0:1-2/0 b000\n"
               "6 0:1-2/1 b000\n"
               "8 0:1-2/2 b000\n"
               "10 0:1-2/3 b000\n"
               "10 1:0-1/4 b000\n"
               "12 1:0-1/5 b000\n"
               "14 1:0-1/6 b000\n"
               "16 1:0-1/7 b000\n"
               "0 wins\n");
}

/* Without a number of rounds there are as many as it takes. */
static void rounds_are_as_many_as_it_takes(void **context)
{
    (void)context;
    static const struct {
        int bots;
        enum contest_schedule kind;
        int openings, rounds;
    } cases[] = {
        {2, SCHEDULE_SWISS, 0, 1},       {3, SCHEDULE_SWISS, 0, 2},
        {4, SCHEDULE_SWISS, 0, 2},       {5, SCHEDULE_SWISS, 7, 3},
        {8, SCHEDULE_SWISS, 0, 3},       {9, SCHEDULE_SWISS, 0, 4},
        {4, SCHEDULE_ROUND_ROBIN, 0, 1}, {4, SCHEDULE_ROUND_ROBIN, 7, 7},
        {4, SCHEDULE_GAUNTLET, 0, 1},    {4, SCHEDULE_GAUNTLET, 7, 7},
        {4, SCHEDULE_KNOCKOUT, 0, 1},    {4, SCHEDULE_KNOCKOUT, 7, 1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct contest *contest = new_contest("cave", cases[i].bots, cases[i].kind, 0);
        struct schedule schedule;
        contest->openings = cases[i].openings;
        assert_true(schedule_init(&schedule, contest, NULL));
        assert_int_equal(schedule.rounds, cases[i].rounds);
        schedule_free(&schedule);
        contest->rounds = 5;
        assert_true(schedule_init(&schedule, contest, NULL));
        assert_int_equal(schedule.rounds, 5);
        schedule_free(&schedule);
        contest->openings = 0;
        free_contest(contest);
    }
}

/* From a list, all of a round begin with the same opening. */
static void a_round_has_one_opening_of_a_list(void **context)
{
    (void)context;
    struct contest *contest = new_contest("cave", 3, SCHEDULE_ROUND_ROBIN, 2);
    struct text text = {0};
    contest->openings = 9;
    play_out(contest, earlier_wins, &text);
    assert_string_equal(text_string(&text),
                        "12 0:1-2/0 0:0-1/0 0:0-2/0 1:1-2/1 1:0-1/1 1:0-2/1 b000\n");
    text_free(&text);
    contest->openings = 0;
    free_contest(contest);
}

static void ten_million_games_are_enough(void **context)
{
    (void)context;
    struct contest *contest = new_contest("cave", 2, SCHEDULE_ROUND_ROBIN, 5000000);
    struct schedule schedule;
    struct error error = {""};
    assert_true(schedule_init(&schedule, contest, &error));
    schedule_free(&schedule);
    contest->rounds++;
    assert_false(schedule_init(&schedule, contest, &error));
    assert_string_equal(error.text, "more than ten million games");
    free_contest(contest);
}

/* With results drawn at random, the same ones on every machine: a digest of whole
 * tournaments of all sizes. */
static void tournaments_of_all_sizes_are_the_same_everywhere(void **context)
{
    static const struct {
        enum contest_schedule kind;
        int bots, rounds; /* at most */
        uint32_t digest;
    } cases[] = {
        {SCHEDULE_ROUND_ROBIN, 12, 3, 0x0787ebfa},
        {SCHEDULE_GAUNTLET, 12, 3, 0x438ff724},
        {SCHEDULE_SWISS, 21, 12, 0xe3054997},
        {SCHEDULE_KNOCKOUT, 33, 3, 0x622338fb},
    };
    bool same = true;
    (void)context;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct text text = {0};
        for (int bots = 2; bots <= cases[i].bots; bots++)
            for (int rounds = 0; rounds <= cases[i].rounds; rounds++) {
                struct contest *contest =
                    new_contest("cave", bots, cases[i].kind, rounds);
                play_out(contest, drawn, &text);
                free_contest(contest);
            }
        const uint32_t found = text_crc32(0, text_string(&text), text.length);
        if (found != cases[i].digest)
            print_error("schedule %d: %#x\n", (int)cases[i].kind, found);
        same = same && found == cases[i].digest;
        text_free(&text);
    }
    assert_true(same);
}

/* Standings. */

/* Games in pairs between three bots. */
static void fill_rows(struct outcome_row *row, int games, const char *results)
{
    static const int pair[][2] = {{0, 1}, {1, 2}, {2, 0}};
    for (int i = 0; i < games; i++) {
        const int *bot = pair[i / 2 % 3];
        row[i] = (struct outcome_row){
            .fixture = {.number = i, .bot = {bot[i % 2], bot[!(i % 2)]}},
            .result = results[i] == '1'   ? RESULT_FIRST
                      : results[i] == '2' ? RESULT_SECOND
                      : results[i] == '=' ? RESULT_TIE
                                          : RESULT_NONE,
        };
    }
}

static void games_are_counted_for_both(void **context)
{
    (void)context;
    struct contest *contest = new_contest("cave", 3, SCHEDULE_SWISS, 0);
    struct standings *s = calloc(1, sizeof *s);
    struct outcome_row row[8];
    assert_non_null(s);
    fill_rows(row, 8, "12=1122.");
    /* Bot 1 loses by being late. */
    row[1].forfeit = FORFEIT_LATE;
    for (int i = 0; i < 8; i++) {
        row[i].longest[0] = 10 * i + 1;
        row[i].longest[1] = 50 - i;
        row[i].thought[0] = 100;
        row[i].thought[1] = 7;
        row[i].cpu[0] = 1000;
        row[i].cpu[1] = 3;
        row[i].asked[0] = 20;
        row[i].asked[1] = 1;
    }
    standings_count(s, contest, row, 8, (const int[]){0, 1, 0});
    struct text text = {0};
    for (int i = 0; i < 3; i++) {
        const struct standing *one = &s->standing[i];
        text_addf(&text,
                  "%d: +%d =%d -%d byes %d points %g late %d longest %d"
                  " thought %d cpu %d asked %d;",
                  one->bot, one->wins, one->draws, one->losses, one->byes,
                  standing_points(one), one->forfeits[FORFEIT_LATE], (int)one->longest,
                  (int)one->thought, (int)one->cpu, one->asked);
        for (int j = 0; j < 3; j++)
            text_addf(&text, " %d/%d", s->half_points[i][j], s->games[i][j]);
        text_add(&text, "\n");
    }
    text_addf(&text, "%d %d %d\n", s->order[0], s->order[1], s->order[2]);
    assert_string_equal(text_string(&text),
                        "0: +2 =0 -3 byes 0 points 2 late 0 longest 61 thought 314 cpu "
                        "3006 asked 62; 0/0 4/3 0/2\n"
                        "1: +1 =1 -3 byes 1 points 3.5 late 1 longest 50 thought 221 "
                        "cpu 2009 asked 43; 2/3 0/0 1/2\n"
                        "2: +3 =1 -0 byes 0 points 3.5 late 0 longest 48 thought 214 "
                        "cpu 2006 asked 42; 4/2 3/2 0/0\n"
                        "2 1 0\n");
    text_free(&text);
    free(s);
    free_contest(contest);
}

/* Points first, then wins, then the order of the names. */
static void the_order_is_by_points_and_wins(void **context)
{
    (void)context;
    static const struct {
        const char *results;
        int order[3];
    } cases[] = {
        {"", {0, 1, 2}},       {"==", {0, 1, 2}}, /* 1, 1 and 0 points */
        {"21", {1, 0, 2}},                        /* 0, 2, 0 */
        {"..==", {1, 2, 0}},                      /* 0, 1, 1 */
        {"..21", {2, 0, 1}},                      /* 0, 0, 2 */
        {"11==..", {1, 0, 2}}, /* 1 by a win, 2 with one, 1 by draws */
        {"==..11", {0, 2, 1}}, /* 2 with a win, 1 by draws, 1 by a win */
        {"12....", {0, 1, 2}}, /* 2, 0, 0 */
    };
    struct contest *contest = new_contest("cave", 3, SCHEDULE_ROUND_ROBIN, 0);
    struct standings *s = calloc(1, sizeof *s);
    struct outcome_row row[6];
    assert_non_null(s);
    for (size_t i = 0; i < COUNT(cases); i++) {
        const int games = (int)strlen(cases[i].results);
        fill_rows(row, games, cases[i].results);
        standings_count(s, contest, row, games, NULL);
        assert_memory_equal(s->order, cases[i].order, sizeof cases[i].order);
    }
    free(s);
    free_contest(contest);
}

/* Ratings are drawn at random, but the same seed draws the same ones. */
static void check_ratings(const char *results, const double wanted[3][3])
{
    struct contest *contest = new_contest("cave", 3, SCHEDULE_ROUND_ROBIN, 0);
    struct standings *s = calloc(1, sizeof *s);
    struct outcome_row row[60];
    const int games = (int)strlen(results);
    assert_non_null(s);
    fill_rows(row, games, results);
    standings_count(s, contest, row, games, NULL);
    standings_rate(s, row, games, 5);
    for (int i = 0; i < 3; i++) {
        const struct standing *one = &s->standing[i];
        assert_float_equal((float)one->rating, (float)wanted[i][0], 0.006f);
        assert_float_equal((float)one->low, (float)wanted[i][1], 0.006f);
        assert_float_equal((float)one->high, (float)wanted[i][2], 0.006f);
    }
    free(s);
    free_contest(contest);
}

static void ratings_have_bounds(void **context)
{
    (void)context;
    check_ratings("12121=11=212=1121221==1212121=",
                  (const double[3][3]){{-79.27, -241.62, 62.73},
                                       {67.93, -42.72, 241.62},
                                       {11.34, -95.86, 116.52}});
    check_ratings("1212.1", (const double[3][3]){{210.29, -174.62, 595.20},
                                                 {0, -309.85, 309.85},
                                                 {-210.29, -595.20, 174.62}});
    check_ratings("......", (const double[3][3]){{0}});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_robin_goes_round),
        cmocka_unit_test(gauntlet_goes_down_the_list),
        cmocka_unit_test(swiss_pairs_those_of_equal_points),
        cmocka_unit_test(swiss_gives_byes_in_turn),
        cmocka_unit_test(knockout_folds_the_bracket),
        cmocka_unit_test(tied_encounters_are_replayed),
        cmocka_unit_test(rounds_are_as_many_as_it_takes),
        cmocka_unit_test(a_round_has_one_opening_of_a_list),
        cmocka_unit_test(ten_million_games_are_enough),
        cmocka_unit_test(tournaments_of_all_sizes_are_the_same_everywhere),
        cmocka_unit_test(games_are_counted_for_both),
        cmocka_unit_test(the_order_is_by_points_and_wins),
        cmocka_unit_test(ratings_have_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
