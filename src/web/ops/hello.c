/* hello.c: the operation that describes the server: games, players, limits. */
#include "base/i18n.h"
#include "players/levels.h"
#include "players/player.h"
#include "web/api/api.h"
#include "web/api/op.h"

static const struct {
    const char *spec, *name;
} specs[] = {
    {"cave", N_("Magnetic Cave")},
    {"side-stacker", N_("Side Stacker")},
    {"connect-four", N_("Connect Four on its side")},
    {"mancala", N_("Mancala, stealing")},
    {"mancala:6x4:nosteal", N_("Mancala, no stealing")},
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

static json_t *run_hello(struct web_call *call)
{
    const struct web_client *client = call->peer->client;
    return json_pack(
        "{ss,ss,sb,so,s{so,so},s{si,si,si,si,si,si}}", "program", "lodestone",
        "version", LODESTONE_VERSION, "tournament", call->hub->tournament != NULL,
        "specs", specs_json(), "players", "cave", players_json("cave"), "mancala",
        players_json("mancala"), "limits", "message", WEB_MESSAGE_MOST, "rate",
        WEB_RATE, "burst", WEB_BURST, "keys", WEB_KEYS_MOST, "connections",
        web_client_connections_most(client), "games", web_client_games_most(client));
}

const struct web_op web_op_hello = {
    .name = "hello",
    .handle = run_hello,
};
