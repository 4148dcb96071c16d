/* process.h: a program that runs in the sandbox, with pipes to it. It can be stopped,
 * continued and ended together with everything it has started.
 *
 *     referee ── supervisor ── [bubblewrap] ── the program ── whatever it starts
 *
 * The supervisor is a child of ours that inherits orphans. When the program ends, when
 * told to, or when the referee is gone, it ends everything below it and exits. A process
 * must be started by a thread that outlives it. */
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
    PROCESS_FILTER_FD = 3, /* where bubblewrap reads the filter */
    PROCESS_OUTPUT_FD = 4, /* the bot's standard output inside */
};

struct process_start {
    const struct program *program;
    const struct sandbox *sandbox;
    int number; /* differs from that of every other running process; chooses its user */
    const cpu_set_t *cores;         /* NULL: all */
    const char *directory;          /* where it starts; NULL: where we are */
    const char *const *environment; /* more "NAME=value", ended by NULL, or NULL */
    bool trusted;                   /* one of our own players */
};

struct process {
    pid_t supervisor;
    int exit_fd;      /* readable when the supervisor is gone */
    int in, out, err; /* our ends of its pipes; none of them blocks */
    int lifeline;     /* closing it makes the supervisor exit */
    struct cgroup cgroup;
    bool stopped;
};

/* How a program ended. */
struct process_end {
    bool exited; /* on its own, not by process_end */
    int status;  /* its exit status, 128 + N when signal N killed it */
    int64_t cpu; /* nanoseconds of processor time, including its children */
};

/* Call once before the first start: we inherit the orphans of a supervisor that was
 * killed, and writing to a program that is gone doesn't end us. */
void process_prepare(void);

/* Starts it; false if it can't be started at all. A command that the sandbox can't run
 * looks like a program that exits at once with a line on its error output. */
bool process_start(struct process *process, const struct process_start *start,
                   struct error *error);

/* Stops and continues every process of the program. */
void process_stop(struct process *process);
void process_continue(struct process *process);

/* Whether what is stopped could be continued by a helper of the program: only a control
 * group stops it for good. Then process_keep_stopped stops again what runs. */
bool process_may_wake(const struct process *process);
void process_keep_stopped(struct process *process);

/* Waits until the program has exited on its own. */
bool process_wait_exit(const struct process *process, double seconds);

/* Its exit status as in struct process_end; -1 while it is running. */
int process_exit_status(const struct process *process);

/* Kills what is left of it, waits until all of it is gone, and closes the pipes. */
void process_end(struct process *process, struct process_end *end);

/* Kills the orphans of supervisors that were killed. Call it when no process is
 * running. */
void process_sweep(void);
