/* jobs.c: engine work beside the server's loop. */
#include "web/engine/jobs.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/i18n.h"

enum {
    LANE_MOST = 1000,  /* jobs that wait in a lane */
    WORKERS_MOST = 16, /* in a lane */
    SERVED = 64,       /* turns that are remembered */
};

/* A deep move that keeps others waiting may take this long, and this long when its
 * owner has another one running. */
static const double share_most = 3, share_of_second = 0.5;

/* The nice value of each lane's workers. */
static const int lane_nice[WEB_LANES] = {0, 4, 10};

/* The game and the player that a worker used last: the next job often needs the same,
 * and its transposition table helps. */
struct slot {
    struct game *game;
    struct player *player;
    char name[32];
};

struct web_worker {
    struct web_jobs *jobs;
    enum web_lane lane;
    pthread_t thread;
    struct slot slot;
    const struct web_job *job; /* that it runs */
};

struct lane {
    pthread_cond_t wake;
    struct web_job *first; /* waiting, oldest first */
    int waiting;
    int workers;
    uint64_t served[SERVED]; /* owners of the latest turns, a ring */
    uint64_t turns;
    struct web_worker worker[WORKERS_MOST];
};

/* A message to the server's loop. */
struct message {
    struct message *after;
    struct web_job *job;
    void *report; /* NULL: the job is done */
};

struct web_jobs {
    pthread_mutex_t lock;
    struct lane lane[WEB_LANES];
    struct message *messages, **messages_end;
    struct web_job *running; /* linked by `after` as well */
    bool leaving;
    int hash_mib;
    void (*wake)(void *context);
    void *context;
};

/* Cannot fail: where that matters, the message is allocated before the job runs. */
static void post(struct web_jobs *jobs, struct message *message)
{
    message->after = NULL;
    *jobs->messages_end = message;
    jobs->messages_end = &message->after;
    jobs->wake(jobs->context);
}

static void append(struct web_job **list, struct web_job *job)
{
    while (*list)
        list = &(*list)->after;
    job->after = NULL;
    *list = job;
}

static bool unlink_job(struct web_job **list, struct web_job *job)
{
    while (*list && *list != job)
        list = &(*list)->after;
    if (!*list)
        return false;
    *list = job->after;
    return true;
}

static bool owner_is_running(const struct web_jobs *jobs, const struct web_job *job)
{
    for (const struct web_job *other = jobs->running; other; other = other->after)
        if (other->owner == job->owner && other->lane == job->lane)
            return true;
    return false;
}

/* How many turns ago the owner of a job last had one; the longest wait goes first. */
static uint64_t rest_of(const struct lane *lane, const struct web_job *job)
{
    uint64_t ago = 1;
    while (ago <= SERVED && ago <= lane->turns &&
           lane->served[(lane->turns - ago) % SERVED] != job->owner)
        ago++;
    return ago > lane->turns ? SERVED + 1 : ago;
}

/* The next job of a lane: the first one, or, where owners take turns, the first of
 * the owner that has waited longest, one with nothing running if possible. */
static struct web_job *take(struct web_jobs *jobs, struct lane *lane, bool in_turns)
{
    struct web_job *best = lane->first;
    bool best_runs = in_turns && best && owner_is_running(jobs, best);
    for (struct web_job *job = best; in_turns && job; job = job->after) {
        bool runs = owner_is_running(jobs, job);
        if (runs < best_runs ||
            (runs == best_runs && rest_of(lane, job) > rest_of(lane, best))) {
            best = job;
            best_runs = runs;
        }
    }
    if (best) {
        unlink_job(&lane->first, best);
        lane->waiting--;
        lane->served[lane->turns++ % SERVED] = best->owner;
        best->began = clock_now();
        append(&jobs->running, best);
    }
    return best;
}

/* After run: puts the job back into the lane or hands it to the loop. */
static void put_back(struct web_jobs *jobs, struct lane *lane, struct web_job *job,
                     bool again, struct message *message)
{
    unlink_job(&jobs->running, job);
    if (again && !jobs->leaving && !atomic_load(&job->stop)) {
        append(&lane->first, job);
        lane->waiting++;
        pthread_cond_signal(&lane->wake);
        free(message);
    } else {
        *message = (struct message){.job = job};
        post(jobs, message);
    }
}

static void close_slot(struct slot *slot)
{
    player_close(slot->player);
    game_close(slot->game);
    *slot = (struct slot){0};
}

