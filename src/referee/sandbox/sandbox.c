/* sandbox.c: what the host offers, and the words for bubblewrap. */
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

enum {
    WORDS = 8192,
    NOBODY = 65534,
};

const struct sandbox_limits sandbox_usual_limits = {
    .memory_mib = 1024,
    .processes = 256,
    .storage_mib = 64,
};

/* A growing list of words; `words` is NULL once memory has run out. */
struct words {
    char **words;
    int count;
};

static void add(struct words *list, const char *word)
{
    if (!list->words)
        return;
    char *copy = list->count < WORDS - 1 ? strdup(word) : NULL;
    if (!copy) {
        sandbox_free_words(list->words);
        list->words = NULL;
        return;
    }
    list->words[list->count++] = copy;
}

static void add2(struct words *list, const char *a, const char *b)
{
    add(list, a);
    add(list, b);
}

static void add3(struct words *list, const char *a, const char *b, const char *c)
{
    add2(list, a, b);
    add(list, c);
}

static void add_number(struct words *list, const char *format, long long number)
{
    char word[64];
    snprintf(word, sizeof word, format, number);
    add(list, word);
}

void sandbox_free_words(char **words)
{
    for (int i = 0; words && words[i]; i++)
        free(words[i]);
    free(words);
}

static void add_namespaces(struct words *list, const struct sandbox *sandbox,
                           const struct program *program)
{
    static const char *const always[] = {
        "--unshare-pid",        "--unshare-ipc", "--unshare-uts",
        "--unshare-cgroup-try", "--new-session", "--die-with-parent",
    };
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        add(list, always[i]);
    if (!program->network)
        add(list, "--unshare-net");
    add2(list, "--cap-drop", "ALL");
    if (sandbox->root) {
        /* Root needs no user namespace to mount things; setpriv inside then switches to
         * the bot's own user, whose processes are limited. */
        add2(list, "--cap-add", "CAP_SETUID");
        add2(list, "--cap-add", "CAP_SETGID");
        add2(list, "--cap-add", "CAP_SETPCAP");
    } else {
        add(list, "--unshare-user");
        add(list, "--uid");
        add_number(list, "%lld", NOBODY);
        add(list, "--gid");
        add_number(list, "%lld", NOBODY);
    }
}

/* A folder in memory that only this bot sees. */
static void add_private(struct words *list, const struct sandbox *sandbox,
                        const char *path)
{
    add2(list, "--perms", "1777");
    add(list, "--size");
    add_number(list, "%lld", (long long)sandbox->limits.storage_mib << 20);
    add2(list, "--tmpfs", path);
}

static void add_system(struct words *list, const struct sandbox *sandbox)
{
    static const char *const folders[] = {"/usr", "/etc", "/opt", "/nix", "/gnu"};
    static const char *const links[] = {"/bin",   "/sbin",  "/lib",
                                        "/lib32", "/lib64", "/libx32"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        add3(list, "--ro-bind-try", folders[i], folders[i]);
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        char target[PATH_MAX];
        ssize_t length = readlink(links[i], target, sizeof target - 1);
        if (length > 0) {
            target[length] = '\0';
            add3(list, "--symlink", target, links[i]);
        } else {
            add3(list, "--ro-bind-try", links[i], links[i]);
        }
    }
    add2(list, "--proc", "/proc");
    add2(list, "--dev", "/dev");
    add_private(list, sandbox, "/dev/shm");
    add_private(list, sandbox, "/tmp");
    add_private(list, sandbox, "/home/bot");
}

static bool is_within(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 &&
           (path[length] == '\0' || path[length] == '/');
}

static bool is_system(const char *path)
{
    return is_within(path, "/usr") || is_within(path, "/etc") ||
           is_within(path, "/opt");
}

/* The folders above a place would have the host's permissions, which let root pass but
 * not the bot's user. */
