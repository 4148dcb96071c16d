/* test_standings.c: what the standings make of the results: brackets, ranks and ratings. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/text.h"
#include "contest_support.h"
#include "referee/results/standings.h"
#include "support.h"

enum {
    MOST_GAMES = 400
};

/* Games as text: "0-1+ 2-1= 0-3? 3-0-" with the winner's view of the bot named first; a
 * digit before the first bot's, such as "1:0-1+", is the round. */
static int read_games(const char *text, struct outcome_row row[MOST_GAMES])
{
    int count = 0, round = 0;
    for (const char *at = text; *at; at += *at == ' ') {
        if (at[1] == ':') {
            round = at[0] - '0';
            at += 2;
        }
        assert_true(count < MOST_GAMES && at[1] == '-');
        row[count] = (struct outcome_row){
            .fixture = {.number = count,
                        .round = round,
                        .bot = {at[0] - '0', at[2] - '0'}},
            .result = at[3] == '+'   ? RESULT_FIRST
                      : at[3] == '-' ? RESULT_SECOND
                      : at[3] == '=' ? RESULT_TIE
                                     : RESULT_NONE,
        };
        count++;
        at += 4;
    }
    return count;
}

static void add_bracket(struct text *text, const struct outcome_row *row, int games)
{
    struct knockout_match match[2 * CONTEST_BOTS];
    int matches = standings_bracket(row, games, match);
    for (int i = 0; i < matches; i++)
        text_addf(text, "%d:%d-%d %g:%g %d\n", match[i].round, match[i].bot[0],
                  match[i].bot[1], match[i].points[0], match[i].points[1],
                  match[i].winner);
}

/* One line for each bot, best first. */
static void add_ranks(struct text *text, enum contest_schedule kind, int bots,
                      const struct outcome_row *row, int games, const int *byes)
{
    struct contest *contest = new_contest("cave", bots, kind, 0);
    struct standings *s = calloc(1, sizeof *s);
    assert_non_null(s);
    standings_count(s, contest, row, games, byes);
    for (int i = 0; i < bots; i++) {
        const struct standing *one = &s->standing[s->order[i]];
        text_addf(text, "%d. %d: %g %d %d %g\n", one->rank, one->bot,
                  standing_points(one), one->wins, one->reached, one->buchholz);
    }
    free(s);
    free_contest(contest);
}

static void check_bracket(const char *games, const char *wanted)
{
    static struct outcome_row row[MOST_GAMES];
    struct text text = {0};
    add_bracket(&text, row, read_games(games, row));
    assert_string_equal(text_string(&text), wanted);
    text_free(&text);
}

static void a_match_goes_to_the_bot_with_more_points(void **state)
{
    (void)state;
    check_bracket("", "");
    check_bracket("0:0-3+ 3-0- 1-2- 2-1+ 1:0-2= 2-0+",
                  "0:0-3 2:0 0\n0:1-2 0:2 1\n1:0-2 0.5:1.5 1\n");
    /* The bot with the smaller number comes first, whoever began. */
    check_bracket("0:3-0+ 0-3= 2-1= 1-2=", "0:0-3 0.5:1.5 1\n0:1-2 1:1 0\n");
    /* Replayed encounters belong to the same match. */
    check_bracket("0:0-1+ 1-0+ 0-1= 1-0= 0-1- 1-0+", "0:0-1 2:4 1\n");
}

static void a_match_is_open_until_all_its_games_are_finished(void **state)
{
    (void)state;
    check_bracket("0:0-3+ 3-0? 1-2? 2-1+", "0:0-3 1:0 -1\n0:1-2 0:1 -1\n");
    check_bracket("0:0-1? 1-0?", "0:0-1 0:0 -1\n");
    check_bracket("0:0-1? 1-0- 2-3+ 3-2-", "0:0-1 1:0 -1\n0:2-3 2:0 0\n");
}

static void check_ranks(enum contest_schedule kind, int bots, const char *games,
                        const int *byes, const char *wanted)
{
    static struct outcome_row row[MOST_GAMES];
    struct text text = {0};
    add_ranks(&text, kind, bots, row, read_games(games, row), byes);
    assert_string_equal(text_string(&text), wanted);
    text_free(&text);
}

