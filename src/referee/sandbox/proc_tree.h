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
