/* supervisor.h: the process between us and a program. It starts the program and ends
 * whatever is left of it when the program is gone, or when we are. */
#pragma once

#include <sys/types.h>

#include "referee/sandbox/process.h"

enum {
    LAUNCH_FILTER_BYTES = 32768,
};

/* Everything the child needs, prepared before the fork. */
struct launch {
    const struct process_start *start;
    const struct cgroup *cgroup;
    char *const *words;
    char *const *environment;
    uid_t user;  /* 0: stay as we are */
    int user_fd; /* keeps that id ours */
    int filter_fd;
    unsigned filter_bytes;
    char filter[LAUNCH_FILTER_BYTES];
    int in, out, err; /* the child's ends */
    int lifeline; /* the supervisor's end: the kernel closes ours when we are gone */
    int failure;  /* the child writes errno here when it cannot start */
};

/* In the child of a fork: starts the program, waits for its end or ours, and exits with
 * the program's status. */
_Noreturn void supervisor_run(struct launch *launch);

/* Ends all descendants of this process. */
void supervisor_kill_descendants(void);
