/* proc_tree.h: the descendants of a process, from /proc. It allocates nothing, so it
 * may be used between fork and exec. */
#pragma once

#include <sys/types.h>

enum {
    PROC_TREE_MOST = 4096, /* more are found when some of these are gone */
};

/* A process and the letter of its state, as in /proc/PID/stat: T is stopped, Z dead. */
struct proc_tree_member {
    pid_t pid, parent;
    char state;
};

/* Writes the living descendants of a process, parents before their children. */
int proc_tree_list(pid_t ancestor, struct proc_tree_member *list, int room);

/* The same without their states; at most PROC_TREE_MOST. */
int proc_tree_pids(pid_t ancestor, pid_t *pid);

/* Signals every process that `list` finds, then those forked in the meantime, until
 * there are no new ones. A process with a pending stop signal can't fork any more. */
void proc_tree_signal(int (*list)(const void *context, pid_t *pid), const void *context,
                      int signal_number);
