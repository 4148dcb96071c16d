/* host_latency.c: the thread that sleeps. */
#include "referee/host_latency.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"

enum {
    BEAT = 10000000, /* nanoseconds */
    KEPT = 256,      /* delays remembered; only those above the least count */
    LEAST = 1000000,
};

struct delay {
    int64_t when, length;
};

struct pulse {
    pthread_t thread;
    pthread_mutex_t lock;
    bool over;
    int64_t due; /* when the thread wants to wake */
    struct delay delay[KEPT];
    unsigned count;
};

static void sleep_until(int64_t moment)
{
    struct timespec until = {.tv_sec = moment / 1000000000,
                             .tv_nsec = moment % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
        continue;
}

static void *beat(void *context)
{
    struct pulse *pulse = context;
    pthread_mutex_lock(&pulse->lock);
    while (!pulse->over) {
        int64_t due = pulse->due = clock_now() + BEAT;
        pthread_mutex_unlock(&pulse->lock);
        sleep_until(due);
        int64_t now = clock_now();
        pthread_mutex_lock(&pulse->lock);
        if (now - due > LEAST)
            pulse->delay[pulse->count++ % KEPT] =
                (struct delay){.when = now, .length = now - due};
    }
    pthread_mutex_unlock(&pulse->lock);
    return NULL;
}

struct pulse *host_latency_open(void)
{
    struct pulse *pulse = calloc(1, sizeof *pulse);
    if (!pulse)
        return NULL;
    pthread_mutex_init(&pulse->lock, NULL);
    pulse->due = clock_now() + BEAT;
    if (pthread_create(&pulse->thread, NULL, beat, pulse) == 0)
        return pulse;
    pthread_mutex_destroy(&pulse->lock);
    free(pulse);
    return NULL;
}

void host_latency_close(struct pulse *pulse)
{
    if (!pulse)
        return;
    pthread_mutex_lock(&pulse->lock);
    pulse->over = true;
    pthread_mutex_unlock(&pulse->lock);
    pthread_join(pulse->thread, NULL);
    pthread_mutex_destroy(&pulse->lock);
    free(pulse);
}

int64_t host_latency_worst(struct pulse *pulse, int64_t since)
{
    int64_t worst = 0;
    if (!pulse)
        return 0;
    pthread_mutex_lock(&pulse->lock);
    unsigned kept = pulse->count < KEPT ? pulse->count : KEPT;
    for (unsigned i = 0; i < kept; i++)
        if (pulse->delay[i].when >= since && pulse->delay[i].length > worst)
            worst = pulse->delay[i].length;
    /* It may not have woken at all yet, while we have. */
    int64_t overdue = clock_now() - pulse->due;
    if (overdue > LEAST && overdue > worst)
        worst = overdue;
    pthread_mutex_unlock(&pulse->lock);
    return worst;
}
