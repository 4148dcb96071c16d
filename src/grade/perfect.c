/* perfect.c: walks back through a game. */
#include "grade/perfect.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "grade/prover.h"

enum {
    MOST_PLIES = 1000,
    NODES = 20000, /* for a move: a few milliseconds */
    HASH_MIB = 1,
};

struct walk {
    struct position before[MOST_PLIES];
    move_t move[MOST_PLIES];
    int plies, opening;
};

static bool read_moves(struct walk *walk, const struct game *game, const char *moves,
                       const char *opening, struct error *error)
{
    struct move_reader reader = {moves, 0};
    struct position now;
    move_t move;
    game->start(game, &now);
    for (;;) {
        if (!game_next_move(game, &now, &reader, &move, error))
            return false;
        if (move == MOVE_NONE || walk->plies == MOST_PLIES)
            break;
        walk->before[walk->plies] = now;
        walk->move[walk->plies++] = move;
        game->play(game, &now, move);
    }
    for (const char *c = opening; *c; c += strspn(c, " ")) {
        c += strcspn(c, " ");
        walk->opening++;
    }
    return true;
}

/* Whether a move is as good as any. */
static bool is_perfect(const struct grade_position *values, move_t move)
{
    int best = values->choice[0].value, own = best;
    for (int i = 0; i < values->choices; i++) {
        if (values->choice[i].value > best)
            best = values->choice[i].value;
        if (values->choice[i].move == move)
            own = values->choice[i].value;
    }
    return own == best;
}

bool perfect_count(const struct game *game, const char *moves, const char *opening,
                   struct perfect_count *count, struct error *error)
{
    const struct limits limits = {.nodes = NODES};
    struct walk *walk = calloc(1, sizeof *walk);
    struct prover prover = {0};
    *count = (struct perfect_count){0};
    /* A solver of its own for each game, so that what others have left doesn't
     * count. */
    bool ok = walk ? read_moves(walk, game, moves, opening, error) &&
                         prover_open(&prover, game, HASH_MIB, &limits, error)
                   : error_set(error, _("out of memory"));
    for (int ply = ok ? walk->plies - 1 : 0; ok && ply >= walk->opening; ply--) {
        struct grade_position values;
        int side = game->turn(&walk->before[ply]);
        if (!prover_prove(&prover, &walk->before[ply], &values))
            break;
        if (!prover_matters(&values))
            continue;
        count->moves[side]++;
        count->perfect[side] += is_perfect(&values, walk->move[ply]);
    }
    prover_close(&prover);
    free(walk);
    return ok;
}
