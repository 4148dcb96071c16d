/* game.c: a game of the web server. */
#include "web/hub/game.h"

#include <stdlib.h>

struct web_game *web_game_new(struct record *record)
{
    struct web_game *game = calloc(1, sizeof *game);
    if (!game) {
        record_free(record);
        return NULL;
    }
    session_init(&game->session, record);
    game->due_move = MOVE_NONE;
    game->show_due = INT64_MAX;
    game->move_time = 3;
    return game;
}

void web_game_free(struct web_game *game)
{
    if (!game)
        return;
    session_free(&game->session);
    free(game);
}

static void begin_turn(struct web_game *game, int64_t now)
{
    game->session.turn_began = now;
    game->offer.kind = WEB_OFFER_NONE;
    game->reviewed = false;
}

bool web_game_play(struct web_game *game, move_t move, int64_t now, struct error *error)
{
    int64_t ms = session_turn_ms(&game->session, now);
    if (!session_play(&game->session, move, ms > INT32_MAX ? INT32_MAX : (int)ms,
                      error))
        return false;
    begin_turn(game, now);
    return true;
}

void web_game_go(struct web_game *game, int count, int64_t now)
{
    session_go(&game->session, count);
    begin_turn(game, now);
}

void web_game_finish(struct web_game *game, enum session_end end, int loser)
{
    session_finish(&game->session, end, loser);
    game->offer.kind = WEB_OFFER_NONE;
}

bool web_game_may_comment(const struct web_game *game, enum web_role role)
{
    return role == WEB_BOTH ||
           (role != WEB_SPECTATOR && session_is_over(&game->session));
}

bool web_game_find_role(const struct web_game *game, const struct web_key *key,
                        enum web_role *role)
{
    /* All are compared, so that the time does not tell which one it was. */
    bool first = web_key_is_equal(key, &game->key[WEB_FIRST]);
    bool second = web_key_is_equal(key, &game->key[WEB_SECOND]) & game->apart;
    bool spectator = web_key_is_equal(key, &game->key[WEB_SPECTATOR]);
    *role = spectator     ? WEB_SPECTATOR
            : second      ? WEB_SECOND
            : game->apart ? WEB_FIRST
                          : WEB_BOTH;
    return first | second | spectator;
}
