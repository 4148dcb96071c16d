/* game.c: the operations on a game: watching, moves, taking back, offers, players. */
#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "web/api/args.h"
#include "web/api/create.h"
#include "web/api/op.h"
#include "web/hub/state.h"

static json_t *state_result(const struct web_game *game, enum web_role role)
{
    return json_pack("{so}", "state", web_state_json(game, role));
}

/* Writes a change and answers with the state. */
static json_t *changed(struct web_call *call, struct web_game *game, enum web_role role,
                       int from)
{
    if (!web_hub_change_game(call->hub, game, from, &call->error))
        return web_refuse_why(call, WEB_STORAGE);
    return state_result(game, role);
}

/* The same for a name or a comment. */
static json_t *annotated(struct web_call *call, struct web_game *game,
                         enum web_role role, int from)
{
    if (!web_hub_annotate_game(call->hub, game, from, &call->error))
        return web_refuse_why(call, WEB_STORAGE);
    return state_result(game, role);
}

/* The game of the key if it may play; NULL when refused. */
static struct web_game *player_key(struct web_call *call, enum web_role *role)
{
    struct web_game *game = web_key_arg(call, role);
    if (!game || *role != WEB_SPECTATOR)
        return game;
    web_refuse(call, WEB_FORBIDDEN, _("this key is for watching only"));
    return NULL;
}

/* The same for what is not allowed when two people play apart. */
static struct web_game *owner_key(struct web_call *call, enum web_role *role)
{
    struct web_game *game = player_key(call, role);
    if (!game || *role == WEB_BOTH)
        return game;
    web_refuse(call, WEB_FORBIDDEN, _("not allowed in a game between two people"));
    return NULL;
}

static json_t *run_watch(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = web_key_arg(call, &role);
    if (!game)
        return NULL;
    if (call->peer->http)
        return web_refuse(call, WEB_BAD_REQUEST, _("only a WebSocket can watch"));
    if (!web_hub_watch(call->peer, game, role))
        return web_refuse(call, WEB_LIMIT, _("a connection can watch at most %d games"),
                          WEB_WATCHES_MOST);
    return state_result(game, role);
}

const struct web_op web_op_watch = {
    .name = "watch",
    .args = {{"key", WEB_TEXT, WEB_REQUIRED}},
    .handle = run_watch,
};

static json_t *run_unwatch(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = web_key_arg(call, &role);
    if (!game)
        return NULL;
    web_hub_unwatch(call->peer, game);
    return json_object();
}

const struct web_op web_op_unwatch = {
    .name = "unwatch",
    .args = {{"key", WEB_TEXT, WEB_REQUIRED}},
    .handle = run_unwatch,
};

static json_t *run_state(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = web_key_arg(call, &role);
    if (!game)
        return NULL;
    web_hub_wake_game(call->hub, game);
    return state_result(game, role);
}

const struct web_op web_op_state = {
    .name = "state",
    .args = {{"key", WEB_TEXT, WEB_REQUIRED}},
    .handle = run_state,
};

static bool may_move(struct web_call *call, const struct web_game *game,
                     enum web_role role)
{
    int turn = session_turn(&game->session), ply = game->session.record.count;
    if (!web_count_arg(call, "ply", INT32_MAX, &ply))
        return false;
    if (ply != game->session.record.count)
        return web_refuse(call, WEB_STALE, _("the game is at move %d, not %d"),
                          game->session.record.count, ply);
    if (session_is_over(&game->session))
        return web_refuse(call, WEB_OVER, _("the game is over"));
    bool own =
        role == WEB_BOTH ? !session_is_auto(&game->session, turn) : (int)role == turn;
    if (!own)
        return web_refuse(call, WEB_TURN, _("it is not your turn"));
    return true;
}

