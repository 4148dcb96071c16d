/* careful.c: moves that are not an obvious mistake. */
#include "players/careful.h"

/* Whether the player to move has a move that wins at once. */
static bool can_win_now(const struct game *game, const struct position *position)
{
    struct moves moves;
    enum result won = game->turn(position) == 0 ? RESULT_FIRST : RESULT_SECOND;
    game->moves(game, position, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct position next = *position;
        game->play(game, &next, moves.move[i]);
        if (game->outcome(game, &next).result == won)
            return true;
    }
    return false;
}

void careful_moves(const struct game *game, const struct position *position,
                   struct moves *moves)
{
    struct moves safe = {0};
    for (int i = 0; i < moves->count; i++) {
        struct position next = *position;
        game->play(game, &next, moves->move[i]);
        enum result result = game->outcome(game, &next).result;
        if (result != RESULT_NONE && result != RESULT_TIE) {
            *moves = (struct moves){.count = 1, .move = {moves->move[i]}};
            return;
        }
        if (!can_win_now(game, &next))
            safe.move[safe.count++] = moves->move[i];
    }
    if (safe.count)
        *moves = safe;
}