static void *worker_main(void *context)
{
    struct web_worker *worker = context;
    struct web_jobs *jobs = worker->jobs;
    struct lane *lane = &jobs->lane[worker->lane];
    /* On Linux this is the thread's own, and the engine's threads inherit it. */
    setpriority(PRIO_PROCESS, (id_t)gettid(), lane_nice[worker->lane]);
    pthread_mutex_lock(&jobs->lock);
    while (!jobs->leaving) {
        struct message *message = malloc(sizeof *message);
        struct web_job *job = NULL;
        if (message)
            job = take(jobs, lane, worker->lane != WEB_QUICK);
        if (!job) {
            free(message);
            pthread_cond_wait(&lane->wake, &jobs->lock);
            continue;
        }
        worker->job = job;
        pthread_mutex_unlock(&jobs->lock);
        bool again = !atomic_load(&job->stop) && job->run(job, worker);
        pthread_mutex_lock(&jobs->lock);
        put_back(jobs, lane, job, again, message);
    }
    pthread_mutex_unlock(&jobs->lock);
    close_slot(&worker->slot);
    return NULL;
}

static bool start_workers(struct web_jobs *jobs, enum web_lane which, int wanted)
{
    struct lane *lane = &jobs->lane[which];
    for (; lane->workers < wanted; lane->workers++) {
        struct web_worker *worker = &lane->worker[lane->workers];
        worker->jobs = jobs;
        worker->lane = which;
        if (pthread_create(&worker->thread, NULL, worker_main, worker) != 0)
            break;
    }
    return lane->workers > 0;
}

struct web_jobs *web_jobs_open(int cores, int hash_mib, void (*wake)(void *context),
                               void *context, struct error *error)
{
    struct web_jobs *jobs = calloc(1, sizeof *jobs);
    int wanted = cores < 1 ? 1 : cores > WORKERS_MOST ? WORKERS_MOST : cores;
    if (!jobs) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    jobs->messages_end = &jobs->messages;
    jobs->hash_mib = hash_mib;
    jobs->wake = wake;
    jobs->context = context;
    pthread_mutex_init(&jobs->lock, NULL);
    for (int i = 0; i < WEB_LANES; i++)
        pthread_cond_init(&jobs->lane[i].wake, NULL);
    bool ok = true;
    for (int i = 0; i < WEB_LANES && ok; i++)
        ok = start_workers(jobs, (enum web_lane)i, wanted);
    if (ok)
        return jobs;
    error_set(error, _("cannot start threads"));
    web_jobs_close(jobs);
    return NULL;
}

void web_jobs_close(struct web_jobs *jobs)
{
    if (!jobs)
        return;
    pthread_mutex_lock(&jobs->lock);
    jobs->leaving = true;
    for (struct web_job *job = jobs->running; job; job = job->after)
        atomic_store(&job->stop, true);
    for (int i = 0; i < WEB_LANES; i++)
        pthread_cond_broadcast(&jobs->lane[i].wake);
    pthread_mutex_unlock(&jobs->lock);
    for (int i = 0; i < WEB_LANES; i++)
        for (int w = 0; w < jobs->lane[i].workers; w++)
            pthread_join(jobs->lane[i].worker[w].thread, NULL);
    web_jobs_deliver(jobs);
    for (int i = 0; i < WEB_LANES; i++) {
        for (struct web_job *job; (job = jobs->lane[i].first);) {
            jobs->lane[i].first = job->after;
            job->done(job);
        }
        pthread_cond_destroy(&jobs->lane[i].wake);
    }
    pthread_mutex_destroy(&jobs->lock);
    free(jobs);
}

static int count_owned(const struct web_job *list, const struct web_job *job)
{
    int count = 0;
    for (; list; list = list->after)
        count += list->lane == job->lane && list->owner == job->owner;
    return count;
}

bool web_jobs_submit(struct web_jobs *jobs, struct web_job *job)
{
    struct lane *lane = &jobs->lane[job->lane];
    pthread_mutex_lock(&jobs->lock);
    bool ok = !jobs->leaving && lane->waiting < LANE_MOST;
    if (job->lane != WEB_QUICK)
        ok = ok && count_owned(lane->first, job) + count_owned(jobs->running, job) <
                       WEB_OWNER_MOST;
    if (ok) {
        atomic_store(&job->stop, false);
        append(&lane->first, job);
        lane->waiting++;
        pthread_cond_signal(&lane->wake);
    }
    pthread_mutex_unlock(&jobs->lock);
    return ok;
}

