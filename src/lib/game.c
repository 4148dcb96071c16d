/* game.c: games of the library: rules, moves and files. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "lib/inside.h"

/* Makes a handle for a record, which one of the three functions below filled in. */
static lodestone_game *make(struct record *record, bool filled, struct error *error,
                            lodestone_error *out)
{
    lodestone_game *game = filled ? malloc(sizeof *game) : NULL;
    if (game) {
        game->record = *record;
        return game;
    }
    if (filled) {
        record_free(record);
        error_set(error, _("out of memory"));
    }
    lib_fail(out, error);
    return NULL;
}

LODESTONE_API lodestone_game *lodestone_game_open(const char *spec,
                                                  lodestone_error *out)
{
    struct error error;
    struct record record;
    struct game *game = game_open(spec, &error);
    bool filled = game && record_init(&record, game, &error);
    return make(&record, filled, &error, out);
}

LODESTONE_API lodestone_game *lodestone_game_load(const char *path,
                                                  lodestone_error *out)
{
    struct error error;
    struct record record;
    bool filled = record_load(&record, path, &error);
    return make(&record, filled, &error, out);
}

LODESTONE_API lodestone_game *lodestone_game_parse(const char *text,
                                                   lodestone_error *out)
{
    struct error error;
    struct record record;
    bool filled = record_parse(&record, text, strlen(text), &error);
    return make(&record, filled, &error, out);
}

LODESTONE_API void lodestone_game_close(lodestone_game *game)
{
    if (!game)
        return;
    record_free(&game->record);
    free(game);
}

LODESTONE_API bool lodestone_game_save(const lodestone_game *game, const char *path,
                                       lodestone_error *out)
{
    struct error error;
    return record_save(&game->record, path, &error) || lib_fail(out, &error);
}

LODESTONE_API char *lodestone_game_text(const lodestone_game *game)
{
    struct text text = {0};
    record_format(&game->record, &text);
    return lib_give(&text);
}

/* The tag with this name, RECORD_TAGS when there is none. */
static enum record_tag tag_find(const char *tag)
{
    int i = 0;
    while (i < RECORD_TAGS && strcmp(tag, record_tag_names[i]) != 0)
        i++;
    return (enum record_tag)i;
}

LODESTONE_API bool lodestone_game_set_tag(lodestone_game *game, const char *tag,
                                          const char *value, lodestone_error *out)
{
    struct error error;
    enum record_tag place = tag_find(tag);
    bool ok =
        place == RECORD_TAGS
            ? error_set(
                  &error,
                  _("there is no such free tag; the free tags are First, Second, Date, "
                    "TimeLimit, Termination"))
            : record_set_tag(&game->record, place, value, &error);
    return ok || lib_fail(out, &error);
}

LODESTONE_API const char *lodestone_game_tag(const lodestone_game *game,
                                             const char *tag)
{
    enum record_tag place = tag_find(tag);
    return place == RECORD_TAGS ? NULL : game->record.tag[place];
}

LODESTONE_API const char *lodestone_game_spec(const lodestone_game *game)
{
    return game->record.game->name;
}

LODESTONE_API bool lodestone_game_set_position(lodestone_game *game,
                                               const char *position,
                                               lodestone_error *out)
{
    struct error error;
    struct position parsed;
    const struct game *rules = game->record.game;
    bool ok = rules->parse_position(rules, position, &parsed, &error) &&
              record_set_start(&game->record, &parsed, &error);
    return ok || lib_fail(out, &error);
}

LODESTONE_API char *lodestone_game_position(const lodestone_game *game)
{
    struct text text = {0};
    const struct game *rules = game->record.game;
    rules->format_position(rules, &game->record.now, &text);
    return lib_give(&text);
}

LODESTONE_API char *lodestone_game_board(const lodestone_game *game, bool ascii)
{
    struct text text = {0};
    const struct record *record = &game->record;
    struct drawing drawing = {
        .ascii = ascii,
        .last = record->count ? record->step[record->count - 1].move : MOVE_NONE,
    };
    record->game->draw(record->game, &record->now, &drawing, &text);
    return lib_give(&text);
}

LODESTONE_API int lodestone_game_turn(const lodestone_game *game)
{
    return game->record.game->turn(&game->record.now);
}

static_assert((int)LODESTONE_MAX_MOVES == (int)GAME_MAX_MOVES, "all moves fit");

LODESTONE_API int lodestone_game_moves(const lodestone_game *game,
                                       lodestone_move moves[LODESTONE_MAX_MOVES])
{
    const struct game *rules = game->record.game;
    struct moves legal;
    rules->moves(rules, &game->record.now, &legal);
    for (int i = 0; i < legal.count; i++)
        moves[i] = lib_move(rules, legal.move[i]);
    return legal.count;
}

LODESTONE_API bool lodestone_game_play(lodestone_game *game, const char *moves,
                                       lodestone_error *out)
{
    struct error error;
    return record_play_moves(&game->record, moves, &error) || lib_fail(out, &error);
}

LODESTONE_API bool lodestone_game_undo(lodestone_game *game)
{
    return record_undo(&game->record);
}

LODESTONE_API bool lodestone_game_redo(lodestone_game *game)
{
    return record_redo(&game->record);
}

LODESTONE_API int lodestone_game_length(const lodestone_game *game)
{
    return game->record.count;
}

LODESTONE_API bool lodestone_game_move(const lodestone_game *game, int number,
                                       lodestone_move *move)
{
    const struct record *record = &game->record;
    if (number < 0 || number >= record->count)
        return false;
    *move = lib_move(record->game, record->step[number].move);
    return true;
}

LODESTONE_API lodestone_result lodestone_game_result(const lodestone_game *game)
{
    const struct record *record = &game->record;
    return lib_result(record->game, &record->now);
}

LODESTONE_API char *lodestone_game_reason(const lodestone_game *game)
{
    const struct record *record = &game->record;
    struct outcome outcome = record->game->outcome(record->game, &record->now);
    struct text text = {0};
    if (outcome.result != RESULT_NONE)
        record->game->describe(record->game, &outcome, false, &text);
    return lib_give(&text);
}
