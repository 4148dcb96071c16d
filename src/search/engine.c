/* engine.c: threads, deadline and memory around the search.
 *
 * The caller of engine_think sleeps until the workers are done or the deadline has
 * passed; a sleeping thread is woken in time even on a loaded machine. It then takes
 * the best move published so far and returns without waiting for the workers, which
 * stop a moment later.
 *
 * That is also why only the caller polls the stop token, every few milliseconds: a
 * worker that is still stopping could read it after its owner has freed it.
 *
 * Where no thread can be started, as in a web page, the caller is worker 0: it searches
 * by itself and looks at the clock and the stop token as it goes. */
#include "search/engine.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "search/search.h"
#include "search/timeman.h"

enum {
    HASH_DEFAULT_MIB = 128,
    FORCED_NODES = 20000,     /* for the score of a move that has no alternative */
    ALONE_NODES = 100000,     /* up to this many are searched by the caller itself */
    PATIENT_SECONDS = 10,     /* with this much time a proof is always tried */
    TOKEN_PAUSE = 5000000,    /* nanoseconds between two polls of the stop token */
    TT_FIRST_BYTES = 1 << 18, /* of the table, which grows with the search */
};

struct engine {
    const struct game *game;
    const struct search_ops *ops;
    struct search_shared shared;
    int threads; /* workers; each has a thread, unless there are no threads at all */
    bool threadless;
    pthread_t thread[ENGINE_MAX_THREADS];
    struct search_worker *worker[ENGINE_MAX_THREADS];

    pthread_cond_t wake; /* for the workers: there is work, or they must exit */
    uint64_t task; /* counts the searches; guarded by shared.lock, as what follows */
    int active;    /* workers in this search */
    int working;
    bool leaving;
};

static bool is_better(const struct search_result *a, const struct search_result *b)
{
    if (b->move == MOVE_NONE || a->proven != b->proven)
        return b->move == MOVE_NONE || a->proven;
    bool a_proven = a->kind != VALUE_ESTIMATE, b_proven = b->kind != VALUE_ESTIMATE;
    if (a_proven != b_proven)
        return a_proven;
    return a->depth >= b->depth;
}

void search_publish(struct search_worker *worker, const struct search_result *verdict)
{
    struct search_shared *shared = worker->shared;
    pthread_mutex_lock(&shared->lock);
    if (!atomic_load(&shared->stop) && verdict->move != MOVE_NONE &&
        is_better(verdict, &shared->best)) {
        /* A proof says nothing about the depth that the search has reached. */
        int depth = shared->best.depth;
        shared->best = *verdict;
        if (shared->best.depth < depth)
            shared->best.depth = depth;
        shared->best.seconds = clock_seconds(clock_now() - shared->started);
        if (shared->progress)
            shared->progress(shared->context, &shared->best);
        pthread_cond_broadcast(&shared->news);
    }
    pthread_mutex_unlock(&shared->lock);
}

move_t search_best_move(struct search_worker *worker)
{
    pthread_mutex_lock(&worker->shared->lock);
    move_t move = worker->shared->best.move;
    pthread_mutex_unlock(&worker->shared->lock);
    return move;
}

/* The arguments of a worker thread. */
struct worker_start {
    struct engine *engine;
    struct search_worker *worker;
};

static void *worker_main(void *context)
{
    struct worker_start start = *(struct worker_start *)context;
    struct engine *engine = start.engine;
    struct search_shared *shared = &engine->shared;
    uint64_t done_task = 0;
    free(context);
    pthread_mutex_lock(&shared->lock);
    for (;;) {
        while (engine->task == done_task && !engine->leaving)
            pthread_cond_wait(&engine->wake, &shared->lock);
        if (engine->leaving)
            break;
        done_task = engine->task;
        if (start.worker->index >= engine->active)
            continue;
        pthread_mutex_unlock(&shared->lock);
        engine->ops->run(start.worker);
        pthread_mutex_lock(&shared->lock);
        /* The first worker to finish, by proof or by limit, stops the others. */
        atomic_store(&shared->stop, true);
        engine->working--;
        pthread_cond_broadcast(&engine->shared.news);
    }
    pthread_mutex_unlock(&shared->lock);
    return NULL;
}

static bool start_thread(struct engine *engine, int index)
{
    struct worker_start *start = malloc(sizeof *start);
    if (!start)
        return false;
    *start = (struct worker_start){engine, engine->worker[index]};
    if (pthread_create(&engine->thread[index], NULL, worker_main, start) == 0)
        return true;
    free(start);
    return false;
}

