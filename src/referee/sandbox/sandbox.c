/* sandbox.c: what the host offers. */
#include "referee/sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/i18n.h"
#include "referee/sandbox/process.h"
#include "referee/sandbox/seccomp.h"

const struct sandbox_limits sandbox_usual_limits = {
    .memory_mib = 1024,
    .processes = 256,
    .storage_mib = 64,
};

bool sandbox_hide(struct sandbox *sandbox, const char *path, struct error *error)
{
    char real[PATH_MAX];
    if (!realpath(path, real))
        return error_set(error, "%s: %s", path, strerror(errno));
    for (int i = 0; i < sandbox->hiddens; i++)
        if (strcmp(sandbox->hidden[i], real) == 0)
            return true;
    if (sandbox->hiddens == SANDBOX_HIDDEN)
        return error_set(error, _("more than %d places to hide from bots"),
                         SANDBOX_HIDDEN);
    char *copy = strdup(real);
    if (!copy)
        return error_set(error, _("out of memory"));
    sandbox->hidden[sandbox->hiddens++] = copy;
    return true;
}

bool sandbox_parse_mode(const char *name, enum sandbox_mode *mode, struct error *error)
{
    static const char *const names[] = {[SANDBOX_AUTO] = "auto",
                                        [SANDBOX_REQUIRED] = "required",
                                        [SANDBOX_OFF] = "off"};
    char quoted[32];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) {
            *mode = (enum sandbox_mode)i;
            return true;
        }
    return error_set(error, _("the sandbox must be auto, required or off, not '%s'"),
                     text_quotable(name, strlen(name), quoted, sizeof quoted));
}

bool sandbox_hide_engine(struct sandbox *sandbox, struct error *error)
{
    static const char *const files[] = {"bin/lodestone",
                                        "bin/lodestone-mpi",
                                        "lib/liblodestone*",
                                        "lib/*/liblodestone*",
                                        "lib/python3*/*-packages/lodestone*",
                                        "lib/python3*/*-packages/_lodestone*",
                                        "lib64/liblodestone*",
                                        "lib64/python3*/*-packages/lodestone*",
                                        "lib64/python3*/*-packages/_lodestone*"};
    char self[PATH_MAX], above[PATH_MAX];
    const char *const prefix[] = {"/usr", "/usr/local", above};
    if (!realpath("/proc/self/exe", self))
        return error_set(error, _("cannot find this program in /proc"));
    memcpy(above, self, sizeof above);
    for (int i = 0; i < 2 && strchr(above, '/'); i++)
        *strrchr(above, '/') = '\0';
    bool ok = sandbox_hide(sandbox, self, error);
    for (int i = 0; i < 3; i++) {
        for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
            char pattern[PATH_MAX + 64];
            glob_t found = {0};
            snprintf(pattern, sizeof pattern, "%s/%s", prefix[i], files[k]);
            if (glob(pattern, GLOB_NOSORT, NULL, &found) == 0)
                for (size_t n = 0; ok && n < found.gl_pathc; n++)
                    ok = sandbox_hide(sandbox, found.gl_pathv[n], error);
            globfree(&found);
        }
    }
    return ok;
}

/* Finding out. */

static bool find_tool(const char *name, char path[256])
{
    static const char *const folders[] = {"/usr/bin", "/bin", "/usr/local/bin"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, 256, "%s/%s", folders[i], name);
        if (access(path, X_OK) == 0)
            return true;
    }
    return false;
}

