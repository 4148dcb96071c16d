/* process.c: starts, stops and ends programs. */
#include "referee/sandbox/process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "referee/sandbox/bwrap.h"
#include "referee/sandbox/proc_tree.h"
#include "referee/sandbox/supervisor.h"
#include "referee/sandbox/user.h"

enum {
    SUPERVISOR_SECONDS = 10, /* for a supervisor to end its process tree */
    ENVIRONMENT = 64,
};

/* Starting. */

/* What a bot inherits of our environment; the rest may hold secrets. */
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
    /* A bot's folder must not change by its playing: see game/fingerprint.h. */
    static char *const no_bytecode = "PYTHONDONTWRITEBYTECODE=1";
    int count = 0;
    bool off = start->sandbox->mode == SANDBOX_OFF;
    for (int i = 0; environ[i] && count < ENVIRONMENT - 16; i++)
        if (off || is_passed_on(environ[i]))
            environment[count++] = environ[i];
    for (size_t i = 0; start->sandbox->bubblewrap && i < sizeof own / sizeof *own; i++)
        environment[count++] = own[i];
    environment[count++] = no_bytecode;
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
static bool load_filter(struct launch *launch, struct error *error)
{
    const struct sandbox *sandbox = launch->start->sandbox;
    const struct program *program = launch->start->program;
    int filter = sandbox->filter[program->network || program->loopback];
    if (filter < 0)
        return true;
    if (sandbox->bubblewrap) {
        char path[64];
        snprintf(path, sizeof path, "/proc/self/fd/%d", filter);
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        launch->filter_fd = fcntl(fd, F_DUPFD_CLOEXEC, 10);
        if (fd >= 0)
            close(fd);
    } else {
        ssize_t got = pread(filter, launch->filter, LAUNCH_FILTER_BYTES, 0);
        launch->filter_bytes = got > 0 && got < LAUNCH_FILTER_BYTES ? (unsigned)got : 0;
    }
    return launch->filter_fd >= 0 || launch->filter_bytes ||
           error_set(error, _("cannot start it: the seccomp filter cannot be read"));
}

/* Root starts bots as another user. Without bubblewrap, our own players stay as we are:
 * they do no harm, and this program may be installed where nobody else can read it. */
static bool needs_user(const struct process_start *start)
{
    const struct sandbox *sandbox = start->sandbox;
    return sandbox->root && sandbox->mode != SANDBOX_OFF &&
           (sandbox->bubblewrap || !start->trusted);
}

/* Whether every folder on the way to a place can be passed by others, and the place
 * itself be read. */
static bool is_open_to_others(const char *place, struct error *error)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s", place);
    for (char *slash = path + strlen(path); slash && slash != path;
         slash = strrchr(path, '/')) {
        struct stat info;
        *slash = '\0';
        if (stat(path, &info) != 0)
            return error_set(error, "%s: %s", path, strerror(errno));
        if (!(info.st_mode & (S_ISDIR(info.st_mode) ? S_IXOTH : S_IROTH)))
            return error_set(error,
                             _("cannot start it: its files must be readable by others, "
                               "but %s is not (chmod o+rX)"),
                             path);
    }
    return true;
}

/* Without bubblewrap, which shows a bot its files wherever they are, its user must be
 * able to reach them as they are. */
static bool can_reach(const struct process_start *start, struct error *error)
{
    bool ok = true;
    for (int i = 0; ok && i < start->program->folders; i++)
        ok = is_open_to_others(start->program->folder[i], error);
    for (int i = 0; ok && i < start->program->files; i++)
        ok = is_open_to_others(start->program->file[i], error);
    return ok;
}