/* Adds a worker with its thread. The first one stays when it gets no thread: then the
 * caller does its work. */
static bool add_worker(struct engine *engine)
{
    int index = engine->threads;
    struct search_worker *worker = calloc(1, engine->ops->worker_size);
    if (!worker)
        return false;
    worker->shared = &engine->shared;
    worker->index = index;
    engine->worker[index] = worker;
    bool started = start_thread(engine, index);
    if (!started && index > 0) {
        free(worker);
        return false;
    }
    engine->threadless = !started;
    engine->threads++;
    return started;
}

static const struct search_ops *choose_ops(const struct game *game)
{
#ifdef HAVE_SEARCH_V3
    bool v3 = search_has_v3();
#define BUILD(ops) (v3 ? &ops##_v3 : &(ops))
#else
#define BUILD(ops) (&(ops))
#endif
    switch (game->spec.kind) {
    case GAME_CAVE:
        return BUILD(cave_search);
    case GAME_MANCALA:
        return game->spec.mancala.holes <= MANCALA_SMALL_HOLES
                   ? BUILD(mancala_search)
                   : BUILD(mancala_wide_search);
    }
#undef BUILD
    __builtin_unreachable();
}

static int thread_count(int wanted)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int count = wanted > 0 ? wanted : cores > 0 ? (int)cores : 1;
    return count < ENGINE_MAX_THREADS ? count : ENGINE_MAX_THREADS;
}

struct engine *engine_open(const struct game *game,
                           const struct engine_options *options, struct error *warning)
{
    struct engine *engine = calloc(1, sizeof *engine);
    if (warning)
        warning->text[0] = '\0';
    if (!engine) {
        error_set(warning, _("out of memory"));
        return NULL;
    }
    engine->game = game;
    engine->ops = choose_ops(game);
    atomic_store(&engine->shared.stop, true);
    pthread_mutex_init(&engine->shared.lock, NULL);
    pthread_cond_init(&engine->wake, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&engine->shared.news, &monotonic);
    pthread_condattr_destroy(&monotonic);

    int mib = options->hash_mib > 0 ? options->hash_mib : HASH_DEFAULT_MIB;
    void *model = engine->ops->open(game, options);
    engine->shared.model = model;
    bool ok = model && tt_open(&engine->shared.tt, mib, warning);
    if (ok)
        tt_use(&engine->shared.tt, TT_FIRST_BYTES);
    int wanted = thread_count(options->threads);
    while (ok && engine->threads < wanted && add_worker(engine))
        continue;
    if (!ok || engine->threads == 0) {
        engine_close(engine);
        error_set(warning, _("out of memory"));
        return NULL;
    }
    return engine;
}

static void wait_until_idle(struct engine *engine)
{
    pthread_mutex_lock(&engine->shared.lock);
    while (engine->working)
        pthread_cond_wait(&engine->shared.news, &engine->shared.lock);
    pthread_mutex_unlock(&engine->shared.lock);
}

void engine_close(struct engine *engine)
{
    if (!engine)
        return;
    atomic_store(&engine->shared.stop, true);
    pthread_mutex_lock(&engine->shared.lock);
    engine->leaving = true;
    pthread_cond_broadcast(&engine->wake);
    pthread_mutex_unlock(&engine->shared.lock);
    for (int i = 0; i < engine->threads; i++) {
        if (!engine->threadless)
            pthread_join(engine->thread[i], NULL);
        free(engine->worker[i]);
    }
    if (engine->shared.model)
        engine->ops->close(engine->shared.model);
    tt_free(&engine->shared.tt);
    pthread_cond_destroy(&engine->wake);
    pthread_cond_destroy(&engine->shared.news);
    pthread_mutex_destroy(&engine->shared.lock);
    free(engine);
}

void engine_clear(struct engine *engine)
{
    wait_until_idle(engine);
    tt_use(&engine->shared.tt, TT_FIRST_BYTES);
    for (int i = 0; i < engine->threads; i++)
        engine->ops->clear(engine->worker[i]);
}

/* Prepares a new search; the first legal move stands until the workers find better. */
static void prepare(struct engine *engine, const struct position *position,
                    const struct limits *limits)
{
    struct search_shared *shared = &engine->shared;
    wait_until_idle(engine);
    shared->root = *position;
    /* A node limit is repeatable only with one thread. */
    shared->threads = limits->nodes ? 1 : engine->threads;
    shared->depth_limit = limits->depth > 0 && limits->depth < ENGINE_MAX_DEPTH
                              ? limits->depth
                              : ENGINE_MAX_DEPTH;
    shared->node_limit = limits->nodes ? limits->nodes : UINT64_MAX;
    shared->patient =
        !limits->nodes && (limits->seconds <= 0 || limits->seconds > PATIENT_SECONDS);
    shared->tt.age++;
    shared->best = (struct search_result){.move = MOVE_NONE};
    engine->ops->begin(shared->model, position);
    for (int i = 0; i < engine->threads; i++)
        atomic_store(&engine->worker[i]->nodes, 0);
}

