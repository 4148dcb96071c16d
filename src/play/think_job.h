/* think_job.h: thinking in a separate thread, so that the caller can keep listening to
 * keys or to the network: one task at a time, whose progress can be read meanwhile. */
#pragma once

#include "play/local_game.h"

enum think_task {
    THINK_NOTHING,
    THINK_MOVE,   /* a player's choice */
    THINK_HINT,   /* what the strongest player would do */
    THINK_SCORES, /* a score for every move */
    THINK_REVIEW, /* the game so far */
    THINK_WHY,    /* why the last move is good or bad */
    THINK_DRAW,   /* what a draw would be worth to the side to move */
    THINK_LINES,  /* the best moves with their lines, until stopped */
};

/* What a task has found, at the end or so far. */
struct think_news {
    enum think_task task;
    bool done;
    bool failed;                  /* see `error`; only when done */
    struct search_result verdict; /* .move is MOVE_NONE as long as there is none */
    struct scored_move scored[GAME_MAX_MOVES];
    int count;            /* of `scored` */
    int step, steps;      /* of the review */
    struct review review; /* when done; belongs to the caller of think_job_end */
    struct why why;       /* the same */
    struct error error;
};

enum {
    THINK_BEST = 5 /* how many moves THINK_LINES follows */
};

struct think_job;

/* NULL with a reason when there is no memory or no descriptor. */
struct think_job *think_job_open(struct error *error);
void think_job_close(struct think_job *job);

/* Whether texts are made of ASCII alone. */
void think_job_set_ascii(struct think_job *job, bool ascii);

/* Begins a task for a session, whose stop token is replaced until the task has ended;
 * an earlier task is cancelled. The session must not change meanwhile. */
bool think_job_start(struct think_job *job, struct local_game *local,
                     enum think_task task, struct error *error);
/* The same for THINK_MOVE by a player who belongs to no session. limits->stop is
 * ignored: the job has its own token. */
bool think_job_choose(struct think_job *job, struct player *player,
                      const struct position *position, const struct limits *limits,
                      struct error *error);

/* The current task, even if it is done but not yet ended. */
enum think_task think_job_task(const struct think_job *job);

/* Readable when there is unread news. */
int think_job_descriptor(const struct think_job *job);
void think_job_look(struct think_job *job, struct think_news *news);

/* Makes the task finish with what it has found so far; its news arrives as usual. */
void think_job_hurry(struct think_job *job);
/* Ends a task that is done. */
void think_job_end(struct think_job *job);
/* Stops the task, if any, and discards its result. */
void think_job_cancel(struct think_job *job);
