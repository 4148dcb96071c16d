/* hub.c: games in memory, who watches them, and the end of a round. */
#include "web/hub/hub.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "web/engine/study.h"
#include "web/engine/think.h"
#include "web/hub/json.h"
#include "web/hub/state.h"
#include "web/hub/store_games.h"
#include "web/tournament/tournament.h"

static const int64_t second = 1000000000;
/* How long an unwatched game keeps its engine thinking. */
static const int64_t attention = 15 * second;
/* How long a clock that never ends the game keeps it in memory after its last move. */
static const int64_t memory = 3600 * second;
/* How often somebody who waits for the engine is looked after. */
static const int64_t share_pause = 100 * 1000000ll;

void web_hub_init(struct web_hub *hub, struct web_store *store,
                  void (*flush)(struct web_peer *peer))
{
    *hub = (struct web_hub){.store = store, .flush = flush, .round = 1};
}

static struct web_game **bucket_of(struct web_hub *hub, int64_t id)
{
    return &hub->game[(uint64_t)id % WEB_GAME_BUCKETS];
}

void web_hub_free(struct web_hub *hub)
{
    web_jobs_close(hub->jobs);
    for (int i = 0; i < WEB_GAME_BUCKETS; i++)
        for (struct web_game *game; (game = hub->game[i]);) {
            hub->game[i] = game->after;
            web_game_free(game);
        }
    for (struct web_client *client; (client = hub->clients);) {
        hub->clients = client->after;
        free(client);
    }
    web_tournament_close(hub->tournament);
    web_store_close(hub->store);
    *hub = (struct web_hub){0};
}

struct web_game *web_hub_find_game(struct web_hub *hub, int64_t id, struct error *error)
{
    struct web_game **bucket = bucket_of(hub, id);
    for (struct web_game *game = *bucket; game; game = game->after)
        if (game->id == id)
            return game;
    struct web_game *game = web_store_load(hub->store, id, error);
    if (!game)
        return NULL;
    game->after = *bucket;
    *bucket = game;
    return game;
}

bool web_hub_add_game(struct web_hub *hub, struct web_game *game, struct error *error)
{
    game->created = game->changed = time(NULL);
    game->version = 1;
    game->session.turn_began = clock_now();
    game->touched = true;
    for (int i = 0; i < 3; i++)
        if (!web_key_make(&game->key[i], error)) {
            web_game_free(game);
            return false;
        }
    if (!web_store_add(hub->store, game, error)) {
        web_game_free(game);
        return false;
    }
    struct web_game **bucket = bucket_of(hub, game->id);
    game->after = *bucket;
    *bucket = game;
    web_hub_wake_game(hub, game);
    return true;
}

/* Stops the search for a move when the game has changed. */
static void stop_thinking(struct web_game *game)
{
    if (game->job)
        web_job_stop(game->job);
    game->job = NULL;
}

/* Sends the state of the game to its watchers. */
static void show_game(struct web_game *game)
{
    json_t *message[4] = {NULL}; /* by role */
    game->show_due = INT64_MAX;
    for (struct web_watch *watch = game->watches; watch; watch = watch->after) {
        json_t **one = &message[watch->role];
        if (!*one)
            *one = json_pack("{so}", "state", web_state_json(game, watch->role));
        web_peer_push(watch->peer, json_incref(*one), game->id);
    }
    for (int i = 0; i < 4; i++)
        json_decref(message[i]);
}

static bool write_game(struct web_hub *hub, struct web_game *game, int from,
                       struct error *error)
{
    game->version++;
    game->changed = time(NULL);
    game->touched = true;
    return web_store_change(hub->store, game, from, error);
}

bool web_hub_change_game(struct web_hub *hub, struct web_game *game, int from,
                         struct error *error)
{
    game->trouble = NULL;
    stop_thinking(game);
    game->due_move = MOVE_NONE;
    bool ok = write_game(hub, game, from, error);
    web_hub_wake_game(hub, game);
    show_game(game);
    return ok;
}

