/* study.h: what the engine finds: hints, values, scores of all moves, analyses. A study
 * runs in a worker piece by piece, so that other studies get their turns; its findings
 * go to the peer as JSON. */
#pragma once

#include "play/review.h"
#include "play/score_moves.h"
#include "rules/record.h"
#include "web/api/call.h"

struct web_tree;

struct web_study {
    struct web_job job;
    struct web_hub *hub;
    struct web_peer *peer;   /* NULL: gone */
    struct web_study *after; /* of the same peer */
    const char *name;        /* of the operation */
    int64_t id;
    struct record record;
    struct position position; /* for all but analyses */
    double seconds;
    bool quiet; /* no updates */
    int64_t updated;

    struct search_result verdict;              /* evaluate, hint */
    struct scored_move scored[GAME_MAX_MOVES]; /* scores */
    int looked_at, pass;
    int next; /* analyse: the next position, from the end */
    struct review_move *move;
    struct search_result later;
    int64_t game; /* whose moves these are, to keep the review with it; 0: none */
    struct web_tree *tree; /* tree */

    bool known;         /* there is something to answer with */
    struct error error; /* why there is no answer */
    enum web_code code; /* of it; WEB_OK: internal */
};

/* What runs in a worker: one position, one pass over all moves, one position of a game.
 */
bool web_study_evaluate(struct web_job *job, struct web_worker *worker);
bool web_study_scores(struct web_job *job, struct web_worker *worker);
bool web_study_analyse(struct web_job *job, struct web_worker *worker);
/* A whole textbook search. */
bool web_study_tree(struct web_job *job, struct web_worker *worker);

/* The answer; NULL when there is none yet. */
json_t *web_study_result(const struct web_study *study);

/* Puts a study in the queue and takes it over; the call is answered when it is done, or
 * refused. An older study of the same operation on the same connection ends. */
json_t *web_study_submit(struct web_call *call, struct web_study *study);
void web_study_free(struct web_study *study);
/* Ends the study of this request; false when there is none. */
bool web_study_stop(struct web_peer *peer, int64_t id);

/* Stops the studies of a peer that has gone; they are not answered. */
void web_study_orphan(struct web_peer *peer);
