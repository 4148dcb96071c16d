/* sandbox.c: what the host offers. */
#include "referee/sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
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

bool sandbox_open(struct sandbox *sandbox, enum sandbox_mode mode,
                  const struct sandbox_limits *limits, struct error *error)
{
    *sandbox = (struct sandbox){
        .mode = mode, .limits = *limits, .root = geteuid() == 0, .filter = {-1, -1}};
    if (mode == SANDBOX_OFF)
        return true;
    cgroups_open(&sandbox->cgroups);
    for (int network = 0; network < 2; network++)
        sandbox->filter[network] = seccomp_filter_make(network, NULL);
    sandbox->bubblewrap = find_bubblewrap(sandbox);
    sandbox->bubblewrap = sandbox->bubblewrap && try_bubblewrap(sandbox);
    if (sandbox->bubblewrap || mode != SANDBOX_REQUIRED)
        return true;
    error_set(error,
              _("--sandbox=required: bubblewrap does not work here (%s); install "
                "it or allow user namespaces, or use --sandbox=auto"),
              sandbox->why);
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

static void describe(struct text *text, const char *what, const char *how)
{
    text_addf(text, "  %-22s %s\n", what, how);
}

static void describe_limits(const struct sandbox *sandbox, struct text *text)
{
    char line[160];
    const struct sandbox_limits *limits = &sandbox->limits;
    snprintf(line, sizeof line,
             sandbox->cgroups.memory ? _("%d MiB for all its processes (control group)")
                                     : _("%d MiB for each of its processes"),
             limits->memory_mib);
    describe(text, _("memory"), line);
    snprintf(line, sizeof line,
             sandbox->cgroups.processes ? _("%d including threads (control group)")
             : sandbox->bubblewrap      ? _("%d including threads (its user's limit)")
             : sandbox->root ? _("%d including threads, if it has a user of its own")
                             : _("NOT LIMITED (%d requested)"),
             limits->processes);
    describe(text, _("processes"), line);
    snprintf(line, sizeof line,
             sandbox->bubblewrap ? _("private folders of %d MiB, the rest read-only")
                                 : _("NOT LIMITED, except to %d MiB per file"),
             limits->storage_mib);
    describe(text, _("storage"), line);
}

void sandbox_describe(const struct sandbox *sandbox, struct text *text)
{
    if (sandbox->mode == SANDBOX_OFF) {
        text_add(text, _("sandbox: off: the bots run with all your privileges\n"));
        return;
    }
    bool wrap = sandbox->bubblewrap, filter = sandbox->filter[0] >= 0;
    text_addf(text,
              wrap ? _("sandbox: on\n")
                   : _("sandbox: PARTIAL: bubblewrap does not work here (%s)\n"),
              sandbox->why);
    describe(text, _("other processes"),
             wrap ? _("hidden (its own namespace)") : _("VISIBLE"));
    describe(text, _("other bots' files"),
             wrap ? _("hidden, and so is your home")
                  : _("READABLE where their permissions allow it"));
    describe(text, _("network"),
             wrap     ? _("none (its own namespace)")
             : filter ? _("none (refused by the filter)")
                      : _("OPEN"));
    describe(text, _("user"),
             wrap && sandbox->root ? _("one of its own, without privileges")
             : wrap                ? _("nobody, without capabilities")
             : sandbox->root ? _("one of its own, if that can reach the bot; else ROOT")
                             : _("YOU"));
    describe(text, _("system calls"),
             filter ? _("filtered (seccomp)") : _("NOT FILTERED"));
    describe_limits(sandbox, text);
    describe(text, _("what it leaves running"), _("killed when its game is over"));
}
