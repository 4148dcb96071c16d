/* cgroup.c: control groups of version 1 or 2, created below our own. */
#include "referee/sandbox/cgroup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    REMOVE_TRIES = 500, /* of ten milliseconds */
};

static bool write_file(const char *folder, const char *name, const char *value)
{
    char path[PATH_MAX + 128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    size_t length = strlen(value);
    bool ok = write(fd, value, length) == (ssize_t)length;
    close(fd);
    return ok;
}

static bool has_word(const char *list, const char *word, const char *parting)
{
    size_t length = strlen(word);
    while (*list) {
        size_t here = strcspn(list, parting);
        if (here == length && memcmp(list, word, length) == 0)
            return true;
        list += here + (list[here] != '\0');
    }
    return false;
}

/* The group of this process in the tree of a controller ("" for version 2). */
static bool own_group(const char *controller, char group[PATH_MAX])
{
    FILE *file = fopen("/proc/self/cgroup", "re");
    char line[PATH_MAX + 64];
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file)) {
        char *rest = line, *id = strsep(&rest, ":");
        char *names = strsep(&rest, ":"), *path = strsep(&rest, "\n");
        if (!id || !names || !path)
            continue;
        found = *controller ? has_word(names, controller, ",") : *names == '\0';
        if (found)
            snprintf(group, PATH_MAX, "%s", strcmp(path, "/") == 0 ? "" : path);
    }
    if (file)
        fclose(file);
    return found;
}

/* Where the tree of a controller is mounted. */
static bool mount_point(const char *controller, char path[PATH_MAX])
{
    FILE *file = fopen("/proc/self/mounts", "re");
    char line[2 * PATH_MAX];
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file)) {
        char *rest = line, *device = strsep(&rest, " "), *point = strsep(&rest, " ");
        char *type = strsep(&rest, " "), *options = strsep(&rest, " ");
        if (!device || !point || !type || !options)
            continue;
        found = *controller
                    ? strcmp(type, "cgroup") == 0 && has_word(options, controller, ",")
                    : strcmp(type, "cgroup2") == 0;
        if (found)
            snprintf(path, PATH_MAX, "%s", point);
    }
    if (file)
        fclose(file);
    return found;
}

static bool own_folder(const char *controller, char folder[PATH_MAX])
{
    char group[PATH_MAX], point[PATH_MAX], *path = NULL;
    if (!own_group(controller, group) || !mount_point(controller, point) ||
        asprintf(&path, "%s%s", point, group) < 0)
        return false;
    bool ok = strlen(path) < PATH_MAX && access(path, W_OK) == 0;
    if (ok)
        snprintf(folder, PATH_MAX, "%s", path);
    free(path);
    return ok;
}

static bool has_controllers(const char *folder, const char *file)
{
    char path[PATH_MAX + 64], line[512] = "";
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *list = fopen(path, "re");
    bool ok = list && fgets(line, sizeof line, list);
    if (list)
        fclose(list);
    return ok && has_word(line, "memory", " \n") && has_word(line, "pids", " \n");
}

static void rest_a_moment(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

static int list_one(const char *folder, pid_t *list, int room)
{
    char path[PATH_MAX + 128];
    int count = 0, pid;
    snprintf(path, sizeof path, "%s/cgroup.procs", folder);
    FILE *file = fopen(path, "re");
    while (file && count < room && fscanf(file, "%d", &pid) == 1)
        if (pid > 0)
            list[count++] = pid;
    if (file)
        fclose(file);
    return count;
}

/* Removes one folder, after killing what is in it. */
static void remove_one(const char *folder)
{
    for (int i = 0; i < REMOVE_TRIES && rmdir(folder) != 0 && errno == EBUSY; i++) {
        pid_t list[256];
        int count = list_one(folder, list, 256);
        write_file(folder, "cgroup.kill", "1");
        for (int k = 0; k < count; k++)
            kill(list[k], SIGKILL);
        if (i > 0 || count > 0)
            rest_a_moment();
    }
}

/* "lodestone-PID-...": a group is left over if its creator is gone. */
static void remove_left_over(const char *tree)
{
    DIR *folder = opendir(tree);
    const struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        int maker;
        char path[PATH_MAX + 300];
        if (sscanf(entry->d_name, "lodestone-%d", &maker) != 1 || kill(maker, 0) == 0 ||
            errno != ESRCH)
            continue;
        snprintf(path, sizeof path, "%s/%s", tree, entry->d_name);
        remove_one(path);
    }
    if (folder)
        closedir(folder);
}

static bool has_both(const char *tree)
{
    return has_controllers(tree, "cgroup.subtree_control") ||
           write_file(tree, "cgroup.subtree_control", "+memory +pids");
}

/* Version 2 passes controllers only to the children of a group that has no processes of
 * its own: unless that is the root, we have to move down one level ourselves. */
