/* test_referee_play.c: the referee of one game. The bots are not processes but a list of answers,
 * which takes the place of referee/game/gtp_process. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "referee/game/gtp_process.h"
#include "referee/game/play.h"
#include "support.h"

/* What the bots answer, whoever is asked, in order; after that "=". A text of NULL means
 * that the next start fails. */
static const struct gtp_answer *answers;
static size_t answers_left;
/* What the referee did with them. */
static struct text diary;
static struct text commands;
static bool silent;      /* they log nothing */
static double limit = 3; /* what each has for an answer */

static int side_of(const struct gtp_process *bot)
{
    return bot->process.exit_fd - 100;
}

const char *const gtp_process_colours[2] = {"b", "w"};
const double gtp_process_goodbye = 0.5;

bool gtp_process_start(struct gtp_process *bot, const struct process_start *start,
                       struct error *error)
{
    *bot = (struct gtp_process){.running = true};
    bot->process.exit_fd = 100 + start->number % 2;
    text_addf(&diary, "start %d;", start->number);
    for (int i = 0; i < start->program->words; i++)
        text_addf(&commands, "%s%s", i ? " " : "", start->program->word[i]);
    for (int i = 0; start->environment[i]; i++)
        text_addf(&commands, " %s", start->environment[i]);
    text_add(&commands, "\n");
    if (answers_left && !answers->text) {
        answers++;
        answers_left--;
        return error_set(error, "no such program");
    }
    if (!silent)
        text_addf(&bot->log, "log %d;", start->number);
    return true;
}

/* What each had spent when it was last asked for a move. */
static int64_t spent[2];

void gtp_process_ask(struct gtp_process *bot, const char *request, double seconds,
                     struct gtp_answer *answer)
{
    text_addf(&diary, " %d %s", side_of(bot), request);
    if (strncmp(request, "genmove", 7) == 0)
        spent[side_of(bot)] = bot->spent;
    else
        assert_true(bot->spent == 0);
    bot->spent = 0;
    assert_true(seconds == (strcmp(request, "clear_board") == 0 ? 9 : limit));
    assert_int_equal(bot->abandon, 77);
    /* Whoever is asked, the other one must stay stopped. */
    assert_non_null(bot->other);
    *answer = (struct gtp_answer){.text = ""};
    if (!answers_left)
        return;
    *answer = *answers++;
    answers_left--;
}

void gtp_process_stop(struct gtp_process *bot)
{
    text_addf(&diary, "/%d", side_of(bot));
}

void gtp_process_end(struct gtp_process *bot, double seconds, struct process_end *end)
{
    text_addf(&diary, "; end %d %g", bot->running ? side_of(bot) : -1, seconds);
    *end = (struct process_end){.cpu = bot->running ? 1000 + side_of(bot) : 0};
}

void gtp_process_free(struct gtp_process *bot)
{
    text_free(&bot->log);
}

static struct contest *new_contest_of(const char *spec, const char *ann)
{
    struct contest *contest = calloc(1, sizeof *contest);
    struct error error;
    assert_non_null(contest);
    contest_init(contest);
    contest->game = opened(spec);
    contest->move_time = 3;
    contest->start_time = 9;
    assert_true(contest_add_bot(contest, "Ann", ann, &error));
    assert_true(contest_add_bot(contest, "Bob", "/bin/true", &error));
    return contest;
}

static struct contest *new_contest(const char *spec)
{
    return new_contest_of(spec, "/bin/true");
}

static void forget_diary(void)
{
    text_free(&diary);
    text_free(&commands);
    diary = commands = (struct text){0};
}

/* What all games of a tournament count together, unless NULL. */
static atomic_int *replays;
static atomic_llong *log_left;

