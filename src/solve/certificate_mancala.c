/* certificate_mancala.c: proofs in Mancala: a player's final margin is at least so much.
 *
 * The goal is certain when it is reached even if the other player gets all stones that
 * are left. The future of a position depends on the holes alone, so a proof for some
 * lead in the stores is one for every larger lead. */
#include "solve/certificate_rules.h"

static int lead_of(const struct certificate_part *part,
                   const struct mancala_position *position)
{
    const struct mancala_board *board = &part->game->board.mancala;
    const int lead =
        mancala_store(board, position->row[0]) - mancala_store(board, position->row[1]);
    return position->turn == part->player ? lead : -lead;
}

static bool reached(const struct certificate_part *part,
                    const struct position *position)
{
    const struct mancala_board *board = &part->game->board.mancala;
    const struct mancala_position *mancala = &position->mancala;
    const int left = mancala_row_sum(board, mancala->row[0]) +
                     mancala_row_sum(board, mancala->row[1]);
    return lead_of(part, mancala) - left >= part->goal;
}

static struct certificate_key fold(const struct certificate_part *part,
                                   struct position *position)
{
    const struct mancala_board *board = &part->game->board.mancala;
    const struct mancala_position *mancala = &position->mancala;
    const mancala_row own = mancala->row[0] & board->hole_lanes;
    const mancala_row other = mancala->row[1] & board->hole_lanes;
    const uint64_t waiting = mancala->turn != part->player;
    return (struct certificate_key){{(uint64_t)own, (uint64_t)(own >> 64),
                                     (uint64_t)other,
                                     (uint64_t)(other >> 64) | waiting << 63},
                                    lead_of(part, mancala)};
}

static void list_moves(const struct certificate_part *part,
                       const struct position *position, struct moves *moves)
{
    part->game->moves(part->game, position, moves);
}

static void claim(const struct certificate_part *part, struct text *text)
{
    text_addf(text, "%d gets %+d", part->player + 1, part->goal);
}

static int number(const struct certificate_part *part, move_t move)
{
    return mancala_hole_lane(part->game->board.mancala.holes, move);
}

const struct certificate_rules certificate_mancala = {
    .reached = reached,
    .fold = fold,
    .moves = list_moves,
    .claim = claim,
    .number = number,
};
