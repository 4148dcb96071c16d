/* jobs.h: engine work beside the server's loop: a bounded number of workers in three
 * lanes, so that short jobs never wait behind long ones.
 *
 *     quick   moves of players that need milliseconds
 *     deep    moves of players that use all the time they have
 *     study   hints, scores and analyses, at a lower priority
 *
 * A lane that has more work than workers gives each piece less time instead of letting
 * it wait. In the lanes for deep moves and for study the owners (clients) take turns, so
 * nobody gets more by asking for more; a deep move that is under way ends early when
 * somebody else would have to wait for it. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "players/player.h"

enum web_lane {
    WEB_QUICK,
    WEB_DEEP,
    WEB_STUDY,
    WEB_LANES,
};

enum {
    WEB_OWNER_MOST = 200, /* jobs of one owner in a lane with turns */
};

struct web_jobs;
struct web_worker;

/* A piece of work; embed this at the beginning of a struct. */
struct web_job {
    enum web_lane lane;
    uint64_t owner; /* whose turn it is; see above */
    double seconds; /* what it would take if it were alone; for deep moves */
    /* Runs in a worker; true when it wants another turn. */
    bool (*run)(struct web_job *job, struct web_worker *worker);
    /* Called in the server's loop: for what run has reported, and at the end, after
     * which the job belongs to its submitter again. */
    void (*reported)(struct web_job *job, void *report);
    void (*done)(struct web_job *job);
    void (*drop_report)(void *report);

    atomic_bool stop; /* the token for what runs; see web_job_stop */

    /* For jobs.c alone: */
    struct web_job *after;
    int64_t began; /* when it began to run */
};

/* Calls `wake` from any thread when web_jobs_deliver has something to deliver. */
struct web_jobs *web_jobs_open(int cores, int hash_mib, void (*wake)(void *context),
                               void *context, struct error *error);
/* Stops all work and calls `done` for the jobs that are left. */
void web_jobs_close(struct web_jobs *jobs);

/* False when the lane is full or the owner already has its share. */
bool web_jobs_submit(struct web_jobs *jobs, struct web_job *job);
/* Makes a job end soon; its `done` is called all the same. */
void web_job_stop(struct web_job *job);
/* Calls `reported` and `done` where they are due. */
void web_jobs_deliver(struct web_jobs *jobs);
/* Ends deep moves that have had their share while others wait. Returns whether somebody
 * still waits: then it must be called again soon. */
bool web_jobs_share(struct web_jobs *jobs, int64_t now);

/* For run: the player of that name, remembered from one job to the next; NULL with a
 * reason. */
struct player *web_worker_player(struct web_worker *worker, const char *spec,
                                 const char *name, struct error *error);
/* For run: how many of `seconds` the job may use while other owners, or other jobs of
 * its own owner, wait in the lane. */
double web_worker_budget(struct web_worker *worker, double seconds);
/* For run: passes something to `reported`. */
void web_worker_report(struct web_worker *worker, struct web_job *job, void *report);
