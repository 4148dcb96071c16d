/* file.c: reading and writing whole files. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"

static bool file_fail(struct error *error, const char *doing, const char *path)
{
    return error_set(error, "%s %s: %s", doing, path, strerror(errno));
}

static bool file_read_all(int fd, const char *path, size_t limit, struct text *text,
                          struct error *error)
{
    size_t start = text->length;
    for (;;) {
        char buffer[16384];
        ssize_t got = read(fd, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return file_fail(error, _("cannot read"), path);
        if (got == 0)
            return true;
        if (text->length - start + (size_t)got > limit)
            return error_set(error,
                             _("%s is larger than %zu bytes: not a file of this kind"),
                             path, limit);
        text_add_bytes(text, buffer, (size_t)got);
        if (text->failed)
            return error_set(error, _("cannot read %s: out of memory"), path);
    }
}

bool file_read(const char *path, size_t limit, struct text *text, struct error *error)
{
    if (strcmp(path, "-") == 0)
        return file_read_all(STDIN_FILENO, _("standard input"), limit, text, error);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return file_fail(error, _("cannot open"), path);
    struct stat info;
    bool ok = fstat(fd, &info) == 0;
    if (!ok)
        file_fail(error, _("cannot read"), path);
    else if (S_ISDIR(info.st_mode))
        ok = error_set(error, _("%s is a directory, not a file"), path);
    else if (!S_ISREG(info.st_mode) && !S_ISFIFO(info.st_mode))
        ok = error_set(error, _("%s is neither a file nor a pipe"), path);
    else
        ok = file_read_all(fd, path, limit, text, error);
    close(fd);
    return ok;
}

static bool file_write_all(int fd, const char *bytes, size_t count)
{
    while (count) {
        ssize_t put = write(fd, bytes, count);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        bytes += put;
        count -= (size_t)put;
    }
    return fsync(fd) == 0;
}

bool file_sync_folder(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool ok = fsync(fd) == 0;
    close(fd);
    return ok;
}

/* mkstemp would make files that only their owner can read; these follow the umask. The
 * name doesn't contain the target's, which may be as long as the system allows. */
static int file_create_beside(const char *target, char *name, size_t size)
{
    const char *slash = strrchr(target, '/');
    int directory = slash ? (int)(slash - target) + 1 : 0;
    for (int attempt = 0; attempt < 100; attempt++) {
        snprintf(name, size, "%.*s.lodestone-%" PRIx64 ".tmp", directory, target,
                 (uint64_t)clock_now());
        int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* What a file is written to before it gets its name. */
struct draft {
    char target[PATH_MAX]; /* `path`, or what it links to */
    char temporary[PATH_MAX + 48];
    bool exists;
    struct stat info; /* of the target, if it exists */
    int fd;
};

static bool draft_open(struct draft *draft, const char *path, struct error *error)
{
    if (!*path)
        return error_set(error, _("cannot write: the name of the file is empty"));
    if (strcmp(path, "-") == 0)
        return error_set(error, _("cannot write to '-'; a file of that name is './-'"));
    /* Follow a link, to replace the file that it points to and not the link. */
    char *target = draft->target;
    if (!realpath(path, target)) {
        if (errno != ENOENT || strlen(path) >= sizeof draft->target)
            return file_fail(error, _("cannot write"), path);
        memcpy(target, path, strlen(path) + 1);
    }
    struct stat *info = &draft->info;
    draft->exists = stat(target, info) == 0;
    if (!draft->exists && lstat(target, info) == 0)
        return error_set(error, _("cannot write %s: the link is broken"), path);
    if (draft->exists && !S_ISREG(info->st_mode))
        return error_set(error, _("cannot write %s: not a regular file"), path);
    /* Renaming needs write access to the directory alone: respect a protected file. */
    if (draft->exists && faccessat(AT_FDCWD, target, W_OK, AT_EACCESS) != 0)
        return file_fail(error, _("cannot write"), path);
    draft->fd = file_create_beside(target, draft->temporary, sizeof draft->temporary);
    return draft->fd >= 0 || file_fail(error, _("cannot write"), path);
}

bool file_can_write(const char *path, struct error *error)
{
    struct draft draft;
    if (!draft_open(&draft, path, error))
        return false;
    close(draft.fd);
    unlink(draft.temporary);
    return true;
}

bool file_write(const char *path, const char *bytes, size_t count, struct error *error)
{
    struct draft draft;
    if (!draft_open(&draft, path, error))
        return false;
    /* Set the mode first: private data must not be readable even for a moment. */
    bool ok = (!draft.exists || fchmod(draft.fd, draft.info.st_mode & 0777) == 0) &&
              file_write_all(draft.fd, bytes, count);
    if (close(draft.fd) != 0)
        ok = false;
    if (!ok || rename(draft.temporary, draft.target) != 0) {
        file_fail(error, _("cannot write"), path);
        unlink(draft.temporary);
        return false;
    }
    /* The new content has its name; not every file system can make that durable, too. */
    file_sync_folder(dirname(draft.target));
    return true;
}

void file_empty_folder(const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;
    while (folder && (entry = readdir(folder)))
        unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder)
        closedir(folder);
}
