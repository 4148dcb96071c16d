/* test_fault_search.c: schedules, engines, games with a level and recorded searches when memory
 * or threads fail. They leave no files. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "play/think_job.h"
#include "players/heuristic.h"
#include "referee/schedule.h"
#include "support.h"
#include "teach/tree_view.h"

/* Schedules. */

static bool make_schedule(void *context, struct error *error)
{
    struct game *game = context;
    struct contest contest = {
        .game = game, .schedule = SCHEDULE_ROUND_ROBIN, .bots = 10, .rounds = 2};
    struct schedule schedule;
    bool more;
    bool ok = schedule_init(&schedule, &contest, error) &&
              schedule_extend(&schedule, NULL, &more, error);
    int count = schedule.count;
    schedule_free(&schedule);
    return ok && (count == 2 * 10 * 9 || error_set(error, "only %d games", count));
}

static void a_schedule_is_whole_or_refused(void **state)
{
    (void)state;
    struct game *game = opened("cave:4x4x4");
    fault_try(&(struct fault_trial){"schedule", NULL, make_schedule, NULL}, game);
    game_close(game);
}

/* Engines. */

static bool think(void *context, struct error *error)
{
    struct game *game = context;
    const struct engine_options options = {
        .threads = 2, .hash_mib = 1, .book = true, .tables = true};
    const struct limits limits = {.nodes = 500};
    struct position start;
    struct search_result verdict;
    game->start(game, &start);
    struct engine *engine = engine_open(game, &options, error);
    if (!engine)
        return false;
    engine_think(engine, &start, &limits, NULL, NULL, &verdict);
    engine_close(engine);
    return game_is_legal(game, &start, verdict.move) ||
           error_set(error, "no legal move");
}

static void an_engine_moves_or_does_not_start(void **state)
{
    (void)state;
    static const char *const specs[] = {"cave:4x4x4", "mancala:3x2:kalah",
                                        "mancala:9x2", "mancala:3x2:nosteal"};
    for (size_t i = 0; i < COUNT(specs); i++) {
        struct game *game = opened(specs[i]);
        fault_try(&(struct fault_trial){specs[i], NULL, think, NULL}, game);
        game_close(game);
    }
}

static bool wait_for_end(struct think_job *job, struct error *error)
{
    struct think_news news;
    do {
        struct pollfd polled = {.fd = think_job_descriptor(job), .events = POLLIN};
        poll(&polled, 1, -1);
        think_job_look(job, &news);
    } while (!news.done);
    think_job_end(job);
    if (news.failed)
        *error = news.error;
    review_free(&news.review);
    text_free(&news.why.text);
    return !news.failed;
}

/* A game with a level, from its start to a review in a thread of its own. */
static bool play_locally(void *context, struct error *error)
{
    (void)context;
    struct record record;
    struct local_game local;
    const struct local_game_options options = {
        .name = {"human", "easy"},
        .engine = {.threads = 2, .hash_mib = 1, .seed = 1},
        .limits.nodes = 200,
    };
    struct game *game = game_open("cave:3x3x3", error);
    if (!game || !record_init(&record, game, error) ||
        !local_game_init(&local, &record, &options, error))
        return false;
    struct think_job *job = think_job_open(error);
    bool ok = job && session_play(&local.session, 0, -1, error);
    for (enum think_task task = THINK_MOVE; ok && task <= THINK_DRAW; task++)
        ok = think_job_start(job, &local, task, error) && wait_for_end(job, error);
    think_job_close(job);
    if (local.limits.stop)
        error->text[0] = '\0'; /* a token that is gone */
    ok = ok && !local.limits.stop;
    local_game_free(&local);
    return ok;
}

static void a_game_with_a_level_goes_on_or_says_why_not(void **state)
{
    (void)state;
    fault_try(&(struct fault_trial){"local game", NULL, play_locally, NULL}, NULL);
}

static bool value_leaf(void *context, const struct game *game,
                       const struct position *position, double *value)
{
    *value = heuristic_evaluate(context, game, position, 0);
    return true;
}

/* Records a search that needs room for its nodes and its table several times, and looks
 * at it. */
static bool record_search(void *context, struct error *error)
{
    struct game *game = context;
    struct heuristic heuristic;
    struct text text = {0};
    struct tree tree;
    if (!heuristic_parse(&heuristic, game, "lines", error))
        return false;
    struct tree_settings settings = {.game = game,
                                     .algorithm = TREE_DEEPENING,
                                     .depth = 6,
                                     .evaluate = value_leaf,
                                     .context = &heuristic};
    game->start(game, &settings.position);
    tree_search(&tree, &settings);
    bool ok = tree_explain_end(&tree, error);
    if (ok) {
        tree_shrink(&tree);
        assert_true(tree.count > 2048 && tree.count == tree.total.nodes);
        tree_view_search(&tree, &text);
        tree_view_node(&tree, tree.count - 1, true, &text);
        ok = !text.failed || error_set(error, "no memory to look at it");
    }
    text_free(&text);
    tree_free(&tree);
    return ok;
}

static void a_search_is_recorded_whole_or_says_why_not(void **state)
{
    (void)state;
    struct game *game = opened("cave:4x4x3");
    fault_try(&(struct fault_trial){"record search", NULL, record_search, NULL}, game);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_schedule_is_whole_or_refused),
        cmocka_unit_test(an_engine_moves_or_does_not_start),
        cmocka_unit_test(a_game_with_a_level_goes_on_or_says_why_not),
        cmocka_unit_test(a_search_is_recorded_whole_or_says_why_not),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fault_report();
    return failed;
}
