/* ops_study.c: the operations that ask what the engine knows. */
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "play/score_moves.h"
#include "web/api.h"
#include "web/json.h"
#include "web/study.h"

static void reported(struct web_job *job, void *report)
{
    struct web_study *study = (struct web_study *)job;
    if (study->peer && !study->peer->http)
        web_peer_push(study->peer,
                      json_pack("{sI,so}", "id", (json_int_t)study->id, "update",
                                (json_t *)report),
                      0);
    else
        json_decref(report);
}

static void drop_report(void *report)
{
    json_decref(report);
}

static void leave_peer(struct web_study *study)
{
    struct web_study **at = &study->peer->studies;
    while (*at != study)
        at = &(*at)->after;
    *at = study->after;
    study->peer = NULL;
}

static void free_study(struct web_study *study)
{
    if (study->record.game)
        record_free(&study->record);
    free(study->move);
    free(study);
}

static void done(struct web_job *job)
{
    struct web_study *study = (struct web_study *)job;
    struct web_peer *peer = study->peer;
    if (peer) {
        enum web_code code = study->error.text[0] ? WEB_INTERNAL : WEB_STOPPED;
        if (code == WEB_STOPPED)
            error_set(&study->error, _("stopped before anything was known"));
        leave_peer(study);
        web_answer(peer, study->id, web_study_result(study), code, &study->error);
    }
    free_study(study);
}

void web_study_orphan(struct web_peer *peer)
{
    while (peer->studies) {
        struct web_study *study = peer->studies;
        leave_peer(study);
        web_job_stop(&study->job);
    }
}

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

/* Whether the record stands where the request believes, if it says so. */
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
        return web_refuse(call, WEB_UNFAIR, _("no help while two people play"));
    if (!web_count_arg(call, "ply", INT32_MAX, &ply))
        return false;
    if (ply > game->session.record.count)
        return web_refuse(call, WEB_STALE, _("the game has %d moves, not %d"),
                          game->session.record.count, ply);
    if (!copy_record(call, &game->session.record, ply, record))
        return web_refuse_why(call, WEB_INTERNAL);
    if (is_expected(call, record))
        return true;
    record_free(record);
    return web_refuse(call, WEB_STALE,
                      _("the game has another position after %d moves"), ply);
}

static bool read_place(struct web_call *call, struct record *record)
{
    bool key = json_object_get(call->args, "key");
    const char *other = key ? "spec" : "ply";
    if (json_object_get(call->args, other) ||
        (key && json_object_get(call->args, "moves")))
        return web_refuse(call, WEB_BAD_REQUEST,
                          _("a place is either 'key', 'ply' and 'position', or 'spec', "
                            "'position' and 'moves'"));
    if (key)
        return read_key_place(call, record);
    if (!json_object_get(call->args, "spec"))
        return web_refuse(call, WEB_BAD_REQUEST, _("'key' or 'spec' must be there"));
    return web_record_arg(call, record);
}

/* One study of a kind is enough for a connection: the older one ends. */
static void stop_same(struct web_peer *peer, const char *name)
{
    for (struct web_study *study = peer->studies; study; study = study->after)
        if (strcmp(study->name, name) == 0)
            web_job_stop(&study->job);
}

static json_t *submit(struct web_call *call, struct web_study *study)
{
    struct web_peer *peer = call->peer;
    stop_same(peer, study->name);
    study->job.lane = WEB_STUDY;
    study->job.owner = peer->id;
    study->job.reported = reported;
    study->job.done = done;
    study->job.drop_report = drop_report;
    study->web = call->web;
    study->id = call->id;
    if (!call->web->jobs || !web_jobs_submit(call->web->jobs, &study->job)) {
        free_study(study);
        return web_refuse(call, WEB_BUSY,
                          _("the engine has too much to do; try again later"));
    }
    study->peer = peer;
    study->after = peer->studies;
    peer->studies = study;
    call->later = true;
    return NULL;
}

/* A position whose game is over needs no thinking. */
static json_t *settled(struct web_study *study)
{
    const struct game *game = study->record.game;
    judge_outcome(game, &study->position, &study->verdict);
    study->known = true;
    json_t *result = web_study_result(study);
    free_study(study);
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
        return settled(study);
    return submit(call, study);
}

json_t *web_op_hint(struct web_call *call)
{
    return begin(call, "hint", web_study_evaluate, 1, true);
}

json_t *web_op_evaluate(struct web_call *call)
{
    return begin(call, "evaluate", web_study_evaluate, 3, false);
}

json_t *web_op_scores(struct web_call *call)
{
    return begin(call, "scores", web_study_scores, 3, false);
}

json_t *web_op_analyse(struct web_call *call)
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
    return submit(call, study);
}

json_t *web_op_stop(struct web_call *call)
{
    json_int_t of = json_integer_value(json_object_get(call->args, "of"));
    for (struct web_study *study = call->peer->studies; study; study = study->after)
        if (study->id == of) {
            web_job_stop(&study->job);
            return json_object();
        }
    return web_refuse(call, WEB_NOTHING, _("nothing under way has this id"));
}
