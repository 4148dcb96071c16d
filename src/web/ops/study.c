/* study.c: the operations that ask what the engine knows. */
#include <stdlib.h>

#include "base/i18n.h"
#include "play/score_moves.h"
#include "web/api/args.h"
#include "web/api/op.h"
#include "web/engine/study.h"
#include "web/hub/store_reviews.h"

/* A position whose game is over needs no thinking. */
static json_t *answer_over(struct web_study *study)
{
    const struct game *game = study->record.game;
    score_outcome(game, &study->position, &study->verdict);
    study->known = true;
    json_t *result = web_study_result(study);
    web_study_free(study);
    return result;
}

static json_t *begin(struct web_call *call, const char *name,
                     bool (*run)(struct web_job *, struct web_worker *), double seconds,
                     bool quiet)
{
    struct record record;
    if (!web_seconds_arg(call, "seconds", 0.1, 10, &seconds) ||
        !web_place_arg(call, &record))
        return NULL;
    struct web_study *study = calloc(1, sizeof *study);
    if (!study) {
        record_free(&record);
        return NULL;
    }
    study->name = name;
    study->job.run = run;
    study->seconds = seconds;
    study->quiet = quiet;
    study->record = record;
    study->position = record.now;
    if (record.game->outcome(record.game, &record.now).result != RESULT_NONE)
        return answer_over(study);
    return web_study_submit(call, study);
}

static json_t *run_hint(struct web_call *call)
{
    return begin(call, "hint", web_study_evaluate, 1, true);
}

const struct web_op web_op_hint = {
    .name = "hint",
    .args = {WEB_PLACE},
    .handle = run_hint,
};

static json_t *run_evaluate(struct web_call *call)
{
    return begin(call, "evaluate", web_study_evaluate, 3, false);
}

const struct web_op web_op_evaluate = {
    .name = "evaluate",
    .args = {WEB_PLACE},
    .handle = run_evaluate,
};

static json_t *run_scores(struct web_call *call)
{
    return begin(call, "scores", web_study_scores, 3, false);
}

const struct web_op web_op_scores = {
    .name = "scores",
    .args = {WEB_PLACE},
    .handle = run_scores,
};

/* The game of the key when its review is to be kept: with the usual time. 0: none. */
static int64_t game_to_review(struct web_call *call)
{
    enum web_role role;
    const char *key = web_text_arg(call, "key");
    if (!key || json_object_get(call->args, "seconds"))
        return 0;
    return web_find_key(call->hub, key, &role, &call->error)->id;
}

/* A review of these moves that was made before; NULL when there is none. */
static json_t *kept_review(struct web_call *call, int64_t game,
                           const struct record *record)
{
    char *text = game ? web_store_find_review(call->hub->store, game, record) : NULL;
    json_t *review = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    if (json_is_array(json_object_get(review, "moves")))
        return review;
    json_decref(review);
    return NULL;
}

static json_t *run_analyse(struct web_call *call)
{
    struct record record;
    double seconds = 0.2;
    bool key = json_object_get(call->args, "key");
    if (key == (json_object_get(call->args, "lode") != NULL))
        return web_refuse(call, WEB_BAD_REQUEST,
                          _("analyse needs either 'key' or 'lode'"));
    if (!web_seconds_arg(call, "seconds", 0.02, 10, &seconds) ||
        !(key ? web_key_place_arg(call, &record) : web_lode_arg(call, &record)))
        return NULL;
    int64_t game = game_to_review(call);
    json_t *kept = kept_review(call, game, &record);
    if (kept) {
        record_free(&record);
        return kept;
    }
    struct web_study *study = calloc(1, sizeof *study);
    if (study)
        study->move = calloc((size_t)record.count + 1, sizeof *study->move);
    if (!study || !study->move) {
        free(study);
        record_free(&record);
        return NULL;
    }
    study->name = "analyse";
    study->job.run = web_study_analyse;
    study->seconds = seconds;
    study->record = record;
    study->next = record.count;
    study->game = game;
    return web_study_submit(call, study);
}

const struct web_op web_op_analyse = {
    .name = "analyse",
    .args = {{"key", WEB_TEXT, WEB_OPTIONAL},
             {"lode", WEB_TEXT, WEB_OPTIONAL},
             {"seconds", WEB_NUMBER, WEB_OPTIONAL}},
    .handle = run_analyse,
};

static json_t *run_stop(struct web_call *call)
{
    if (!web_study_stop(call->peer,
                        json_integer_value(json_object_get(call->args, "of"))))
        return web_refuse(call, WEB_NOTHING, _("no operation with this id is running"));
    return json_object();
}

const struct web_op web_op_stop = {
    .name = "stop",
    .args = {{"of", WEB_WHOLE, WEB_REQUIRED}},
    .handle = run_stop,
};
