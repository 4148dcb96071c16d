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

double web_number_arg(const struct web_call *call, const char *name, double usual)
{
    json_t *value = json_object_get(call->args, name);
    return value ? json_number_value(value) : usual;
}

bool web_seconds_arg(struct web_call *call, const char *name, double least, double most,
                     double *seconds)
{
    double value = web_number_arg(call, name, *seconds);
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
