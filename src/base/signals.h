/* signals.h: what reaches the program as a signal. The first Ctrl-C makes a player that
 * is thinking move at once; two without an entry in between mean that the user wants to
 * leave. A full screen also wants to know of Ctrl-Z and of a new size. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

/* From now on Ctrl-C is counted instead of ending the program. */
void signals_install(void);

/* True from a Ctrl-C on until it was obeyed or forgotten: the stop token of whatever
 * Ctrl-C shall stop. */
const atomic_bool *signals_flag(void);
/* What the flag stopped has ended; what begins now is not to be stopped by it. The
 * Ctrl-C still counts. */
void signals_obeyed(void);

/* How often Ctrl-C came since the last call of signals_forget. */
int signals_count(void);
void signals_forget(void);

/* From now on everything noted writes a byte to `wake`, which must not block, so that
 * whoever waits for input misses nothing. -1: no more. */
void signals_wake(int wake);

/* Whether Ctrl-Z and new sizes are noted as well. */
void signals_install_screen(bool wanted);

/* Whether it came since the last call. */
bool signals_take_suspend(void);
bool signals_take_resize(void);
