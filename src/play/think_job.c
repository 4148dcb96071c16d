/* think_job.c: thinking in a separate thread. */
#include "play/think_job.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/i18n.h"

struct think_job {
    enum think_task task; /* of the thread that must be joined */
    pthread_t thread;
    struct local_game *local; /* NULL: only the player's choice is wanted */
    struct player *player;
    struct position position;
    struct limits limits;
    bool ascii;       /* for texts */
    atomic_bool stop; /* the token of the task */
    int descriptor;

    pthread_mutex_t lock; /* guards what follows */
    struct think_news news;
};

static void note_verdict(void *context, const struct search_result *so_far)
{
    struct think_job *job = context;
    pthread_mutex_lock(&job->lock);
    job->news.verdict = *so_far;
    pthread_mutex_unlock(&job->lock);
    eventfd_write(job->descriptor, 1);
}

static void note_scored(void *context, const struct scored_move *scored, int count)
{
    struct think_job *job = context;
    pthread_mutex_lock(&job->lock);
    for (int i = 0; i < count; i++)
        job->news.scored[i] = scored[i];
    job->news.count = count;
    pthread_mutex_unlock(&job->lock);
    eventfd_write(job->descriptor, 1);
}

static void note_step(void *context, int done, int all, const struct review *so_far)
{
    (void)so_far;
    struct think_job *job = context;
    pthread_mutex_lock(&job->lock);
    job->news.step = done;
    job->news.steps = all;
    pthread_mutex_unlock(&job->lock);
    eventfd_write(job->descriptor, 1);
}

/* Does the work; `result` gets what is known only at the end. */
static void work(struct think_job *job, struct think_news *result)
{
    struct scored_move scored[GAME_MAX_MOVES];
    switch (result->task) {
    case THINK_MOVE:
        player_choose(job->player, &job->position, &job->limits, note_verdict, job,
                      &result->verdict);
        break;
    case THINK_HINT:
        result->failed = !local_game_hint(job->local, note_verdict, job,
                                          &result->verdict, &result->error);
        break;
    case THINK_SCORES:
        result->failed =
            !local_game_scores(job->local, note_scored, job, scored, &result->error);
        break;
    case THINK_REVIEW:
        result->failed = !local_game_analyze(job->local, &result->review, note_step,
                                             job, &result->error);
        break;
    case THINK_WHY:
        result->failed =
            !local_game_why(job->local, job->ascii, &result->why, &result->error);
        break;
    case THINK_DRAW:
        result->failed =
            !local_game_judge_draw(job->local, &result->verdict, &result->error);
        break;
    case THINK_LINES:
        result->failed = !local_game_lines(job->local, THINK_BEST, note_scored, job,
                                           scored, &result->error);
        break;
    case THINK_NOTHING:
        break;
    }
}

static void *think(void *context)
{
    struct think_job *job = context;
    struct think_news result = {.task = job->task};
    work(job, &result);
    pthread_mutex_lock(&job->lock);
    job->news.failed = result.failed;
    job->news.error = result.error;
    job->news.review = result.review;
    job->news.why = result.why;
    if (result.task == THINK_MOVE || result.task == THINK_HINT ||
        result.task == THINK_DRAW)
        job->news.verdict = result.verdict;
    job->news.done = true;
    pthread_mutex_unlock(&job->lock);
    eventfd_write(job->descriptor, 1);
    return NULL;
}

struct think_job *think_job_open(struct error *error)
{
    struct think_job *job = calloc(1, sizeof *job);
    if (!job) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    job->descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (job->descriptor < 0) {
        error_set(error, _("out of descriptors: %s"), strerror(errno));
        free(job);
        return NULL;
    }
    pthread_mutex_init(&job->lock, NULL);
    return job;
}

void think_job_close(struct think_job *job)
{
    if (!job)
        return;
    think_job_cancel(job);
    close(job->descriptor);
    pthread_mutex_destroy(&job->lock);
    free(job);
}

static bool start(struct think_job *job, enum think_task task, struct error *error)
{
    job->news = (struct think_news){.task = task, .verdict.move = MOVE_NONE};
    job->task = task;
    atomic_store(&job->stop, false);
    if (pthread_create(&job->thread, NULL, think, job) == 0)
        return true;
    job->task = THINK_NOTHING;
    return error_set(error, _("no thread could be started for the search"));
}

void think_job_set_ascii(struct think_job *job, bool ascii)
{
    job->ascii = ascii;
}

bool think_job_start(struct think_job *job, struct local_game *local,
                     enum think_task task, struct error *error)
{
    think_job_cancel(job);
    local->limits.stop = &job->stop;
    job->local = local;
    job->player = local->player[session_turn(&local->session)];
    job->position = local->session.record.now;
    job->limits = local_game_limits(local);
    if (start(job, task, error))
        return true;
    local->limits.stop = NULL;
    return false;
}

bool think_job_choose(struct think_job *job, struct player *player,
                      const struct position *position, const struct limits *limits,
                      struct error *error)
{
    think_job_cancel(job);
    job->local = NULL;
    job->player = player;
    job->position = *position;
    job->limits = *limits;
    job->limits.stop = &job->stop;
    return start(job, THINK_MOVE, error);
}

enum think_task think_job_task(const struct think_job *job)
{
    return job->task;
}

int think_job_descriptor(const struct think_job *job)
{
    return job->descriptor;
}

void think_job_look(struct think_job *job, struct think_news *news)
{
    eventfd_t seen;
    eventfd_read(job->descriptor, &seen);
    if (job->task == THINK_NOTHING) {
        *news = (struct think_news){.verdict.move = MOVE_NONE};
        return;
    }
    pthread_mutex_lock(&job->lock);
    *news = job->news;
    pthread_mutex_unlock(&job->lock);
}

void think_job_hurry(struct think_job *job)
{
    atomic_store(&job->stop, true);
}

void think_job_end(struct think_job *job)
{
    eventfd_t seen;
    pthread_join(job->thread, NULL);
    eventfd_read(job->descriptor, &seen);
    if (job->local)
        job->local->limits.stop = NULL;
    job->task = THINK_NOTHING;
}

void think_job_cancel(struct think_job *job)
{
    if (job->task == THINK_NOTHING)
        return;
    think_job_hurry(job);
    think_job_end(job);
    if (job->news.failed)
        return;
    review_free(&job->news.review);
    text_free(&job->news.why.text);
}