/* RANK. BOT: POINTS WINS REACHED BUCHHOLZ */
static void equal_bots_share_a_rank(void **state)
{
    (void)state;
    check_ranks(SCHEDULE_ROUND_ROBIN, 3, "", NULL,
                "1. 0: 0 0 0 0\n1. 1: 0 0 0 0\n1. 2: 0 0 0 0\n");
    check_ranks(SCHEDULE_ROUND_ROBIN, 4, "0-1= 1-0= 2-3+ 3-2+", NULL,
                "1. 2: 1 1 0 1\n1. 3: 1 1 0 1\n3. 0: 1 0 0 1\n3. 1: 1 0 0 1\n");
    check_ranks(SCHEDULE_GAUNTLET, 3, "0-1- 1-0+ 0-2= 2-0-", NULL,
                "1. 1: 2 2 0 1.5\n2. 0: 1.5 1 0 2.5\n3. 2: 0.5 0 0 1.5\n");
}

static void a_swiss_tie_is_broken_by_the_opponents(void **state)
{
    (void)state;
    check_ranks(SCHEDULE_SWISS, 4, "0-1+ 1-0- 2-3+ 3-2- 0-2+ 2-0- 1-3+ 3-1-", NULL,
                "1. 0: 4 4 0 4\n2. 1: 2 2 0 4\n2. 2: 2 2 0 4\n4. 3: 0 0 0 4\n");
    check_ranks(SCHEDULE_SWISS, 4, "0-1+ 1-0- 2-3= 3-2= 0-2= 2-0= 1-3+ 3-1-", NULL,
                "1. 0: 3 2 0 4\n2. 1: 2 2 0 4\n3. 2: 2 0 0 4\n4. 3: 1 0 0 4\n");
    check_ranks(SCHEDULE_SWISS, 5, "0-1+ 1-0- 2-3+ 3-2- 0-4+ 4-0-", NULL,
                "1. 0: 4 4 0 0\n2. 2: 2 2 0 0\n3. 1: 0 0 0 4\n3. 4: 0 0 0 4\n"
                "5. 3: 0 0 0 2\n");
    check_ranks(SCHEDULE_SWISS, 5, "0-1+ 1-0- 2-3+ 3-2-", (const int[]){0, 0, 0, 0, 1},
                "1. 0: 2 2 0 0\n1. 2: 2 2 0 0\n3. 4: 2 0 0 0\n4. 1: 0 0 0 2\n"
                "4. 3: 0 0 0 2\n");
}

static void a_knockout_ranks_by_the_round_that_was_reached(void **state)
{
    (void)state;
    check_ranks(SCHEDULE_KNOCKOUT, 4, "0:0-3+ 3-0- 1-2- 2-1+ 1:0-2= 2-0+", NULL,
                "1. 2: 3.5 3 2 2.5\n2. 0: 2.5 2 1 3.5\n3. 1: 0 0 0 3.5\n"
                "3. 3: 0 0 0 2.5\n");
    /* Points don't count, and a bot that waits has reached nothing yet. */
    check_ranks(SCHEDULE_KNOCKOUT, 3, "0:1-2+ 2-1+", NULL,
                "1. 1: 1 1 1 1\n2. 2: 1 1 0 1\n3. 0: 0 0 -1 0\n");
    check_ranks(SCHEDULE_KNOCKOUT, 3, "0:1-2+ 2-1?", NULL,
                "1. 1: 1 1 0 0\n1. 2: 0 0 0 0\n3. 0: 0 0 -1 0\n");
}

/* Results drawn at random, the same ones on every machine: a digest of the ranks and
 * brackets that follow from them. */
static void ranks_of_many_results_are_the_same_everywhere(void **state)
{
    static const uint32_t wanted[SCHEDULES] = {0x4f2f57a4, 0x4f2f57a4, 0xcbcf19bc,
                                               0x55d07ac3};
    static struct outcome_row row[MOST_GAMES];
    bool same = true;
    (void)state;
    for (int kind = 0; kind < SCHEDULES; kind++) {
        struct text text = {0};
        for (int bots = 2; bots <= 9; bots++)
            for (uint64_t draw = 0; draw < 10; draw++) {
                const int games = 6 * bots;
                for (int i = 0; i < games; i++) {
                    uint64_t chance = bits_mix(draw * 1000 + (uint64_t)(i / 2));
                    int a = (int)(chance % (uint64_t)bots);
                    int b = (a + 1 + (int)(chance / 64 % (uint64_t)(bots - 1))) % bots;
                    row[i] = (struct outcome_row){
                        .fixture = {.number = i,
                                    .round = i / bots,
                                    .bot = {i % 2 ? b : a, i % 2 ? a : b}},
                        .result = (enum result)(bits_mix(chance + (uint64_t)i) % 4)};
                }
                add_ranks(&text, (enum contest_schedule)kind, bots, row, games, NULL);
                add_bracket(&text, row, games);
            }
        const uint32_t found = text_crc32(0, text_string(&text), text.length);
        if (found != wanted[kind])
            print_error("schedule %d: %#x\n", kind, found);
        same = same && found == wanted[kind];
        text_free(&text);
    }
    assert_true(same);
}

