/* signals.h: the signals that the program handles. The first Ctrl-C makes a player that
 * is thinking move at once; a second one without an entry in between means that the
 * user wants to leave. The full screen also handles Ctrl-Z and a new window size. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

/* From now on Ctrl-C is counted instead of ending the program. */
void signals_install(void);

/* Set by Ctrl-C, cleared when it is obeyed or forgotten: the stop token for anything
 * that Ctrl-C should stop. */
const atomic_bool *signals_flag(void);
/* The work has stopped: clears the flag, so that it doesn't stop what comes next. The
 * Ctrl-C still counts. */
void signals_obeyed(void);

/* How often Ctrl-C was pressed since the last call of signals_forget. */
int signals_count(void);
void signals_forget(void);

/* From now on each signal writes a byte to `wake`, which must not block, so that a loop
 * that waits for input notices it. -1: no longer. */
void signals_wake(int wake);

/* Whether to handle Ctrl-Z and new window sizes, too. */
void signals_install_screen(bool wanted);

/* Whether it happened since the last call. */
bool signals_take_suspend(void);
bool signals_take_resize(void);
