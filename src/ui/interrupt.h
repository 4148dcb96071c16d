/* interrupt.h: Ctrl-C. The first one makes whoever is thinking move at once; two
 * without an entry in between mean that the user wants to leave. */
#pragma once

#include <stdbool.h>

#include "search/player.h"
#include "solve/solve.h"

/* From now on Ctrl-C is counted instead of ending the program. */
void interrupt_install(void);

/* The player that Ctrl-C shall stop, NULL when nobody is thinking. */
void interrupt_watch(struct player *player);

/* The same for a solver. */
void interrupt_watch_solver(struct solver *solver);

/* How often Ctrl-C came since the last call of interrupt_forget. */
int interrupt_count(void);
void interrupt_forget(void);
