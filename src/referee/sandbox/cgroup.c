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

/* As version 1 calls them. */
static const char *const controllers[CGROUP_CONTROLLERS] = {
    [CGROUP_PROCESSES] = "pids",  [CGROUP_MEMORY] = "memory",
    [CGROUP_FREEZER] = "freezer", [CGROUP_CORES] = "cpuset",
    [CGROUP_TIME] = "cpuacct",
};

static const struct cgroups none = {.tree_of = {-1, -1, -1, -1, -1}};

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

static bool has_controller(const char *folder, const char *file, const char *name)
{
    char path[PATH_MAX + 64], line[512] = "";
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *list = fopen(path, "re");
    bool ok = list && fgets(line, sizeof line, list);
    if (list)
        fclose(list);
    return ok && has_word(line, name, " \n");
}

static bool has_controllers(const char *folder, const char *file)
{
    return has_controller(folder, file, "memory") &&
           has_controller(folder, file, "pids");
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
        /* What is frozen by version 1 doesn't die. */
        write_file(folder, "freezer.state", "THAWED");
        write_file(folder, "cgroup.kill", "1");
        for (int k = 0; k < count; k++)
            kill(list[k], SIGKILL);
        if (i > 0 || count > 0)
            rest_a_moment();
    }
}

/* Groups are called "lodestone-PID.NAMESPACE...": whose they are. */
#define GROUP_NAME "lodestone-%d.%llu"

/* Our namespace of processes: a PID means something only there, and a container may
 * show the groups of the host. */
static unsigned long long pid_namespace(void)
{
    struct stat info;
    return stat("/proc/self/ns/pid", &info) == 0 ? info.st_ino : 0;
}

/* A group is left over if its creator is gone. */
static void remove_left_over(const char *tree)
{
    DIR *folder = opendir(tree);
    const struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        int maker;
        unsigned long long namespace;
        char path[PATH_MAX + 300];
        if (sscanf(entry->d_name, GROUP_NAME, &maker, &namespace) != 2 ||
            namespace != pid_namespace() || kill(maker, 0) == 0 || errno != ESRCH)
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
    snprintf(home, sizeof home, "%s/" GROUP_NAME, tree, getpid(), pid_namespace());
    if (mkdir(home, 0755) != 0)
        return false;
    if (write_file(home, "cgroup.procs", "0") && has_both(tree))
        return true;
    write_file(tree, "cgroup.procs", "0");
    rmdir(home);
    return false;
}

/* Below our own group if allowed, otherwise below the root group if we are root. */
static bool find_version_2(char tree[PATH_MAX])
{
    if (own_folder("", tree) && has_controllers(tree, "cgroup.controllers") &&
        (has_both(tree) || go_down(tree)))
        return true;
    return geteuid() == 0 && mount_point("", tree) &&
           has_controllers(tree, "cgroup.controllers") && has_both(tree);
}

static bool open_version_2(struct cgroups *cgroups)
{
    *cgroups = (struct cgroups){.version = 2, .trees = 1};
    if (!find_version_2(cgroups->tree[0]))
        return false;
    const char *tree = cgroups->tree[0];
    if (!has_controller(tree, "cgroup.subtree_control", "cpuset") &&
        !write_file(tree, "cgroup.subtree_control", "+cpuset"))
        cgroups->tree_of[CGROUP_CORES] = -1;
    return true;
}

/* Some controllers may share a tree. */
static bool open_version_1(struct cgroups *cgroups)
{
    *cgroups = none;
    cgroups->version = 1;
    for (int i = 0; i < CGROUP_CONTROLLERS; i++) {
        char tree[PATH_MAX];
        if (!own_folder(controllers[i], tree))
            continue;
        int at = 0;
        while (at < cgroups->trees && strcmp(cgroups->tree[at], tree) != 0)
            at++;
        if (at == cgroups->trees)
            memcpy(cgroups->tree[cgroups->trees++], tree, sizeof tree);
        cgroups->tree_of[i] = at;
    }
    return cgroups->trees > 0;
}

