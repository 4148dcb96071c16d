/* ops_server.c: the operations that need no game: what there is, positions and
 * files to look at. */
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "players/levels.h"
#include "players/player.h"
#include "rules/record_tags.h"
#include "web/api.h"
#include "web/json.h"

static const struct {
    const char *spec, *name;
} specs[] = {
    {"cave", N_("Magnetic Cave")},
    {"side-stacker", N_("Side Stacker")},
    {"connect-four", N_("Connect Four on its side")},
    {"mancala", N_("Mancala, stealing")},
    {"mancala:6x4:nosteal", N_("Mancala, not stealing")},
    {"kalah", N_("Kalah")},
};

static json_t *specs_json(void)
{
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct game *game = game_open(specs[i].spec, NULL);
        if (!game)
            continue;
        json_array_append_new(list, json_pack("{ss,ss,ss,ss}", "spec", specs[i].spec,
                                              "long", game->name, "kind", game->stem,
                                              "name", _(specs[i].name)));
        game_close(game);
    }
    return list;
}

static json_t *players_json(const char *spec)
{
    struct error error;
    struct game *game = game_open(spec, &error);
    json_t *list = json_array();
    const char *const *name = game ? player_names(game) : NULL;
    for (; name && *name; name++)
        json_array_append_new(list,
                              json_pack("{ss,sb}", "name", *name, "level",
                                        level_find(*name, game->spec.kind) != NULL));
    game_close(game);
    return list;
}

json_t *web_op_hello(struct web_call *call)
{
    const struct web_client *client = call->peer->client;
    return json_pack(
        "{ss,ss,sb,so,s{so,so},s{si,si,si,si,si,si}}", "program", "lodestone",
        "version", LODESTONE_VERSION, "tournament", call->web->tournament != NULL,
        "specs", specs_json(), "players", "cave", players_json("cave"), "mancala",
        players_json("mancala"), "limits", "message", WEB_MESSAGE_MOST, "rate",
        WEB_RATE, "burst", WEB_BURST, "keys", WEB_KEYS_MOST, "connections",
        web_client_connections_most(client), "games", web_client_games_most(client));
}

static json_t *record_result(const struct record *record)
{
    return json_pack("{so,so,so}", "start", web_json_start(record), "moves",
                     web_json_moves(record), "position",
                     web_json_position(record->game, &record->now));
}

json_t *web_op_look(struct web_call *call)
{
    struct record record;
    if (!web_record_arg(call, &record))
        return NULL;
    json_t *result = record_result(&record);
    record_free(&record);
    return result;
}

json_t *web_json_file(const struct record *record)
{
    json_t *tags = json_object(), *result = record_result(record);
    for (int i = 0; i < RECORD_TAGS; i++)
        if (record->tag[i])
            json_object_set_new(tags, record_tag_names[i], json_string(record->tag[i]));
    json_object_set_new(tags, "Result", json_string(game_result_text(record->result)));
    json_object_set_new(result, "tags", tags);
    return result;
}

json_t *web_op_read(struct web_call *call)
{
    struct record record;
    if (!web_lode_arg(call, &record))
        return NULL;
    json_t *result = web_json_file(&record);
    record_free(&record);
    return result;
}
