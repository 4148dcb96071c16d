/* test_think_job.c: thinking beside a screen: news on the way, the result at the end, and
 * jobs that are given up at any moment. */
#include <poll.h>

#include "play/think_job.h"
#include "support.h"

struct fixture {
    struct local_game local;
    struct think_job *job;
};

static struct fixture set_up(const char *spec, uint64_t nodes)
{
    struct fixture fixture;
    struct record record;
    struct error error = {""};
    struct local_game_options options = {
        .name = {"human", "master"},
        .engine = {.threads = 2, .hash_mib = 1, .seed = 1},
        .limits.nodes = nodes,
    };
    struct game *game = opened(spec);
    assert_true(record_init(&record, game, &error));
    assert_true(local_game_init(&fixture.local, &record, &options, &error));
    fixture.job = think_job_open(&error);
    assert_non_null(fixture.job);
    return fixture;
}

static void tear_down(struct fixture *fixture)
{
    think_job_close(fixture->job);
    local_game_free(&fixture->local);
}

static void start(struct fixture *fixture, enum think_task task)
{
    struct error error = {""};
    assert_true(think_job_start(fixture->job, &fixture->local, task, &error));
    assert_int_equal(think_job_task(fixture->job), task);
}

/* Waits for the end as a screen does: by its descriptor. */
static void wait_for_end(struct fixture *fixture, struct think_news *news)
{
    do {
        struct pollfd polled = {.fd = think_job_descriptor(fixture->job),
                                .events = POLLIN};
        assert_int_equal(poll(&polled, 1, -1), 1);
        think_job_look(fixture->job, news);
    } while (!news->done);
    think_job_end(fixture->job);
    assert_int_equal(think_job_task(fixture->job), THINK_NOTHING);
}

static void a_move_is_found(void **state)
{
    (void)state;
    struct think_news news;
    struct fixture fixture = set_up("cave:4x4x4", 20000);
    assert_true(session_play(&fixture.local.session, 0, -1, NULL));
    start(&fixture, THINK_MOVE);
    wait_for_end(&fixture, &news);
    assert_false(news.failed);
    assert_true(game_is_legal(session_game(&fixture.local.session),
                              &fixture.local.session.record.now, news.verdict.move));
    tear_down(&fixture);
}

static void hints_scores_and_analysis(void **state)
{
    (void)state;
    struct think_news news;
    struct fixture fixture = set_up("cave:3x3x3", 20000);
    start(&fixture, THINK_HINT);
    wait_for_end(&fixture, &news);
    assert_true(news.verdict.move != MOVE_NONE);
    start(&fixture, THINK_SCORES);
    wait_for_end(&fixture, &news);
    assert_int_equal(news.count, 6);
    assert_true(session_play(&fixture.local.session, news.scored[0].move, -1, NULL));
    start(&fixture, THINK_REVIEW);
    wait_for_end(&fixture, &news);
    assert_int_equal(news.review.count, 1);
    assert_int_equal(news.steps, 2);
    review_free(&news.review);
    tear_down(&fixture);
}

/* Without limits none of them would end by itself. */
static void reasons_draws_and_lines(void **state)
{
    (void)state;
    struct think_news news;
    struct error error = {""};
    struct fixture fixture = set_up("cave:3x3x3", 20000);
    assert_true(session_play(&fixture.local.session, 0, -1, &error));
    start(&fixture, THINK_WHY);
    wait_for_end(&fixture, &news);
    assert_int_equal(news.why.at, 0);
    assert_true(news.why.text.length > 0 && news.why.count > 0);
    text_free(&news.why.text);
    start(&fixture, THINK_DRAW);
    wait_for_end(&fixture, &news);
    assert_int_equal(news.verdict.kind, VALUE_LOSS); /* the first player wins */
    assert_false(local_game_takes_draw(&fixture.local, &news.verdict));
    start(&fixture, THINK_LINES); /* ends by itself: everything can be proven */
    wait_for_end(&fixture, &news);
    assert_int_equal(news.count, 6);
    for (int i = 0; i < THINK_BEST; i++)
        assert_true(news.scored[i].value.proven);
    for (int i = 1; i < news.count; i++)
        assert_true(news.scored[i - 1].value.score >= news.scored[i].value.score);
    tear_down(&fixture);
}

