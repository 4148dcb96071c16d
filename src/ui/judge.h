/* judge.h: what a move is worth, seen from the side that makes it. */
#pragma once

#include "search/player.h"

struct judged {
    move_t move;
    struct verdict value; /* seen from the side to move before the move */
};

/* What is known of a finished game without thinking. */
void judge_outcome(const struct game *game, const struct position *position,
                   struct verdict *verdict);

/* Turns what is known of the position after `move` into what that means for the side
 * which had the choice before it. */
void judge_from_before(const struct game *game, const struct position *before,
                       move_t move, const struct verdict *after, struct verdict *value);

/* Thinks about every legal move, each within the limits; the best comes first. Stops
 * asking when Ctrl-C comes. Returns how many there are. */
int judge_moves(struct player *player, const struct game *game,
                const struct position *position, const struct limits *limits,
                struct judged judged[GAME_MAX_MOVES]);
