/* think_job.c: thinking beside a screen that stays alive. */
#include "play/think_job.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/i18n.h"
#include "play/signals.h"

struct thinker {
    pthread_mutex_t lock; /* for `news` */
    pthread_cond_t ended;
    struct thinker_news news;
    enum thinker_job job; /* of the thread that is to be joined */
    pthread_t thread;
    struct session *sitting;
    int wake;
};

static void wake_up(const struct thinker *thinker)
{
    if (write(thinker->wake, "", 1) < 0)
        return; /* full: it wakes as well */
}

static void note_verdict(void *context, const struct verdict *so_far)
{
    struct thinker *thinker = context;
    pthread_mutex_lock(&thinker->lock);
    thinker->news.verdict = *so_far;
    pthread_mutex_unlock(&thinker->lock);
    wake_up(thinker);
}

static void note_judged(void *context, const struct judged *judged, int count)
{
    struct thinker *thinker = context;
    pthread_mutex_lock(&thinker->lock);
    for (int i = 0; i < count; i++)
        thinker->news.judged[i] = judged[i];
    thinker->news.count = count;
    pthread_mutex_unlock(&thinker->lock);
    wake_up(thinker);
}

static void note_step(void *context, int done, int all)
{
    struct thinker *thinker = context;
    pthread_mutex_lock(&thinker->lock);
    thinker->news.step = done;
    thinker->news.steps = all;
    pthread_mutex_unlock(&thinker->lock);
    wake_up(thinker);
}

/* Does the work; `result` gets what only the end brings. */
static void work(struct thinker *thinker, struct thinker_news *result)
{
    struct session *sitting = thinker->sitting;
    struct judged judged[GAME_MAX_MOVES];
    switch (result->job) {
    case THINKER_MOVE:
        session_choose(sitting, note_verdict, thinker, &result->verdict);
        break;
    case THINKER_HINT:
        result->failed = !session_hint(sitting, note_verdict, thinker, &result->verdict,
                                       &result->error);
        break;
    case THINKER_SCORES:
        result->failed =
            !session_scores(sitting, note_judged, thinker, judged, &result->error);
        break;
    case THINKER_ANALYSIS:
        result->failed = !session_analyze(sitting, &result->analysis, note_step,
                                          thinker, &result->error);
        break;
    case THINKER_IDLE:
        break;
    }
}

static void *think(void *context)
{
    struct thinker *thinker = context;
    struct thinker_news result = {.job = thinker->job};
    error_set(&result.error, "%s", _("the search was interrupted"));
    work(thinker, &result);
    pthread_mutex_lock(&thinker->lock);
    struct thinker_news *news = &thinker->news;
    news->failed = result.failed;
    news->error = result.error;
    news->analysis = result.analysis;
    if (result.job == THINKER_MOVE || result.job == THINKER_HINT)
        news->verdict = result.verdict;
    news->done = true;
    pthread_cond_signal(&thinker->ended);
    pthread_mutex_unlock(&thinker->lock);
    wake_up(thinker);
    return NULL;
}

struct thinker *thinker_open(int wake)
{
    struct thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker)
        return NULL;
    thinker->wake = wake;
    pthread_mutex_init(&thinker->lock, NULL);
    pthread_cond_init(&thinker->ended, NULL);
    return thinker;
}

void thinker_close(struct thinker *thinker)
{
    if (!thinker)
        return;
    thinker_cancel(thinker);
    pthread_cond_destroy(&thinker->ended);
    pthread_mutex_destroy(&thinker->lock);
    free(thinker);
}

bool thinker_start(struct thinker *thinker, struct session *sitting,
                   enum thinker_job job, struct error *error)
{
    thinker_cancel(thinker);
    thinker->news = (struct thinker_news){.job = job, .verdict.move = MOVE_NONE};
    thinker->sitting = sitting;
    thinker->job = job;
    if (pthread_create(&thinker->thread, NULL, think, thinker) == 0)
        return true;
    thinker->job = THINKER_IDLE;
    return error_set(error, _("no thread could be started for the search"));
}

enum thinker_job thinker_working(const struct thinker *thinker)
{
    return thinker->job;
}

void thinker_look(struct thinker *thinker, struct thinker_news *news)
{
    if (thinker->job == THINKER_IDLE) {
        *news = (struct thinker_news){0};
        return;
    }
    pthread_mutex_lock(&thinker->lock);
    *news = thinker->news;
    pthread_mutex_unlock(&thinker->lock);
}

void thinker_end(struct thinker *thinker)
{
    pthread_join(thinker->thread, NULL);
    thinker->job = THINKER_IDLE;
}

/* A player that has only just been asked does not hear the first call to stop. */
static void stop(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    while (!thinker->news.done) {
        struct timespec until;
        signals_raise();
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 10000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&thinker->ended, &thinker->lock, &until);
    }
    pthread_mutex_unlock(&thinker->lock);
    signals_forget();
}

void thinker_cancel(struct thinker *thinker)
{
    struct thinker_news news;
    if (thinker->job == THINKER_IDLE)
        return;
    stop(thinker);
    thinker_look(thinker, &news);
    thinker_end(thinker);
    if (news.job == THINKER_ANALYSIS && !news.failed)
        review_free(&news.analysis);
}
