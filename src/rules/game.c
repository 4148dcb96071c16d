/* game.c: what both games have in common. */
#include "rules/game.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

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
    if (parsed.kind == GAME_CAVE)
        cave_game_bind(game);
    else
        mancala_game_bind(game);
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

const char *game_result_text(enum result result)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return texts[result];
}

bool game_play_moves(const struct game *game, struct position *position,
                     const char *moves, struct error *error)
{
    static const char space[] = " \t\r\n";
    struct position now = *position;
    for (int number = 1;; number++) {
        moves += strspn(moves, space);
        size_t length = strcspn(moves, space);
        if (length == 0)
            break;
        char word[64];
        move_t move;
        text_quotable(moves, length, word, sizeof word);
        if (!game->parse_move(game, &now, word, &move, error))
            return error_prefix(error, _("move %d: "), number);
        game->play(game, &now, move);
        moves += length;
    }
    *position = now;
    return true;
}
