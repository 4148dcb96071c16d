/* fingerprint.c: XXH3 of names and contents, in the order of the names. */
#include "referee/game/fingerprint.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/i18n.h"
#include "referee/sandbox/system.h"

enum {
    DEEPEST = 64, /* folders in folders */
    CHUNK = 1 << 16,
    HASH_SIZE = 33,
    /* A name counts as so many bytes: many empty files take time, too. */
    NAME_COST = 4096,
    MOST_MIB = 2048,
};

struct hasher {
    XXH3_state_t *state;
    struct stat out; /* what is left out */
    bool has_out;
    int64_t left; /* bytes that may still be read; below 0, nothing more is */
};

static void add_text(struct hasher *hasher, const char *text)
{
    XXH3_128bits_update(hasher->state, text, strlen(text) + 1);
}

static void add_file(struct hasher *hasher, int folder, const char *name)
{
    char bytes[CHUNK];
    ssize_t got;
    int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    while (fd >= 0 && hasher->left >= 0 && (got = read(fd, bytes, sizeof bytes)) > 0) {
        XXH3_128bits_update(hasher->state, bytes, (size_t)got);
        hasher->left -= got;
    }
    if (fd >= 0)
        close(fd);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void add_folder(struct hasher *hasher, int folder, int depth);

static void add_entry(struct hasher *hasher, int folder, const char *name, int depth)
{
    struct stat info;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || hasher->left < 0 ||
        fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
        (hasher->has_out && info.st_dev == hasher->out.st_dev &&
         info.st_ino == hasher->out.st_ino))
        return;
    hasher->left -= NAME_COST;
    if (S_ISREG(info.st_mode) && info.st_size > hasher->left)
        hasher->left = -1;
    add_text(hasher, name);
    if (S_ISREG(info.st_mode)) {
        add_text(hasher, info.st_mode & S_IXUSR ? "program" : "file");
        add_file(hasher, folder, name);
    } else if (S_ISLNK(info.st_mode)) {
        char target[PATH_MAX] = "";
        ssize_t length = readlinkat(folder, name, target, sizeof target - 1);
        target[length > 0 ? length : 0] = '\0';
        add_text(hasher, target);
    } else if (S_ISDIR(info.st_mode) && depth >= DEEPEST) {
        hasher->left = -1; /* what lies below could change unseen */
    } else if (S_ISDIR(info.st_mode)) {
        int inner =
            openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
        add_text(hasher, "/");
        if (inner >= 0)
            add_folder(hasher, inner, depth + 1);
    }
}

/* Closes the descriptor. */
static void add_folder(struct hasher *hasher, int folder, int depth)
{
    struct dirent **entry = NULL;
    int count = scandirat(folder, ".", &entry, NULL, by_name);
    for (int i = 0; i < count; i++) {
        add_entry(hasher, folder, entry[i]->d_name, depth);
        free(entry[i]);
    }
    free(entry);
    add_text(hasher, "");
    close(folder);
}

/* Whether files in the bot's folder may be another one's. */
static bool has_shared_folder(const struct contest *contest, int bot)
{
    const struct program *program = &contest->bot[bot].program;
    if (!program->own || program->alone)
        return true;
    for (int i = 0; i < contest->bots; i++)
        if (i != bot && contest->bot[i].program.own &&
            system_is_within(contest->bot[i].program.own, program->own))
            return true;
    return false;
}

static void add_digest(struct hasher *hasher, char *text, size_t size)
{
    XXH128_hash_t hash = XXH3_128bits_digest(hasher->state);
    snprintf(text, size, "%016llx%016llx", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64);
}

bool fingerprint_take(const struct contest *contest, int bot, const char *out,
                      char fingerprint[FINGERPRINT_SIZE], struct error *error)
{
    const struct program *program = &contest->bot[bot].program;
    struct hasher hasher = {.state = XXH3_createState(),
                            .left = (int64_t)MOST_MIB << 20};
    fingerprint[0] = '\0';
    hasher.has_out = out && stat(out, &hasher.out) == 0;
    if (hasher.state && program->words) {
        XXH3_128bits_reset(hasher.state);
        for (int i = 0; i < program->files; i++)
            add_entry(&hasher, AT_FDCWD, program->file[i], DEEPEST);
        add_digest(&hasher, fingerprint, HASH_SIZE);
    }
    int folder = hasher.state && !has_shared_folder(contest, bot)
                     ? open(program->own, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                     : -1;
    if (folder >= 0) {
        XXH3_128bits_reset(hasher.state);
        add_folder(&hasher, folder, 0);
        strcat(fingerprint, "-");
        add_digest(&hasher, fingerprint + HASH_SIZE, HASH_SIZE);
    }
    XXH3_freeState(hasher.state);
    return hasher.left >= 0 ||
           error_set(error,
                     _("its files have more than %d MiB, or there are too many, or in "
                       "too many folders within folders"),
                     MOST_MIB);
}

bool fingerprint_same(const char *a, const char *b)
{
    const char *folder_a = strchr(a, '-'), *folder_b = strchr(b, '-');
    if (folder_a && folder_b)
        return strcmp(a, b) == 0;
    return strcspn(a, "-") == strcspn(b, "-") && strncmp(a, b, strcspn(a, "-")) == 0;
}
