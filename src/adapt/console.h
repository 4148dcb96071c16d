/* console.h: a program on a terminal of its own (a pseudo-terminal), so that it behaves
 * as it does for people. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/text.h"

struct console {
    pid_t pid;          /* 0: not running */
    int master;         /* our end of the terminal */
    bool ended;         /* its output has ended */
    struct text output; /* plain text since the last console_forget */
    struct text raw;    /* the beginning of an escape sequence */
};

/* Starts a shell command in a folder (NULL: this one). */
bool console_start(struct console *console, const char *command, const char *folder,
                   struct error *error);
/* Kills it, and everything in its session. */
void console_stop(struct console *console);

void console_type(struct console *console, const char *text);
/* Waits at most so long for more output; false if none came. */
bool console_read(struct console *console, int milliseconds);
void console_forget(struct console *console);

/* Whether all its processes sleep: it waits for input, or for a clock. */
bool console_sleeps(const struct console *console);

/* Reads until it has been silent and asleep for so long; `most` milliseconds in all. */
void console_settle(struct console *console, int quiet, int most);
