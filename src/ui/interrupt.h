/* interrupt.h: what reaches the program as a signal. The first Ctrl-C makes whoever is
 * thinking move at once; two without an entry in between mean that the user wants to
 * leave. A full screen also wants to know of Ctrl-Z and of a new size. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "search/player.h"
#include "solve/solve.h"

/* From now on Ctrl-C is counted instead of ending the program. */
void interrupt_install(void);

/* The player that Ctrl-C shall stop, NULL when nobody is thinking. */
void interrupt_watch(struct player *player);

/* The same for a solver. */
void interrupt_watch_solver(struct solver *solver);

/* True from the first Ctrl-C on; for those who look now and then. */
const atomic_bool *interrupt_flag(void);

/* How often Ctrl-C came since the last call of interrupt_forget. */
int interrupt_count(void);
void interrupt_forget(void);

/* The same as Ctrl-C, for a key that means it. */
void interrupt_raise(void);

/* From now on everything noted writes a byte to `wake`, which must not block, so that
 * whoever waits for input misses nothing. -1: no more. */
void interrupt_wake(int wake);

/* Whether Ctrl-Z and new sizes are noted as well. */
void interrupt_install_screen(bool wanted);

/* Whether it came since the last call. */
bool interrupt_take_suspend(void);
bool interrupt_take_resize(void);
