/* study.c: the operations that ask what the engine knows. */
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "play/score_moves.h"
#include "web/api/args.h"
#include "web/api/op.h"
#include "web/engine/study.h"

/* The record of a game as a player sees it, cut to its first `ply` moves. */
static bool copy_record(struct web_call *call, const struct record *from, int ply,
                        struct record *record)
{
    struct game *game = game_open(from->game->name, &call->error);
    if (!game || !record_init(record, game, &call->error))
        return false;
    bool ok = record_set_start(record, &from->start, &call->error);
    for (int i = 0; ok && i < ply; i++)
        ok = record_play(record, from->step[i].move, &call->error);
    if (!ok)
        record_free(record);
    return ok;
}

/* Whether the record stands at the position that the request names, if it does. */
static bool is_expected(struct web_call *call, const struct record *record)
{
    const char *expected = json_string_value(json_object_get(call->args, "position"));
    if (!expected)
        return true;
    struct text position = {0};
    record->game->format_position(record->game, &record->now, &position);
    bool equal = strcmp(text_string(&position), expected) == 0;
    text_free(&position);
    return equal;
}

/* The place that a request names by a key. */
static bool read_key_place(struct web_call *call, struct record *record)
{
    enum web_role role;
    struct web_game *game = web_key_arg(call, &role);
    if (!game)
        return false;
    int ply = game->session.record.count;
    if (game->apart && !session_is_over(&game->session))
        return web_refuse(call, WEB_UNFAIR,
                          _("engine help is off while two people play"));
    if (!web_count_arg(call, "ply", INT32_MAX, &ply))
        return false;
    if (ply > game->session.record.count)
        return web_refuse(call, WEB_STALE, _("move %d has not been played"), ply);
    if (!copy_record(call, &game->session.record, ply, record))
        return web_refuse_why(call, WEB_INTERNAL);
    if (is_expected(call, record))
        return true;
    record_free(record);
    return web_refuse(call, WEB_STALE,
                      _("the position after move %d is not the one given"), ply);
}

static bool read_place(struct web_call *call, struct record *record)
{
    bool key = json_object_get(call->args, "key");
    const char *other = key ? "spec" : "ply";
    if (json_object_get(call->args, other) ||
        (key && json_object_get(call->args, "moves")))
        return web_refuse(
            call, WEB_BAD_REQUEST,
            _("give either 'key' with 'ply' and 'position', or 'spec' with "
              "'position' and 'moves'"));
    if (key)
        return read_key_place(call, record);
    if (!json_object_get(call->args, "spec"))
        return web_refuse(call, WEB_BAD_REQUEST, _("'key' or 'spec' is missing"));
    return web_record_arg(call, record);
}

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
        !read_place(call, &record))
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

/* The members of a place: see docs/api.md. */
/* clang-format off */
#define PLACE                             \
    {"key", WEB_TEXT, WEB_OPTIONAL},      \
    {"ply", WEB_WHOLE, WEB_OPTIONAL},     \
    {"spec", WEB_TEXT, WEB_OPTIONAL},     \
    {"position", WEB_TEXT, WEB_OPTIONAL}, \
    {"moves", WEB_TEXT, WEB_OPTIONAL},    \
    {"seconds", WEB_NUMBER, WEB_OPTIONAL}
/* clang-format on */

static json_t *run_hint(struct web_call *call)
{
    return begin(call, "hint", web_study_evaluate, 1, true);
}

const struct web_op web_op_hint = {
    .name = "hint",
    .args = {PLACE},
    .handle = run_hint,
};

static json_t *run_evaluate(struct web_call *call)
{
    return begin(call, "evaluate", web_study_evaluate, 3, false);
}

const struct web_op web_op_evaluate = {
    .name = "evaluate",
    .args = {PLACE},
    .handle = run_evaluate,
};

static json_t *run_scores(struct web_call *call)
{
    return begin(call, "scores", web_study_scores, 3, false);
}

const struct web_op web_op_scores = {
    .name = "scores",
    .args = {PLACE},
    .handle = run_scores,
};

static json_t *run_analyse(struct web_call *call)
{
    struct record record;
    double seconds = 0.2;
    bool key = json_object_get(call->args, "key");
    if (key == (json_object_get(call->args, "lode") != NULL))
        return web_refuse(call, WEB_BAD_REQUEST,
                          _("analyse needs either 'key' or 'lode'"));
    if (!web_seconds_arg(call, "seconds", 0.02, 10, &seconds) ||
        !(key ? read_key_place(call, &record) : web_lode_arg(call, &record)))
        return NULL;
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