void web_job_stop(struct web_job *job)
{
    atomic_store(&job->stop, true);
}

void web_jobs_deliver(struct web_jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    struct message *messages = jobs->messages;
    jobs->messages = NULL;
    jobs->messages_end = &jobs->messages;
    pthread_mutex_unlock(&jobs->lock);
    while (messages) {
        struct message *message = messages;
        messages = message->after;
        if (message->report)
            message->job->reported(message->job, message->report);
        else
            message->job->done(message->job);
        free(message);
    }
}

static int count_running(const struct web_jobs *jobs, const struct web_job *job)
{
    int count = 0;
    for (const struct web_job *other = jobs->running; other; other = other->after)
        count += other->lane == job->lane && other->owner == job->owner &&
                 !atomic_load(&other->stop);
    return count;
}

/* How many owners wait in a lane and have nothing running there. */
static int count_hungry(const struct web_jobs *jobs, const struct lane *lane)
{
    int count = 0;
    for (const struct web_job *job = lane->first; job; job = job->after) {
        bool counted = atomic_load(&job->stop) || count_running(jobs, job) > 0;
        for (const struct web_job *other = lane->first; other != job && !counted;
             other = other->after)
            counted = other->owner == job->owner && !atomic_load(&other->stop);
        count += !counted;
    }
    return count;
}

bool web_jobs_share(struct web_jobs *jobs, int64_t now)
{
    struct lane *lane = &jobs->lane[WEB_DEEP];
    pthread_mutex_lock(&jobs->lock);
    int hungry = count_hungry(jobs, lane), ending = 0;
    for (struct web_job *job = jobs->running; hungry && job; job = job->after)
        ending += job->lane == WEB_DEEP && atomic_load(&job->stop);
    for (struct web_job *job = jobs->running; job && ending < hungry;
         job = job->after) {
        if (job->lane != WEB_DEEP || atomic_load(&job->stop))
            continue;
        double share = job->seconds * lane->workers / (lane->workers + hungry);
        double most = count_running(jobs, job) > 1 ? share_of_second : share_most;
        if (clock_seconds(now - job->began) < (share < most ? share : most))
            continue;
        atomic_store(&job->stop, true);
        ending++;
    }
    pthread_mutex_unlock(&jobs->lock);
    return hungry > 0;
}

/* Opens a player into an empty slot. The lane's workers share the cores already, so
 * each has one thread. */
static bool fill_slot(struct slot *slot, const char *spec, const char *name,
                      int hash_mib, struct error *error)
{
    struct engine_options options = {
        .threads = 1,
        .hash_mib = hash_mib,
        .seed = bits_mix((uint64_t)clock_now()),
        .tables = true,
        .book = true,
    };
    slot->game = game_open(spec, error);
    if (slot->game)
        slot->player = player_open(slot->game, name, &options, error);
    snprintf(slot->name, sizeof slot->name, "%s", name);
    if (!slot->player)
        close_slot(slot);
    return slot->player;
}

struct player *web_worker_player(struct web_worker *worker, const char *spec,
                                 const char *name, struct error *error)
{
    struct slot *slot = &worker->slot;
    if (!slot->player || strcmp(slot->game->name, spec) != 0 ||
        strcmp(slot->name, name) != 0) {
        close_slot(slot);
        if (!fill_slot(slot, spec, name, worker->jobs->hash_mib, error))
            return NULL;
    }
    return slot->player;
}

double web_worker_budget(struct web_worker *worker, double seconds)
{
    struct lane *lane = &worker->jobs->lane[worker->lane];
    pthread_mutex_lock(&worker->jobs->lock);
    int hungry = count_hungry(worker->jobs, lane);
    int own = count_owned(lane->first, worker->job);
    pthread_mutex_unlock(&worker->jobs->lock);
    return seconds * lane->workers / (lane->workers + (hungry > own ? hungry : own));
}

void web_worker_report(struct web_worker *worker, struct web_job *job, void *report)
{
    struct message *message = malloc(sizeof *message);
    if (!message) {
        job->drop_report(report);
        return;
    }
    *message = (struct message){.job = job, .report = report};
    pthread_mutex_lock(&worker->jobs->lock);
    post(worker->jobs, message);
    pthread_mutex_unlock(&worker->jobs->lock);
}
