/* moves_to_position.c: a depth-first search that only fills cells which the position
 * has filled too, each in its own colour. */
#include "referee/game/moves_to_position.h"

#include "base/i18n.h"

enum {
    MAX_TRIES = 1000000, /* moves; openings have few bricks */
};

struct search {
    const struct game *game;
    const struct cave *wanted;
    move_t move[CAVE_MAX_CELLS];
    int tries;
};

static bool find_moves(struct search *search, const struct position *position)
{
    struct moves legal;
    int played = position->cave.bricks;
    if (played == search->wanted->bricks)
        return true;
    search->game->moves(search->game, position, &legal);
    for (int i = 0; i < legal.count && search->tries < MAX_TRIES; i++) {
        struct position next = *position;
        search->tries++;
        if (!(search->wanted->brick[played & 1] >> legal.move[i] & 1))
            continue;
        search->game->play(search->game, &next, legal.move[i]);
        search->move[played] = legal.move[i];
        if (find_moves(search, &next))
            return true;
    }
    return false;
}

bool moves_to_position(const struct game *game, const struct position *position,
                       struct text *moves, struct error *error)
{
    struct position start;
    struct search search = {.game = game, .wanted = &position->cave};
    switch (game->spec.kind) {
    case GAME_CAVE:
        break;
    case GAME_MANCALA:
        return error_set(error,
                         _("bots are told moves, not positions: write this Mancala "
                           "opening as moves from the start"));
    }
    game->start(game, &start);
    if (!find_moves(&search, &start))
        return error_set(error, _("no moves were found that lead to this position"));
    for (int i = 0; i < position->cave.bricks; i++) {
        char name[MOVE_TEXT_SIZE];
        game->format_move(search.move[i], name);
        text_addf(moves, "%s%s", i ? " " : "", name);
    }
    return !moves->failed || error_set(error, _("out of memory"));
}
