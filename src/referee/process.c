/* process.c: starting, stopping and ending programs. Between fork and exec nothing is
 * called but system calls: other threads may hold any lock of the C library. */
#include "referee/process.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/words.h"
#include "referee/family.h"
#include "referee/filter.h"

enum {
    FIRST_USER = 62000, /* users that nobody is; each bot running gets one */
    USERS = 3000,
    OPEN_FILES = 512,
    FILTER_BYTES = 32768,
    ENVIRONMENT = 64,
    FAILURE_FD = PROCESS_OUTPUT_FD + 1, /* in the child, until it becomes the program */
};

/* Everything the child needs, made before the fork. */
struct launch {
    const struct process_start *start;
    const struct cgroup *cgroup;
    char *const *words;
    char *const *environment;
    uid_t user; /* 0: stay as we are */
    int filter_fd;
    unsigned filter_bytes;
    char filter[FILTER_BYTES];
    int in, out, err; /* the child's ends */
    int lifeline;     /* the keeper's end: closed by the kernel when we are gone */
    int failure;      /* the child writes errno here when it cannot start */
};

static void nap(long microseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = microseconds * 1000}, NULL);
}

/* In the child. */

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

/* RLIMIT_AS would keep a Java machine from starting: it reserves far more addresses
 * than it ever uses memory. */
static void set_limits(const struct launch *launch)
{
    const struct sandbox *sandbox = launch->start->sandbox;
    if (sandbox->mode == SANDBOX_OFF)
        return;
    uint64_t mib = 1 << 20;
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, OPEN_FILES);
    limit(RLIMIT_FSIZE, (uint64_t)sandbox->limits.storage_mib * mib);
    limit(RLIMIT_MEMLOCK, mib);
    limit(RLIMIT_MSGQUEUE, mib);
    if (!sandbox->cgroups.memory)
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
    syscall(SYS_close_range, FAILURE_FD + 1u, ~0u, 0);
    if (output == 1)
        syscall(SYS_close_range, 3u, FAILURE_FD - 1u, 0);
}

_Noreturn static void run_bubblewrap(struct launch *launch)
{
    place_descriptors(launch, PROCESS_OUTPUT_FD);
    /* Its own output is of no interest, but must be something. */
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, 1);
    if (nowhere > 1)
        close(nowhere);
    set_limits(launch);
    execve(launch->words[0], launch->words, launch->environment);
    give_up(launch, errno);
}

_Noreturn static void run_plainly(struct launch *launch)
{
    const struct sandbox *sandbox = launch->start->sandbox;
    setsid();
    reset_signals();
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
    if (launch->filter_bytes && !filter_apply(launch->filter, launch->filter_bytes))
        give_up(launch, errno);
    execve(launch->words[0], launch->words, launch->environment);
    give_up(launch, errno);
}

/* Ends a family: all are stopped before the first is killed, so that a limit of
 * processes that they have reached keeps them from making new ones meanwhile. */
static void kill_family(pid_t ancestor)
{
    struct family_member list[FAMILY_MOST];
    for (;;) {
        int count = 0, running = 1;
        for (int i = 0; running && i < 20; i++) {
            running = 0;
            count = family_list(ancestor, list, FAMILY_MOST);
            for (int k = 0; k < count; k++) {
                if (list[k].state != 'T') {
                    kill(list[k].pid, SIGSTOP);
                    running++;
                }
            }
        }
        if (count == 0)
            return;
        for (int k = 0; k < count; k++)
            kill(list[k].pid, SIGKILL);
        while (waitpid(-1, NULL, WNOHANG) > 0)
            continue;
        nap(200);
    }
}

/* The keeper's life: it waits for the end of the program or of the referee. */
_Noreturn static void keep(const struct launch *launch, pid_t program)
{
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    struct pollfd waiting[2] = {
        {.fd = signalfd(-1, &child, SFD_CLOEXEC), .events = POLLIN},
        {.fd = launch->lifeline, .events = POLLIN},
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
        if (gone < 0)
            over = true;
        if (!over && poll(waiting, 2, 1000) > 0) {
            struct signalfd_siginfo info;
            if (waiting[0].revents & POLLIN)
                over = read(waiting[0].fd, &info, sizeof info) < 0;
            over = over || waiting[1].revents;
        }
    }
    kill_family(getpid());
    _exit(code);
}

