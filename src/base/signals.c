/* signals.c: signals. A handler gets nothing but the signal's number, so what it needs
 * is in the atomic variables here. These, and `guard` in tui/terminal.c, are the
 * program's only global variables that change. */
#include "base/signals.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int count;
static atomic_bool came;
static atomic_bool suspend_wanted, resized;
static atomic_int wake_descriptor = -1;

static void note_interrupt(void)
{
    atomic_fetch_add(&count, 1);
    atomic_store(&came, true);
}

static void handle(int signal_number)
{
    int error = errno, wake = atomic_load(&wake_descriptor);
    if (signal_number == SIGTSTP)
        atomic_store(&suspend_wanted, true);
    else if (signal_number == SIGWINCH)
        atomic_store(&resized, true);
    else
        note_interrupt();
    /* A full pipe will wake the reader anyway. */
    if (wake >= 0)
        (void)!write(wake, "", 1);
    errno = error;
}

static void install(int signal_number)
{
    /* Without SA_RESTART, so that a read that waits for an entry returns. */
    struct sigaction action = {.sa_handler = handle};
    sigemptyset(&action.sa_mask);
    sigaction(signal_number, &action, NULL);
}

void signals_install(void)
{
    install(SIGINT);
}

void signals_wake(int wake)
{
    atomic_store(&wake_descriptor, wake);
}

void signals_install_screen(bool wanted)
{
    if (wanted) {
        install(SIGTSTP);
        install(SIGWINCH);
    } else {
        signal(SIGTSTP, SIG_DFL);
        signal(SIGWINCH, SIG_DFL);
    }
}

bool signals_take_suspend(void)
{
    return atomic_exchange(&suspend_wanted, false);
}

bool signals_take_resize(void)
{
    return atomic_exchange(&resized, false);
}

const atomic_bool *signals_flag(void)
{
    return &came;
}

void signals_obeyed(void)
{
    atomic_store(&came, false);
}

int signals_count(void)
{
    return atomic_load(&count);
}

void signals_forget(void)
{
    atomic_store(&count, 0);
    atomic_store(&came, false);
}