/* Waits until the program is running or has failed to start. */
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
    process->supervisor = fork();
    if (process->supervisor == 0)
        supervisor_run(launch);
    if (process->supervisor < 0)
        return error_set(error, _("cannot start it: %s"), strerror(errno));
    process->exit_fd = (int)syscall(SYS_pidfd_open, process->supervisor, 0);
    bool watched =
        process->exit_fd >= 0 ||
        error_set(error, _("cannot watch its process (Linux 5.3 or later can): %s"),
                  strerror(errno));
    close(pipes[3][1]);
    pipes[3][1] = -1;
    if (watched && was_started(pipes[3][0], error))
        return true;
    kill(process->supervisor, SIGKILL);
    waitpid(process->supervisor, NULL, 0);
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
    char *environment[ENVIRONMENT], name[16], **wrapped = NULL, directory[PATH_MAX];
    if (start->directory)
        snprintf(directory, sizeof directory, "%s", start->directory);
    else if (!getcwd(directory, sizeof directory))
        snprintf(directory, sizeof directory, "/");
    *process = (struct process){
        .in = -1, .out = -1, .err = -1, .exit_fd = -1, .cgroup = {.freeze = -1}};
    struct launch *launch = calloc(1, sizeof *launch);
    if (!launch)
        return error_set(error, _("out of memory"));
    launch->start = start;
    launch->cgroup = &process->cgroup;
    launch->environment = environment;
    launch->user_fd = launch->filter_fd = -1;
    if (needs_user(start))
        launch->user = user_take(start->number, &launch->user_fd);
    make_environment(start, environment);
    if (sandbox->bubblewrap)
        wrapped = bwrap_words(sandbox, start->program, launch->user, directory);
    launch->words = wrapped ? wrapped : start->program->word;

    snprintf(name, sizeof name, "%d", start->number);
    bool ok = sandbox->bubblewrap ? wrapped || error_set(error, _("out of memory"))
                                  : !launch->user || can_reach(start, error);
    ok = ok && load_filter(launch, error);
    const struct cgroup_limits limits = {
        .memory_bytes = (uint64_t)sandbox->limits.memory_mib << 20,
        .processes = sandbox->limits.processes,
        .cores = start->cores,
    };
    if (ok && sandbox->cgroups.trees)
        ok = cgroup_make(&process->cgroup, &sandbox->cgroups, name, &limits) ||
             error_set(error, _("cannot create a control group: %s"), strerror(errno));
    ok = ok && start_with_words(process, launch, error);
    if (!ok)
        cgroup_remove(&process->cgroup);
    close_all((int[]){launch->filter_fd, launch->user_fd}, 2);
    bwrap_free_words(wrapped);
    free(launch);
    return ok;
}

void process_prepare(void)
{
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* Stopping and continuing. */

/* All processes of the program, without the supervisor. A control group has the list
 * ready. */
static int list_processes(const void *context, pid_t *pid)
{
    const struct process *process = context;
    return process->cgroup.trees ? cgroup_list(&process->cgroup, pid, PROC_TREE_MOST)
                                 : proc_tree_pids(process->supervisor, pid);
}

void process_stop(struct process *process)
{
    if (!cgroup_freeze(&process->cgroup, true))
        proc_tree_signal(list_processes, process, SIGSTOP);
    process->stopped = true;
}

void process_continue(struct process *process)
{
    if (!cgroup_freeze(&process->cgroup, false))
        proc_tree_signal(list_processes, process, SIGCONT);
    process->stopped = false;
}

bool process_may_wake(const struct process *process)
{
    return process->stopped && (!process->cgroup.trees || process->cgroup.freeze < 0);
}

void process_keep_stopped(struct process *process)
{
    struct proc_tree_member list[PROC_TREE_MOST];
    int count = proc_tree_list(process->supervisor, list, PROC_TREE_MOST);
    for (int i = 0; i < count; i++) {
        if (list[i].state != 'T' && list[i].state != 't') {
            proc_tree_signal(list_processes, process, SIGSTOP);
            return;
        }
    }
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

int process_exit_status(const struct process *process)
{
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)process->supervisor, &info, WEXITED | WNOHANG | WNOWAIT) !=
            0 ||
        info.si_pid == 0)
        return -1;
    return info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
}

void process_end(struct process *process, struct process_end *end)
{
    struct rusage usage = {0};
    int status = 0;
    *end = (struct process_end){.exited = process_wait_exit(process, 0)};
    cgroup_freeze(&process->cgroup, false);
    /* This tells the supervisor to end it. */
    close(process->lifeline);
    if (!process_wait_exit(process, SUPERVISOR_SECONDS))
        kill(process->supervisor, SIGKILL);
    while (wait4(process->supervisor, &status, 0, &usage) < 0 && errno == EINTR)
        continue;
    end->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    end->cpu = ((int64_t)usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000 +
               ((int64_t)usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000;
    /* Nobody waited for what was killed; its group has counted that, too. */
    int64_t counted = cgroup_time(&process->cgroup);
    if (counted > end->cpu)
        end->cpu = counted;
    close_all((int[]){process->in, process->out, process->err, process->exit_fd}, 4);
    cgroup_remove(&process->cgroup);
}

void process_sweep(void)
{
    supervisor_kill_descendants();
}
