/* plain.h: a game as a conversation of lines: for pipes, screen readers and simple
 * terminals. */
#pragma once

#include "play/local_game.h"
#include "tui/settings.h"

/* Plays until the game is over and nobody can ask for more, or the user leaves. */
enum play_exit plain_run(struct local_game *local, struct settings *settings);
