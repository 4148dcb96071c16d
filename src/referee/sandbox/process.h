/* process.h: a program started in the sandbox, with pipes to it, that can be stopped,
 * continued and ended together with everything it has started.
 *
 *     referee ── keeper ── [bubblewrap] ── the program ── whatever it starts
 *
 * The keeper is a child of ours that inherits orphans. It ends everything below it when
 * the program ends, when it is told to, and when the referee is gone; then it goes. A
 * process must be started by a thread that outlives it. */
#pragma once

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "referee/sandbox/cgroup.h"
#include "referee/sandbox/program.h"
#include "referee/sandbox/sandbox.h"

enum {
    PROCESS_FILTER_FD = 3, /* where bubblewrap finds the filter */
    PROCESS_OUTPUT_FD = 4, /* and what is the bot's output inside */
};

struct process_start {
    const struct program *program;
    const struct sandbox *sandbox;
    int number; /* unlike that of any other process running now; chooses its user */
    const cpu_set_t *cores;         /* NULL: all */
    const char *const *environment; /* more "NAME=value", ended by NULL, or NULL */
};

struct process {
    pid_t keeper;
    int exit_fd;      /* readable when the keeper is gone */
    int in, out, err; /* our ends of its pipes; none of them blocks */
    int lifeline;     /* the keeper goes when this is closed */
    struct cgroup cgroup;
    bool stopped;
};

/* How a program ended. */
struct process_end {
    bool exited; /* of itself, not by process_end */
    int status;  /* its exit status, 128 + N when signal N killed it */
    int64_t cpu; /* nanoseconds that it and its children computed */
};

/* To be called once, before the first is started: the orphans of a keeper that was
 * killed come to us, and writing to a program that is gone does not end us. */
void process_prepare(void);

/* Starts it; false when it cannot be started at all. A command that cannot be run by
 * the sandbox shows as a program that ends at once with a line on its error output. */
bool process_start(struct process *process, const struct process_start *start,
                   struct error *error);

/* Stops every process of the program, and lets them go on. */
void process_stop(struct process *process);
void process_continue(struct process *process);

/* Waits until the program has ended of itself. */
bool process_wait_exit(const struct process *process, double seconds);

/* Its exit status as in struct process_end; -1 while it is running. */
int process_exit_status(const struct process *process);

/* Kills what is left of it, waits until all of it is gone, and closes the pipes. */
void process_end(struct process *process, struct process_end *end);

/* Kills the orphans of keepers that were killed; when no process is running. */
void process_sweep(void);
