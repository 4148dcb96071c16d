/* seccomp.c: the system calls a bot is refused. The list follows what container
 * runtimes refuse: ways out of a sandbox and into rarely used parts of the kernel.
 * Refused calls fail with EPERM, so a program can carry on without them. */
#include "referee/sandbox/seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/i18n.h"

/* By name: a call that this system does not know needs no refusal. */
static const char *const refused[] = {
    /* other processes */
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "kcmp",
    "process_madvise",
    "pidfd_getfd",
    /* mounts and namespaces */
    "mount",
    "umount",
    "umount2",
    "pivot_root",
    "chroot",
    "unshare",
    "setns",
    "move_mount",
    "open_tree",
    "fsopen",
    "fsconfig",
    "fsmount",
    "fspick",
    "mount_setattr",
    "open_by_handle_at",
    "name_to_handle_at",
    /* the kernel itself */
    "bpf",
    "perf_event_open",
    "kexec_load",
    "kexec_file_load",
    "init_module",
    "finit_module",
    "delete_module",
    "create_module",
    "userfaultfd",
    "lookup_dcookie",
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "iopl",
    "ioperm",
    "modify_ldt",
    "vm86",
    "vm86old",
    "fanotify_init",
    "landlock_create_ruleset",
    /* keys, which are shared by all processes of a user */
    "keyctl",
    "add_key",
    "request_key",
    /* the machine */
    "reboot",
    "swapon",
    "swapoff",
    "acct",
    "quotactl",
    "quotactl_fd",
    "syslog",
    "settimeofday",
    "clock_settime",
    "clock_adjtime",
    "adjtimex",
    "sethostname",
    "setdomainname",
    "nfsservctl",
    "vhangup",
    /* what all processes of the host have in common: the number of AIO requests, and
     * who opens a file of the system. Two bots could talk that way. */
    "io_setup",
    "io_submit",
    "io_destroy",
    "io_getevents",
    "io_pgetevents",
    "io_cancel",
    "inotify_init",
    "inotify_init1",
    "inotify_add_watch",
};

enum {
    NEW_NAMESPACES = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET |
                     CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP,
};

static int refuse_names(scmp_filter_ctx filter)
{
    int failed = 0;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        int call = seccomp_syscall_resolve_name(refused[i]);
        if (call != __NR_SCMP_ERROR)
            failed |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 0);
    }
    return failed;
}

/* clone's flags can be looked at; those of clone3 lie in memory, so it does not exist,
 * and libraries fall back to clone. */
static int refuse_namespaces(scmp_filter_ctx filter)
{
    int failed = 0;
    for (int bit = 0; bit < 32; bit++) {
        uint64_t flag = 1ull << bit;
        if (NEW_NAMESPACES & flag)
            failed |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone),
                                       1, SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag));
    }
    return failed |
           seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
}

/* TIOCSTI would type into the terminal from which the referee was started. */
static int refuse_typing(scmp_filter_ctx filter)
{
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                            SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffu, TIOCSTI));
}

static int refuse_network(scmp_filter_ctx filter)
{
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(socket), 1,
                            SCMP_A0(SCMP_CMP_NE, AF_UNIX, 0));
}

/* Locks on files of the system would be seen by other bots. They do nothing but
 * succeed, since libraries lock files that are their own, too. Signals of the bot's
 * choice when something happens to a file could continue it while it is stopped. */
static int refuse_locks(scmp_filter_ctx filter)
{
    static const int locks[] = {F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW};
    static const int watches[] = {F_SETLEASE, F_NOTIFY, F_SETSIG};
    int failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(0), SCMP_SYS(flock), 0);
    for (size_t i = 0; i < sizeof locks / sizeof *locks; i++)
        failed |= seccomp_rule_add(
            filter, SCMP_ACT_ERRNO(0), SCMP_SYS(fcntl), 1,
            SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffu, (unsigned)locks[i]));
    for (size_t i = 0; i < sizeof watches / sizeof *watches; i++)
        failed |= seccomp_rule_add(
            filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(fcntl), 1,
            SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffu, (unsigned)watches[i]));
    return failed;
}

/* What would continue a bot that is stopped by a signal: SIGCONT, whoever sends it. The
 * kernel does for timers, message queues, and children that end: a child may end after
 * its parent was stopped, but before it is stopped itself. */
static int refuse_waking(scmp_filter_ctx filter)
{
    static const struct {
        int call;
        unsigned argument; /* the signal's */
    } senders[] = {
        {SCMP_SYS(kill), 1},
        {SCMP_SYS(tkill), 1},
        {SCMP_SYS(tgkill), 2},
        {SCMP_SYS(rt_sigqueueinfo), 1},
        {SCMP_SYS(rt_tgsigqueueinfo), 2},
        {SCMP_SYS(pidfd_send_signal), 1},
    };
    int failed =
        seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(timer_create), 0) |
        seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(mq_notify), 0) |
        seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                         SCMP_A0(SCMP_CMP_MASKED_EQ, CSIGNAL, SIGCONT));
    for (size_t i = 0; i < sizeof senders / sizeof *senders; i++)
        failed |= seccomp_rule_add(
            filter, SCMP_ACT_ERRNO(EPERM), senders[i].call, 1,
            SCMP_CMP(senders[i].argument, SCMP_CMP_MASKED_EQ, 0xffffffffu, SIGCONT));
    return failed;
}

/* What control groups do better where there are any. */
static int refuse_tricks(scmp_filter_ctx filter, const struct seccomp_wishes *wishes)
{
    int failed = 0;
    if (!wishes->cores)
        failed |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM),
                                   SCMP_SYS(sched_setaffinity), 0);
    return wishes->wakes ? failed : failed | refuse_waking(filter);
}

int seccomp_filter_make(const struct seccomp_wishes *wishes, struct error *error)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    int fd = memfd_create("filter", MFD_CLOEXEC);
    bool ok = filter && fd >= 0 && refuse_names(filter) == 0 &&
              refuse_namespaces(filter) == 0 && refuse_typing(filter) == 0 &&
              (wishes->network || refuse_network(filter) == 0) &&
              refuse_locks(filter) == 0 && refuse_tricks(filter, wishes) == 0 &&
              seccomp_export_bpf(filter, fd) == 0 && lseek(fd, 0, SEEK_SET) == 0;
    if (filter)
        seccomp_release(filter);
    if (ok)
        return fd;
    if (fd >= 0)
        close(fd);
    error_set(error, _("the seccomp filter could not be created"));
    return -1;
}

bool seccomp_filter_apply(const void *program, unsigned bytes)
{
    struct sock_fprog filter = {
        .len = (unsigned short)(bytes / sizeof(struct sock_filter)),
        .filter = (struct sock_filter *)(uintptr_t)program,
    };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}
