/* solver.c: memory, time and threads for the solvers of all games. */
#include "solve/solver.h"

#include <unistd.h>

#include "base/clock.h"

enum {
    HASH_DEFAULT_MIB = 128
};

int solver_threads(const struct solve_options *options)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = options->threads > 0 ? options->threads : cores > 0 ? (int)cores : 1;
    return threads < ENGINE_MAX_THREADS ? threads : ENGINE_MAX_THREADS;
}

bool solver_open_tt(struct tt *tt, const struct solve_options *options,
                    struct error *warning)
{
    return tt_open(tt, options->hash_mib > 0 ? options->hash_mib : HASH_DEFAULT_MIB,
                   warning);
}

int64_t solver_deadline(const struct limits *limits)
{
    return limits->seconds > 0 ? clock_now() + clock_from_seconds(limits->seconds) : 0;
}

struct member {
    solver_work *work;
    void *context;
    int thread;
};

static void *run_member(void *context)
{
    struct member *member = context;
    member->work(member->context, member->thread);
    return NULL;
}

void solver_run(solver_work *work, void *context, int threads)
{
    pthread_t thread[ENGINE_MAX_THREADS];
    struct member member[ENGINE_MAX_THREADS];
    int started = 1;
    for (int i = 1; i < threads; i++)
        member[i] = (struct member){work, context, i};
    while (started < threads &&
           pthread_create(&thread[started], NULL, run_member, &member[started]) == 0)
        started++;
    work(context, 0);
    for (int i = 1; i < started; i++)
        pthread_join(thread[i], NULL);
}

void solver_listener_init(struct solver_listener *listener, solve_progress *progress,
                          void *context)
{
    /* No position is worth exactly 0 without a proof of it, so the first is news. */
    *listener = (struct solver_listener){.progress = progress, .context = context};
    pthread_mutex_init(&listener->lock, NULL);
}

void solver_listener_destroy(struct solver_listener *listener)
{
    pthread_mutex_destroy(&listener->lock);
}

void solver_tell(struct solver_listener *listener, solver_describe *describe,
                 void *state)
{
    struct solution so_far = {0};
    const struct solution *told = &listener->told;
    if (!listener->progress)
        return;
    pthread_mutex_lock(&listener->lock);
    describe(state, &so_far);
    if (so_far.least != told->least || so_far.most != told->most ||
        so_far.proven != told->proven) {
        listener->progress(listener->context, &so_far);
        listener->told = so_far;
    }
    pthread_mutex_unlock(&listener->lock);
}
