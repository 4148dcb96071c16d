/* signals.h: what reaches the program as a signal. The first Ctrl-C makes whoever is
 * thinking move at once; two without an entry in between mean that the user wants to
 * leave. A full screen also wants to know of Ctrl-Z and of a new size. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "players/player.h"

/* From now on Ctrl-C is counted instead of ending the program. */
void signals_install(void);

/* The player that Ctrl-C shall stop, NULL when nobody is thinking. */
void signals_watch(struct player *player);

/* True from the first Ctrl-C on; for those who look now and then. */
const atomic_bool *signals_flag(void);

/* How often Ctrl-C came since the last call of signals_forget. */
int signals_count(void);
void signals_forget(void);

/* The same as Ctrl-C, for a key that means it. */
void signals_raise(void);

/* From now on everything noted writes a byte to `wake`, which must not block, so that
 * whoever waits for input misses nothing. -1: no more. */
void signals_wake(int wake);

/* Whether Ctrl-Z and new sizes are noted as well. */
void signals_install_screen(bool wanted);

/* Whether it came since the last call. */
bool signals_take_suspend(void);
bool signals_take_resize(void);
