/* state.c: a game of the web server as JSON. */
#include "web/hub/state.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "web/hub/hub.h"
#include "web/hub/json.h"

static json_t *time_json(int64_t seconds)
{
    char text[32];
    struct tm utc;
    time_t time = seconds;
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&time, &utc));
    return json_string(text);
}

static json_t *player_json(const struct web_game *game, int side)
{
    const struct session_side *seat = &game->session.side[side];
    return json_pack("{ss,sb,ss}", "name", seat->name, "auto",
                     session_is_auto(&game->session, side), "label",
                     seat->label[0] ? seat->label : seat->name);
}

static json_t *players_json(const struct web_game *game)
{
    return web_json_pair(player_json(game, 0), player_json(game, 1));
}

static json_t *here_json(const struct web_game *game)
{
    int count[4] = {0};
    for (const struct web_watch *watch = game->watches; watch; watch = watch->after)
        count[watch->role]++;
    bool both = count[WEB_BOTH] > 0;
    return json_pack("{sb,sb,si}", "first", both || count[WEB_FIRST], "second",
                     both || count[WEB_SECOND], "spectators", count[WEB_SPECTATOR]);
}

static json_t *clock_json(const struct web_game *game)
{
    const struct session_clock *clock = &game->session.clock;
    int64_t now = clock_now();
    if (clock->mode == SESSION_CLOCK_NONE)
        return json_null();
    bool runs = session_clock_runs(&game->session);
    return json_pack(
        "{ss,sf,sf,sb,s{sI,sI},so}", "mode",
        clock->mode == SESSION_CLOCK_MOVE ? "move" : "game", "seconds",
        (double)clock->ms / 1000, "increment", (double)clock->increment / 1000,
        "strict", clock->strict, "left", "first",
        (json_int_t)session_left_ms(&game->session, 0, now), "second",
        (json_int_t)session_left_ms(&game->session, 1, now), "running",
        runs ? json_string(web_json_side(session_turn(&game->session))) : json_null());
}

static json_t *offer_json(const struct web_game *game)
{
    const struct web_offer *offer = &game->offer;
    if (offer->kind == WEB_OFFER_NONE)
        return json_null();
    bool undo = offer->kind == WEB_OFFER_UNDO;
    return json_pack("{ss,ss,sb,so}", "kind", undo ? "undo" : "rematch", "by",
                     web_json_side(offer->by), "swap", offer->swap, "to",
                     undo ? json_integer(offer->to) : json_null());
}

static json_t *can_json(const struct web_game *game, enum web_role role)
{
    bool over = session_is_over(&game->session), plays = role != WEB_SPECTATOR;
    int turn = session_turn(&game->session);
    bool own_turn = role == WEB_BOTH ? !session_is_auto(&game->session, turn)
                                     : plays && (int)role == turn;
    int undo =
        plays ? session_undo_target(&game->session, role == WEB_BOTH ? -1 : (int)role)
              : -1;
    return json_pack("{sb,sb,sb,sb,sb,sb,sb}", "move", own_turn && !over, "undo",
                     undo >= 0 && (role == WEB_BOTH || !over), "redo",
                     role == WEB_BOTH && game->session.record.redoable > 0, "resign",
                     plays && !over && session_has_human(&game->session), "players",
                     role == WEB_BOTH, "rematch",
                     plays && (role == WEB_BOTH || (over && !game->next)), "comment",
                     web_game_may_comment(game, role));
}

/* A game lost on time or resigned still has legal moves, which nobody may play. */
static void set_ending(const struct web_game *game, json_t *state)
{
    struct text reason = {0};
    session_add_reason(&game->session, false, &reason);
    json_object_set_new(state, "turn", json_null());
    json_object_set_new(state, "legal", json_array());
    json_object_set_new(state, "result",
                        json_string(game_result_text(game->session.record.result)));
    json_object_set_new(
        state, "end",
        json_string(game->session.end == SESSION_END_TIME ? "time" : "resigned"));
    json_object_set_new(state, "reason", json_string(text_string(&reason)));
    text_free(&reason);
}

/* Where play continues: the key for the same role in the rematch. */
static json_t *next_json(const struct web_game *game, enum web_role role)
{
    char text[WEB_KEY_TEXT_SIZE];
    if (!game->next)
        return json_null();
    web_key_format(game->next, &game->next_key[role == WEB_BOTH ? WEB_FIRST : role],
                   text);
    return json_string(text);
}

json_t *web_state_json(const struct web_game *game, enum web_role role)
{
    const struct record *record = &game->session.record;
    json_t *state = web_json_position(record->game, &record->now);
    if (game->session.end != SESSION_END_NONE)
        set_ending(game, state);
    json_object_set_new(state, "role", json_string(web_json_role(role)));
    json_object_set_new(state, "version", json_integer(game->version));
    json_object_set_new(state, "created", time_json(game->created));
    json_object_set_new(state, "start", web_json_start(record));
    json_object_set_new(state, "moves", web_json_moves(record));
    json_object_set_new(state, "redo", json_integer(record->redoable));
    json_object_set_new(state, "players", players_json(game));
    json_object_set_new(state, "apart", json_boolean(game->apart));
    json_object_set_new(state, "here", here_json(game));
    json_object_set_new(state, "move_time", json_real(game->move_time));
    json_object_set_new(state, "thinking",
                        json_boolean(game->job || game->due_move != MOVE_NONE));
    json_object_set_new(state, "trouble",
                        json_string(game->trouble ? game->trouble : ""));
    json_object_set_new(state, "clock", clock_json(game));
    json_object_set_new(state, "offer", offer_json(game));
    json_object_set_new(state, "can", can_json(game, role));
    json_object_set_new(state, "next", next_json(game, role));
    json_object_set_new(state, "reviewed", json_boolean(game->reviewed));
    return state;
}

static json_t *key_json(const struct web_game *game, int which)
{
    char text[WEB_KEY_TEXT_SIZE];
    web_key_format(game->id, &game->key[which], text);
    return json_string(text);
}

json_t *web_state_keys(const struct web_game *game)
{
    if (!game->apart)
        return json_pack("{so,so}", "both", key_json(game, WEB_FIRST), "spectator",
                         key_json(game, WEB_SPECTATOR));
    return json_pack("{so,so,so}", "first", key_json(game, WEB_FIRST), "second",
                     key_json(game, WEB_SECOND), "spectator",
                     key_json(game, WEB_SPECTATOR));
}

json_t *web_state_summary(const struct web_game *game, enum web_role role,
                          const char *key)
{
    const struct record *record = &game->session.record;
    json_t *state = web_json_position(record->game, &record->now);
    static const char *const unused[] = {
        "rows",   "columns", "line",   "left_only", "holes",
        "stones", "legal",   "reason", "winning",   "stealing",
    };
    if (game->session.end != SESSION_END_NONE)
        set_ending(game, state);
    for (size_t i = 0; i < sizeof unused / sizeof *unused; i++)
        json_object_del(state, unused[i]);
    json_object_set_new(state, "key", json_string(key));
    json_object_set_new(state, "role", json_string(web_json_role(role)));
    json_object_set_new(state, "plies", json_integer(record->count));
    json_object_set_new(state, "players", players_json(game));
    json_object_set_new(state, "created", time_json(game->created));
    json_object_set_new(state, "changed", time_json(game->changed));
    return state;
}