/* A time that can't be, from a damaged journal, doesn't turn the sum round. */
static void times_add_up_to_no_more_than_there_is(void **state)
{
    static struct outcome_row row[MOST_GAMES];
    struct contest *contest = new_contest("cave", 2, SCHEDULE_ROUND_ROBIN, 0);
    struct standings *s = calloc(1, sizeof *s);
    (void)state;
    assert_non_null(s);
    const int games = read_games("0-1+ 1-0+", row);
    row[0].thought[0] = INT64_MAX - 5;
    row[1].thought[1] = 5;
    row[0].cpu[0] = INT64_MAX - 5;
    row[1].cpu[1] = 6;
    standings_count(s, contest, row, games, NULL);
    assert_true(s->standing[0].thought == INT64_MAX);
    assert_true(s->standing[0].cpu == INT64_MAX);
    row[1].thought[1] = 4;
    standings_count(s, contest, row, games, NULL);
    assert_true(s->standing[0].thought == INT64_MAX - 1);
    free(s);
    free_contest(contest);
}

/* Ratings. */

/* The score that a rating promises against another. */
static double promised(double rating, double other)
{
    return 1 / (1 + pow(10, (other - rating) / 400));
}

/* The rating of the imaginary opponent: all two draws against it are as good as promised. */
static double find_average(const struct standings *s)
{
    double low = -5000, high = 5000;
    for (int step = 0; step < 100; step++) {
        double sum = 0, middle = (low + high) / 2;
        for (int i = 0; i < s->bots; i++)
            sum += promised(s->standing[i].rating, middle);
        *(2 * sum > s->bots ? &low : &high) = middle;
    }
    return low;
}

/* The most likely ratings promise the scores that there were. */
static void check_likelihood(const struct standings *s)
{
    const double average = find_average(s);
    for (int i = 0; i < s->bots; i++) {
        const struct standing *one = &s->standing[i];
        double score = 2 * promised(one->rating, average);
        for (int k = 0; k < s->bots; k++)
            score += s->games[i][k] * promised(one->rating, s->standing[k].rating);
        assert_true(fabs(score - (one->wins + 0.5 * one->draws + 1)) < 0.001);
    }
}

struct rated {
    double rating, low, high;
};

/* Numbers that come out of many additions: the same but for their last digits. */
static void check_ratings(const char *games, int bots, uint64_t seed,
                          const struct rated *wanted)
{
    static struct outcome_row row[MOST_GAMES];
    struct contest *contest = new_contest("cave", bots, SCHEDULE_ROUND_ROBIN, 0);
    struct standings *s = calloc(1, sizeof *s);
    assert_non_null(s);
    const int count = read_games(games, row);
    standings_count(s, contest, row, count, NULL);
    standings_rate(s, row, count, seed);
    bool same = true;
    for (int i = 0; i < bots; i++) {
        const struct standing *one = &s->standing[i];
        same = same && fabs(one->rating - wanted[i].rating) < 1e-6 &&
               fabs(one->low - wanted[i].low) < 1e-6 &&
               fabs(one->high - wanted[i].high) < 1e-6;
    }
    for (int i = 0; !same && i < bots; i++)
        print_error("{%.7f, %.7f, %.7f},\n", s->standing[i].rating, s->standing[i].low,
                    s->standing[i].high);
    assert_true(same);
    check_likelihood(s);
    free(s);
    free_contest(contest);
}

static void ratings_are_the_most_likely_ones(void **state)
{
    (void)state;
    check_ratings("0-1+ 1-0- 0-1+ 1-0-", 2, 1,
                  (const struct rated[]){{175.7999181, -204.0713102, 555.6711464},
                                         {-175.7999181, -555.6711464, 204.0713102}});
    check_ratings("0-1+ 1-0- 0-1? 1-0? 0-2= 2-0+ 1-2- 2-1=", 3, 2,
                  (const struct rated[]){{48.2736113, -244.3023183, 340.8495409},
                                         {-144.2668591, -466.4851789, 177.9514607},
                                         {95.9932478, -205.5467909, 397.5332865}});
    /* One game of a pair may be missing, and one bot may not have played. */
    check_ratings("0-1+ 1-0? 0-1= 1-0+ 2-0+ 0-2-", 4, 3,
                  (const struct rated[]){{-90.8031974, -365.8670910, 184.2606962},
                                         {-55.1951453, -362.2308610, 251.8405704},
                                         {147.5405651, -247.6260497, 542.7071798},
                                         {-1.5422224, -483.0681210, 479.9836762}});
}