bool cgroups_have(const struct cgroups *cgroups, enum cgroup_controller controller)
{
    return cgroups->version && cgroups->tree_of[controller] >= 0;
}

/* Some hosts show the trees but let us create nothing in them, or offer less than they
 * say. */
static bool try_groups(struct cgroups *cgroups)
{
    struct cgroup trial;
    cpu_set_t cores;
    bool known = sched_getaffinity(0, sizeof cores, &cores) == 0;
    struct cgroup_limits limits = {.memory_bytes = 1 << 30, .processes = 16};
    limits.cores = known ? &cores : NULL;
    if (!cgroup_make(&trial, cgroups, "trial", &limits)) {
        if (!cgroups_have(cgroups, CGROUP_CORES))
            return false;
        cgroups->tree_of[CGROUP_CORES] = -1;
        return try_groups(cgroups);
    }
    if (trial.freeze < 0)
        cgroups->tree_of[CGROUP_FREEZER] = -1;
    if (cgroup_time(&trial) < 0)
        cgroups->tree_of[CGROUP_TIME] = -1;
    cgroup_remove(&trial);
    return true;
}

void cgroups_open(struct cgroups *cgroups)
{
    if (!open_version_2(cgroups) && !open_version_1(cgroups)) {
        *cgroups = none;
        return;
    }
    for (int i = 0; i < cgroups->trees; i++)
        remove_left_over(cgroups->tree[i]);
    if (!try_groups(cgroups))
        *cgroups = none;
}

void cgroups_close(struct cgroups *cgroups)
{
    char home[PATH_MAX + 64];
    if (cgroups->version == 2) {
        snprintf(home, sizeof home, "%s/" GROUP_NAME, cgroups->tree[0], getpid(),
                 pid_namespace());
        if (access(home, F_OK) == 0) {
            write_file(cgroups->tree[0], "cgroup.subtree_control",
                       "-memory -pids -cpuset");
            write_file(cgroups->tree[0], "cgroup.subtree_control", "-memory -pids");
            write_file(cgroups->tree[0], "cgroup.procs", "0");
            rmdir(home);
        }
    }
    *cgroups = none;
}

/* The group. */

static const char *path_of(const struct cgroup *cgroup, const struct cgroups *cgroups,
                           enum cgroup_controller controller)
{
    int at = cgroups->tree_of[controller];
    return at < 0 ? NULL : cgroup->path[at];
}

static bool limit_memory(const struct cgroup *cgroup, const char *path, uint64_t bytes)
{
    char memory[32];
    if (!path || !bytes)
        return true;
    snprintf(memory, sizeof memory, "%llu", (unsigned long long)bytes);
    if (cgroup->version == 2) {
        write_file(path, "memory.swap.max", "0");
        write_file(path, "memory.oom.group", "1");
        return write_file(path, "memory.max", memory);
    }
    bool ok = write_file(path, "memory.limit_in_bytes", memory);
    write_file(path, "memory.memsw.limit_in_bytes", memory);
    return ok;
}

/* What a file of the group above says, or "". */
static const char *read_above(const char *path, const char *name, char text[256])
{
    char file[PATH_MAX + 128];
    snprintf(file, sizeof file, "%s/../%s", path, name);
    FILE *above = fopen(file, "re");
    if (!above || !fgets(text, 256, above))
        text[0] = '\0';
    if (above)
        fclose(above);
    text[strcspn(text, "\n")] = '\0';
    return text;
}

/* A group of version 1 has neither cores nor memory nodes until they are written. */
static bool limit_cores(const struct cgroup *cgroup, const char *path,
                        const cpu_set_t *cores)
{
    char list[4 * CPU_SETSIZE] = "", inherited[256];
    size_t used = 0;
    if (!path)
        return true;
    for (size_t i = 0; cores && i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, cores))
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%zu",
                                     used ? "," : "", i);
    if (cgroup->version == 2)
        return !cores || write_file(path, "cpuset.cpus", list);
    return write_file(path, "cpuset.mems",
                      read_above(path, "cpuset.mems", inherited)) &&
           write_file(path, "cpuset.cpus",
                      cores ? list : read_above(path, "cpuset.cpus", inherited));
}

