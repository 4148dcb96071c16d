/* score_moves.h: scores for moves, seen from the side that makes them. */
#pragma once

#include "players/player.h"

struct scored_move {
    move_t move;
    struct search_result value; /* seen from the side to move before the move */
};

/* What is known of a finished game without thinking. */
void score_outcome(const struct game *game, const struct position *position,
                   struct search_result *verdict);

/* The value of a position and its best move, within the limits. What it says was always
 * searched: when the limits end before the first iteration does, one ply is searched
 * without them. That takes microseconds, however long a busy machine makes us wait for
 * them, and nobody's clock is running. */
void score_position(struct player *player, const struct game *game,
                    const struct position *position, const struct limits *limits,
                    engine_progress *progress, void *context,
                    struct search_result *verdict);

/* Turns the value of the position after `move` into its value for the side that had the
 * choice before it. */
void score_from_before(const struct game *game, const struct position *before,
                       move_t move, const struct search_result *after,
                       struct search_result *value);

/* The other way round: what the position after `move` is worth for its side to move.
 * Keeps the move and the line that `after` has. */
void score_to_after(const struct game *game, const struct position *before, move_t move,
                    const struct search_result *value, struct search_result *after);

/* Called after each move with the scores so far, the best first. */
typedef void score_progress(void *context, const struct scored_move *scored, int count);

/* Scores one legal move within the limits. */
void score_move(struct player *player, const struct game *game,
                const struct position *position, move_t move,
                const struct limits *limits, struct search_result *value);

/* Puts a move into a list of `count` that has the best first. */
void score_insert(struct scored_move *scored, int count,
                  const struct scored_move *next);

/* Scores every legal move within limits for all of them, in passes that look further
 * each time; without a limit of time in one pass. The rest as score_moves. */
int score_moves_in_passes(struct player *player, const struct game *game,
                          const struct position *position, const struct limits *limits,
                          score_progress *progress, void *context,
                          struct scored_move scored[GAME_MAX_MOVES]);

/* Scores every legal move again and again, each time for longer and soon only the best
 * `most`, until the stop token is set or these are proven. `scored` holds the moves in
 * their order, with the line after each. The rest as score_moves. */
int score_moves_live(struct player *player, const struct game *game,
                     const struct position *position, const atomic_bool *stop, int most,
                     score_progress *progress, void *context,
                     struct scored_move scored[GAME_MAX_MOVES]);

/* Scores every legal move, each within the limits; the best comes first. Once the stop
 * token is set, it scores no more, but always the first. Returns how many there are. */
int score_moves(struct player *player, const struct game *game,
                const struct position *position, const struct limits *limits,
                score_progress *progress, void *context,
                struct scored_move scored[GAME_MAX_MOVES]);

/* How the first player stands if `value` is seen from `player`: from 0 (lost) over full
 * / 2 (even) to full (won). */
int score_outlook(const struct game *game, int player,
                  const struct search_result *value, int full);