bool web_hub_annotate_game(struct web_hub *hub, struct web_game *game, int from,
                           struct error *error)
{
    bool ok = write_game(hub, game, from, error);
    show_game(game);
    return ok;
}

/* Someone came or left. Players are shown at once; spectators are counted once a
 * second, so that a crowd doesn't cause a message to everyone for each of them. */
static void show_presence(struct web_game *game, enum web_role role)
{
    if (role != WEB_SPECTATOR)
        show_game(game);
    else if (game->show_due == INT64_MAX)
        game->show_due = clock_now() + second;
}

/* Whether somebody wants to know the move: watches, or asked a moment ago (by HTTP, or
 * before loading the page again), or plays against the clock. Two engines play only
 * while someone watches or their clock runs. */
static bool has_reason_to_think(const struct web_game *game, int64_t now)
{
    if (game->watches || session_flag_time(&game->session) != INT64_MAX)
        return true;
    if (session_is_auto(&game->session, 0) && session_is_auto(&game->session, 1))
        return false;
    return now - game->asked < attention;
}

void web_hub_wake_game(struct web_hub *hub, struct web_game *game)
{
    if (!hub->jobs || game->job || game->due_move != MOVE_NONE ||
        session_is_over(&game->session) ||
        !session_is_auto(&game->session, session_turn(&game->session)) ||
        !has_reason_to_think(game, clock_now()))
        return;
    game->job = web_think_begin(hub, game);
    game->trouble = game->job ? NULL : _("the engine is busy; it will try again");
}

bool web_hub_watch(struct web_peer *peer, struct web_game *game, enum web_role role)
{
    int count = 0;
    for (struct web_watch *watch = peer->watches; watch; watch = watch->peer_after) {
        count++;
        if (watch->game == game) {
            watch->role = role;
            return true;
        }
    }
    struct web_watch *watch = count < WEB_WATCHES_MOST ? malloc(sizeof *watch) : NULL;
    if (!watch)
        return false;
    *watch = (struct web_watch){.after = game->watches,
                                .peer_after = peer->watches,
                                .game = game,
                                .peer = peer,
                                .role = role};
    game->watches = peer->watches = watch;
    web_hub_wake_game(peer->hub, game);
    show_presence(game, role);
    return true;
}

void web_hub_unwatch(struct web_peer *peer, const struct web_game *game)
{
    struct web_watch **at = &peer->watches;
    while (*at && (*at)->game != game)
        at = &(*at)->peer_after;
    struct web_watch *watch = *at;
    if (!watch)
        return;
    *at = watch->peer_after;
    for (at = &watch->game->watches; *at != watch; at = &(*at)->after)
        continue;
    *at = watch->after;
    show_presence(watch->game, watch->role);
    free(watch);
}

/* Does what is due by the clock: a flag falls, a delayed automatic move is played, an
 * engine that found the queue full tries again, the spectators are counted. */
static void run_due(struct web_hub *hub, struct web_game *game, int64_t now)
{
    struct error error;
    if (game->due_move != MOVE_NONE && game->due <= now)
        web_think_play(hub, game, game->due_move);
    if (session_flag_time(&game->session) <= now) {
        web_game_finish(game, SESSION_END_TIME, session_turn(&game->session));
        web_hub_change_game(hub, game, game->session.record.count, &error);
    }
    if (game->job && !has_reason_to_think(game, now))
        stop_thinking(game);
    if (game->trouble)
        web_hub_wake_game(hub, game);
    if (game->show_due <= now)
        show_game(game);
}

/* Whether the move that somebody thinks about must be remembered: only in memory it is
 * known when it began. */
static bool is_timed(const struct web_game *game, int64_t now)
{
    return session_flag_time(&game->session) != INT64_MAX ||
           (session_clock_runs(&game->session) && game->session.turn_began &&
            now - game->session.turn_began < memory);
}

static bool is_idle(const struct web_game *game, int64_t now)
{
    return !game->watches && !game->job && game->due_move == MOVE_NONE &&
           !game->touched && !is_timed(game, now);
}

