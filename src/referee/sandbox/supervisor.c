/* supervisor.c: runs a program and ends what is left of it. Between fork and exec only
 * system calls are made: other threads may hold any lock of the C library. */
#include "referee/sandbox/supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "referee/sandbox/bwrap.h"
#include "referee/sandbox/proc_tree.h"
#include "referee/sandbox/seccomp.h"

enum {
    OPEN_FILES = 512,
    OPEN_MOST = 65536,
    FAILURE_FD = PROCESS_OUTPUT_FD + 1, /* in the child, until it becomes the program */
};

/* The program. */

/* Kernels before 5.9 close one by one. */
static void close_between(unsigned first, unsigned last)
{
    if (syscall(SYS_close_range, first, last, 0) == 0)
        return;
    for (unsigned fd = first; fd <= last && fd < OPEN_MOST; fd++)
        close((int)fd);
}

_Noreturn static void give_up(const struct launch *launch, int number)
{
    ssize_t ignored = write(launch->failure, &number, sizeof number);
    (void)ignored;
    _exit(127);
}

static void limit(int resource, uint64_t most)
{
    struct rlimit value;
    if (getrlimit((__rlimit_resource_t)resource, &value) != 0)
        return;
    if (value.rlim_max == RLIM_INFINITY || value.rlim_max > most)
        value.rlim_cur = value.rlim_max = most;
    setrlimit((__rlimit_resource_t)resource, &value);
}

/* No RLIMIT_AS: a Java virtual machine reserves far more address space than it ever
 * uses and would not start. */
static void set_limits(const struct launch *launch)
{
    const struct sandbox *sandbox = launch->start->sandbox;
    if (sandbox->mode == SANDBOX_OFF) {
        struct rlimit files;
        if (getrlimit(RLIMIT_NOFILE, &files) == 0 && sandbox->open_files) {
            files.rlim_cur = sandbox->open_files;
            setrlimit(RLIMIT_NOFILE, &files);
        }
        return;
    }
    uint64_t mib = 1 << 20;
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, OPEN_FILES);
    limit(RLIMIT_FSIZE, (uint64_t)sandbox->limits.storage_mib * mib);
    limit(RLIMIT_MEMLOCK, mib);
    limit(RLIMIT_MSGQUEUE, mib);
    if (!cgroups_have(&sandbox->cgroups, CGROUP_MEMORY))
        limit(RLIMIT_DATA, (uint64_t)sandbox->limits.memory_mib * mib);
}

static void reset_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Moves the pipes to their places and closes everything else. The descriptors were made
 * above these places, so that none is overwritten before it is moved. */
static void place_descriptors(struct launch *launch, int output)
{
    dup2(launch->in, 0);
    dup2(launch->out, output);
    dup2(launch->err, 2);
    if (output != 1)
        dup2(launch->filter_fd, PROCESS_FILTER_FD);
    dup3(launch->failure, FAILURE_FD, O_CLOEXEC);
    launch->failure = FAILURE_FD;
    close_between(FAILURE_FD + 1u, ~0u);
    if (output == 1)
        close_between(3u, FAILURE_FD - 1u);
}

/* Bubblewrap does the rest. Its own output doesn't matter, but it must have one. */
static void prepare_for_bubblewrap(struct launch *launch)
{
    place_descriptors(launch, PROCESS_OUTPUT_FD);
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, 1);
    if (nowhere > 1)
        close(nowhere);
    set_limits(launch);
}

static void prepare_plainly(struct launch *launch)
{
    const struct sandbox *sandbox = launch->start->sandbox;
    setsid();
    if (launch->start->directory && chdir(launch->start->directory) != 0)
        give_up(launch, errno);
    place_descriptors(launch, 1);
    set_limits(launch);
    if (launch->user) {
        /* With a user of its own, the limit counts nobody else's processes. */
        limit(RLIMIT_NPROC, (uint64_t)sandbox->limits.processes);
        if (setgroups(0, NULL) != 0 ||
            setresgid(launch->user, launch->user, launch->user) != 0 ||
            setresuid(launch->user, launch->user, launch->user) != 0)
            give_up(launch, errno);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (launch->filter_bytes &&
        !seccomp_filter_apply(launch->filter, launch->filter_bytes))
        give_up(launch, errno);
}

_Noreturn static void run_program(struct launch *launch)
{
    if (launch->start->cores &&
        !cgroups_have(&launch->start->sandbox->cgroups, CGROUP_CORES))
        sched_setaffinity(0, sizeof *launch->start->cores, launch->start->cores);
    if (!cgroup_enter(launch->cgroup))
        give_up(launch, errno);
    if (launch->start->sandbox->bubblewrap)
        prepare_for_bubblewrap(launch);
    else
        prepare_plainly(launch);
    execve(launch->words[0], launch->words, launch->environment);
    give_up(launch, errno);
}

/* The supervisor. */

static void nap(long microseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = microseconds * 1000}, NULL);
}

/* Whether all children are dead and have been reaped, which also counts their processor
 * time. Orphans become our children, so then no descendants are left either. */
static bool reap_children(void)
{
    pid_t gone;
    while ((gone = waitpid(-1, NULL, WNOHANG)) > 0)
        continue;
    return gone < 0 && errno == ECHILD;
}

static int list_descendants(const void *context, pid_t *pid)
{
    (void)context;
    return proc_tree_pids(getpid(), pid);
}

/* All are stopped before the first is killed: while they are at their limit of
 * processes, they can't create new ones. */
void supervisor_kill_descendants(void)
{
    for (int i = 0; !reap_children(); i++) {
        if (i % 32 == 0) {
            proc_tree_signal(list_descendants, NULL, SIGSTOP);
            proc_tree_signal(list_descendants, NULL, SIGKILL);
        }
        nap(i < 32 ? 50 : 1000);
    }
}

/* The supervisor waits until the program or the referee is gone. What is frozen must
 * thaw to die, and the referee may have gone without doing that. */
_Noreturn static void supervise(int lifeline, const struct cgroup *cgroup,
                                pid_t program)
{
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    struct pollfd waiting[2] = {
        {.fd = signalfd(-1, &child, SFD_CLOEXEC), .events = POLLIN},
        {.fd = lifeline, .events = POLLIN},
    };
    int code = 0;
    for (bool over = false; !over;) {
        int status;
        pid_t gone;
        while ((gone = waitpid(-1, &status, WNOHANG)) > 0) {
            if (gone == program) {
                code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
                over = true;
            }
        }
        if (!over && poll(waiting, 2, 1000) > 0) {
            struct signalfd_siginfo info;
            if (waiting[0].revents & POLLIN)
                over = read(waiting[0].fd, &info, sizeof info) < 0;
            over = over || waiting[1].revents;
        }
    }
    cgroup_freeze(cgroup, false);
    supervisor_kill_descendants();
    _exit(code);
}

_Noreturn void supervisor_run(struct launch *launch)
{
    setsid();
    reset_signals();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t program = fork();
    if (program < 0)
        give_up(launch, errno);
    if (program == 0)
        run_program(launch);
    /* Pipes must close when their users do, so we keep none of them open. */
    struct cgroup cgroup = *launch->cgroup;
    dup2(launch->lifeline, 0);
    close(1);
    if (cgroup.freeze >= 0)
        cgroup.freeze = dup2(cgroup.freeze, 1);
    close(2);
    if (launch->user_fd >= 0)
        dup2(launch->user_fd, 2);
    close_between(3u, ~0u);
    supervise(0, &cgroup, program);
}
