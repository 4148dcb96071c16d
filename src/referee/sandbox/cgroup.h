/* cgroup.h: control groups, if the host lets us create them: limits for all processes
 * of a bot together, the cores they run on, a way to freeze them that they can't undo,
 * and their processor time. */
#pragma once

#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum cgroup_controller {
    CGROUP_PROCESSES,
    CGROUP_MEMORY,
    CGROUP_FREEZER,
    CGROUP_CORES,
    CGROUP_TIME,
    CGROUP_CONTROLLERS,
};

/* Where groups can be created. Version 1 has a tree for each controller, or for
 * several; version 2 has one for all. */
struct cgroups {
    int version; /* 0: nowhere */
    int trees;
    char tree[CGROUP_CONTROLLERS][PATH_MAX];
    int tree_of[CGROUP_CONTROLLERS]; /* -1: the host doesn't have or give that one */
};

/* The group of one bot; `trees` is 0 when there is none. */
struct cgroup {
    int version, trees;
    char path[CGROUP_CONTROLLERS][PATH_MAX + 64];
    int enter[CGROUP_CONTROLLERS]; /* descriptors to write "0" to */
    int freeze;                    /* a descriptor for cgroup_freeze; -1 without it */
    int time_at;                   /* the path that counts the time; -1: none does */
};

/* The limits of a group; 0 or NULL: none. */
struct cgroup_limits {
    uint64_t memory_bytes;
    int processes;
    const cpu_set_t *cores;
};

/* Finds out what the host allows, and removes groups that a killed referee left. */
void cgroups_open(struct cgroups *cgroups);
void cgroups_close(struct cgroups *cgroups);
bool cgroups_have(const struct cgroups *cgroups, enum cgroup_controller controller);

/* Creates a group with these limits. False if that is impossible. */
bool cgroup_make(struct cgroup *cgroup, const struct cgroups *cgroups, const char *name,
                 const struct cgroup_limits *limits);

/* Moves the calling process into the group; safe between fork and exec. */
bool cgroup_enter(const struct cgroup *cgroup);

/* Freezes all processes of the group, or lets them run again; false if it has no
 * freezer. Only system calls are made. */
bool cgroup_freeze(const struct cgroup *cgroup, bool frozen);

/* The processes in the group; returns how many were written to `list`. */
int cgroup_list(const struct cgroup *cgroup, pid_t *list, int room);

/* Nanoseconds of processor time that the group has used; -1 if nobody counts them. */
int64_t cgroup_time(const struct cgroup *cgroup);

/* Kills what is left in the group, and removes it. */
void cgroup_remove(struct cgroup *cgroup);
