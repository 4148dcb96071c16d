/* proc_tree.c: reads /proc with system calls only. */
#include "referee/sandbox/proc_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    MAX_PROCESSES = 32768, /* of the host; more are not looked at */
    THREADS_FIELD = 20,    /* of /proc/PID/stat, where the first one is 1 */
};

/* As the kernel writes it; the C library has no name for it. */
struct entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

static int read_number(const char **text)
{
    int number = 0;
    while (**text >= '0' && **text <= '9')
        number = number * 10 + (*(*text)++ - '0');
    return number;
}

/* "/proc/123/stat" */
static void stat_path(pid_t pid, char path[32])
{
    char digits[12];
    int count = 0;
    for (int rest = pid; rest > 0; rest /= 10)
        digits[count++] = (char)('0' + rest % 10);
    memcpy(path, "/proc/", 6);
    path += 6;
    while (count > 0)
        *path++ = digits[--count];
    memcpy(path, "/stat", 6);
}

/* "123 (any name, even with parentheses) S 1 ..." */
static bool read_member(pid_t pid, struct proc_tree_member *member)
{
    char path[32], buffer[512];
    stat_path(pid, path);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t got = read(fd, buffer, sizeof buffer - 1);
    close(fd);
    buffer[got > 0 ? got : 0] = '\0';
    const char *end = strrchr(buffer, ')');
    if (!end || strlen(end) < 5)
        return false;
    member->pid = pid;
    member->state = end[2];
    const char *field = end + 4;
    member->parent = read_number(&field);
    /* A program may end its first thread and continue in others: then it only looks
     * dead. */
    for (int i = 4; i < THREADS_FIELD && *field; i++) {
        field += strcspn(field, " ");
        field += *field == ' ';
    }
    if (member->state == 'Z' && read_number(&field) > 0)
        member->state = 'R';
    return true;
}

static int list_processes(struct proc_tree_member *list, int room)
{
    int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC), count = 0;
    _Alignas(struct entry) char buffer[8192];
    long got;
    while (folder >= 0 &&
           (got = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0) {
        for (long at = 0; at < got && count < room;) {
            const struct entry *entry = (const struct entry *)(buffer + at);
            const char *name = entry->name;
            pid_t pid = read_number(&name);
            if (pid > 0 && !*name && read_member(pid, &list[count]))
                count++;
            at += entry->length;
        }
    }
    if (folder >= 0)
        close(folder);
    return count;
}

static bool is_in(pid_t pid, const struct proc_tree_member *list, int count)
{
    for (int i = 0; i < count; i++)
        if (list[i].pid == pid)
            return true;
    return false;
}

/* Moves the descendants to the front of the list, generation by generation. */
static int gather(pid_t ancestor, struct proc_tree_member *list, int count)
{
    int found = 0, before;
    do {
        before = found;
        for (int i = before; i < count; i++) {
            struct proc_tree_member member = list[i];
            if (member.parent != ancestor && !is_in(member.parent, list, before))
                continue;
            list[i] = list[found];
            list[found++] = member;
        }
    } while (found != before);
    return found;
}

int proc_tree_list(pid_t ancestor, struct proc_tree_member *list, int room)
{
    struct proc_tree_member all[MAX_PROCESSES];
    int found = gather(ancestor, all, list_processes(all, MAX_PROCESSES)), living = 0;
    for (int i = 0; i < found && living < room; i++)
        if (all[i].state != 'Z' && all[i].state != 'X')
            list[living++] = all[i];
    return living;
}

int proc_tree_pids(pid_t ancestor, pid_t *pid)
{
    struct proc_tree_member list[PROC_TREE_MOST];
    int count = proc_tree_list(ancestor, list, PROC_TREE_MOST);
    for (int i = 0; i < count; i++)
        pid[i] = list[i].pid;
    return count;
}

void proc_tree_signal(int (*list)(const void *context, pid_t *pid), const void *context,
                      int signal_number)
{
    pid_t done[PROC_TREE_MOST], pid[PROC_TREE_MOST];
    int signalled = 0;
    for (int fresh = 1; fresh && signalled < PROC_TREE_MOST;) {
        int count = list(context, pid), before = signalled;
        fresh = 0;
        for (int i = 0; i < count && signalled < PROC_TREE_MOST; i++) {
            bool known = false;
            for (int k = 0; k < before && !known; k++)
                known = done[k] == pid[i];
            if (known)
                continue;
            kill(pid[i], signal_number);
            done[signalled++] = pid[i];
            fresh++;
        }
    }
}
