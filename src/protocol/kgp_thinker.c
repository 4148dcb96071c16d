/* kgp_thinker.c: thinking beside the network. */
#include "protocol/kgp_thinker.h"

#include <errno.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "base/i18n.h"

bool kgp_thinker_open(struct kgp_thinker *thinker, struct error *error)
{
    *thinker = (struct kgp_thinker){.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    if (thinker->fd < 0)
        return error_set(error, _("out of descriptors: %s"), strerror(errno));
    pthread_mutex_init(&thinker->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&thinker->idle, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return true;
}

void kgp_thinker_close(struct kgp_thinker *thinker)
{
    kgp_thinker_end(thinker);
    pthread_cond_destroy(&thinker->idle);
    pthread_mutex_destroy(&thinker->lock);
    close(thinker->fd);
}

static void tell(struct kgp_thinker *thinker, move_t move, bool done)
{
    pthread_mutex_lock(&thinker->lock);
    if (move != MOVE_NONE)
        thinker->best = move;
    thinker->done = done;
    pthread_cond_broadcast(&thinker->idle);
    pthread_mutex_unlock(&thinker->lock);
    eventfd_write(thinker->fd, 1);
}

static void progress(void *context, const struct verdict *so_far)
{
    tell(context, so_far->move, false);
}

static void *think(void *context)
{
    struct kgp_thinker *thinker = context;
    struct verdict verdict;
    player_choose(thinker->player, &thinker->position, &thinker->limits, progress,
                  thinker, &verdict);
    tell(thinker, verdict.move, true);
    return NULL;
}

bool kgp_thinker_begin(struct kgp_thinker *thinker, struct player *player,
                       const struct position *position, const struct limits *limits,
                       struct error *error)
{
    kgp_thinker_end(thinker);
    eventfd_t old;
    eventfd_read(thinker->fd, &old);
    thinker->player = player;
    thinker->position = *position;
    thinker->limits = *limits;
    thinker->best = MOVE_NONE;
    thinker->done = false;
    thinker->running = pthread_create(&thinker->thread, NULL, think, thinker) == 0;
    return thinker->running || error_set(error, _("no thread could be started"));
}

move_t kgp_thinker_news(struct kgp_thinker *thinker, bool *done)
{
    eventfd_t old;
    eventfd_read(thinker->fd, &old);
    pthread_mutex_lock(&thinker->lock);
    move_t best = thinker->best;
    *done = thinker->done;
    pthread_mutex_unlock(&thinker->lock);
    return best;
}

void kgp_thinker_end(struct kgp_thinker *thinker)
{
    if (!thinker->running)
        return;
    pthread_mutex_lock(&thinker->lock);
    while (!thinker->done) {
        /* Again and again: a player that has not yet begun does not hear it. */
        player_stop(thinker->player);
        struct timespec moment;
        clock_gettime(CLOCK_MONOTONIC, &moment);
        moment.tv_nsec += 5000000;
        moment.tv_sec += moment.tv_nsec / 1000000000;
        moment.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&thinker->idle, &thinker->lock, &moment);
    }
    pthread_mutex_unlock(&thinker->lock);
    pthread_join(thinker->thread, NULL);
    thinker->running = false;
}
