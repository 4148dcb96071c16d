/* ops_game.c: the operations on a game: moves, taking back, offers, players. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "players/player.h"
#include "web/api.h"
#include "web/create.h"
#include "web/json.h"

static json_t *state_result(const struct web_game *game, enum web_role role)
{
    return json_pack("{so}", "state", web_json_state(game, role));
}

/* Writes a change and answers with the state. */
static json_t *changed(struct web_call *call, struct web_game *game, enum web_role role,
                       int from)
{
    if (!web_change_game(call->web, game, from, &call->error))
        return web_refuse_why(call, WEB_STORAGE);
    return state_result(game, role);
}

/* The game of the key if its owner may play, or NULL and refused. */
static struct web_game *player_key(struct web_call *call, enum web_role *role)
{
    struct web_game *game = web_key_arg(call, role);
    if (!game || *role != WEB_SPECTATOR)
        return game;
    web_refuse(call, WEB_FORBIDDEN, _("this key is for looking on"));
    return NULL;
}

/* The same, for what only one who plays alone or at one screen may do. */
static struct web_game *owner_key(struct web_call *call, enum web_role *role)
{
    struct web_game *game = player_key(call, role);
    if (!game || *role == WEB_BOTH)
        return game;
    web_refuse(call, WEB_FORBIDDEN, _("not in a game between two people"));
    return NULL;
}

json_t *web_op_watch(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = web_key_arg(call, &role);
    if (!game)
        return NULL;
    if (call->peer->http)
        return web_refuse(call, WEB_BAD_REQUEST, _("only a WebSocket can watch"));
    if (!web_watch(call->peer, game, role))
        return web_refuse(call, WEB_LIMIT, _("one connection watches at most %d games"),
                          WEB_WATCHES_MOST);
    return state_result(game, role);
}

json_t *web_op_unwatch(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = web_key_arg(call, &role);
    if (!game)
        return NULL;
    web_unwatch(call->peer, game);
    return json_object();
}

json_t *web_op_state(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = web_key_arg(call, &role);
    if (!game)
        return NULL;
    web_wake_game(call->web, game);
    return state_result(game, role);
}

static bool may_move(struct web_call *call, const struct web_game *game,
                     enum web_role role)
{
    int turn = session_turn(&game->session), ply = game->session.record.count;
    if (!web_count_arg(call, "ply", INT32_MAX, &ply))
        return false;
    if (ply != game->session.record.count)
        return web_refuse(call, WEB_STALE, _("%d moves were played, not %d"),
                          game->session.record.count, ply);
    if (session_is_over(&game->session))
        return web_refuse(call, WEB_OVER, _("the game is over"));
    bool own =
        role == WEB_BOTH ? !session_is_auto(&game->session, turn) : (int)role == turn;
    if (!own)
        return web_refuse(call, WEB_TURN, _("it is not your turn"));
    return true;
}

json_t *web_op_move(struct web_call *call)
{
    enum web_role role;
    move_t move;
    struct web_game *game = player_key(call, &role);
    if (!game || !may_move(call, game, role))
        return NULL;
    const struct game *rules = game->session.record.game;
    int64_t now = clock_now();
    if (session_flag_time(&game->session) <=
        now) { /* too late, and nobody has said so yet */
        web_game_finish(game, SESSION_END_TIME, session_turn(&game->session));
        return changed(call, game, role, game->session.record.count);
    }
    if (!rules->parse_move(rules, &game->session.record.now, web_text_arg(call, "move"),
                           &move, &call->error))
        return web_refuse_why(call, WEB_ILLEGAL);
    if (!web_game_play(game, move, now, &call->error))
        return web_refuse_why(call, WEB_INTERNAL);
    return changed(call, game, role, game->session.record.count - 1);
}

static json_t *go(struct web_call *call, struct web_game *game, enum web_role role,
                  int to)
{
    web_game_go(game, to, clock_now());
    return changed(call, game, role,
                   game->session.record.count + game->session.record.redoable);
}

static json_t *make_offer(struct web_call *call, struct web_game *game,
                          enum web_role role, struct web_offer offer)
{
    game->offer = offer;
    game->offer.by = (int)role;
    return changed(call, game, role,
                   game->session.record.count + game->session.record.redoable);
}

json_t *web_op_undo(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = player_key(call, &role);
    if (!game)
        return NULL;
    int to = session_undo_target(&game->session, role == WEB_BOTH ? -1 : (int)role);
    if (!web_count_arg(call, "to", INT32_MAX, &to))
        return NULL;
    if (to < 0 || to >= game->session.record.count)
        return web_refuse(call, WEB_NOTHING, _("there is nothing to take back"));
    if (role == WEB_BOTH)
        return go(call, game, role, to);
    if (session_is_over(&game->session))
        return web_refuse(call, WEB_OVER, _("the game is over"));
    return make_offer(call, game, role,
                      (struct web_offer){.kind = WEB_OFFER_UNDO, .to = to});
}

json_t *web_op_redo(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = owner_key(call, &role);
    if (!game)
        return NULL;
    int to = session_redo_target(&game->session);
    int most = game->session.record.count + game->session.record.redoable;
    if (!web_count_arg(call, "to", INT32_MAX, &to))
        return NULL;
    if (to <= game->session.record.count || to > most)
        return web_refuse(call, WEB_NOTHING, _("there is nothing to do again"));
    return go(call, game, role, to);
}