static void every_job_can_be_given_up(void **state)
{
    (void)state;
    static const enum think_task tasks[] = {THINK_MOVE,   THINK_HINT, THINK_SCORES,
                                            THINK_REVIEW, THINK_WHY,  THINK_DRAW,
                                            THINK_LINES};
    struct fixture fixture = set_up("cave", 0);
    assert_true(session_play(&fixture.local.session, 0, -1, NULL));
    for (int pause = 0; pause < 3; pause++) {
        for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
            struct think_news news;
            start(&fixture, tasks[i]);
            poll(NULL, 0, 7 * pause * pause);
            think_job_look(fixture.job, &news);
            /* Those two have a limit of their own. */
            if (tasks[i] != THINK_WHY && tasks[i] != THINK_DRAW)
                assert_false(news.done);
            think_job_cancel(fixture.job);
            assert_int_equal(think_job_task(fixture.job), THINK_NOTHING);
        }
    }
    tear_down(&fixture);
}

/* A task that is hurried, at once or later, ends with what it has. */
static void a_hurried_task_brings_its_news(void **state)
{
    (void)state;
    static const char *const specs[] = {"cave", "mancala"};
    for (int i = 0; i < 2; i++) {
        struct fixture fixture = set_up(specs[i], 0);
        struct think_news news;
        for (int pause = 0; pause < 2; pause++) {
            start(&fixture, THINK_HINT);
            poll(NULL, 0, 10 * pause);
            think_job_hurry(fixture.job);
            wait_for_end(&fixture, &news);
            assert_false(news.failed);
            assert_true(news.verdict.depth > 0);
            start(&fixture, THINK_SCORES);
            poll(NULL, 0, 10 * pause);
            think_job_hurry(fixture.job);
            wait_for_end(&fixture, &news);
            assert_true(news.count >= 1);
        }
        tear_down(&fixture);
    }
}

/* The player of a protocol has no session. */
static void a_player_chooses_without_a_session(void **state)
{
    (void)state;
    struct game *game = opened("mancala");
    struct engine_options options = {.threads = 1, .hash_mib = 1};
    struct player *player = player_open(game, "master", &options, NULL);
    struct fixture fixture = {.job = think_job_open(NULL)};
    struct position position;
    struct think_news news;
    game->start(game, &position);
    struct limits limits = {.depth = 4};
    assert_true(think_job_choose(fixture.job, player, &position, &limits, NULL));
    wait_for_end(&fixture, &news);
    assert_int_equal(news.verdict.depth, 4);
    limits.depth = 0;
    assert_true(think_job_choose(fixture.job, player, &position, &limits, NULL));
    think_job_cancel(fixture.job);
    think_job_look(fixture.job, &news);
    assert_int_equal(news.verdict.move, MOVE_NONE);
    think_job_close(fixture.job);
    player_close(player);
    game_close(game);
}

static void a_new_job_takes_the_place_of_the_old_one(void **state)
{
    (void)state;
    struct fixture fixture = set_up("mancala", 0);
    start(&fixture, THINK_HINT);
    start(&fixture, THINK_SCORES);
    start(&fixture, THINK_HINT);
    tear_down(&fixture); /* also while it works */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_found),
        cmocka_unit_test(hints_scores_and_analysis),
        cmocka_unit_test(reasons_draws_and_lines),
        cmocka_unit_test(every_job_can_be_given_up),
        cmocka_unit_test(a_hurried_task_brings_its_news),
        cmocka_unit_test(a_player_chooses_without_a_session),
        cmocka_unit_test(a_new_job_takes_the_place_of_the_old_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
