/* bwrap.c: the command line of bubblewrap. */
#include "referee/sandbox/bwrap.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/sandbox/process.h"
#include "referee/sandbox/system.h"

enum {
    WORDS = 8192, /* bubblewrap takes no more than 9000 */
    MOUNTS = 2 * SANDBOX_HIDDEN + 1024,
    NOBODY = 65534,
};

/* A growing list of words; `words` is NULL once memory has run out. */
struct words {
    char **words;
    int count;
};

static void fail(struct words *list)
{
    bwrap_free_words(list->words);
    list->words = NULL;
}

static void add(struct words *list, const char *word)
{
    if (!list->words)
        return;
    char *copy = list->count < WORDS - 1 ? strdup(word) : NULL;
    if (copy)
        list->words[list->count++] = copy;
    else
        fail(list);
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

void bwrap_free_words(char **words)
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

/* What the bot sees. */

/* Covers and binds are made from the outside in, so that a folder inside a hidden one
 * can be shown, and the other way round. */
enum mount_kind {
    MOUNT_SHOW,
    MOUNT_HIDE_FOLDER,
    MOUNT_HIDE_FILE,
};

struct mount {
    enum mount_kind kind;
    char *path;
};

struct mounts {
    struct mount mount[MOUNTS];
    int count;
    bool failed;
};

static void add_mount(struct mounts *mounts, enum mount_kind kind, const char *path)
{
    char *copy = mounts->count < MOUNTS ? strdup(path) : NULL;
    if (copy)
        mounts->mount[mounts->count++] = (struct mount){kind, copy};
    else
        mounts->failed = true;
}

/* Where /bin is a link to usr/bin, it stays one. */
static void show_system(void *context, const char *path)
{
    struct stat info;
    if (lstat(path, &info) == 0 &&
        (!S_ISLNK(info.st_mode) || strncmp(path, "/etc/", 5) == 0) &&
        access(path, F_OK) == 0)
        add_mount(context, MOUNT_SHOW, path);
}

static void add_links(struct words *list)
{
    static const char *const links[] = {"/bin",   "/sbin",  "/lib",
                                        "/lib32", "/lib64", "/libx32"};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        char target[PATH_MAX];
        ssize_t length = readlink(links[i], target, sizeof target - 1);
        if (length <= 0)
            continue;
        target[length] = '\0';
        add3(list, "--symlink", target, links[i]);
    }
}

static bool is_own(const struct program *program, const char *place)
{
    char real[PATH_MAX];
    if (realpath(program->word[0], real) && strcmp(place, real) == 0)
        return true;
    for (int i = 0; i < program->folders; i++)
        if (strcmp(place, program->folder[i]) == 0)
            return true;
    for (int i = 0; i < program->files; i++)
        if (strcmp(place, program->file[i]) == 0)
            return true;
    return false;
}

static void hide(struct mounts *mounts, const struct program *program,
                 const char *place)
{
    struct stat info;
    if (!program_shows(program, place) || is_own(program, place) ||
        system_needs(place) || stat(place, &info) != 0)
        return;
    add_mount(mounts, S_ISDIR(info.st_mode) ? MOUNT_HIDE_FOLDER : MOUNT_HIDE_FILE,
              place);
    /* Files inside it that the command names are still the bot's own. */
    for (int i = 0; i < program->files; i++)
        if (system_is_within(program->file[i], place))
            add_mount(mounts, MOUNT_SHOW, program->file[i]);
}

/* A course may lie within the system, for example in /usr/share: what is around its
 * bots is not the system's. */
static void hide_course(struct mounts *mounts, const struct program *program,
                        const char *directory)
{
    char above[PATH_MAX];
    if (system_shows(directory))
        hide(mounts, program, directory);
    if (!program->own || !system_shows(program->own))
        return;
    snprintf(above, sizeof above, "%s", program->own);
    *strrchr(above, '/') = '\0';
    if (system_shows(above))
        hide(mounts, program, above);
}

static int compare_mounts(const void *a, const void *b)
{
    const struct mount *left = a, *right = b;
    size_t l = strlen(left->path), r = strlen(right->path);
    return l != r ? (l < r ? -1 : 1) : (int)left->kind - (int)right->kind;
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

static void make_mount(struct words *list, const struct mount *mount)
{
    add_parents(list, mount->path);
    switch (mount->kind) {
    case MOUNT_SHOW:
        add3(list, "--ro-bind", mount->path, mount->path);
        break;
    case MOUNT_HIDE_FOLDER:
        add2(list, "--perms", "0755");
        add2(list, "--tmpfs", mount->path);
        break;
    case MOUNT_HIDE_FILE:
        add3(list, "--ro-bind", "/dev/null", mount->path);
        break;
    }
}

static void add_places(struct words *list, const struct sandbox *sandbox,
                       const struct program *program, const char *directory)
{
    struct mounts *mounts = calloc(1, sizeof *mounts);
    if (!mounts) {
        fail(list);
        return;
    }
    system_list(show_system, mounts);
    for (int i = 0; i < program->folders; i++)
        add_mount(mounts, MOUNT_SHOW, program->folder[i]);
    for (int i = 0; i < sandbox->hiddens; i++)
        hide(mounts, program, sandbox->hidden[i]);
    hide_course(mounts, program, directory);
    qsort(mounts->mount, (size_t)mounts->count, sizeof *mounts->mount, compare_mounts);
    for (int i = 0; i < mounts->count; i++)
        make_mount(list, &mounts->mount[i]);
    for (int i = mounts->count - 1; i >= 0; i--)
        if (mounts->mount[i].kind == MOUNT_HIDE_FOLDER)
            add2(list, "--remount-ro", mounts->mount[i].path);
    if (mounts->failed)
        fail(list);
    for (int i = 0; i < mounts->count; i++)
        free(mounts->mount[i].path);
    free(mounts);
}

/* Nothing but folders that a bot has to itself can be written to. */
static void add_private_folders(struct words *list, const struct sandbox *sandbox,
                                const struct program *program)
{
    add2(list, "--proc", "/proc");
    add2(list, "--dev", "/dev");
    if (!program->terminal) {
        /* All bots and the host share the number of terminals. */
        add2(list, "--tmpfs", "/dev/pts");
        add2(list, "--remount-ro", "/dev/pts");
    }
    add_private(list, sandbox, "/dev/shm");
    add_private(list, sandbox, "/tmp");
    add_private(list, sandbox, "/home/bot");
}

/* The bot starts in the referee's directory, so that relative names mean the same. */
static void add_directory(struct words *list, const struct program *program,
                          const char *directory)
{
    if (!program_shows(program, directory) && strcmp(directory, "/") != 0) {
        add_parents(list, directory);
        add2(list, "--perms", "0755");
        add2(list, "--dir", directory);
    }
    add2(list, "--chdir", directory);
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

char **bwrap_words(const struct sandbox *sandbox, const struct program *program,
                   uid_t user, const char *directory)
{
    struct words list = {.words = calloc(WORDS, sizeof(char *))};
    add(&list, sandbox->bwrap);
    add_namespaces(&list, sandbox, program);
    add_links(&list);
    add_private_folders(&list, sandbox, program);
    add_places(&list, sandbox, program, directory);
    add_directory(&list, program, directory);
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