/* Makes the game that both agreed on and puts its keys where each finds his. */
static json_t *accept_rematch(struct web_call *call, struct web_game *game,
                              enum web_role role)
{
    bool swap = game->offer.swap;
    struct web_game *next = web_make_rematch(call, game, swap);
    if (!next)
        return NULL;
    game->next = next->id;
    game->next_key[WEB_FIRST] = next->key[swap ? WEB_SECOND : WEB_FIRST];
    game->next_key[WEB_SECOND] = next->key[swap ? WEB_FIRST : WEB_SECOND];
    game->next_key[WEB_SPECTATOR] = next->key[WEB_SPECTATOR];
    game->offer.kind = WEB_OFFER_NONE;
    return changed(call, game, role,
                   game->session.record.count + game->session.record.redoable);
}

json_t *web_op_answer(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = player_key(call, &role);
    bool accept = web_flag_arg(call, "accept", false);
    if (!game)
        return NULL;
    struct web_offer offer = game->offer;
    if (offer.kind == WEB_OFFER_NONE)
        return web_refuse(call, WEB_NOTHING, _("there is no offer"));
    if (accept && offer.by == (int)role)
        return web_refuse(call, WEB_FORBIDDEN, _("the other side has to accept"));
    if (accept && offer.kind == WEB_OFFER_REMATCH)
        return accept_rematch(call, game, role);
    game->offer.kind = WEB_OFFER_NONE;
    if (accept && offer.to < game->session.record.count)
        return go(call, game, role, offer.to);
    return changed(call, game, role,
                   game->session.record.count + game->session.record.redoable);
}

json_t *web_op_resign(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = player_key(call, &role);
    if (!game)
        return NULL;
    int turn = session_turn(&game->session), loser = turn;
    if (session_is_over(&game->session))
        return web_refuse(call, WEB_OVER, _("the game is over"));
    if (role != WEB_BOTH)
        loser = (int)role;
    else if (session_is_auto(&game->session, turn))
        loser = !turn;
    if (session_is_auto(&game->session, loser))
        return web_refuse(call, WEB_FORBIDDEN, _("nobody here plays"));
    web_game_finish(game, SESSION_END_RESIGNED, loser);
    return changed(call, game, role,
                   game->session.record.count + game->session.record.redoable);
}

json_t *web_op_players(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = owner_key(call, &role);
    struct session_side seat[2];
    if (!game)
        return NULL;
    double move_time = game->move_time;
    memcpy(seat, game->session.side, sizeof seat);
    if (!web_make_seats(call, game->session.record.game, seat) ||
        !web_seconds_arg(call, "move_time", WEB_MOVE_TIME_LEAST, WEB_MOVE_TIME_MOST,
                         &move_time))
        return NULL;
    memcpy(game->session.side, seat, sizeof seat);
    game->move_time = move_time;
    return changed(call, game, role,
                   game->session.record.count + game->session.record.redoable);
}

json_t *web_op_rematch(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = player_key(call, &role);
    bool swap = web_flag_arg(call, "swap", false);
    if (!game)
        return NULL;
    if (role == WEB_BOTH) {
        struct web_game *next = web_make_rematch(call, game, swap);
        return next ? web_make_result(next) : NULL;
    }
    if (!session_is_over(&game->session))
        return web_refuse(call, WEB_NOTHING, _("the game is not over yet"));
    if (game->next)
        return web_refuse(call, WEB_NOTHING, _("the next game has begun"));
    return make_offer(call, game, role,
                      (struct web_offer){.kind = WEB_OFFER_REMATCH, .swap = swap});
}

json_t *web_op_list(struct web_call *call)
{
    json_t *keys = json_object_get(call->args, "keys"), *games, *key;
    size_t index;
    if (json_array_size(keys) > WEB_KEYS_MOST)
        return web_refuse(call, WEB_BAD_REQUEST, _("at most %d keys"), WEB_KEYS_MOST);
    json_array_foreach(keys, index, key)
    {
        if (!json_is_string(key))
            return web_refuse(call, WEB_BAD_REQUEST, _("keys are strings"));
    }
    games = json_array();
    json_array_foreach(keys, index, key)
    {
        enum web_role role;
        const char *text = json_string_value(key);
        struct web_game *game = web_find_key(call->web, text, &role, &call->error);
        if (game)
            json_array_append_new(games, web_json_summary(game, role, text));
    }
    return json_pack("{so}", "games", games);
}

json_t *web_op_export(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = web_key_arg(call, &role);
    struct text text = {0};
    char name[64], date[32];
    struct tm utc;
    time_t time = game ? game->created : 0;
    if (!game)
        return NULL;
    if (!web_make_tags(game, &call->error))
        return web_refuse_why(call, WEB_INTERNAL);
    record_format(&game->session.record, &text);
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", gmtime_r(&time, &utc));
    snprintf(name, sizeof name, "%s-%s.lode", game->session.record.game->stem, date);
    json_t *result =
        text.failed ? NULL
                    : json_pack("{ss,ss}", "name", name, "lode", text_string(&text));
    text_free(&text);
    return result;
}
