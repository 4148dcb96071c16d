/* sowing.c: a move of Mancala, stone by stone. The rules play a move in one step, so
 * the steps are made here; tests check that they end where the rules do. */
#include "rules/mancala/sowing.h"

static int holes_of(const struct game *game)
{
    return game->spec.mancala.holes;
}

static int store_of(const struct game *game, int player)
{
    return player == 0 ? holes_of(game) + 1 : 0;
}

int sowing_opposite(const struct game *game, int hole)
{
    return 2 * holes_of(game) + 2 - hole;
}

void sowing_count(const struct game *game, const struct position *position,
                  int stones[SOWING_PLACES])
{
    const struct mancala_position *mancala = &position->mancala;
    for (int player = 0; player < 2; player++) {
        mancala_row row = mancala->row[mancala->turn != player];
        for (int lane = 0; lane < holes_of(game); lane++)
            stones[mancala_hole_number(holes_of(game), player, lane)] =
                mancala_lane(row, lane);
        stones[store_of(game, player)] = mancala_store(&game->board.mancala, row);
    }
}

void sowing_begin(struct sowing *sowing, const struct game *game,
                  const struct position *before, move_t move)
{
    *sowing = (struct sowing){
        .game = game,
        .player = game->turn(before),
        .at = move,
        .event = SOWING_LIFT,
    };
    sowing_count(game, before, sowing->stones);
    sowing->hand = sowing->stones[move];
    sowing->stones[move] = 0;
}

static void drop(struct sowing *sowing)
{
    int places = 2 * holes_of(sowing->game) + 2;
    do
        sowing->at = (sowing->at + 1) % places;
    while (sowing->at == store_of(sowing->game, !sowing->player));
    sowing->stones[sowing->at]++;
    sowing->hand--;
    sowing->event = SOWING_DROP;
}

static bool is_theft(const struct sowing *sowing)
{
    const struct game *game = sowing->game;
    enum mancala_stealing rule = game->spec.mancala.stealing;
    if (sowing->event != SOWING_DROP || rule == MANCALA_NOSTEAL ||
        mancala_hole_owner(holes_of(game), sowing->at) != sowing->player ||
        sowing->stones[sowing->at] != 1)
        return false;
    return rule == MANCALA_STEAL || sowing->stones[sowing_opposite(game, sowing->at)];
}

static void steal(struct sowing *sowing)
{
    int opposite = sowing_opposite(sowing->game, sowing->at);
    sowing->taken = 1 + sowing->stones[opposite];
    sowing->stones[sowing->at] = sowing->stones[opposite] = 0;
    sowing->stones[store_of(sowing->game, sowing->player)] += sowing->taken;
    sowing->event = SOWING_STEAL;
}

/* Stones in the holes of a player. */
static int side_sum(const struct sowing *sowing, int player)
{
    int sum = 0, holes = holes_of(sowing->game);
    for (int lane = 0; lane < holes; lane++)
        sum += sowing->stones[mancala_hole_number(holes, player, lane)];
    return sum;
}

static void sweep(struct sowing *sowing)
{
    int holes = holes_of(sowing->game);
    for (int player = 0; player < 2; player++) {
        sowing->stones[store_of(sowing->game, player)] += side_sum(sowing, player);
        for (int lane = 0; lane < holes; lane++)
            sowing->stones[mancala_hole_number(holes, player, lane)] = 0;
    }
    sowing->event = SOWING_SWEEP;
}

bool sowing_step(struct sowing *sowing)
{
    int left[2] = {side_sum(sowing, 0), side_sum(sowing, 1)};
    if (sowing->hand > 0)
        drop(sowing);
    else if (is_theft(sowing))
        steal(sowing);
    else if (sowing->event != SOWING_SWEEP && !left[0] != !left[1])
        sweep(sowing);
    else
        sowing->event = SOWING_DONE;
    return sowing->event != SOWING_DONE;
}