static bool set_limits(const struct cgroup *cgroup, const struct cgroups *cgroups,
                       const struct cgroup_limits *limits)
{
    char pids[32];
    const char *processes = path_of(cgroup, cgroups, CGROUP_PROCESSES);
    snprintf(pids, sizeof pids, "%d", limits->processes);
    return (!processes || !limits->processes ||
            write_file(processes, "pids.max", pids)) &&
           limit_memory(cgroup, path_of(cgroup, cgroups, CGROUP_MEMORY),
                        limits->memory_bytes) &&
           limit_cores(cgroup, path_of(cgroup, cgroups, CGROUP_CORES), limits->cores);
}

static int open_freezer(const struct cgroup *cgroup, const struct cgroups *cgroups)
{
    char file[PATH_MAX + 128];
    const char *path = path_of(cgroup, cgroups, CGROUP_FREEZER);
    if (!path)
        return -1;
    snprintf(file, sizeof file, "%s/%s", path,
             cgroup->version == 2 ? "cgroup.freeze" : "freezer.state");
    return open(file, O_WRONLY | O_CLOEXEC);
}

bool cgroup_make(struct cgroup *cgroup, const struct cgroups *cgroups, const char *name,
                 const struct cgroup_limits *limits)
{
    *cgroup = (struct cgroup){.version = cgroups->version,
                              .freeze = -1,
                              .time_at = cgroups->tree_of[CGROUP_TIME]};
    for (int i = 0; i < cgroups->trees; i++) {
        char *path = cgroup->path[i];
        snprintf(path, sizeof cgroup->path[i], "%s/" GROUP_NAME "-%s", cgroups->tree[i],
                 getpid(), pid_namespace(), name);
        if (mkdir(path, 0755) != 0 && errno != EEXIST)
            break;
        char procs[PATH_MAX + 128];
        snprintf(procs, sizeof procs, "%s/cgroup.procs", path);
        cgroup->enter[i] = open(procs, O_WRONLY | O_CLOEXEC);
        cgroup->trees++;
    }
    if (cgroups->trees > 0 && cgroup->trees == cgroups->trees &&
        set_limits(cgroup, cgroups, limits)) {
        cgroup->freeze = open_freezer(cgroup, cgroups);
        return true;
    }
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

bool cgroup_freeze(const struct cgroup *cgroup, bool frozen)
{
    const char *word = cgroup->version == 2 ? (frozen ? "1" : "0")
                       : frozen             ? "FROZEN"
                                            : "THAWED";
    return cgroup->trees && cgroup->freeze >= 0 &&
           write(cgroup->freeze, word, strlen(word)) > 0;
}

int cgroup_list(const struct cgroup *cgroup, pid_t *list, int room)
{
    return cgroup->trees ? list_one(cgroup->path[0], list, room) : 0;
}

int64_t cgroup_time(const struct cgroup *cgroup)
{
    char file[PATH_MAX + 128], line[256];
    if (!cgroup->trees || cgroup->time_at < 0)
        return -1;
    snprintf(file, sizeof file, "%s/%s", cgroup->path[cgroup->time_at],
             cgroup->version == 2 ? "cpu.stat" : "cpuacct.usage");
    FILE *count = fopen(file, "re");
    long long time = -1;
    if (count && cgroup->version == 1 && fgets(line, sizeof line, count))
        time = strtoll(line, NULL, 10);
    while (count && cgroup->version == 2 && time < 0 && fgets(line, sizeof line, count))
        if (strncmp(line, "usage_usec ", 11) == 0)
            time = 1000 * strtoll(line + 11, NULL, 10);
    if (count)
        fclose(count);
    return time;
}

void cgroup_remove(struct cgroup *cgroup)
{
    if (cgroup->trees && cgroup->freeze >= 0) {
        cgroup_freeze(cgroup, false);
        close(cgroup->freeze);
    }
    for (int i = 0; i < cgroup->trees; i++) {
        if (cgroup->enter[i] >= 0)
            close(cgroup->enter[i]);
        remove_one(cgroup->path[i]);
    }
    *cgroup = (struct cgroup){0};
}
