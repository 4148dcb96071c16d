/* plain.h: a game as a conversation of lines: for pipes, screen readers and simple
 * terminals. */
#pragma once

#include "play/session.h"

/* Plays until the game is over and nobody can ask for more, or the user leaves. */
enum session_end plain_run(struct session *sitting, bool ascii);