/* Runs `true` in the sandbox; what it says goes to `why`. */
static bool try_bubblewrap(struct sandbox *sandbox)
{
    struct program program;
    struct process process;
    struct process_start start = {.program = &program, .sandbox = sandbox};
    struct error error;
    const char *const words[] = {"/bin/true", NULL};
    if (!program_from_words(&program, words, &error))
        return false;
    bool ok = process_start(&process, &start, &error);
    if (ok) {
        struct process_end end;
        process_wait_exit(&process, 10.0);
        ssize_t got = read(process.err, sandbox->why, sizeof sandbox->why - 1);
        sandbox->why[got > 0 ? got : 0] = '\0';
        sandbox->why[strcspn(sandbox->why, "\n")] = '\0';
        process_end(&process, &end);
        ok = end.exited && end.status == 0;
        if (!ok && !*sandbox->why)
            snprintf(sandbox->why, sizeof sandbox->why, _("exit status %d"),
                     end.status);
    } else {
        snprintf(sandbox->why, sizeof sandbox->why, "%.255s", error.text);
    }
    program_free(&program);
    return ok;
}

static bool find_bubblewrap(struct sandbox *sandbox)
{
    const char *missing = !find_tool("bwrap", sandbox->bwrap)       ? "bwrap"
                          : !find_tool("prlimit", sandbox->prlimit) ? "prlimit"
                          : sandbox->root && !find_tool("setpriv", sandbox->setpriv)
                              ? "setpriv"
                              : NULL;
    if (missing) {
        snprintf(sandbox->why, sizeof sandbox->why, _("%s is not installed"), missing);
        return false;
    }
    if (sandbox->filter[0] < 0) {
        snprintf(sandbox->why, sizeof sandbox->why, "%s",
                 _("the seccomp filter could not be created"));
        return false;
    }
    return true;
}

/* Each game needs a dozen descriptors, and many are played at a time. */
static rlim_t raise_open_files(void)
{
    struct rlimit files = {0};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return RLIM_INFINITY;
    rlim_t before = files.rlim_cur;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    return before;
}

bool sandbox_open(struct sandbox *sandbox, enum sandbox_mode mode,
                  const struct sandbox_limits *limits, struct error *error)
{
    *sandbox = (struct sandbox){.mode = mode,
                                .limits = *limits,
                                .root = geteuid() == 0,
                                .filter = {-1, -1},
                                .open_files = raise_open_files()};
    if (mode == SANDBOX_OFF)
        return true;
    cgroups_open(&sandbox->cgroups);
    for (int network = 0; network < 2; network++) {
        const struct seccomp_wishes wishes = {
            .network = network,
            .cores = cgroups_have(&sandbox->cgroups, CGROUP_CORES),
            .wakes = cgroups_have(&sandbox->cgroups, CGROUP_FREEZER),
        };
        sandbox->filter[network] = seccomp_filter_make(&wishes, NULL);
    }
    sandbox->bubblewrap = find_bubblewrap(sandbox);
    sandbox->bubblewrap = sandbox->bubblewrap && try_bubblewrap(sandbox);
    bool memory = cgroups_have(&sandbox->cgroups, CGROUP_MEMORY);
    if ((sandbox->bubblewrap && memory) || mode != SANDBOX_REQUIRED)
        return true;
    if (!sandbox->bubblewrap)
        error_set(error,
                  _("--sandbox=required: bubblewrap does not work here (%s); install "
                    "it or allow user namespaces, or use --sandbox=auto"),
                  sandbox->why);
    else
        error_set(error,
                  _("--sandbox=required: no control group limits the memory of a bot's "
                    "processes together; run as root or with 'systemd-run --user "
                    "--scope -p Delegate=yes', or use --sandbox=auto"));
    sandbox_close(sandbox);
    return false;
}

void sandbox_close(struct sandbox *sandbox)
{
    for (int i = 0; i < 2; i++)
        if (sandbox->filter[i] >= 0)
            close(sandbox->filter[i]);
    for (int i = 0; i < sandbox->hiddens; i++)
        free(sandbox->hidden[i]);
    cgroups_close(&sandbox->cgroups);
    *sandbox = (struct sandbox){.filter = {-1, -1}};
}

/* Telling. */

struct description {
    const struct sandbox *sandbox;
    bool gaps;
    struct text *text;
};