static bool go_down(const char *tree)
{
    char home[PATH_MAX + 64];
    snprintf(home, sizeof home, "%s/lodestone-%d", tree, getpid());
    if (mkdir(home, 0755) != 0)
        return false;
    if (write_file(home, "cgroup.procs", "0") && has_both(tree))
        return true;
    write_file(tree, "cgroup.procs", "0");
    rmdir(home);
    return false;
}

/* Below our own group if allowed, otherwise below the root group if we are root. */
static bool open_version_2(struct cgroups *cgroups)
{
    char *tree = cgroups->tree[0];
    if (own_folder("", tree) && has_controllers(tree, "cgroup.controllers") &&
        (has_both(tree) || go_down(tree)))
        return true;
    return geteuid() == 0 && mount_point("", tree) &&
           has_controllers(tree, "cgroup.controllers") && has_both(tree);
}

static bool open_version_1(struct cgroups *cgroups)
{
    cgroups->trees = 0;
    cgroups->processes = own_folder("pids", cgroups->tree[0]);
    cgroups->trees += cgroups->processes;
    cgroups->memory = own_folder("memory", cgroups->tree[cgroups->trees]);
    cgroups->trees += cgroups->memory;
    return cgroups->trees > 0;
}

void cgroups_open(struct cgroups *cgroups)
{
    struct cgroup trial;
    *cgroups =
        (struct cgroups){.version = 2, .trees = 1, .memory = true, .processes = true};
    if (!open_version_2(cgroups)) {
        *cgroups = (struct cgroups){.version = 1};
        if (!open_version_1(cgroups)) {
            *cgroups = (struct cgroups){0};
            return;
        }
    }
    for (int i = 0; i < cgroups->trees; i++)
        remove_left_over(cgroups->tree[i]);
    /* Some hosts show the trees but let us create nothing in them. */
    if (cgroup_make(&trial, cgroups, "trial", 1 << 30, 16))
        cgroup_remove(&trial);
    else
        *cgroups = (struct cgroups){0};
}

void cgroups_close(struct cgroups *cgroups)
{
    char home[PATH_MAX + 64];
    if (cgroups->version == 2) {
        snprintf(home, sizeof home, "%s/lodestone-%d", cgroups->tree[0], getpid());
        if (access(home, F_OK) == 0) {
            write_file(cgroups->tree[0], "cgroup.subtree_control", "-memory -pids");
            write_file(cgroups->tree[0], "cgroup.procs", "0");
            rmdir(home);
        }
    }
    *cgroups = (struct cgroups){0};
}

static bool set_limits(const struct cgroup *cgroup, const struct cgroups *cgroups,
                       uint64_t memory_bytes, int processes)
{
    char memory[32], pids[32];
    const char *first = cgroup->path[0], *last = cgroup->path[cgroup->trees - 1];
    snprintf(memory, sizeof memory, "%llu", (unsigned long long)memory_bytes);
    snprintf(pids, sizeof pids, "%d", processes);
    if (cgroups->processes && processes && !write_file(first, "pids.max", pids))
        return false;
    if (!cgroups->memory || !memory_bytes)
        return true;
    if (cgroups->version == 2) {
        write_file(last, "memory.swap.max", "0");
        write_file(last, "memory.oom.group", "1");
        return write_file(last, "memory.max", memory);
    }
    bool ok = write_file(last, "memory.limit_in_bytes", memory);
    write_file(last, "memory.memsw.limit_in_bytes", memory);
    return ok;
}

bool cgroup_make(struct cgroup *cgroup, const struct cgroups *cgroups, const char *name,
                 uint64_t memory_bytes, int processes)
{
    *cgroup = (struct cgroup){.version = cgroups->version};
    for (int i = 0; i < cgroups->trees; i++) {
        char *path = cgroup->path[i];
        snprintf(path, sizeof cgroup->path[i], "%s/lodestone-%d-%s", cgroups->tree[i],
                 getpid(), name);
        if (mkdir(path, 0755) != 0 && errno != EEXIST)
            break;
        char procs[PATH_MAX + 128];
        snprintf(procs, sizeof procs, "%s/cgroup.procs", path);
        cgroup->enter[i] = open(procs, O_WRONLY | O_CLOEXEC);
        cgroup->trees++;
    }
    if (cgroups->trees > 0 && cgroup->trees == cgroups->trees &&
        set_limits(cgroup, cgroups, memory_bytes, processes))
        return true;
    cgroup_remove(cgroup);
    return false;
}

bool cgroup_enter(const struct cgroup *cgroup)
{
    for (int i = 0; i < cgroup->trees; i++)
        if (write(cgroup->enter[i], "0", 1) != 1)
            return false;
    return true;
}

int cgroup_list(const struct cgroup *cgroup, pid_t *list, int room)
{
    return cgroup->trees ? list_one(cgroup->path[0], list, room) : 0;
}

void cgroup_remove(struct cgroup *cgroup)
{
    for (int i = 0; i < cgroup->trees; i++) {
        if (cgroup->enter[i] >= 0)
            close(cgroup->enter[i]);
        remove_one(cgroup->path[i]);
    }
    *cgroup = (struct cgroup){0};
}