/* A search of a few nodes without a deadline would take less time than waking a worker,
 * above all on a busy machine: the caller does it itself. */
static bool is_short(const struct limits *limits)
{
    return limits->nodes && limits->nodes <= ALONE_NODES && limits->seconds <= 0;
}

static void search_alone(struct engine *engine, const struct limits *limits)
{
    struct search_shared *shared = &engine->shared;
    if (!is_short(limits)) {
        shared->until = timeman_deadline(shared->started, limits->seconds);
        shared->token = limits->stop;
    }
    atomic_store(&shared->stop, false);
    engine->ops->run(engine->worker[0]);
    atomic_store(&shared->stop, true);
    shared->until = 0;
    shared->token = NULL;
}

static void wake_workers(struct engine *engine)
{
    struct search_shared *shared = &engine->shared;
    pthread_mutex_lock(&shared->lock);
    atomic_store(&shared->stop, false);
    engine->active = engine->working = shared->threads;
    engine->task++;
    pthread_cond_broadcast(&engine->wake);
    pthread_mutex_unlock(&shared->lock);
}

/* Sleeps until there is news, at most until a moment on the monotonic clock. */
static void sleep_until(struct engine *engine, int64_t moment)
{
    struct timespec until = {.tv_sec = moment / 1000000000,
                             .tv_nsec = moment % 1000000000};
    if (moment == INT64_MAX)
        pthread_cond_wait(&engine->shared.news, &engine->shared.lock);
    else
        pthread_cond_timedwait(&engine->shared.news, &engine->shared.lock, &until);
}

/* Waits until a worker has finished, the deadline has passed or the stop token is set.
 */
static void wait_for_answer(struct engine *engine, const struct limits *limits,
                            int64_t deadline)
{
    while (engine->working == engine->active) {
        int64_t now = clock_now(), look = limits->stop ? now + TOKEN_PAUSE : INT64_MAX;
        if (now >= deadline ||
            (limits_stopped(limits) && search_result_is_searched(&engine->shared.best)))
            break;
        sleep_until(engine, look < deadline ? look : deadline);
    }
    atomic_store(&engine->shared.stop, true);
}

void engine_think(struct engine *engine, const struct position *position,
                  const struct limits *limits, engine_progress *progress, void *context,
                  struct search_result *verdict)
{
    struct search_shared *shared = &engine->shared;
    struct moves moves;
    int64_t started = clock_now();
    *verdict = (struct search_result){.move = MOVE_NONE};
    engine->game->moves(engine->game, position, &moves);
    if (moves.count == 0)
        return;
    bool unlimited = !limits->depth && !limits->nodes;
    if (unlimited && engine->ops->known(engine->shared.model, position, verdict)) {
        verdict->seconds = clock_seconds(clock_now() - started);
        return;
    }
    struct limits used = *limits;
    if (moves.count == 1 && (used.nodes == 0 || used.nodes > FORCED_NODES))
        used.nodes = FORCED_NODES;
    if (limits_stopped(limits))
        used.depth = 1;
    shared->started = started;
    shared->progress = progress;
    shared->context = context;
    prepare(engine, position, &used);
    bool alone = engine->threadless || is_short(&used);
    if (alone)
        search_alone(engine, &used);
    else
        wake_workers(engine);

    pthread_mutex_lock(&shared->lock);
    if (!alone)
        wait_for_answer(engine, &used, timeman_deadline(started, used.seconds));
    *verdict = shared->best;
    shared->progress = NULL;
    pthread_mutex_unlock(&shared->lock);
    if (verdict->move == MOVE_NONE) {
        /* Nothing was published in time: any legal move is better than none, but it is
         * not searched, and has no value. */
        verdict->move = moves.move[0];
        verdict->pv[0] = moves.move[0];
        verdict->pv_length = 1;
    }
    if (engine->ops->bound)
        engine->ops->bound(shared->model, position, verdict);
    verdict->nodes = 0;
    for (int i = 0; i < engine->threads; i++)
        verdict->nodes += atomic_load(&engine->worker[i]->nodes);
    verdict->seconds = clock_seconds(clock_now() - started);
}