/* A bot that has won or lost all games, or has played fewer than twenty, has wider bounds. */
static void bounds_are_wide_where_little_is_known(void **state)
{
    (void)state;
    check_ratings("0-1+ 1-0+ 0-1+ 1-0- 0-1+ 1-0+ 0-1- 1-0+ 0-1+ 1-0+ "
                  "0-1+ 1-0+ 0-1+ 1-0- 0-1+ 1-0+ 0-1- 1-0+ 0-1+",
                  2, 4,
                  (const struct rated[]){{8.6927807, -140.0806489, 157.4662103},
                                         {-8.6927807, -157.4662103, 140.0806489}});
    check_ratings("0-1+ 1-0+ 0-1+ 1-0- 0-1+ 1-0+ 0-1- 1-0+ 0-1+ 1-0+ "
                  "0-1+ 1-0+ 0-1+ 1-0- 0-1+ 1-0+ 0-1- 1-0+ 0-1+ 1-0+",
                  2, 4,
                  (const struct rated[]){{0.0000000, -69.5466430, 69.5466298},
                                         {0.0000000, -69.5466298, 69.5466430}});
    check_ratings("0-1+ 1-0- 0-1+ 1-0- 0-1+ 1-0- 0-1+ 1-0- 0-1+ 1-0- "
                  "0-1+ 1-0- 0-1+ 1-0- 0-1+ 1-0- 0-1+ 1-0- 0-1+ 1-0- "
                  "2-1+ 1-2- 2-1+ 1-2- 2-1+ 1-2- 2-1+ 1-2- 2-1+ 1-2- "
                  "2-1+ 1-2- 2-1+ 1-2- 2-1+ 1-2- 2-1+ 1-2- 2-1= 1-2-",
                  3, 5,
                  (const struct rated[]){{237.4376817, -136.2490698, 611.1244333},
                                         {-392.0037630, -438.3049390, -337.1765167},
                                         {154.5660812, 64.0342687, 245.5324425}});
}

/* A chain in which each beats the next takes the most steps to rate. */
static void a_long_chain_is_rated(void **state)
{
    (void)state;
    check_ratings("0-1+ 1-0- 1-2+ 2-1- 2-3+ 3-2- 3-4+ 4-3- 4-5+ 5-4- 5-6+ 6-5- "
                  "6-7+ 7-6- 7-8+ 8-7- 0-1+ 1-0- 1-2+ 2-1- 2-3+ 3-2- 3-4+ 4-3- "
                  "4-5+ 5-4- 5-6+ 6-5- 6-7+ 7-6- 7-8+ 8-7-",
                  9, 6,
                  (const struct rated[]){{436.0781490, -2.6021446, 814.8120878},
                                         {208.4580882, -209.0032122, 453.4806979},
                                         {98.3970215, -327.3575817, 485.6031816},
                                         {39.2340855, -412.1362917, 472.7081821},
                                         {0.0030635, -437.7188665, 397.9832716},
                                         {-39.2288109, -429.7184802, 378.1761012},
                                         {-98.3944073, -453.2197638, 336.5949057},
                                         {-208.4601924, -470.1285700, 221.9682119},
                                         {-436.0869971, -814.8258464, 6.9139628}});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_goes_to_the_bot_with_more_points),
        cmocka_unit_test(a_match_is_open_until_all_its_games_are_finished),
        cmocka_unit_test(equal_bots_share_a_rank),
        cmocka_unit_test(a_swiss_tie_is_broken_by_the_opponents),
        cmocka_unit_test(a_knockout_ranks_by_the_round_that_was_reached),
        cmocka_unit_test(ranks_of_many_results_are_the_same_everywhere),
        cmocka_unit_test(times_add_up_to_no_more_than_there_is),
        cmocka_unit_test(ratings_are_the_most_likely_ones),
        cmocka_unit_test(bounds_are_wide_where_little_is_known),
        cmocka_unit_test(a_long_chain_is_rated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
