/* test_thinker.c: thinking beside a screen: news on the way, the result at the end, and
 * jobs that are given up at any moment. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "play/signals.h"
#include "play/think_job.h"

struct fixture {
    struct local_game local;
    struct thinker *thinker;
    int wake[2];
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
    struct game *game = game_open(spec, &error);
    assert_non_null(game);
    assert_true(record_init(&record, game, &error));
    assert_true(local_game_init(&fixture.local, &record, &options, &error));
    assert_int_equal(pipe2(fixture.wake, 0), 0);
    fixture.thinker = thinker_open(fixture.wake[1]);
    assert_non_null(fixture.thinker);
    return fixture;
}

static void tear_down(struct fixture *fixture)
{
    thinker_close(fixture->thinker);
    local_game_free(&fixture->local);
    close(fixture->wake[0]);
    close(fixture->wake[1]);
}

static void start(struct fixture *fixture, enum thinker_job job)
{
    struct error error = {""};
    assert_true(thinker_start(fixture->thinker, &fixture->local, job, &error));
    assert_int_equal(thinker_working(fixture->thinker), job);
}

/* Waits for the end as a screen does: by what is written to the pipe. */
static void wait_for_end(struct fixture *fixture, struct thinker_news *news)
{
    do {
        char byte;
        assert_int_equal(read(fixture->wake[0], &byte, 1), 1);
        thinker_look(fixture->thinker, news);
    } while (!news->done);
    thinker_end(fixture->thinker);
    assert_int_equal(thinker_working(fixture->thinker), THINKER_IDLE);
}

static void a_move_is_found(void **state)
{
    (void)state;
    struct thinker_news news;
    struct fixture fixture = set_up("cave:4x4x4", 20000);
    assert_true(session_play(&fixture.local.session, 0, -1, NULL));
    start(&fixture, THINKER_MOVE);
    wait_for_end(&fixture, &news);
    assert_false(news.failed);
    assert_true(game_is_legal(session_game(&fixture.local.session),
                              &fixture.local.session.record.now, news.verdict.move));
    tear_down(&fixture);
}

static void hints_scores_and_analysis(void **state)
{
    (void)state;
    struct thinker_news news;
    struct fixture fixture = set_up("cave:3x3x3", 20000);
    start(&fixture, THINKER_HINT);
    wait_for_end(&fixture, &news);
    assert_true(news.verdict.move != MOVE_NONE);
    start(&fixture, THINKER_SCORES);
    wait_for_end(&fixture, &news);
    assert_int_equal(news.count, 6);
    assert_true(session_play(&fixture.local.session, news.judged[0].move, -1, NULL));
    start(&fixture, THINKER_ANALYSIS);
    wait_for_end(&fixture, &news);
    assert_int_equal(news.analysis.count, 1);
    assert_int_equal(news.steps, 2);
    review_free(&news.analysis);
    tear_down(&fixture);
}

/* Without limits none of them would end by itself. */
static void every_job_can_be_given_up(void **state)
{
    (void)state;
    static const enum thinker_job jobs[] = {THINKER_MOVE, THINKER_HINT, THINKER_SCORES,
                                            THINKER_ANALYSIS};
    struct fixture fixture = set_up("cave", 0);
    assert_true(session_play(&fixture.local.session, 0, -1, NULL));
    for (int pause = 0; pause < 3; pause++) {
        for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
            struct thinker_news news;
            start(&fixture, jobs[i]);
            poll(NULL, 0, 7 * pause * pause);
            thinker_look(fixture.thinker, &news);
            assert_false(news.done);
            thinker_cancel(fixture.thinker);
            assert_int_equal(thinker_working(fixture.thinker), THINKER_IDLE);
            assert_int_equal(signals_count(), 0);
        }
    }
    tear_down(&fixture);
}

static void a_new_job_takes_the_place_of_the_old_one(void **state)
{
    (void)state;
    struct fixture fixture = set_up("mancala", 0);
    start(&fixture, THINKER_HINT);
    start(&fixture, THINKER_SCORES);
    start(&fixture, THINKER_HINT);
    tear_down(&fixture); /* also while it works */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_found),
        cmocka_unit_test(hints_scores_and_analysis),
        cmocka_unit_test(every_job_can_be_given_up),
        cmocka_unit_test(a_new_job_takes_the_place_of_the_old_one),
    };
    return cmocka_run_group_tests_name("thinker", tests, NULL, NULL);
}
