/* think_job.h: thinking beside a screen that stays alive: one job at a time in a thread
 * of its own, whose news can be looked at while it works. */
#pragma once

#include "play/local_game.h"

enum thinker_job {
    THINKER_IDLE,
    THINKER_MOVE,     /* the automatic player's choice */
    THINKER_HINT,     /* what the strongest player would do */
    THINKER_SCORES,   /* what every move is worth */
    THINKER_ANALYSIS, /* the game so far */
};

/* What is known of a job, at the end or on the way. */
struct thinker_news {
    enum thinker_job job;
    bool done;
    bool failed;            /* see `error`; only when done */
    struct verdict verdict; /* .move is MOVE_NONE as long as there is none */
    struct judged judged[GAME_MAX_MOVES];
    int count;              /* of judged moves */
    int step, steps;        /* of the analysis */
    struct review analysis; /* when done; whoever ends the job owns it */
    struct error error;
};

struct thinker;

/* Every piece of news writes a byte to `wake`, which must not block. NULL when there is
 * no memory. */
struct thinker *thinker_open(int wake);
void thinker_close(struct thinker *thinker);

/* Begins a job; what was going on before is given up. The game must not change
 * until the job is over or given up. */
bool thinker_start(struct thinker *thinker, struct local_game *local,
                   enum thinker_job job, struct error *error);

enum thinker_job thinker_working(const struct thinker *thinker);

/* The news so far. */
void thinker_look(struct thinker *thinker, struct thinker_news *news);
/* Lets go of a job that is done: then it is idle. */
void thinker_end(struct thinker *thinker);

/* Gives the job up and waits for its end, which comes soon. */
void thinker_cancel(struct thinker *thinker);