static enum played play(struct contest *contest, const struct gtp_answer *list,
                        size_t count, struct outcome_row *row)
{
    const struct slot slot = {.number = 2,
                              .abandon = 77,
                              .self = "/bin/true",
                              .replays = replays,
                              .log_left = log_left};
    const struct fixture fixture = {.number = 6, .round = 1, .bot = {1, 0}};
    struct error error = {""};
    forget_diary();
    answers = list;
    answers_left = count;
    enum played played = play_game(contest, &fixture, &slot, row, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(row->fixture.number, 6);
    assert_int_equal(row->fixture.bot[0], 1);
    return played;
}

static void free_contest(struct contest *contest)
{
    contest_free(contest);
    free(contest);
    forget_diary();
}

/* How often the transcript has this. */
static int noted(const struct outcome_row *row, const char *what)
{
    int times = 0;
    for (const char *at = text_string(&row->transcript); (at = strstr(at, what)); at++)
        times++;
    return times;
}

#define OK         \
    {              \
        .text = "" \
    }

static void a_game_goes_from_move_to_move(void **context)
{
    (void)context;
    static const struct gtp_answer list[] = {
        OK,
        OK,
        {.text = "A1", .time = 5},
        OK,
        {.text = "B2", .time = 9},
        OK,
        {.text = "a2", .time = 4},
    };
    struct contest *contest = new_contest("cave:2x2x2");
    struct outcome_row row;
    assert_int_equal(play(contest, list, COUNT(list), &row), PLAYED);
    assert_string_equal(text_string(&diary),
                        "start 4; 0 clear_board/0start 5; 1 clear_board/1"
                        " 0 genmove b/0 1 play b A1/1"
                        " 1 genmove w/1 0 play w B2/0"
                        " 0 genmove b/0; end 0 0.5; end 1 0.5");
    assert_int_equal(answers_left, 0);
    assert_int_equal(row.result, RESULT_FIRST);
    assert_int_equal(row.ending, ENDING_LINE);
    assert_int_equal(row.forfeit, FORFEIT_NONE);
    assert_string_equal(outcome_row_end(&row), "line");
    assert_string_equal(row.moves, "A1 B2 A2");
    assert_string_equal(row.opening, "");
    assert_string_equal(row.reason, "");
    assert_int_equal(row.asked[0], 2);
    assert_int_equal(row.asked[1], 1);
    assert_int_equal(row.thought[0], 9);
    assert_int_equal(row.thought[1], 9);
    assert_int_equal(row.longest[0], 5);
    assert_int_equal(row.longest[1], 9);
    assert_int_equal(row.cpu[0], 1000);
    assert_int_equal(row.cpu[1], 1001);
    assert_int_equal(row.replays, 0);
    assert_string_equal(text_string(&row.log[0]), "log 4;");
    assert_string_equal(text_string(&row.log[1]), "log 5;");
    assert_int_equal(noted(&row, "Game 7 of cave:2x2x2: b is Bob, w is Ann.\n"), 1);
    assert_int_equal(noted(&row, "  0.000  b  clear_board      = \n"), 1);
    assert_int_equal(noted(&row, "  0.000  w  genmove w        = B2\n"), 1);
    assert_int_equal(noted(&row, "\n"), 2 + (int)COUNT(list));
    outcome_row_free(&row);
    free_contest(contest);
}

/* Who may think on the other's time isn't stopped. */
static void nobody_is_stopped_who_may_ponder(void **context)
{
    (void)context;
    static const struct gtp_answer list[] = {
        OK, OK, {.text = "A1"}, OK, {.text = "B2"}, OK, {.text = "a2"},
    };
    struct contest *contest = new_contest("cave:2x2x2");
    struct outcome_row row;
    contest->ponder = true;
    assert_int_equal(play(contest, list, COUNT(list), &row), PLAYED);
    assert_null(strchr(text_string(&diary), '/'));
    assert_int_equal(row.result, RESULT_FIRST);
    outcome_row_free(&row);
    free_contest(contest);
}

/* Both are told the opening, and then it goes on. In Mancala one may move again. */
static void both_are_told_the_opening(void **context)
{
    (void)context;
    static const struct gtp_answer list[] = {
        OK, OK, OK, OK, OK, OK, {.text = "nonsense"},
    };
    struct contest *contest = new_contest("mancala");
    struct outcome_row row;
    char *opening = strdup("3 1");
    contest->opening = &opening;
    contest->openings = 1;
    assert_int_equal(play(contest, list, COUNT(list), &row), PLAYED);
    assert_string_equal(text_string(&diary),
                        "start 4; 0 clear_board/0start 5; 1 clear_board/1"
                        " 0 play b 3/0 1 play b 3/1 0 play b 1/0 1 play b 1/1"
                        " 1 genmove w; end 0 0.5; end 1 0");
    assert_string_equal(row.opening, "3 1");
    assert_string_equal(row.moves, "3 1");
    assert_int_equal(row.result, RESULT_FIRST);
    assert_int_equal(row.forfeit, FORFEIT_RUBBISH);
    contest->opening = NULL;
    contest->openings = 0;
    free(opening);
    outcome_row_free(&row);
    free_contest(contest);
}

/* What a bot does wrong on its first move, and what that is called. */
static void wrong_answers_lose(void **context)
{
    (void)context;
    static const struct {
        struct gtp_answer answer;
        enum forfeit forfeit;
        const char *reason;
    } cases[] = {
        {{.text = "hello"}, FORFEIT_RUBBISH, "answered 'hello', which is not a move"},
        {{.text = ""}, FORFEIT_RUBBISH, "answered '', which is not a move"},
        {{.text = "resign"}, FORFEIT_ILLEGAL, "answered 'resign' instead of a move"},
        {{.text = "PASS"}, FORFEIT_ILLEGAL, "answered 'PASS' instead of a move"},
        {{.text = "cannot", .refused = true},
         FORFEIT_RUBBISH,
         "refused to move: cannot"},
        {{.text = "", .forfeit = FORFEIT_LATE, .reason = {"slow"}},
         FORFEIT_LATE,
         "slow"},
        {{.text = "", .forfeit = FORFEIT_CRASH, .reason = {"gone"}},
         FORFEIT_CRASH,
         "gone"},
        {{.text = "", .forfeit = FORFEIT_STALL, .reason = {"mute"}},
         FORFEIT_STALL,
         "mute"},
        {{.text = "", .forfeit = FORFEIT_FLOOD, .reason = {"loud"}},
         FORFEIT_FLOOD,
         "loud"},
    };
    struct contest *contest = new_contest("cave");
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < COUNT(cases); i++) {
            const struct gtp_answer first[] = {OK, OK, cases[i].answer};
            const struct gtp_answer second[] = {
                OK, OK, {.text = "A1"}, OK, cases[i].answer};
            struct outcome_row row;
            char reason[128];
            assert_int_equal(side ? play(contest, second, COUNT(second), &row)
                                  : play(contest, first, COUNT(first), &row),
                             PLAYED);
            assert_int_equal(row.result, side ? RESULT_FIRST : RESULT_SECOND);
            assert_int_equal(row.forfeit, cases[i].forfeit);
            assert_string_equal(outcome_row_end(&row), forfeit_name(cases[i].forfeit));
            snprintf(reason, sizeof reason, "%s: %s", side ? "Ann" : "Bob",
                     cases[i].reason);
            assert_string_equal(row.reason, reason);
            assert_int_equal(row.asked[side], 1);
            /* The loser has no time to say goodbye. */
            assert_non_null(strstr(text_string(&diary), side ? "; end 0 0.5; end 1 0"
                                                             : "; end 0 0; end 1 0.5"));
            outcome_row_free(&row);
        }
    free_contest(contest);
}

