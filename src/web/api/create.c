/* create.c: making games. */
#include "web/api/create.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "players/player.h"
#include "players/reference_bots.h"
#include "web/api/args.h"
#include "web/hub/state.h"

enum {
    LABEL_MOST = 40, /* characters */
    CLOCK_MOST = 24 * 3600,
};

static bool is_seat_name(const struct game *game, const char *name)
{
    return player_exists(game, name) || strcmp(name, session_human) == 0;
}

static bool set_seat(struct web_call *call, const struct game *game, const char *name,
                     struct session_side *seat)
{
    char quoted[48];
    if (!name)
        return true;
    /* What is wrong with a heuristic of one's own is worth saying. */
    struct reference_bot bot;
    if (strchr(name, '@') && !reference_bot_find(game, name, &bot, &call->error))
        return web_refuse_why(call, WEB_ILLEGAL);
    if (!is_seat_name(game, name))
        return web_refuse(call, WEB_ILLEGAL, _("there is no player '%s' for this game"),
                          text_quotable(name, strlen(name), quoted, sizeof quoted));
    snprintf(seat->name, sizeof seat->name, "%s", name);
    if (strcmp(name, session_human) != 0)
        seat->label[0] = '\0';
    return true;
}

bool web_create_seats(struct web_call *call, const struct game *game,
                      struct session_side seat[2])
{
    return set_seat(call, game, web_text_arg(call, "first"), &seat[0]) &&
           set_seat(call, game, web_text_arg(call, "second"), &seat[1]);
}

static size_t count_characters(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += (*text & 0xc0) != 0x80;
    return count;
}

/* The next character of a text that is UTF-8. */
static uint32_t next_character(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    int more = at[0] >= 0xf0 ? 3 : at[0] >= 0xe0 ? 2 : at[0] >= 0xc0 ? 1 : 0;
    uint32_t value = at[0] & (0xffu >> (more ? more + 2 : 1));
    for (int i = 1; i <= more; i++)
        value = value << 6 | (at[i] & 0x3f);
    *text += 1 + more;
    return value;
}

