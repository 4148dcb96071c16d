/* game.c: a game of the web server. */
#include "web/hub/game.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"

enum {
    MS = 1000000 /* nanoseconds */
};

struct web_game *web_game_new(struct record *record)
{
    struct web_game *game = calloc(1, sizeof *game);
    if (!game) {
        record_free(record);
        return NULL;
    }
    game->record = *record;
    game->due_move = MOVE_NONE;
    game->show_due = INT64_MAX;
    game->move_time = 3;
    int count = record->count + record->redoable;
    game->ms = malloc((size_t)(count + 1) * sizeof *game->ms);
    if (!game->ms) {
        web_game_free(game);
        return NULL;
    }
    for (int i = 0; i < count; i++)
        game->ms[i] = -1;
    return game;
}

void web_game_free(struct web_game *game)
{
    if (!game)
        return;
    record_free(&game->record);
    free(game->ms);
    free(game);
}

bool web_game_is_auto(const struct web_game *game, int side)
{
    return strcmp(game->seat[side].name, "human") != 0;
}

int web_game_turn(const struct web_game *game)
{
    return game->record.game->turn(&game->record.now);
}

bool web_game_is_over(const struct web_game *game)
{
    return game->record.result != RESULT_NONE;
}

bool web_game_add(struct web_game *game, move_t move, int ms, struct error *error)
{
    int *grown = realloc(game->ms, (size_t)(game->record.count + 2) * sizeof *game->ms);
    if (!grown)
        return error_set(error, _("out of memory"));
    game->ms = grown;
    if (!record_play(&game->record, move, error))
        return false;
    game->ms[game->record.count - 1] = ms;
    return true;
}

bool web_game_play(struct web_game *game, move_t move, int64_t now, struct error *error)
{
    int64_t taken = game->turn_began ? (now - game->turn_began) / MS : 0;
    if (taken > INT32_MAX)
        taken = INT32_MAX;
    if (!web_game_add(game, move, (int)taken, error))
        return false;
    game->turn_began = now;
    game->offer.kind = WEB_OFFER_NONE;
    return true;
}

static const struct position *position_at(const struct web_game *game, int count)
{
    const struct record *record = &game->record;
    if (count < record->count + record->redoable && count != record->count)
        return &record->step[count].before;
    return &record->now;
}

/* Whether the position after `count` moves is a choice of a person: of `side`, of
 * anybody when that is -1. Where engines play alone, every position is one. */
static bool is_choice(const struct web_game *game, int count, int side)
{
    int turn = game->record.game->turn(position_at(game, count));
    if (side >= 0)
        return turn == side;
    return !web_game_is_auto(game, turn) || web_game_is_auto(game, !turn);
}

int web_game_undo_target(const struct web_game *game, int side)
{
    for (int count = game->record.count - 1; count >= 0; count--)
        if (is_choice(game, count, side))
            return count;
    return -1;
}

int web_game_redo_target(const struct web_game *game)
{
    int all = game->record.count + game->record.redoable;
    for (int count = game->record.count + 1; count < all; count++)
        if (is_choice(game, count, -1))
            return count;
    return game->record.redoable ? all : -1;
}

void web_game_go(struct web_game *game, int count, int64_t now)
{
    if (count != game->record.count && game->end != WEB_END_NONE) {
        game->end = WEB_END_NONE;
        game->record.result = RESULT_NONE;
    }
    while (game->record.count > count && record_undo(&game->record))
        continue;
    while (game->record.count < count && record_redo(&game->record))
        continue;
    game->turn_began = now;
    game->offer.kind = WEB_OFFER_NONE;
}

void web_game_finish(struct web_game *game, enum web_end end, int loser)
{
    game->end = end;
    game->record.result = loser == 0 ? RESULT_SECOND : RESULT_FIRST;
    game->offer.kind = WEB_OFFER_NONE;
}

bool web_game_clock_runs(const struct web_game *game)
{
    return game->clock.mode != WEB_CLOCK_NONE && !web_game_is_over(game) &&
           game->record.count > 0;
}

/* What a side has left of its time, without the move that it is thinking about. */
static int64_t left_before(const struct web_game *game, int side)
{
    const struct record *record = &game->record;
    int64_t left = game->clock.ms;
    if (game->clock.mode == WEB_CLOCK_MOVE)
        return left;
    /* The clock starts after the first move, which is free. */
    for (int i = 1; i < record->count; i++)
        if (record->game->turn(&record->step[i].before) == side)
            left += game->clock.increment - (game->ms[i] > 0 ? game->ms[i] : 0);
    return left;
}

int64_t web_game_left(const struct web_game *game, int side, int64_t now)
{
    int64_t left = left_before(game, side);
    if (web_game_clock_runs(game) && web_game_turn(game) == side && game->turn_began)
        left -= (now - game->turn_began) / MS;
    return left;
}

int64_t web_game_flag_time(const struct web_game *game)
{
    if (!game->clock.strict || !web_game_clock_runs(game) || !game->turn_began)
        return INT64_MAX;
    return game->turn_began + left_before(game, web_game_turn(game)) * MS;
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