static void an_illegal_move_loses(void **context)
{
    (void)context;
    static const struct gtp_answer list[] = {
        OK, OK, {.text = "A1"}, OK, {.text = "A1"}};
    struct contest *contest = new_contest("cave");
    struct outcome_row row;
    assert_int_equal(play(contest, list, COUNT(list), &row), PLAYED);
    assert_int_equal(row.result, RESULT_FIRST);
    assert_int_equal(row.forfeit, FORFEIT_ILLEGAL);
    assert_string_equal(row.moves, "A1");
    assert_non_null(strstr(row.reason, "Ann: "));
    assert_non_null(strstr(row.reason, "A1"));
    outcome_row_free(&row);
    free_contest(contest);
}

static void who_refuses_a_legal_move_loses(void **context)
{
    (void)context;
    static const struct gtp_answer list[] = {
        OK, OK, {.text = "A1"}, {.text = "illegal move", .refused = true}};
    struct contest *contest = new_contest("cave");
    struct outcome_row row;
    assert_int_equal(play(contest, list, COUNT(list), &row), PLAYED);
    assert_int_equal(row.result, RESULT_FIRST);
    assert_int_equal(row.forfeit, FORFEIT_RUBBISH);
    assert_string_equal(row.reason,
                        "Ann: refused the legal move 'play b A1': illegal move");
    assert_string_equal(row.moves, "A1");
    assert_int_equal(noted(&row, "  0.000  w  play b A1        ? illegal move\n"), 1);
    outcome_row_free(&row);
    free_contest(contest);
}

