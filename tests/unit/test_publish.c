/* test_publish.c: which of the workers' findings the engine takes for its best. */
#include <string.h>

#include "search/search.h"
#include "support.h"

static void count_news(void *context, const struct search_result *verdict)
{
    int *news = context;
    assert_int_not_equal(verdict->move, MOVE_NONE);
    (*news)++;
}

/* One worker and what it shares with the others. */
struct desk {
    struct search_shared shared;
    struct search_worker worker;
    int news;
};

static void desk_open(struct desk *desk)
{
    memset(desk, 0, sizeof *desk);
    desk->worker.shared = &desk->shared;
    desk->shared.best.move = MOVE_NONE;
    desk->shared.progress = count_news;
    desk->shared.context = &desk->news;
    pthread_mutex_init(&desk->shared.lock, NULL);
    pthread_cond_init(&desk->shared.news, NULL);
}

static void desk_close(struct desk *desk)
{
    pthread_mutex_destroy(&desk->shared.lock);
    pthread_cond_destroy(&desk->shared.news);
}

/* A finding counts if it is proven, else if its kind is, else if it is as deep. */
static void the_better_finding_counts(void **context)
{
    (void)context;
    const struct search_result estimate = {.move = 1, .depth = 5};
    const struct search_result same_depth = {.move = 2, .depth = 5};
    const struct search_result shallow = {.move = 3, .depth = 4};
    const struct search_result deep = {.move = 4, .depth = 6};
    const struct search_result win = {.move = 5, .depth = 2, .kind = VALUE_WIN};
    const struct search_result deep_win = {.move = 6, .depth = 9, .kind = VALUE_WIN};
    const struct search_result proof = {
        .move = 7, .depth = 0, .kind = VALUE_LOSS, .proven = true};
    const struct {
        const struct search_result *before, *finding;
        bool better;
    } cases[] = {
        {&estimate, &same_depth, true},
        {&estimate, &shallow, false},
        {&estimate, &deep, true},
        {&estimate, &win, true},
        {&deep, &win, true},
        {&win, &deep, false},
        {&win, &deep_win, true},
        {&deep_win, &win, false},
        {&estimate, &proof, true},
        {&deep_win, &proof, true},
        {&proof, &deep_win, false},
        {&proof, &deep, false},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct desk desk;
        desk_open(&desk);
        assert_int_equal(search_best_move(&desk.worker), MOVE_NONE);
        search_publish(&desk.worker, cases[i].before);
        assert_int_equal(search_best_move(&desk.worker), cases[i].before->move);
        search_publish(&desk.worker, cases[i].finding);
        assert_int_equal(search_best_move(&desk.worker) == cases[i].finding->move,
                         cases[i].better);
        assert_int_equal(desk.news, 1 + cases[i].better);
        desk_close(&desk);
    }
}

/* A proof has no depth of its own; what the search had reached stays. */
static void a_proof_keeps_the_depth(void **context)
{
    (void)context;
    struct desk desk;
    desk_open(&desk);
    search_publish(&desk.worker, &(struct search_result){.move = 1, .depth = 7});
    search_publish(&desk.worker,
                   &(struct search_result){.move = 2, .depth = 3, .proven = true});
    assert_int_equal(desk.shared.best.move, 2);
    assert_int_equal(desk.shared.best.depth, 7);
    search_publish(&desk.worker,
                   &(struct search_result){.move = 2, .depth = 8, .proven = true});
    assert_int_equal(desk.shared.best.depth, 8);
    desk_close(&desk);
}

static void nothing_counts_after_the_stop_or_without_a_move(void **context)
{
    (void)context;
    struct desk desk;
    desk_open(&desk);
    search_publish(&desk.worker,
                   &(struct search_result){.move = MOVE_NONE, .depth = 9});
    assert_int_equal(desk.news, 0);
    assert_int_equal(desk.shared.best.depth, 0);
    search_publish(&desk.worker, &(struct search_result){.move = 1, .depth = 1});
    atomic_store(&desk.shared.stop, true);
    search_publish(&desk.worker, &(struct search_result){.move = 2, .depth = 2});
    assert_int_equal(search_best_move(&desk.worker), 1);
    assert_int_equal(desk.news, 1);
    /* Nobody has to listen. */
    desk.shared.progress = NULL;
    atomic_store(&desk.shared.stop, false);
    search_publish(&desk.worker, &(struct search_result){.move = 2, .depth = 2});
    assert_int_equal(search_best_move(&desk.worker), 2);
    desk_close(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_better_finding_counts),
        cmocka_unit_test(a_proof_keeps_the_depth),
        cmocka_unit_test(nothing_counts_after_the_stop_or_without_a_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
