/* score_moves.h: what a move is worth, seen from the side that makes it. */
#pragma once

#include "players/player.h"

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

/* Called after each move with what is known by then, the best first. */
typedef void judge_progress(void *context, const struct judged *judged, int count);

/* Thinks about one legal move within the limits. */
void judge_move(struct player *player, const struct game *game,
                const struct position *position, move_t move,
                const struct limits *limits, struct verdict *value);

/* Puts a move into a list of `count` that has the best first. */
void judge_insert(struct judged *judged, int count, const struct judged *next);

/* Thinks about every legal move, each within the limits; the best comes first. Once
 * the stop token is set, none after the first. Returns how many there are. */
int judge_moves(struct player *player, const struct game *game,
                const struct position *position, const struct limits *limits,
                judge_progress *progress, void *context,
                struct judged judged[GAME_MAX_MOVES]);

/* How the first player stands when `player` is worth `value`: from 0 (lost) over
 * full / 2 (even) to full (won). */
int judge_outlook(const struct game *game, int player, const struct verdict *value,
                  int full);