/* A bot whose program isn't there loses, and nothing else is started in its place. */
static void a_missing_program_loses(void **context)
{
    (void)context;
    struct contest *contest = new_contest_of("cave", "/no/such/bot");
    struct outcome_row row;
    assert_int_equal(play(contest, NULL, 0, &row), PLAYED);
    assert_int_equal(row.result, RESULT_FIRST);
    assert_int_equal(row.forfeit, FORFEIT_CRASH);
    assert_int_equal(strncmp(row.reason, "Ann: ", 5), 0);
    assert_non_null(strstr(row.reason, "/no/such/bot"));
    assert_string_equal(text_string(&diary),
                        "start 4; 0 clear_board/0; end 0 0.5; end -1 0");
    outcome_row_free(&row);
    free_contest(contest);
}

/* A bot has two tries to start. */
static void a_start_is_tried_twice(void **context)
{
    (void)context;
    static const struct gtp_answer fails = {.text = NULL},
                                   refuses = {.text = "", .refused = true},
                                   late = {.text = "",
                                           .forfeit = FORFEIT_LATE,
                                           .reason = {"slow"}};
    const struct {
        struct gtp_answer first, second;
        enum forfeit forfeit;
        const char *reason, *diary;
    } cases[] = {
        {fails, fails, FORFEIT_CRASH, "Bob: no such program",
         "start 4;start 4;; end 0 0; end -1 0.5"},
        {refuses, refuses, FORFEIT_RUBBISH, "Bob: refused 'clear_board'",
         "start 4; 0 clear_board; end 0 0start 4; 0 clear_board; end 0 0; end -1 0.5"},
        {late, late, FORFEIT_LATE, "Bob: slow",
         "start 4; 0 clear_board; end 0 0start 4; 0 clear_board; end 0 0; end -1 0.5"},
        {late, refuses, FORFEIT_RUBBISH, "Bob: refused 'clear_board'", NULL},
        /* The other bot's first answer is rubbish. */
        {fails, OK, FORFEIT_RUBBISH, "Bob: answered '', which is not a move",
         "start 4;start 4; 0 clear_board/0start 5; 1 clear_board/1 0 genmove b;"
         " end 0 0; end 1 0.5"},
        {late, OK, FORFEIT_RUBBISH, "Bob: answered '', which is not a move", NULL},
    };
    struct contest *contest = new_contest("cave");
    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct gtp_answer list[] = {cases[i].first, cases[i].second};
        struct outcome_row row;
        assert_int_equal(play(contest, list, 2, &row), PLAYED);
        assert_int_equal(row.result, RESULT_SECOND);
        assert_int_equal(row.forfeit, cases[i].forfeit);
        assert_string_equal(row.reason, cases[i].reason);
        if (cases[i].diary)
            assert_string_equal(text_string(&diary), cases[i].diary);
        outcome_row_free(&row);
    }
    free_contest(contest);
}

