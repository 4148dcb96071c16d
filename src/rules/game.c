/* game.c: what both games have in common. */
#include "rules/game.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "rules/cave/game.h"
#include "rules/mancala/game.h"

struct game *game_open(const char *spec, struct error *error)
{
    struct spec parsed;
    if (!spec_parse(spec, &parsed, error))
        return NULL;
    struct game *game = calloc(1, sizeof *game);
    if (!game) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    game->spec = parsed;
    spec_format(&parsed, game->name);
    switch (parsed.kind) {
    case GAME_CAVE:
        cave_game_bind(game);
        break;
    case GAME_MANCALA:
        mancala_game_bind(game);
        break;
    }
    return game;
}

void game_close(struct game *game)
{
    free(game);
}

bool game_is_legal(const struct game *game, const struct position *position,
                   move_t move)
{
    struct moves moves;
    game->moves(game, position, &moves);
    for (int i = 0; i < moves.count; i++)
        if (moves.move[i] == move)
            return true;
    return false;
}

bool game_same_position(const struct game *game, const struct position *a,
                        const struct position *b)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return a->cave.brick[0] == b->cave.brick[0] &&
               a->cave.brick[1] == b->cave.brick[1];
    case GAME_MANCALA:
        return a->mancala.row[0] == b->mancala.row[0] &&
               a->mancala.row[1] == b->mancala.row[1] &&
               a->mancala.turn == b->mancala.turn;
    }
    return false;
}

const char *game_ending_name(enum ending ending)
{
    static const char *const names[] = {"", "line", "full", "stones"};
    return names[ending];
}

const char *game_result_text(enum result result)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return texts[result];
}

bool game_next_move(const struct game *game, const struct position *position,
                    struct move_reader *reader, move_t *move, struct error *error)
{
    static const char separators[] = " \t\r\n\v\f,";
    const char *start = reader->rest + strspn(reader->rest, separators);
    size_t length = strcspn(start, separators);
    char word[64];
    reader->rest = start + length;
    *move = MOVE_NONE;
    if (length == 0)
        return true;
    reader->count++;
    text_quotable(start, length, word, sizeof word);
    return game->parse_move(game, position, word, move, error) ||
           error_prefix(error, _("move %d: "), reader->count);
}

bool game_play_moves(const struct game *game, struct position *position,
                     const char *moves, struct error *error)
{
    struct move_reader reader = {moves, 0};
    struct position now = *position;
    move_t move;
    do {
        if (!game_next_move(game, &now, &reader, &move, error))
            return false;
        if (move != MOVE_NONE)
            game->play(game, &now, move);
    } while (move != MOVE_NONE);
    *position = now;
    return true;
}
