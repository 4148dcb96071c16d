/* study.c: studies: the part that runs in a worker, and how a study is started,
 * answered and stopped. */
#include "web/engine/study.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "teach/tree_view.h"
#include "web/engine/trees.h"
#include "web/hub/json.h"
#include "web/hub/store_reviews.h"

enum {
    PASSES = 3,   /* of scores, each longer than the one before */
    PEER_MOST = 8 /* studies of one connection */
};

static const double least_seconds = 0.02, scores_least = 0.01;
static const double pass_share[PASSES] = {0.1, 0.3, 0.6};
/* Updates are sent no faster than this. */
static const int64_t update_pause = 100 * 1000000ll;

/* The players of the worker are found by the long name of the game. */
static struct player *adviser(struct web_study *study, struct web_worker *worker)
{
    return web_worker_player(worker, study->record.game->name, "master", &study->error);
}

static bool is_stopped(const struct web_study *study)
{
    return atomic_load(&study->job.stop);
}

/* Whether it is time for another update. */
static bool is_update_due(struct web_study *study)
{
    int64_t now = clock_now();
    if (study->quiet || now - study->updated < update_pause)
        return false;
    study->updated = now;
    return true;
}

static json_t *verdict_json(const struct web_study *study)
{
    const struct game *game = study->record.game;
    const struct search_result *verdict = &study->verdict;
    struct text position = {0};
    game->format_position(game, &study->position, &position);
    json_t *object =
        json_pack("{ss,so,so,so,si,sI}", "position", text_string(&position), "move",
                  web_json_move_name(game, verdict->move), "value",
                  web_json_value(game, game->turn(&study->position), verdict), "line",
                  web_json_pv(game, verdict), "depth", verdict->depth, "nodes",
                  (json_int_t)verdict->nodes);
    text_free(&position);
    return object;
}

/* What an engine's thread calls after each iteration. */
struct listener {
    struct web_study *study;
    struct web_worker *worker;
};

static void listen_to(void *context, const struct search_result *so_far)
{
    struct listener *listener = context;
    struct web_study *study = listener->study;
    if (!is_update_due(study))
        return;
    study->verdict = *so_far;
    web_worker_report(listener->worker, &study->job, verdict_json(study));
}

/* What one search of a study may take: its share of the time, at least a little. */
static struct limits limits_for(struct web_study *study, struct web_worker *worker,
                                double seconds, double least)
{
    double share = web_worker_budget(worker, seconds);
    return (struct limits){.seconds = share > least ? share : least,
                           .stop = &study->job.stop};
}

bool web_study_evaluate(struct web_job *job, struct web_worker *worker)
{
    struct web_study *study = (struct web_study *)job;
    struct player *player = adviser(study, worker);
    struct limits limits = limits_for(study, worker, study->seconds, least_seconds);
    struct listener listener = {study, worker};
    struct search_result verdict;
    if (!player)
        return false;
    score_position(player, study->record.game, &study->position, &limits, listen_to,
                   &listener, &verdict);
    study->verdict = verdict;
    study->known = true;
    return false;
}

static json_t *scores_json(const struct web_study *study)
{
    const struct game *game = study->record.game;
    int turn = game->turn(&study->position);
    struct text position = {0};
    struct moves moves;
    json_t *list = json_array();
    for (int i = 0; i < study->looked_at; i++) {
        const struct scored_move *scored = &study->scored[i];
        json_array_append_new(list,
                              json_pack("{so,so,si}", "move",
                                        web_json_move_name(game, scored->move), "value",
                                        web_json_value(game, turn, &scored->value),
                                        "depth", scored->value.depth + 1));
    }
    game->moves(game, &study->position, &moves);
    for (int i = 0; i < moves.count; i++) {
        bool known = false;
        for (int k = 0; k < study->looked_at; k++)
            known |= study->scored[k].move == moves.move[i];
        if (!known)
            json_array_append_new(list,
                                  json_pack("{so,sn,si}", "move",
                                            web_json_move_name(game, moves.move[i]),
                                            "value", "depth", 0));
    }
    game->format_position(game, &study->position, &position);
    json_t *object =
        json_pack("{ss,so}", "position", text_string(&position), "moves", list);
    text_free(&position);
    return object;
}

