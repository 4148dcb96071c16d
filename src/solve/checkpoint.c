/* checkpoint.c: a thread that sleeps, writes, and sleeps again. */
#include "solve/checkpoint.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/i18n.h"

struct solver_checkpoint {
    struct solver *solver;
    const char *path;
    double seconds;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool closing;
};

/* Sleeps for the interval; false when it is time to end. */
static bool wait_a_while(struct solver_checkpoint *checkpoint)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)checkpoint->seconds;
    pthread_mutex_lock(&checkpoint->lock);
    while (!checkpoint->closing &&
           pthread_cond_timedwait(&checkpoint->wake, &checkpoint->lock, &until) == 0)
        continue;
    bool closing = checkpoint->closing;
    pthread_mutex_unlock(&checkpoint->lock);
    return !closing;
}

static void *work(void *context)
{
    struct solver_checkpoint *checkpoint = context;
    /* A disk that is full now may have room later. */
    while (wait_a_while(checkpoint))
        solver_save(checkpoint->solver, checkpoint->path, NULL);
    return NULL;
}

struct solver_checkpoint *solver_checkpoint_open(struct solver *solver,
                                                 const char *path, double seconds,
                                                 struct error *error)
{
    /* If nothing can be written there, better to fail now than after hours. */
    if (!(access(path, F_OK) == 0 ? solver_load(solver, path, error)
                                  : solver_save(solver, path, error)))
        return NULL;
    struct solver_checkpoint *checkpoint = calloc(1, sizeof *checkpoint);
    pthread_condattr_t monotonic;
    if (!checkpoint) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    *checkpoint =
        (struct solver_checkpoint){.solver = solver, .path = path, .seconds = seconds};
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&checkpoint->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&checkpoint->lock, NULL);
    if (pthread_create(&checkpoint->thread, NULL, work, checkpoint) == 0)
        return checkpoint;
    pthread_cond_destroy(&checkpoint->wake);
    pthread_mutex_destroy(&checkpoint->lock);
    free(checkpoint);
    error_set(error, _("cannot start the thread that saves checkpoints"));
    return NULL;
}

bool solver_checkpoint_close(struct solver_checkpoint *checkpoint, struct error *error)
{
    pthread_mutex_lock(&checkpoint->lock);
    checkpoint->closing = true;
    pthread_cond_signal(&checkpoint->wake);
    pthread_mutex_unlock(&checkpoint->lock);
    pthread_join(checkpoint->thread, NULL);
    bool ok = solver_save(checkpoint->solver, checkpoint->path, error);
    pthread_cond_destroy(&checkpoint->wake);
    pthread_mutex_destroy(&checkpoint->lock);
    free(checkpoint);
    return ok;
}