_Noreturn static void run_keeper(struct launch *launch)
{
    setsid();
    reset_signals();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t program = fork();
    if (program < 0)
        give_up(launch, errno);
    if (program == 0)
        run_plainly(launch);
    /* The pipes of others, and those of this bot, end with those who use them. */
    dup2(launch->lifeline, 0);
    launch->lifeline = 0;
    syscall(SYS_close_range, 1u, ~0u, 0);
    keep(launch, program);
}

_Noreturn static void run_child(struct launch *launch)
{
    if (launch->start->cores)
        sched_setaffinity(0, sizeof *launch->start->cores, launch->start->cores);
    if (!cgroup_enter(launch->cgroup))
        give_up(launch, errno);
    if (!launch->start->sandbox->bubblewrap)
        run_keeper(launch);
    reset_signals();
    run_bubblewrap(launch);
}

/* Before the fork. */

/* What a bot gets of our environment; the rest may hold secrets. */
static bool is_passed_on(const char *variable)
{
    static const char *const names[] = {
        "PATH=",        "LANG=",  "LC_",  "TZ=", "JAVA_HOME=", "LD_LIBRARY_PATH=",
        "VIRTUAL_ENV=", "PYENV_", "TERM="};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(variable, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static void make_environment(const struct process_start *start,
                             char *environment[ENVIRONMENT])
{
    static char *const own[] = {"HOME=/home/bot", "TMPDIR=/tmp", "USER=bot",
                                "LOGNAME=bot"};
    int count = 0;
    bool off = start->sandbox->mode == SANDBOX_OFF;
    for (int i = 0; environ[i] && count < ENVIRONMENT - 16; i++)
        if (off || is_passed_on(environ[i]))
            environment[count++] = environ[i];
    for (size_t i = 0; start->sandbox->bubblewrap && i < sizeof own / sizeof *own; i++)
        environment[count++] = own[i];
    for (int i = 0; start->environment && start->environment[i] && i < 10; i++)
        environment[count++] = (char *)(uintptr_t)start->environment[i];
    environment[count] = NULL;
}

/* Descriptors above those that the child moves things to. */
static bool make_pipe(int end[2])
{
    int low[2];
    if (pipe2(low, O_CLOEXEC) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        end[i] = fcntl(low[i], F_DUPFD_CLOEXEC, 10);
        close(low[i]);
    }
    return end[0] >= 0 && end[1] >= 0;
}

static void close_all(int *fd, int count)
{
    for (int i = 0; i < count; i++)
        if (fd[i] >= 0)
            close(fd[i]);
}

/* Reads the filter for the child that applies it itself, or opens it anew for
 * bubblewrap, which reads from where the descriptor stands. */
static void load_filter(struct launch *launch)
{
    const struct sandbox *sandbox = launch->start->sandbox;
    const struct program *program = launch->start->program;
    int filter = sandbox->filter[program->network || program->loopback];
    launch->filter_fd = -1;
    if (filter < 0)
        return;
    if (sandbox->bubblewrap) {
        char path[64];
        snprintf(path, sizeof path, "/proc/self/fd/%d", filter);
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        launch->filter_fd = fcntl(fd, F_DUPFD_CLOEXEC, 10);
        close(fd);
        return;
    }
    ssize_t got = pread(filter, launch->filter, FILTER_BYTES, 0);
    launch->filter_bytes = got > 0 && got < FILTER_BYTES ? (unsigned)got : 0;
}

/* Where bubblewrap is missing, root starts bots as somebody else if that user can reach
 * the program at all. */
static uid_t choose_user(const struct process_start *start)
{
    const struct sandbox *sandbox = start->sandbox;
    uid_t user = (uid_t)(FIRST_USER + start->number % USERS);
    if (!sandbox->root || sandbox->mode == SANDBOX_OFF)
        return 0;
    if (sandbox->bubblewrap)
        return user;
    for (int i = 0; i < start->program->folders; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s", start->program->folder[i]);
        for (char *slash = path + strlen(path); slash && slash != path;
             slash = strrchr(path, '/')) {
            struct stat info;
            *slash = '\0';
            if (stat(path, &info) != 0 ||
                !(info.st_mode & (S_ISDIR(info.st_mode) ? S_IXOTH : S_IROTH)))
                return 0;
        }
    }
    return user;
}

/* Waits until the program runs or has failed to. */
static bool was_started(int failure, struct error *error)
{
    int number = 0;
    ssize_t got;
    do
        got = read(failure, &number, sizeof number);
    while (got < 0 && errno == EINTR);
    return got <= 0 || error_set(error, _("cannot start it: %s"), strerror(number));
}

static bool launch_child(struct process *process, struct launch *launch,
                         int pipes[5][2], struct error *error)
{
    launch->in = pipes[0][0];
    launch->out = pipes[1][1];
    launch->err = pipes[2][1];
    launch->failure = pipes[3][1];
    launch->lifeline = pipes[4][0];
    process->keeper = fork();
    if (process->keeper == 0)
        run_child(launch);
    if (process->keeper < 0)
        return error_set(error, _("cannot start it: %s"), strerror(errno));
    process->exit_fd = (int)syscall(SYS_pidfd_open, process->keeper, 0);
    close(pipes[3][1]);
    pipes[3][1] = -1;
    if (was_started(pipes[3][0], error) && process->exit_fd >= 0)
        return true;
    kill(process->keeper, SIGKILL);
    waitpid(process->keeper, NULL, 0);
    if (process->exit_fd >= 0)
        close(process->exit_fd);
    return false;
}

static bool start_with_words(struct process *process, struct launch *launch,
                             struct error *error)
{
    int pipes[5][2];
    memset(pipes, -1, sizeof pipes);
    bool ok = true;
    for (int i = 0; ok && i < 5; i++)
        ok = make_pipe(pipes[i]) ||
             error_set(error, _("cannot start it: %s"), strerror(errno));
    ok = ok && launch_child(process, launch, pipes, error);
    if (ok) {
        process->in = pipes[0][1];
        process->out = pipes[1][0];
        process->err = pipes[2][0];
        process->lifeline = pipes[4][1];
        pipes[0][1] = pipes[1][0] = pipes[2][0] = pipes[4][1] = -1;
        fcntl(process->in, F_SETFL, O_NONBLOCK);
        fcntl(process->out, F_SETFL, O_NONBLOCK);
        fcntl(process->err, F_SETFL, O_NONBLOCK);
    }
    close_all(&pipes[0][0], 10);
    return ok;
}

bool process_start(struct process *process, const struct process_start *start,
                   struct error *error)
{
    const struct sandbox *sandbox = start->sandbox;
    char *environment[ENVIRONMENT], name[16], **wrapped = NULL;
    *process = (struct process){.in = -1, .out = -1, .err = -1, .exit_fd = -1};
    struct launch *launch = calloc(1, sizeof *launch);
    if (!launch)
        return error_set(error, _("out of memory"));
    launch->start = start;
    launch->cgroup = &process->cgroup;
    launch->environment = environment;
    launch->user = choose_user(start);
    make_environment(start, environment);
    load_filter(launch);
    if (sandbox->bubblewrap)
        wrapped = sandbox_words(sandbox, start->program, launch->user);
    launch->words = wrapped ? wrapped : start->program->word;

    snprintf(name, sizeof name, "%d", start->number);
    bool ok = !sandbox->bubblewrap || wrapped || error_set(error, _("out of memory"));
    if (ok && sandbox->cgroups.trees)
        ok = cgroup_make(&process->cgroup, &sandbox->cgroups, name,
                         (uint64_t)sandbox->limits.memory_mib << 20,
                         sandbox->limits.processes) ||
             error_set(error, _("cannot make a control group: %s"), strerror(errno));
    ok = ok && start_with_words(process, launch, error);
    if (!ok)
        cgroup_remove(&process->cgroup);
    if (launch->filter_fd >= 0)
        close(launch->filter_fd);
    sandbox_free_words(wrapped);
    free(launch);
    return ok;
}

/* Stopping and going on. */

/* All processes of the program, without the keeper. A group knows them at once. */
static int list_processes(const struct process *process, struct family_member *list,
                          int room)
{
    if (!process->cgroup.trees)
        return family_list(process->keeper, list, room);
    pid_t pids[FAMILY_MOST];
    int count = cgroup_list(&process->cgroup, pids, room), living = 0;
    for (int i = 0; i < count; i++) {
        char state = pids[i] == process->keeper ? '\0' : family_state(pids[i]);
        if (state && state != 'Z' && state != 'X')
            list[living++] = (struct family_member){.pid = pids[i], .state = state};
    }
    return living;
}

/* Signals everybody until everybody is in the state that the signal leads to: who was
 * forked meanwhile is found in the next round. */
void process_stop(struct process *process)
{
    struct family_member list[FAMILY_MOST];
    for (int round = 0; round < 200; round++) {
        int running = 0, count = list_processes(process, list, FAMILY_MOST);
        for (int i = 0; i < count; i++) {
            if (list[i].state != 'T' && list[i].state != 't') {
                kill(list[i].pid, SIGSTOP);
                running++;
            }
        }
        if (running == 0)
            break;
        if (round > 2)
            nap(50);
    }
    process->stopped = true;
}

void process_continue(struct process *process)
{
    struct family_member list[FAMILY_MOST];
    int count = list_processes(process, list, FAMILY_MOST);
    for (int i = 0; i < count; i++)
        kill(list[i].pid, SIGCONT);
    process->stopped = false;
}

/* The end. */

bool process_wait_exit(const struct process *process, double seconds)
{
    struct pollfd gone = {.fd = process->exit_fd, .events = POLLIN};
    int64_t deadline = clock_now() + clock_from_seconds(seconds), rest;
    while ((rest = deadline - clock_now()) > 0) {
        int ready = poll(&gone, 1, (int)(rest / 1000000) + 1);
        if (ready > 0)
            return true;
    }
    return poll(&gone, 1, 0) > 0;
}

/* Kills everybody but the keeper, who then goes by himself; after a while he is made
 * to. With a namespace of processes its first process comes first, and takes the others
 * with it. */
static void kill_all(struct process *process)
{
    struct family_member list[FAMILY_MOST];
    int64_t patience = clock_now() + clock_from_seconds(5);
    for (int round = 0; clock_now() < patience; round++) {
        int count = family_list(process->keeper, list, FAMILY_MOST);
        for (int i = 0; i < count; i++)
            kill(list[i].pid, SIGKILL);
        /* A keeper without a child is one that has none yet, or is about to go. */
        if (count == 0 && round > 20)
            break;
        if (process_wait_exit(process, 0.001 * (round < 20 ? 1 : 10)))
            return;
    }
    kill(process->keeper, SIGKILL);
}

void process_end(struct process *process, struct process_end *end)
{
    struct rusage usage = {0};
    int status = 0;
    *end = (struct process_end){.exited = process_wait_exit(process, 0)};
    if (!end->exited)
        kill_all(process);
    while (wait4(process->keeper, &status, 0, &usage) < 0 && errno == EINTR)
        continue;
    end->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    end->cpu = ((int64_t)usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000 +
               ((int64_t)usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000;
    end->memory_kib = usage.ru_maxrss;
    close_all((int[]){process->in, process->out, process->err, process->exit_fd,
                      process->lifeline},
              5);
    cgroup_remove(&process->cgroup);
}

void process_sweep(void)
{
    kill_family(getpid());
}