/* Marks that change the direction of what stands beside the name. */
static bool turns_text(uint32_t c)
{
    return c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

static bool is_blank(uint32_t c)
{
    return c <= ' ' || c == 0xa0 || c == 0xad || c == 0x034f || c == 0x115f ||
           c == 0x1160 || c == 0x1680 || c == 0x180e || (c >= 0x2000 && c <= 0x200f) ||
           c == 0x2028 || c == 0x2029 || c == 0x202f || (c >= 0x205f && c <= 0x206f) ||
           c == 0x2800 || c == 0x3000 || c == 0x3164 || (c >= 0xfe00 && c <= 0xfe0f) ||
           c == 0xfeff || c == 0xffa0 || (c >= 0xe0000 && c <= 0xe0fff);
}

/* Why people could not read a name; NULL when they can. */
static const char *why_unreadable(const char *label)
{
    bool visible = !*label;
    while (*label) {
        uint32_t c = next_character(&label);
        if (turns_text(c))
            return _("a name can't have marks that change the direction of text");
        visible |= !is_blank(c);
    }
    return visible ? NULL : _("a name needs something to see, not only blanks");
}

bool web_create_label(struct web_call *call, const char *label,
                      struct session_side *seat)
{
    /* It becomes a tag of a file, which must not have control characters either. */
    struct record scratch = {0};
    const char *why = why_unreadable(label);
    if (count_characters(label) > LABEL_MOST)
        return web_refuse(call, WEB_BAD_REQUEST,
                          _("a name can have at most %d characters"), LABEL_MOST);
    if (why)
        return web_refuse(call, WEB_BAD_REQUEST, "%s", why);
    bool ok = record_set_tag(&scratch, RECORD_FIRST, label, &call->error);
    record_free(&scratch);
    if (!ok)
        return web_refuse_why(call, WEB_BAD_REQUEST);
    snprintf(seat->label, sizeof seat->label, "%s", label);
    return true;
}

static bool read_labels(struct web_call *call, struct session_side seat[2])
{
    json_t *labels = json_object_get(call->args, "labels"), *label;
    const char *name;
    json_object_foreach(labels, name, label)
    {
        int side = strcmp(name, "second") == 0;
        if ((!side && strcmp(name, "first") != 0) || !json_is_string(label))
            return web_refuse(
                call, WEB_BAD_REQUEST,
                _("'labels' can have 'first' and 'second', both strings"));
        if (!web_create_label(call, json_string_value(label), &seat[side]))
            return false;
    }
    return true;
}

static bool read_clock(struct web_call *call, struct session_clock *clock)
{
    json_t *object = json_object_get(call->args, "clock");
    const char *mode = NULL;
    double seconds = 0, increment = 0;
    int strict = 1;
    if (!object)
        return true;
    json_error_t why;
    if (json_unpack_ex(object, &why, JSON_STRICT, "{ss,sF,s?F,s?b}", "mode", &mode,
                       "seconds", &seconds, "increment", &increment, "strict",
                       &strict) != 0)
        return web_refuse(call, WEB_BAD_REQUEST, _("clock: %s"), why.text);
    if (strcmp(mode, "move") == 0)
        clock->mode = SESSION_CLOCK_MOVE;
    else if (strcmp(mode, "game") == 0)
        clock->mode = SESSION_CLOCK_GAME;
    else
        return web_refuse(call, WEB_BAD_REQUEST,
                          _("a clock's mode is 'move' or 'game'"));
    if (!(seconds >= 0.5 && seconds <= CLOCK_MOST && increment >= 0 &&
          increment <= CLOCK_MOST))
        return web_refuse(
            call, WEB_BAD_REQUEST,
            _("a clock has 0.5 to %d seconds, and an increment of at most %d"),
            CLOCK_MOST, CLOCK_MOST);
    clock->ms = (int64_t)(seconds * 1000);
    clock->increment = (int64_t)(increment * 1000);
    clock->strict = strict;
    return true;
}

/* Reads the settings that a request gives besides the record. */
static bool read_settings(struct web_call *call, struct web_game *game)
{
    game->apart = web_flag_arg(call, "apart", false);
    if (!web_create_seats(call, game->session.record.game, game->session.side) ||
        !read_labels(call, game->session.side) ||
        !read_clock(call, &game->session.clock) ||
        !web_seconds_arg(call, "move_time", WEB_MOVE_TIME_LEAST, WEB_MOVE_TIME_MOST,
                         &game->move_time))
        return false;
    if (game->apart &&
        (session_is_auto(&game->session, 0) || session_is_auto(&game->session, 1)))
        return web_refuse(call, WEB_BAD_REQUEST, _("'apart' needs two people"));
    return true;
}

static bool may_create(struct web_call *call)
{
    if (web_client_may_create(call->peer->client))
        return true;
    return web_refuse(call, WEB_LIMIT,
                      _("too many new games from your address; try "
                        "again later"));
}

static json_t *add(struct web_call *call, struct web_game *game)
{
    if (!web_hub_add_game(call->hub, game, &call->error))
        return web_refuse_why(call, WEB_STORAGE);
    return web_create_result(game);
}

json_t *web_create_game(struct web_call *call, struct record *record)
{
    struct web_game *game = web_game_new(record);
    if (!game)
        return NULL;
    if (!web_flag_arg(call, "apart", false))
        session_set_name(&game->session, 1, "master");
    if (read_settings(call, game) && may_create(call))
        return add(call, game);
    web_game_free(game);
    return NULL;
}

/* A name that is one of our players plays again; any other is a person's. */
static void adopt_names(struct web_game *game)
{
    for (int side = 0; side < 2; side++) {
        const char *tag =
            game->session.record.tag[side == 0 ? RECORD_FIRST : RECORD_SECOND];
        struct session_side *seat = &game->session.side[side];
        if (tag && is_seat_name(game->session.record.game, tag))
            snprintf(seat->name, sizeof seat->name, "%s", tag);
        else if (tag && count_characters(tag) <= LABEL_MOST && !why_unreadable(tag))
            snprintf(seat->label, sizeof seat->label, "%s", tag);
    }
}

/* The server knows losses on time and resignations alone: other losses count as
 * resignations, and after a draw before the rules' end play continues. */
static void adopt_end(struct session *session)
{
    const char *why = session->record.tag[RECORD_TERMINATION];
    session_adopt_end(session);
    if (session->end != SESSION_END_AGREED && session->end != SESSION_END_OTHER)
        return;
    session->end = strstr(why, "time") ? SESSION_END_TIME : SESSION_END_RESIGNED;
    if (session->record.result == RESULT_TIE) {
        session->end = SESSION_END_NONE;
        session->record.result = RESULT_NONE;
    }
}

json_t *web_create_import(struct web_call *call, struct record *record)
{
    struct web_game *game = web_game_new(record);
    if (!game)
        return NULL;
    adopt_names(game);
    adopt_end(&game->session);
    if (read_settings(call, game) && may_create(call))
        return add(call, game);
    web_game_free(game);
    return NULL;
}

struct web_game *web_create_rematch(struct web_call *call, const struct web_game *game,
                                    bool swap)
{
    struct record record;
    struct game *rules = game_open(game->session.record.game->name, &call->error);
    if (!rules || !record_init(&record, rules, &call->error)) {
        web_refuse_why(call, WEB_INTERNAL);
        return NULL;
    }
    if (!record_set_start(&record, &game->session.record.start, &call->error)) {
        record_free(&record);
        web_refuse_why(call, WEB_INTERNAL);
        return NULL;
    }
    struct web_game *next = web_game_new(&record);
    if (!next)
        return NULL;
    for (int side = 0; side < 2; side++)
        next->session.side[side] = game->session.side[swap ? !side : side];
    next->apart = game->apart;
    next->session.clock = game->session.clock;
    next->move_time = game->move_time;
    if (!may_create(call)) {
        web_game_free(next);
        return NULL;
    }
    if (web_hub_add_game(call->hub, next, &call->error))
        return next;
    web_refuse_why(call, WEB_STORAGE);
    return NULL;
}

json_t *web_create_result(const struct web_game *game)
{
    return json_pack("{so,so}", "keys", web_state_keys(game), "state",
                     web_state_json(game, game->apart ? WEB_FIRST : WEB_BOTH));
}