static void add_parents(struct words *list, const char *path)
{
    char above[PATH_MAX];
    for (const char *slash = strchr(path + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        snprintf(above, sizeof above, "%.*s", (int)(slash - path), path);
        add2(list, "--perms", "0755");
        add2(list, "--dir", above);
    }
}

static int by_length(const void *a, const void *b)
{
    size_t left = strlen(*(char *const *)a), right = strlen(*(char *const *)b);
    return left < right ? -1 : left > right;
}

/* Outer folders first, so that they don't cover the inner ones. */
static void add_folders(struct words *list, const struct program *program)
{
    char *folder[PROGRAM_FOLDERS];
    memcpy(folder, program->folder, sizeof folder);
    qsort(folder, (size_t)program->folders, sizeof *folder, by_length);
    for (int i = 0; i < program->folders; i++) {
        if (is_system(folder[i]))
            continue;
        add_parents(list, folder[i]);
        add3(list, "--ro-bind", folder[i], folder[i]);
    }
}

/* Whether hiding a place would hide what the program needs. */
static bool is_needed(const struct program *program, const char *place)
{
    for (int i = 0; i < program->files; i++)
        if (is_within(program->file[i], place))
            return true;
    for (int i = 0; i < program->folders; i++)
        if (is_within(program->folder[i], place))
            return true;
    return false;
}

static bool is_shown(const struct program *program, const char *place)
{
    for (int i = 0; i < program->folders; i++)
        if (is_within(place, program->folder[i]))
            return true;
    return false;
}

static void add_hidden(struct words *list, const struct sandbox *sandbox,
                       const struct program *program)
{
    for (int i = 0; i < sandbox->hiddens; i++) {
        const char *place = sandbox->hidden[i];
        struct stat info;
        if (!is_shown(program, place) || is_needed(program, place) ||
            stat(place, &info) != 0)
            continue;
        if (S_ISDIR(info.st_mode)) {
            add2(list, "--perms", "0755");
            add2(list, "--tmpfs", place);
            add2(list, "--remount-ro", place);
        } else {
            add3(list, "--ro-bind", "/dev/null", place);
        }
    }
}

/* The bot starts in the referee's directory, so that relative names mean the same. */
static void add_directory(struct words *list, const struct program *program)
{
    char folder[PATH_MAX];
    if (!getcwd(folder, sizeof folder))
        snprintf(folder, sizeof folder, "/");
    if (!is_shown(program, folder) && !is_system(folder) && strcmp(folder, "/") != 0) {
        add_parents(list, folder);
        add2(list, "--perms", "0755");
        add2(list, "--dir", folder);
    }
    add2(list, "--chdir", folder);
}

/* Limits that bubblewrap cannot set, and the change to another user. The output uses a
 * descriptor that bubblewrap itself does not keep open, so that it ends when the bot
 * closes it. */
static void add_limits(struct words *list, const struct sandbox *sandbox, uid_t user)
{
    char script[64];
    snprintf(script, sizeof script, "exec \"$@\" >&%d %d>&-", PROCESS_OUTPUT_FD,
             PROCESS_OUTPUT_FD);
    add3(list, "/bin/sh", "-c", script);
    add2(list, "sh", sandbox->prlimit);
    add_number(list, "--nproc=%lld", sandbox->limits.processes);
    add(list, "--");
    if (!sandbox->root)
        return;
    add(list, sandbox->setpriv);
    add_number(list, "--reuid=%lld", user);
    add_number(list, "--regid=%lld", user);
    add3(list, "--clear-groups", "--bounding-set=-all", "--inh-caps=-all");
    add(list, "--");
}

char **sandbox_words(const struct sandbox *sandbox, const struct program *program,
                     uid_t user)
{
    struct words list = {.words = calloc(WORDS, sizeof(char *))};
    add(&list, sandbox->bwrap);
    add_namespaces(&list, sandbox, program);
    add_system(&list, sandbox);
    add_folders(&list, program);
    add_hidden(&list, sandbox, program);
    add_directory(&list, program);
    add2(&list, "--remount-ro", "/dev");
    add2(&list, "--remount-ro", "/");
    add(&list, "--seccomp");
    add_number(&list, "%lld", PROCESS_FILTER_FD);
    add(&list, "--");
    add_limits(&list, sandbox, user);
    for (int i = 0; i < program->words; i++)
        add(&list, program->word[i]);
    return list.words;
}

bool sandbox_hide(struct sandbox *sandbox, const char *path, struct error *error)
{
    char real[PATH_MAX];
    if (!realpath(path, real))
        return error_set(error, "%s: %s", path, strerror(errno));
    if (is_system(real))
        return true;
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