static void look_after_games(struct web_hub *hub)
{
    int64_t now = clock_now();
    bool sweep = now - hub->swept > second;
    if (sweep)
        hub->swept = now;
    for (int i = 0; i < WEB_GAME_BUCKETS; i++) {
        for (struct web_game **at = &hub->game[i]; *at;) {
            struct web_game *game = *at;
            run_due(hub, game, now);
            if (sweep && is_idle(game, now)) {
                *at = game->after;
                web_game_free(game);
            } else {
                at = &game->after;
            }
        }
    }
}

int64_t web_hub_next_alarm(const struct web_hub *hub, int64_t now)
{
    int64_t next = hub->sharing ? now + share_pause : INT64_MAX;
    for (int i = 0; i < WEB_GAME_BUCKETS; i++)
        for (const struct web_game *game = hub->game[i]; game; game = game->after) {
            int64_t flag = session_flag_time(&game->session);
            if (flag < next)
                next = flag;
            if (game->due_move != MOVE_NONE && game->due < next)
                next = game->due;
            if (game->show_due < next)
                next = game->show_due;
            /* Nobody cares any more; a clock lets it think on. */
            if (game->job && !game->watches && flag == INT64_MAX &&
                game->asked + attention < next)
                next = game->asked + attention;
            if ((game->trouble || is_idle(game, now)) && now + 2 * second < next)
                next = now + 2 * second;
        }
    return next == INT64_MAX ? -1 : next > now ? next - now : 0;
}

/* After a failed commit the disk is right. The game stays where it is in memory,
 * because others point to it, and gets the stored content. */
static void read_back(struct web_game *game, struct web_game *stored)
{
    session_free(&game->session);
    stored->watches = game->watches;
    stored->after = game->after;
    stored->session.turn_began = clock_now();
    *game = *stored;
    free(stored);
    show_game(game);
}

static void finish_games(struct web_hub *hub, bool ok)
{
    struct error error;
    for (int i = 0; i < WEB_GAME_BUCKETS; i++)
        for (struct web_game **at = &hub->game[i]; *at;) {
            struct web_game *game = *at;
            bool failed = game->touched && !ok;
            struct web_game *stored =
                failed ? web_store_load(hub->store, game->id, &error) : NULL;
            game->touched = false;
            if (failed)
                stop_thinking(game);
            if (stored) {
                read_back(game, stored);
                web_hub_wake_game(hub, game);
            }
            if (failed && !stored && !game->watches) {
                *at = game->after; /* it was new: no client knows its keys */
                web_game_free(game);
            } else {
                at = &game->after;
            }
        }
}

/* Turns the answers of a failed round into errors and drops its other messages. */
static void fail_messages(struct web_peer *peer, const struct error *error)
{
    struct web_out *list = peer->out;
    peer->out = NULL;
    peer->out_end = &peer->out;
    peer->out_bytes = 0;
    while (list) {
        struct web_out *out = list;
        list = out->after;
        out->after = NULL;
        if (out->round != peer->hub->round) {
            *peer->out_end = out;
            peer->out_end = &out->after;
            peer->out_bytes += out->length;
            continue;
        }
        if (out->is_answer)
            web_peer_answer(peer, web_json_error("storage", error->text, out->id),
                            out->id, 500);
        free(out);
    }
}

void web_hub_round(struct web_hub *hub)
{
    struct error error;
    if (hub->jobs)
        web_jobs_deliver(hub->jobs);
    look_after_games(hub);
    hub->sharing = hub->jobs && web_jobs_share(hub->jobs, clock_now());
    web_tournament_look(hub);
    bool pending = web_store_is_pending(hub->store);
    bool ok = web_store_commit(hub->store, &error);
    for (struct web_peer *peer = hub->peers; !ok && peer; peer = peer->after)
        fail_messages(peer, &error);
    if (pending)
        finish_games(hub, ok);
    hub->round++;
    for (struct web_peer *peer = hub->peers; peer; peer = peer->after)
        if (peer->out || peer->gone)
            hub->flush(peer);
}