/* If the host was late, the game begins anew, three times for each bot. After that an
 * answer that was there counts, and one that was not loses. */
static void a_late_host_restarts_the_game(void **context)
{
    (void)context;
    const struct gtp_answer excused = {.text = "A1",
                                       .forfeit = FORFEIT_LATE,
                                       .excused = true,
                                       .unseen = true,
                                       .reason = {"slow"}};
    const struct gtp_answer list[] = {
        OK,      OK, excused,                               /* a move */
        OK,      OK, {.text = "A1"}, excused,               /* being told one */
        excused,                                            /* a start */
        OK,      OK, excused,                               /* its third and last */
        OK,      OK, excused,        OK,      {.text = ""}, /* now it counts */
    };
    struct contest *contest = new_contest("cave");
    struct outcome_row row;
    assert_int_equal(play(contest, list, COUNT(list), &row), PLAYED);
    assert_int_equal(answers_left, 0);
    assert_int_equal(row.replays, 4);
    assert_int_equal(row.result, RESULT_FIRST);
    assert_string_equal(row.reason, "Ann: answered '', which is not a move");
    assert_string_equal(row.moves, "A1");
    assert_int_equal(row.asked[0], 1);
    assert_int_equal(noted(&row, "Game 7 of cave"), 1);
    assert_int_equal(noted(&row, "the game is replayed.\n"), 4);
    assert_int_equal(noted(&row, "  0.000  b  genmove b        (late) slow\n"), 3);
    assert_int_equal(noted(&row, "\nrubbish: Ann: answered '', which"), 1);
    outcome_row_free(&row);

    const struct gtp_answer absent = {
        .text = "", .forfeit = FORFEIT_LATE, .excused = true, .reason = {"slow"}};
    const struct gtp_answer again[] = {absent, absent, absent, OK, OK, absent};
    assert_int_equal(play(contest, again, COUNT(again), &row), PLAYED);
    assert_int_equal(row.replays, 3);
    assert_int_equal(row.forfeit, FORFEIT_LATE);
    assert_string_equal(row.reason, "Bob: slow");
    outcome_row_free(&row);
    free_contest(contest);
}

/* Whichever game it was in: a bot gets no more of them by playing more games. */
static void replays_are_counted_for_each_bot_and_opponent(void **context)
{
    (void)context;
    const struct gtp_answer absent = {
        .text = "", .forfeit = FORFEIT_LATE, .excused = true, .reason = {"slow"}};
    const struct gtp_answer first[] = {absent, absent, OK, OK, {.text = "?"}};
    const struct gtp_answer second[] = {absent, OK, absent, OK, OK, absent};
    struct contest *contest = new_contest("cave");
    struct outcome_row row;
    atomic_int counts[4] = {0};
    replays = counts;
    assert_int_equal(play(contest, first, COUNT(first), &row), PLAYED);
    assert_int_equal(row.replays, 2);
    outcome_row_free(&row);
    /* One is left to Bob, who begins, and three to Ann, who uses one. */
    assert_int_equal(play(contest, second, COUNT(second), &row), PLAYED);
    assert_int_equal(row.replays, 2);
    assert_int_equal(row.forfeit, FORFEIT_LATE);
    assert_string_equal(row.reason, "Bob: slow");
    assert_int_equal(counts[1 * 2 + 0], 4);
    assert_int_equal(counts[0 * 2 + 1], 1);
    outcome_row_free(&row);
    replays = NULL;
    free_contest(contest);
}

