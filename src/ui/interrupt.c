/* interrupt.c: Ctrl-C. A signal handler is given nothing but the signal's number, so
 * what it has to know are the atomic variables here: the only state of the program
 * that is not in a struct. */
#include "ui/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int count;
static _Atomic(struct player *) thinking;
static _Atomic(struct solver *) solving;

static void handle(int signal_number)
{
    (void)signal_number;
    atomic_fetch_add(&count, 1);
    struct player *player = atomic_load(&thinking);
    if (player)
        player_stop(player);
    struct solver *solver = atomic_load(&solving);
    if (solver)
        solver_stop(solver);
}

void interrupt_install(void)
{
    /* Without SA_RESTART: a read that waits for an entry comes back. */
    struct sigaction action = {.sa_handler = handle};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

void interrupt_watch(struct player *player)
{
    atomic_store(&thinking, player);
}

void interrupt_watch_solver(struct solver *solver)
{
    atomic_store(&solving, solver);
}

int interrupt_count(void)
{
    return atomic_load(&count);
}

void interrupt_forget(void)
{
    atomic_store(&count, 0);
}