static void describe(const struct description *d, bool holds, const char *what,
                     const char *how)
{
    if (!d->gaps || !holds)
        text_addf(d->text, "  %-22s %s\n", what, how);
}

static void describe_limits(const struct description *d)
{
    char line[160];
    const struct sandbox *sandbox = d->sandbox;
    const struct sandbox_limits *limits = &sandbox->limits;
    bool memory = cgroups_have(&sandbox->cgroups, CGROUP_MEMORY),
         processes = cgroups_have(&sandbox->cgroups, CGROUP_PROCESSES);
    snprintf(line, sizeof line,
             memory ? _("%d MiB for all its processes (control group)")
                    : _("%d MiB for the data of EACH of its processes"),
             limits->memory_mib);
    describe(d, memory, _("memory"), line);
    snprintf(line, sizeof line,
             processes ? _("%d including threads (control group)")
             : sandbox->bubblewrap || sandbox->root
                 ? _("%d including threads (its user's limit)")
                 : _("NOT LIMITED (%d requested)"),
             limits->processes);
    describe(d, processes || sandbox->bubblewrap || sandbox->root, _("processes"),
             line);
    snprintf(line, sizeof line,
             sandbox->bubblewrap ? _("private folders of %d MiB, the rest read-only")
                                 : _("NOT LIMITED, except to %d MiB per file"),
             limits->storage_mib);
    describe(d, sandbox->bubblewrap, _("storage"), line);
}

static void describe_turns(const struct description *d)
{
    const struct cgroups *cgroups = &d->sandbox->cgroups;
    bool freezer = cgroups_have(cgroups, CGROUP_FREEZER),
         cores = cgroups_have(cgroups, CGROUP_CORES);
    describe(d, freezer, _("in its opponent's turn"),
             freezer ? _("frozen (control group)")
                     : _("stopped by signals, again if it WAKES itself"));
    describe(d, true, _("cores"),
             cores ? _("those it is given (control group)")
                   : _("those it is given (it cannot choose others)"));
}

static void describe_all(const struct description *d)
{
    const struct sandbox *sandbox = d->sandbox;
    bool wrap = sandbox->bubblewrap, filter = sandbox->filter[0] >= 0;
    describe(d, wrap, _("other processes"),
             wrap            ? _("hidden (its own namespace)")
             : sandbox->root ? _("VISIBLE")
                             : _("VISIBLE, and it can KILL yours, the referee too"));
    describe(d, wrap, _("other files"),
             wrap ? _("hidden: it sees the system and its own folder")
                  : _("READABLE where their permissions allow it"));
    describe(d, wrap || filter, _("network"),
             wrap     ? _("none (its own namespace)")
             : filter ? _("none (refused by the filter)")
                      : _("OPEN"));
    describe(d, wrap || sandbox->root, _("user"),
             wrap && sandbox->root ? _("one of its own, without privileges")
             : wrap                ? _("nobody, without capabilities")
             : sandbox->root ? _("one of its own, which must be able to read the bot")
                             : _("YOU"));
    describe(d, filter, _("system calls"),
             filter ? _("filtered (seccomp)") : _("NOT FILTERED"));
    describe_limits(d);
    describe_turns(d);
    describe(d, true, _("leftover processes"), _("killed when its game is over"));
}

void sandbox_describe(const struct sandbox *sandbox, bool gaps, struct text *text)
{
    struct text lines = {0};
    const struct description d = {sandbox, gaps, &lines};
    if (sandbox->mode == SANDBOX_OFF) {
        text_add(text, _("sandbox: off: the bots run with all your privileges\n"));
        return;
    }
    describe_all(&d);
    if (!sandbox->bubblewrap)
        text_addf(text, _("sandbox: PARTIAL: bubblewrap does not work here (%s)\n"),
                  sandbox->why);
    else if (!gaps)
        text_add(text, _("sandbox: on\n"));
    else if (lines.length)
        text_add(text, _("sandbox: on, except\n"));
    text_add(text, text_string(&lines));
    text_free(&lines);
}
