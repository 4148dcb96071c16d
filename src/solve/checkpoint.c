/* checkpoint.c: a thread that sleeps, writes, and sleeps again. */
#include "solve/checkpoint.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/i18n.h"

struct keeper {
    struct solver *solver;
    const char *path;
    double seconds;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool closing;
};

/* Sleeps for the interval; false when it is time to end. */
static bool wait_a_while(struct keeper *keeper)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)keeper->seconds;
    pthread_mutex_lock(&keeper->lock);
    int waited = 0;
    while (!keeper->closing && waited == 0)
        waited = pthread_cond_timedwait(&keeper->wake, &keeper->lock, &until);
    bool closing = keeper->closing;
    pthread_mutex_unlock(&keeper->lock);
    return !closing;
}

static void *work(void *context)
{
    struct keeper *keeper = context;
    /* A disk that is full now may have room later. */
    while (wait_a_while(keeper))
        solver_keep(keeper->solver, keeper->path, NULL);
    return NULL;
}

struct keeper *keeper_open(struct solver *solver, const char *path, double seconds,
                           struct error *error)
{
    /* A place where nothing can be written is better refused now than after hours. */
    if (!(access(path, F_OK) == 0 ? solver_recall(solver, path, error)
                                  : solver_keep(solver, path, error)))
        return NULL;
    struct keeper *keeper = calloc(1, sizeof *keeper);
    pthread_condattr_t monotonic;
    if (!keeper) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    *keeper = (struct keeper){.solver = solver, .path = path, .seconds = seconds};
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&keeper->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&keeper->lock, NULL);
    if (pthread_create(&keeper->thread, NULL, work, keeper) == 0)
        return keeper;
    pthread_cond_destroy(&keeper->wake);
    pthread_mutex_destroy(&keeper->lock);
    free(keeper);
    error_set(error, _("no thread could be started to write the checkpoint"));
    return NULL;
}

bool keeper_close(struct keeper *keeper, struct error *error)
{
    pthread_mutex_lock(&keeper->lock);
    keeper->closing = true;
    pthread_cond_signal(&keeper->wake);
    pthread_mutex_unlock(&keeper->lock);
    pthread_join(keeper->thread, NULL);
    bool ok = solver_keep(keeper->solver, keeper->path, error);
    pthread_cond_destroy(&keeper->wake);
    pthread_mutex_destroy(&keeper->lock);
    free(keeper);
    return ok;
}
