/* rescue.h: the terminal is left clean however the program ends: by a signal, by a
 * crash, and even by SIGKILL, which a small process beside the game looks out for. */
#pragma once

#include <termios.h>

/* Starts the process beside the game. It is a copy of this one: the earlier, the
 * smaller. */
void rescue_prepare(void);

/* Call when the full screen has just begun; `modes` are the terminal's from before. */
void rescue_begin(const struct termios *modes);

/* Around a time in which the terminal is somebody else's (Ctrl-Z). */
void rescue_pause(void);
void rescue_resume(void);

/* Starts the process beside the game. It is a copy of this one: the earlier, the
 * smaller. */
void rescue_prepare(void);

/* Call when the full screen has ended in order. */
void rescue_end(void);
