/* player.h: automatic players by name: the levels of the engine and the named bots. */
#pragma once

#include "search/engine.h"

struct player;

/* `name` is a level (1 to 8, easy, medium, hard, master), random, squares, groups,
 * powers, blocker, stores:easy, stores:medium, stores:hard or stores (which is
 * stores:medium), or a heuristic with a depth (reference_bots.h). NULL with a reason
 * when there is no such player or it does not play this game. A level with ":lines"
 * appended counts open lines instead of using the learned evaluation, for
 * comparisons. */
struct player *player_open(const struct game *game, const char *name,
                           const struct engine_options *options, struct error *error);
void player_close(struct player *player);

/* Forgets everything; the next game is played as if by a new player with this seed. */
void player_clear(struct player *player, uint64_t seed);

/* Chooses a move; verdict->move is MOVE_NONE when the game is over. */
void player_choose(struct player *player, const struct position *position,
                   const struct limits *limits, engine_progress *progress,
                   void *context, struct search_result *verdict);

/* The names of all players of a game, the last one NULL, without the levels' numbers;
 * and whether a name is one of them, a level's number or a heuristic with a depth. */
const char *const *player_names(const struct game *game);
bool player_exists(const struct game *game, const char *name);