static json_t *run_move(struct web_call *call)
{
    enum web_role role;
    move_t move;
    struct web_game *game = player_key(call, &role);
    if (!game || !may_move(call, game, role))
        return NULL;
    const struct game *rules = game->session.record.game;
    int64_t now = clock_now();
    if (session_flag_time(&game->session) <=
        now) { /* too late, and the flag has not fallen yet */
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

const struct web_op web_op_move = {
    .name = "move",
    .args = {{"key", WEB_TEXT, WEB_REQUIRED},
             {"move", WEB_TEXT, WEB_REQUIRED},
             {"ply", WEB_WHOLE, WEB_OPTIONAL}},
    .handle = run_move,
};

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

static json_t *run_undo(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = player_key(call, &role);
    if (!game)
        return NULL;
    int to = session_undo_target(&game->session, role == WEB_BOTH ? -1 : (int)role);
    if (!web_count_arg(call, "to", INT32_MAX, &to))
        return NULL;
    if (to < 0 || to >= game->session.record.count)
        return web_refuse(call, WEB_NOTHING, _("there is nothing to undo"));
    if (role == WEB_BOTH)
        return go(call, game, role, to);
    if (session_is_over(&game->session))
        return web_refuse(call, WEB_OVER, _("the game is over"));
    return make_offer(call, game, role,
                      (struct web_offer){.kind = WEB_OFFER_UNDO, .to = to});
}

const struct web_op web_op_undo = {
    .name = "undo",
    .args = {{"key", WEB_TEXT, WEB_REQUIRED}, {"to", WEB_WHOLE, WEB_OPTIONAL}},
    .handle = run_undo,
};

static json_t *run_redo(struct web_call *call)
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
        return web_refuse(call, WEB_NOTHING, _("there is nothing to redo"));
    return go(call, game, role, to);
}

const struct web_op web_op_redo = {
    .name = "redo",
    .args = {{"key", WEB_TEXT, WEB_REQUIRED}, {"to", WEB_WHOLE, WEB_OPTIONAL}},
    .handle = run_redo,
};

/* Makes the rematch and stores its keys, so that each side finds its own. */
static json_t *accept_rematch(struct web_call *call, struct web_game *game,
                              enum web_role role)
{
    bool swap = game->offer.swap;
    struct web_game *next = web_create_rematch(call, game, swap);
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

static json_t *run_answer(struct web_call *call)
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

const struct web_op web_op_answer = {
    .name = "answer",
    .args = {{"key", WEB_TEXT, WEB_REQUIRED}, {"accept", WEB_FLAG, WEB_REQUIRED}},
    .handle = run_answer,
};

static json_t *run_resign(struct web_call *call)
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
        return web_refuse(call, WEB_FORBIDDEN, _("no person plays in this game"));
    web_game_finish(game, SESSION_END_RESIGNED, loser);
    return changed(call, game, role,
                   game->session.record.count + game->session.record.redoable);
}

const struct web_op web_op_resign = {
    .name = "resign",
    .args = {{"key", WEB_TEXT, WEB_REQUIRED}},
    .handle = run_resign,
};

static json_t *run_players(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = owner_key(call, &role);
    struct session_side seat[2];
    if (!game)
        return NULL;
    double move_time = game->move_time;
    memcpy(seat, game->session.side, sizeof seat);
    if (!web_create_seats(call, game->session.record.game, seat) ||
        !web_seconds_arg(call, "move_time", WEB_MOVE_TIME_LEAST, WEB_MOVE_TIME_MOST,
                         &move_time))
        return NULL;
    memcpy(game->session.side, seat, sizeof seat);
    game->move_time = move_time;
    return changed(call, game, role,
                   game->session.record.count + game->session.record.redoable);
}

const struct web_op web_op_players = {
    .name = "players",
    .args = {{"key", WEB_TEXT, WEB_REQUIRED},
             {"first", WEB_TEXT, WEB_OPTIONAL},
             {"second", WEB_TEXT, WEB_OPTIONAL},
             {"move_time", WEB_NUMBER, WEB_OPTIONAL}},
    .handle = run_players,
};

static json_t *run_name(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = player_key(call, &role);
    const char *name = web_text_arg(call, "name"), *side = web_text_arg(call, "side");
    int seat = (int)role;
    if (!game)
        return NULL;
    if (side || role == WEB_BOTH) {
        seat = side && strcmp(side, "first") == 0    ? 0
               : side && strcmp(side, "second") == 0 ? 1
                                                     : -1;
        if (seat < 0)
            return web_refuse(call, WEB_BAD_REQUEST,
                              _("'side' must be \"first\" or \"second\""));
    }
    if ((role != WEB_BOTH && seat != (int)role) ||
        session_is_auto(&game->session, seat))
        return web_refuse(call, WEB_FORBIDDEN, _("this side is not yours to name"));
    if (!web_create_label(call, name, &game->session.side[seat]))
        return NULL;
    return annotated(call, game, role,
                     game->session.record.count + game->session.record.redoable);
}

const struct web_op web_op_name = {
    .name = "name",
    .args = {{"key", WEB_TEXT, WEB_REQUIRED},
             {"name", WEB_TEXT, WEB_REQUIRED},
             {"side", WEB_TEXT, WEB_OPTIONAL}},
    .handle = run_name,
};

/* A comment holds variations, too (docs/rules.md): with the engine's help they would be
 * unfair while two people play. */
static json_t *run_comment(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = player_key(call, &role);
    const char *comment = web_text_arg(call, "comment");
    int ply = 0;
    if (!game || !web_count_arg(call, "ply", INT32_MAX, &ply))
        return NULL;
    if (!web_game_may_comment(game, role))
        return web_refuse(call, WEB_UNFAIR,
                          _("comments can be written once the game is over"));
    if (ply > game->session.record.count)
        return web_refuse(call, WEB_STALE, _("move %d has not been played"), ply);
    if (strlen(comment) > WEB_COMMENT_MOST)
        return web_refuse(call, WEB_BAD_REQUEST,
                          _("'comment' may have at most %d bytes"), WEB_COMMENT_MOST);
    if (!record_set_comment(&game->session.record, ply - 1, *comment ? comment : NULL,
                            &call->error))
        return web_refuse_why(call, WEB_BAD_REQUEST);
    return annotated(call, game, role, ply ? ply - 1 : 0);
}

const struct web_op web_op_comment = {
    .name = "comment",
    .args = {{"key", WEB_TEXT, WEB_REQUIRED},
             {"ply", WEB_WHOLE, WEB_REQUIRED},
             {"comment", WEB_TEXT, WEB_REQUIRED}},
    .handle = run_comment,
};

static json_t *run_rematch(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = player_key(call, &role);
    bool swap = web_flag_arg(call, "swap", false);
    if (!game)
        return NULL;
    if (role == WEB_BOTH) {
        struct web_game *next = web_create_rematch(call, game, swap);
        return next ? web_create_result(next) : NULL;
    }
    if (!session_is_over(&game->session))
        return web_refuse(call, WEB_NOTHING, _("the game is not over yet"));
    if (game->next)
        return web_refuse(call, WEB_NOTHING, _("the rematch has already begun"));
    return make_offer(call, game, role,
                      (struct web_offer){.kind = WEB_OFFER_REMATCH, .swap = swap});
}

const struct web_op web_op_rematch = {
    .name = "rematch",
    .args = {{"key", WEB_TEXT, WEB_REQUIRED}, {"swap", WEB_FLAG, WEB_OPTIONAL}},
    .handle = run_rematch,
};