/* Puts a move's new value in the place of its old one. */
static void replace_scored(struct web_study *study, const struct scored_move *next)
{
    int at = 0;
    while (at < study->looked_at && study->scored[at].move != next->move)
        at++;
    if (at < study->looked_at) {
        study->looked_at--;
        memmove(&study->scored[at], &study->scored[at + 1],
                (size_t)(study->looked_at - at) * sizeof *study->scored);
    }
    score_insert(study->scored, study->looked_at++, next);
}

static bool is_proven(const struct web_study *study, move_t move)
{
    for (int i = 0; i < study->looked_at; i++)
        if (study->scored[i].move == move)
            return study->scored[i].value.proven;
    return false;
}

/* One pass over the moves. */
bool web_study_scores(struct web_job *job, struct web_worker *worker)
{
    struct web_study *study = (struct web_study *)job;
    const struct game *game = study->record.game;
    struct player *player = adviser(study, worker);
    struct moves moves;
    bool open = false;
    if (!player)
        return false;
    game->moves(game, &study->position, &moves);
    double share = study->seconds * pass_share[study->pass] / moves.count;
    for (int i = 0; i < moves.count && !is_stopped(study); i++) {
        struct scored_move next = {.move = moves.move[i]};
        if (is_proven(study, next.move))
            continue;
        struct limits limits = limits_for(study, worker, share, scores_least);
        score_move(player, game, &study->position, next.move, &limits, &next.value);
        replace_scored(study, &next);
        study->known = true;
        open |= !next.value.proven;
        if (is_update_due(study))
            web_worker_report(worker, job, scores_json(study));
    }
    return ++study->pass < PASSES && open;
}

static json_t *analysed_json(const struct web_study *study, int i)
{
    const struct game *game = study->record.game;
    const struct record_step *step = &study->record.step[i];
    const struct review_move *move = &study->move[i];
    int turn = game->turn(&step->before);
    return json_pack("{si,so,ss,so,so,so,ss}", "ply", i + 1, "move",
                     web_json_move_name(game, step->move), "by", web_json_side(turn),
                     "before", web_json_value(game, turn, &move->before), "after",
                     web_json_value(game, turn, &move->after), "best",
                     web_json_move_name(game, move->before.move), "mark",
                     review_mark_text(move->mark));
}

/* One position, from the end to the beginning: see play/review.c. */
bool web_study_analyse(struct web_job *job, struct web_worker *worker)
{
    struct web_study *study = (struct web_study *)job;
    const struct record *record = &study->record;
    const struct game *game = record->game;
    struct player *player = adviser(study, worker);
    int i = study->next--;
    const struct position *position =
        i == record->count ? &record->now : &record->step[i].before;
    struct limits limits = limits_for(study, worker, study->seconds, least_seconds);
    struct search_result verdict;
    if (!player)
        return false;
    score_position(player, game, position, &limits, NULL, NULL, &verdict);
    if (is_stopped(study))
        return false;
    json_t *update =
        json_pack("{si,si}", "done", record->count - i + 1, "all", record->count + 1);
    if (i < record->count) {
        struct review_move *move = &study->move[i];
        move->before = verdict;
        score_from_before(game, position, record->step[i].move, &study->later,
                          &move->after);
        review_reconcile(record->step[i].move, move);
        move->mark = review_classify(game, record->step[i].move, move);
        verdict = move->before;
        json_object_set_new(update, "move", analysed_json(study, i));
    }
    study->later = verdict;
    study->known = study->next < 0;
    if (study->known)
        review_carry(&(struct review){record->count, study->move}, record);
    web_worker_report(worker, job, update);
    return study->next >= 0;
}

static json_t *review_json(const struct web_study *study)
{
    json_t *list = json_array(), *sums[2];
    int count[2][REVIEW_MARKS] = {{0}};
    for (int i = 0; i < study->record.count; i++) {
        json_array_append_new(list, analysed_json(study, i));
        count[study->record.game->turn(&study->record.step[i].before)]
             [study->move[i].mark]++;
    }
    for (int side = 0; side < 2; side++)
        sums[side] = json_pack("{si,si}", "mistakes", count[side][REVIEW_MISTAKE],
                               "blunders", count[side][REVIEW_BLUNDER]);
    return json_pack("{so,so}", "moves", list, "sums", web_json_pair(sums[0], sums[1]));
}

