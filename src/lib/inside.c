/* inside.c: what the parts of the library share: messages, checks and conversions. */
#include "lib/inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

LODESTONE_API const char *lodestone_version(void)
{
    return LODESTONE_VERSION;
}

LODESTONE_API void lodestone_free(char *text)
{
    free(text);
}

static_assert(sizeof(lodestone_error) == sizeof(struct error), "messages fit");

bool lib_fail(lodestone_error *out, const struct error *error)
{
    if (out)
        memcpy(out->text, error->text, sizeof out->text);
    return false;
}

void lib_warn(lodestone_error *out, const struct error *warning)
{
    lib_fail(out, warning);
}

bool lib_same_game(const struct game *own, const lodestone_game *game,
                   struct error *error)
{
    const char *name = game->record.game->name;
    return strcmp(own->name, name) == 0 ||
           error_set(error, _("this is for %s, but the game is %s"), own->name, name);
}

bool lib_can_think(const struct game *own, const lodestone_game *game,
                   struct error *error)
{
    const struct record *record = &game->record;
    if (!lib_same_game(own, game, error))
        return false;
    if (record->game->outcome(record->game, &record->now).result != RESULT_NONE)
        return error_set(error, _("the game is over: there are no moves"));
    return true;
}

static bool check_reserved(const uint64_t reserved[4], struct error *error)
{
    for (int i = 0; i < 4; i++)
        if (reserved[i])
            return error_set(error, _("reserved members must be zero"));
    return true;
}

bool lib_check_options(int threads, int hash_mib, const uint64_t reserved[4],
                       struct error *error)
{
    if (threads < 0 || threads > ENGINE_MAX_THREADS)
        return error_set(error, _("threads must be from 0 to %d, not %d"),
                         ENGINE_MAX_THREADS, threads);
    if (hash_mib < 0 || hash_mib > LIB_HASH_MOST_MIB)
        return error_set(error, _("hash_mib must be from 0 to %d, not %d"),
                         LIB_HASH_MOST_MIB, hash_mib);
    return check_reserved(reserved, error);
}

bool lib_check_limits(double seconds, int depth, const uint64_t reserved[4],
                      struct error *error)
{
    if (!(seconds >= 0 && seconds <= 86400))
        return error_set(error, _("seconds must be from 0 to 86400, not %g"), seconds);
    if (depth < 0 || depth > ENGINE_MAX_DEPTH)
        return error_set(error, _("depth must be from 0 to %d, not %d"),
                         ENGINE_MAX_DEPTH, depth);
    return check_reserved(reserved, error);
}

char *lib_give(struct text *text)
{
    if (text->failed || !text->data) {
        bool empty = !text->failed;
        text_free(text);
        return empty ? strdup("") : NULL;
    }
    return text->data;
}

lodestone_move lib_move(const struct game *game, move_t move)
{
    lodestone_move named = {""};
    if (move != MOVE_NONE)
        game->format_move(move, named.name);
    return named;
}

lodestone_result lib_result(const struct game *game, const struct position *position)
{
    switch (game->outcome(game, position).result) {
    case RESULT_NONE:
        return LODESTONE_GOING_ON;
    case RESULT_FIRST:
        return LODESTONE_FIRST_WINS;
    case RESULT_SECOND:
        return LODESTONE_SECOND_WINS;
    case RESULT_TIE:
        return LODESTONE_TIE;
    }
    __builtin_unreachable();
}

lodestone_value lib_value(enum value_kind kind)
{
    switch (kind) {
    case VALUE_WIN:
        return LODESTONE_WIN;
    case VALUE_DRAW:
        return LODESTONE_DRAW;
    case VALUE_LOSS:
        return LODESTONE_LOSS;
    default:
        return LODESTONE_ESTIMATE;
    }
}
