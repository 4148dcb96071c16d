/* learn.h: lessons as a conversation of lines. */
#pragma once

#include "play/lessons.h"
#include "play/local_game.h"

/* Takes the user through a lesson, or through those of their choice (-1). */
enum play_exit learn_run(const struct lessons *lessons, int lesson, bool ascii);