bool web_study_tree(struct web_job *job, struct web_worker *worker)
{
    struct web_study *study = (struct web_study *)job;
    struct tree *tree = &study->tree->tree;
    struct limits limits = limits_for(study, worker, study->seconds, least_seconds);
    tree->settings.seconds = limits.seconds;
    tree->settings.stop = limits.stop;
    enum tree_end end = tree_search(tree, &tree->settings);
    tree->settings.stop = NULL; /* it ends with the study */
    study->known = end == TREE_DONE;
    if (end != TREE_DONE && end != TREE_STOPPED) {
        tree_explain_end(tree, &study->error);
        study->code = WEB_BAD_REQUEST;
    }
    return false;
}

static json_t *tree_json(const struct web_study *study)
{
    struct text text = {0};
    tree_view_search(&study->tree->tree, &text);
    return web_json_take_text(&text);
}

json_t *web_study_result(const struct web_study *study)
{
    if (!study->known)
        return NULL;
    return study->job.run == web_study_scores    ? scores_json(study)
           : study->job.run == web_study_analyse ? review_json(study)
           : study->job.run == web_study_tree    ? tree_json(study)
                                                 : verdict_json(study);
}

/* The part that runs in the server's loop. */

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

void web_study_free(struct web_study *study)
{
    if (study->record.game)
        record_free(&study->record);
    free(study->move);
    web_tree_free(study->tree);
    free(study);
}

/* The tree stays to be looked at, when there is something to look at. */
static void keep_tree(struct web_study *study)
{
    if (study->tree->tree.count)
        web_trees_keep(study->hub, study->tree);
    else
        web_tree_free(study->tree);
    study->tree = NULL;
}

/* The game of a finished review shows it from now on. */
static void keep_review(struct web_study *study)
{
    struct error error;
    json_t *result = web_study_result(study);
    char *text = json_dumps(result, JSON_COMPACT);
    bool ok = text && web_store_keep_review(study->hub->store, study->game,
                                            &study->record, text, &error);
    free(text);
    json_decref(result);
    struct web_game *game =
        ok ? web_hub_find_game(study->hub, study->game, &error) : NULL;
    if (game)
        game->reviewed =
            web_store_has_review(study->hub->store, game->id, &game->session.record);
}

static void done(struct web_job *job)
{
    struct web_study *study = (struct web_study *)job;
    struct web_peer *peer = study->peer;
    if (peer) {
        enum web_code code = study->error.text[0] ? WEB_INTERNAL : WEB_STOPPED;
        if (study->code)
            code = study->code;
        if (code == WEB_STOPPED)
            error_set(&study->error, _("stopped before there was a result"));
        leave_peer(study);
        if (study->game && study->known)
            keep_review(study);
        web_answer(peer, study->id, web_study_result(study), code, &study->error);
        if (study->tree && study->known)
            keep_tree(study);
    }
    web_study_free(study);
}

void web_study_orphan(struct web_peer *peer)
{
    while (peer->studies) {
        struct web_study *study = peer->studies;
        leave_peer(study);
        web_job_stop(&study->job);
    }
}

/* One study of a kind is enough for a connection: the older one ends. */
static void stop_same(struct web_peer *peer, const char *name)
{
    for (struct web_study *study = peer->studies; study; study = study->after)
        if (strcmp(study->name, name) == 0)
            web_job_stop(&study->job);
}

static int count_studies(const struct web_peer *peer)
{
    int count = 0;
    for (const struct web_study *study = peer->studies; study; study = study->after)
        count++;
    return count;
}

json_t *web_study_submit(struct web_call *call, struct web_study *study)
{
    struct web_peer *peer = call->peer;
    stop_same(peer, study->name);
    study->job.lane = WEB_STUDY;
    study->job.owner = peer->client->id;
    study->job.reported = reported;
    study->job.done = done;
    study->job.drop_report = drop_report;
    study->hub = call->hub;
    study->id = call->id;
    if (!call->hub->jobs || count_studies(peer) >= PEER_MOST ||
        !web_jobs_submit(call->hub->jobs, &study->job)) {
        web_study_free(study);
        return web_refuse(call, WEB_BUSY, _("the engine is busy; try again later"));
    }
    study->peer = peer;
    study->after = peer->studies;
    peer->studies = study;
    call->later = true;
    return NULL;
}

bool web_study_stop(struct web_peer *peer, int64_t id)
{
    for (struct web_study *study = peer->studies; study; study = study->after)
        if (study->id == id) {
            web_job_stop(&study->job);
            return true;
        }
    return false;
}
