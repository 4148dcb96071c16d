/* host_latency.c: the thread that sleeps and measures how late it wakes. */
#include "referee/game/host_latency.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"

enum {
    PERIOD = 10000000, /* nanoseconds */
    REMEMBERED = 256,  /* delays longer than LEAST */
    LEAST = 1000000,
};

struct delay {
    int64_t when, length;
};

struct host_latency {
    pthread_t thread;
    pthread_mutex_t lock;
    bool over;
    int64_t due; /* when the thread wants to wake */
    struct delay delay[REMEMBERED];
    unsigned count;
};

static void sleep_until(int64_t moment)
{
    struct timespec until = {.tv_sec = moment / 1000000000,
                             .tv_nsec = moment % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
        continue;
}

static void *measure(void *context)
{
    struct host_latency *latency = context;
    pthread_mutex_lock(&latency->lock);
    int64_t now = latency->due - PERIOD;
    while (!latency->over) {
        /* Counted from the last look at the clock: what is lost between two sleeps, for
         * example while waiting for the lock, is a delay of the host, too. */
        int64_t due = latency->due = now + PERIOD;
        pthread_mutex_unlock(&latency->lock);
        sleep_until(due);
        now = clock_now();
        pthread_mutex_lock(&latency->lock);
        if (now - due > LEAST)
            latency->delay[latency->count++ % REMEMBERED] =
                (struct delay){.when = now, .length = now - due};
    }
    pthread_mutex_unlock(&latency->lock);
    return NULL;
}

struct host_latency *host_latency_open(void)
{
    struct host_latency *latency = calloc(1, sizeof *latency);
    if (!latency)
        return NULL;
    pthread_mutex_init(&latency->lock, NULL);
    latency->due = clock_now() + PERIOD;
    if (pthread_create(&latency->thread, NULL, measure, latency) == 0)
        return latency;
    pthread_mutex_destroy(&latency->lock);
    free(latency);
    return NULL;
}

void host_latency_close(struct host_latency *latency)
{
    if (!latency)
        return;
    pthread_mutex_lock(&latency->lock);
    latency->over = true;
    pthread_mutex_unlock(&latency->lock);
    pthread_join(latency->thread, NULL);
    pthread_mutex_destroy(&latency->lock);
    free(latency);
}

int64_t host_latency_around(struct host_latency *latency, int64_t from, int64_t until)
{
    int64_t worst = 0;
    if (!latency)
        return 0;
    pthread_mutex_lock(&latency->lock);
    unsigned delays = latency->count < REMEMBERED ? latency->count : REMEMBERED;
    for (unsigned i = 0; i < delays; i++) {
        const struct delay *delay = &latency->delay[i];
        if (delay->when >= from && delay->when - delay->length <= until &&
            delay->length > worst)
            worst = delay->length;
    }
    /* The thread may not even have woken yet, though we have. */
    int64_t overdue = clock_now() - latency->due;
    if (overdue > LEAST && latency->due <= until && overdue > worst)
        worst = overdue;
    pthread_mutex_unlock(&latency->lock);
    return worst;
}
