/* cgroup.h: control groups, if the host lets us create them: limits for all processes
 * of a bot together, and the list of these processes. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    CGROUP_TREES = 2, /* version 1 has a tree for each controller, version 2 one */
};

/* Where groups can be created. */
struct cgroups {
    int version; /* 0: nowhere */
    bool memory, processes;
    int trees;
    char tree[CGROUP_TREES][PATH_MAX];
};

/* The group of one bot; `trees` is 0 when there is none. */
struct cgroup {
    int version, trees;
    char path[CGROUP_TREES][PATH_MAX + 64];
    int enter[CGROUP_TREES]; /* descriptors to write "0" to */
};

/* Finds out what the host allows, and removes groups that a killed referee left. */
void cgroups_open(struct cgroups *cgroups);
void cgroups_close(struct cgroups *cgroups);

/* Creates a group with these limits (0: none). False if that is impossible. */
bool cgroup_make(struct cgroup *cgroup, const struct cgroups *cgroups, const char *name,
                 uint64_t memory_bytes, int processes);

/* Moves the calling process into the group; safe between fork and exec. */
bool cgroup_enter(const struct cgroup *cgroup);

/* The processes in the group; returns how many were written to `list`. */
int cgroup_list(const struct cgroup *cgroup, pid_t *list, int room);

/* Kills what is left in the group, and removes it. */
void cgroup_remove(struct cgroup *cgroup);
