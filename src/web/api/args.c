/* args.c: what operations ask of a request: games by key, records, numbers. */
#include "web/api/args.h"

#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"

const char *web_text_arg(const struct web_call *call, const char *name)
{
    return json_string_value(json_object_get(call->args, name));
}

bool web_flag_arg(const struct web_call *call, const char *name, bool usual)
{
    json_t *value = json_object_get(call->args, name);
    return value ? json_is_true(value) : usual;
}

static double number_arg(const struct web_call *call, const char *name, double usual)
{
    json_t *value = json_object_get(call->args, name);
    return value ? json_number_value(value) : usual;
}

bool web_seconds_arg(struct web_call *call, const char *name, double least, double most,
                     double *seconds)
{
    double value = number_arg(call, name, *seconds);
    if (!(value >= least && value <= most))
        return web_refuse(call, WEB_BAD_REQUEST, _("'%s' must be from %g to %g"), name,
                          least, most);
    *seconds = value;
    return true;
}

bool web_count_arg(struct web_call *call, const char *name, int most, int *number)
{
    json_t *value = json_object_get(call->args, name);
    if (!value)
        return true;
    if (json_integer_value(value) > most)
        return web_refuse(call, WEB_BAD_REQUEST, _("'%s' must be at most %d"), name,
                          most);
    *number = (int)json_integer_value(value);
    return true;
}

struct web_game *web_find_key(struct web_hub *hub, const char *key, enum web_role *role,
                              struct error *error)
{
    int64_t id;
    struct web_key parsed;
    error->text[0] = '\0';
    if (!web_key_parse(key, &id, &parsed))
        return NULL;
    struct web_game *game = web_hub_find_game(hub, id, error);
    return game && web_game_find_role(game, &parsed, role) ? game : NULL;
}

struct web_game *web_key_arg(struct web_call *call, enum web_role *role)
{
    struct web_game *game =
        web_find_key(call->hub, web_text_arg(call, "key"), role, &call->error);
    if (game && *role != WEB_SPECTATOR) {
        game->asker = call->peer->client->id;
        game->asked = clock_now();
    }
    /* The clock of a game from the disk goes on. Neither a stranger nor a list of games
     * starts it. */
    if (game && !game->session.turn_began) {
        game->session.turn_began = clock_now();
        web_hub_wake_game(call->hub, game);
    }
    if (!game && call->error.text[0])
        web_refuse_why(call, WEB_STORAGE);
    else if (!game)
        web_refuse(call, WEB_NOT_FOUND, _("no game has this key"));
    return game;
}

static bool fill_record(struct web_call *call, struct record *record)
{
    const char *position = web_text_arg(call, "position");
    const char *moves = web_text_arg(call, "moves");
    struct position start;
    if (position &&
        (!record->game->parse_position(record->game, position, &start, &call->error) ||
         !record_set_start(record, &start, &call->error)))
        return false;
    return !moves || record_play_moves(record, moves, &call->error);
}

bool web_record_arg(struct web_call *call, struct record *record)
{
    const char *spec = web_text_arg(call, "spec");
    struct game *game = game_open(spec ? spec : "", &call->error);
    if (!game || !record_init(record, game, &call->error))
        return web_refuse_why(call, WEB_ILLEGAL);
    if (fill_record(call, record))
        return true;
    record_free(record);
    return web_refuse_why(call, WEB_ILLEGAL);
}

bool web_lode_arg(struct web_call *call, struct record *record)
{
    const char *lode = web_text_arg(call, "lode");
    if (record_parse(record, lode, strlen(lode), &call->error))
        return true;
    return web_refuse_why(call, WEB_ILLEGAL);
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

/* Whether the record stands at the position that the request names, if it does. */
static bool is_expected(struct web_call *call, const struct record *record)
{
    const char *expected = web_text_arg(call, "position");
    if (!expected)
        return true;
    struct text position = {0};
    record->game->format_position(record->game, &record->now, &position);
    bool equal = strcmp(text_string(&position), expected) == 0;
    text_free(&position);
    return equal;
}

bool web_key_place_arg(struct web_call *call, struct record *record)
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

bool web_place_arg(struct web_call *call, struct record *record)
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
        return web_key_place_arg(call, record);
    if (!json_object_get(call->args, "spec"))
        return web_refuse(call, WEB_BAD_REQUEST, _("'key' or 'spec' is missing"));
    return web_record_arg(call, record);
}