/* Who thinks while it is told a move has that much less for its own. */
static void being_told_a_move_takes_time_from_the_next(void **context)
{
    (void)context;
    const struct gtp_answer list[] = {
        OK,
        OK,
        {.text = "A1", .time = 5},
        {.text = "", .time = 700},
        {.text = "H1", .time = 900},
        {.text = "", .time = 40},
        {.text = "A2", .time = 45},
        {.text = "", .forfeit = FORFEIT_LATE, .time = 4000, .reason = {"slow"}},
    };
    struct contest *contest = new_contest("cave");
    struct outcome_row row;
    spent[0] = spent[1] = -1;
    assert_int_equal(play(contest, list, COUNT(list), &row), PLAYED);
    assert_int_equal(row.forfeit, FORFEIT_LATE);
    assert_true(spent[0] == 40 && spent[1] == 700);
    assert_true(row.longest[0] == 45 && row.thought[0] == 50);
    assert_true(row.longest[1] == 4000 && row.thought[1] == 4900);
    outcome_row_free(&row);
    free_contest(contest);
}

/* 10 ms that nobody could see are not missing later: every limit is 3 s. */
static void a_clock_that_ran_out_unseen_has_its_increment_left(void **context)
{
    (void)context;
    static const struct gtp_answer list[] = {
        OK,
        OK,
        OK,
        {.text = "A1", .time = 3010000000},
        OK,
        OK,
        {.text = "B2"},
        OK,
        OK,
        {.text = "A2"},
    };
    struct contest *contest = new_contest("cave:2x2x2");
    struct outcome_row row;
    contest->clock = contest->increment = 3;
    assert_int_equal(play(contest, list, COUNT(list), &row), PLAYED);
    assert_non_null(
        strstr(text_string(&diary), "0 play w B2/0 0 time_left b 3.000 0 0 genmove b"));
    assert_int_equal(row.result, RESULT_FIRST);
    outcome_row_free(&row);
    free_contest(contest);
}

/* Before each move, and in the environment the clock and a share that lasts for 60 moves. */
static void a_clock_is_told(void **context)
{
    (void)context;
    static const struct {
        double clock, increment;
        const char *left, *environment;
    } cases[] = {
        {300, 2, "time_left b 300.000 0", "MOVE_TIME=7 LODESTONE_CLOCK=300+2\n"},
        {0.75, 0, "time_left b 0.750 0", "MOVE_TIME=0.0125 LODESTONE_CLOCK=0.75+0\n"},
    };
    struct contest *contest = new_contest("cave");
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct outcome_row row;
        char wanted[128];
        limit = contest->clock = cases[i].clock;
        contest->increment = cases[i].increment;
        assert_int_equal(play(contest, NULL, 0, &row), PLAYED);
        snprintf(wanted, sizeof wanted, "1 clear_board/1 0 %s 0 genmove b",
                 cases[i].left);
        assert_non_null(strstr(text_string(&diary), wanted));
        assert_non_null(strstr(text_string(&commands), cases[i].environment));
        outcome_row_free(&row);
    }
    limit = 3;
    free_contest(contest);
}

static void an_abandoned_game_has_no_result(void **context)
{
    (void)context;
    const struct gtp_answer gone = {.text = "", .abandoned = true};
    const struct {
        struct gtp_answer list[5];
        size_t count;
    } cases[] = {
        {{gone}, 1},
        {{OK, gone}, 2},
        {{OK, OK, gone}, 3},
        {{OK, OK, {.text = "A1"}, gone}, 4},
    };
    struct contest *contest = new_contest("cave");
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct outcome_row row;
        assert_int_equal(play(contest, cases[i].list, cases[i].count, &row),
                         PLAY_ABANDONED);
        assert_int_equal(answers_left, 0);
        assert_int_equal(row.result, RESULT_NONE);
        assert_null(strstr(text_string(&diary), "0.5"));
        assert_int_equal(noted(&row, " (stopped)\n"), 1);
        outcome_row_free(&row);
    }
    free_contest(contest);
}

/* A share can be overdrawn when a tournament goes on: the note that a log was cut is part
 * of the file, too. */
