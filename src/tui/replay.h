/* replay.h: a finished or running game, shown step by step in lines. */
#pragma once

#include "play/local_game.h"

/* Shows the record from its start. `review` may be NULL; otherwise the values and marks
 * of the moves are shown, too. */
enum play_exit replay_run(const struct record *record, const struct review *review,
                          bool ascii);