static void a_log_ends_with_the_share_of_its_bot(void **context)
{
    (void)context;
    struct contest *contest = new_contest("cave:2x2x2");
    struct outcome_row row;
    atomic_llong left[] = {-5, 3};
    log_left = left;
    assert_int_equal(play(contest, NULL, 0, &row), PLAYED);
    assert_int_equal(strncmp(text_string(&row.log[0]), "log\n(cut here", 13), 0);
    assert_string_equal(text_string(&row.log[1]), "");
    assert_true(left[0] == -5 && left[1] == 0);
    outcome_row_free(&row);
    silent = true;
    assert_int_equal(play(contest, NULL, 0, &row), PLAYED);
    assert_int_equal(row.log[0].length + row.log[1].length, 0);
    assert_true(left[0] == -5 && left[1] == 0);
    silent = false;
    log_left = NULL;
    outcome_row_free(&row);
    free_contest(contest);
}

/* Games of the same contest are the same everywhere, so the seeds are, too. */
static void builtin_bots_get_their_seeds(void **context)
{
    (void)context;
    struct contest *contest = new_contest_of("cave", "builtin:easy");
    struct outcome_row row;
    contest->seed = 12;
    assert_int_equal(play(contest, NULL, 0, &row), PLAYED);
    assert_string_equal(text_string(&commands),
                        "/bin/true LODESTONE_GAME=cave:8x8x5 LODESTONE_MOVE_TIME=3\n"
                        "/bin/true gtp cave:8x8x5 --level easy --threads 1 --hash 64"
                        " --move-time 3.000000 --seed 7645160020492294354"
                        " LODESTONE_GAME=cave:8x8x5 LODESTONE_MOVE_TIME=3\n");
    outcome_row_free(&row);
    free_contest(contest);
}

/* Where a game has a clock, that is what our own players plan with, however short it is. */
static void builtin_bots_are_told_the_clock(void **context)
{
    (void)context;
    const struct gtp_answer refuses = {.text = "", .refused = true};
    const struct gtp_answer list[] = {OK, refuses, refuses};
    static const double clocks[] = {0.5, 1, 90};
    struct contest *contest = new_contest_of("cave", "builtin:easy");
    for (size_t i = 0; i < COUNT(clocks); i++) {
        struct outcome_row row;
        char words[64];
        contest->clock = clocks[i];
        assert_int_equal(play(contest, list, COUNT(list), &row), PLAYED);
        snprintf(words, sizeof words, " --move-time %.6f --seed ", clocks[i]);
        assert_non_null(strstr(text_string(&commands), words));
        outcome_row_free(&row);
    }
    free_contest(contest);
}

static void forfeits_have_names(void **context)
{
    (void)context;
    static const char *const names[] = {"",      "illegal", "late",  "crash",
                                        "stall", "rubbish", "flood", "absent"};
    for (int i = 0; i < FORFEITS; i++) {
        assert_string_equal(forfeit_name((enum forfeit)i), names[i]);
        assert_int_equal(forfeit_named(names[i]), i);
    }
    assert_int_equal(forfeit_named("latest"), FORFEITS);
    assert_int_equal(FORFEITS, COUNT(names));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_goes_from_move_to_move),
        cmocka_unit_test(nobody_is_stopped_who_may_ponder),
        cmocka_unit_test(both_are_told_the_opening),
        cmocka_unit_test(wrong_answers_lose),
        cmocka_unit_test(an_illegal_move_loses),
        cmocka_unit_test(who_refuses_a_legal_move_loses),
        cmocka_unit_test(a_missing_program_loses),
        cmocka_unit_test(a_start_is_tried_twice),
        cmocka_unit_test(a_late_host_restarts_the_game),
        cmocka_unit_test(replays_are_counted_for_each_bot_and_opponent),
        cmocka_unit_test(being_told_a_move_takes_time_from_the_next),
        cmocka_unit_test(a_clock_that_ran_out_unseen_has_its_increment_left),
        cmocka_unit_test(a_clock_is_told),
        cmocka_unit_test(an_abandoned_game_has_no_result),
        cmocka_unit_test(a_log_ends_with_the_share_of_its_bot),
        cmocka_unit_test(builtin_bots_get_their_seeds),
        cmocka_unit_test(builtin_bots_are_told_the_clock),
        cmocka_unit_test(forfeits_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
