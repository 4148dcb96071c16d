/* fault.c: calls that fail when they are told to. */
#include "fault.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "support.h"

enum {
    POINTS_MOST = 20000 /* of one trial: more means that it never gets through */
};

static struct {
    enum fault_kind kind;
    bool armed;
    int length;         /* how many calls fail in a row */
    atomic_int left;    /* calls until the one that fails */
    atomic_bool struck; /* one has failed */
    atomic_int live;    /* pieces of memory in use */
    long points;        /* tried so far */
} fault;

static _Thread_local bool spared;

void fault_spare(bool wanted)
{
    spared = wanted;
}

bool fault_strikes(enum fault_kind kind)
{
    if (!fault.armed || spared || kind != fault.kind)
        return false;
    int left = atomic_fetch_sub(&fault.left, 1);
    if (left > 1 || left <= 1 - fault.length)
        return false;
    atomic_store(&fault.struck, true);
    return true;
}

static bool strikes(enum fault_kind kind, int error)
{
    bool struck = fault_strikes(kind);
    if (struck)
        errno = error;
    return struck;
}

void *fault_count(void *memory)
{
    if (memory)
        atomic_fetch_add(&fault.live, 1);
    return memory;
}

void fault_uncount(const void *memory)
{
    if (memory)
        atomic_fetch_sub(&fault.live, 1);
}

/* The calls. The linker gives them these names, so no header declares them; meson
 * asks for large files, and so open is open64. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *string);
char *__real_strndup(const char *string, size_t most);
char *__real_realpath(const char *path, char *resolved);
int __real_vasprintf(char **string, const char *format, va_list args);
void __real_free(void *memory);
void *__real_mmap64(void *at, size_t size, int access, int flags, int fd, off_t offset);
int __real_munmap(void *at, size_t size);
DIR *__real_opendir(const char *path);
int __real_open64(const char *path, int flags, ...);
ssize_t __real_read(int fd, void *bytes, size_t count);
ssize_t __real_write(int fd, const void *bytes, size_t count);
int __real_rename(const char *from, const char *to);
int __real_fchmod(int fd, mode_t mode);
int __real_mkdir(const char *path, mode_t mode);
int __real_close(int fd);
int __real_eventfd(unsigned start, int flags);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*work)(void *), void *context);
size_t __real_ZSTD_compress(void *to, size_t room, const void *from, size_t size,
                            int level);
size_t __real_ZSTD_decompress(void *to, size_t room, const void *from, size_t size);

void *__wrap_malloc(size_t size)
{
    return strikes(FAULT_MEMORY, ENOMEM) ? NULL : fault_count(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return strikes(FAULT_MEMORY, ENOMEM) ? NULL
                                         : fault_count(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    if (strikes(FAULT_MEMORY, ENOMEM))
        return NULL;
    void *memory = __real_realloc(old, size);
    return old ? memory : fault_count(memory);
}

char *__wrap_strdup(const char *string)
{
    return strikes(FAULT_MEMORY, ENOMEM) ? NULL : fault_count(__real_strdup(string));
}

char *__wrap_strndup(const char *string, size_t most)
{
    return strikes(FAULT_MEMORY, ENOMEM) ? NULL
                                         : fault_count(__real_strndup(string, most));
}

/* It takes memory if there is no room for the answer. */
char *__wrap_realpath(const char *path, char *resolved)
{
    if (resolved)
        return __real_realpath(path, resolved);
    return strikes(FAULT_MEMORY, ENOMEM) ? NULL
                                         : fault_count(__real_realpath(path, NULL));
}

int __wrap_vasprintf(char **string, const char *format, va_list args)
{
    int length =
        strikes(FAULT_MEMORY, ENOMEM) ? -1 : __real_vasprintf(string, format, args);
    if (length >= 0)
        fault_count(*string);
    return length;
}

int __wrap_asprintf(char **string, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = __wrap_vasprintf(string, format, args);
    va_end(args);
    return length;
}

void __wrap_free(void *memory)
{
    fault_uncount(memory);
    __real_free(memory);
}

void *__wrap_mmap64(void *at, size_t size, int access, int flags, int fd, off_t offset)
{
    if (strikes(fd < 0 ? FAULT_MEMORY : FAULT_INPUT, ENOMEM))
        return MAP_FAILED;
    void *memory = __real_mmap64(at, size, access, flags, fd, offset);
    if (memory != MAP_FAILED)
        fault_count(memory);
    return memory;
}

int __wrap_munmap(void *at, size_t size)
{
    fault_uncount(at);
    return __real_munmap(at, size);
}

DIR *__wrap_opendir(const char *path)
{
    return strikes(FAULT_INPUT, EMFILE) ? NULL : __real_opendir(path);
}

int __wrap_open64(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    unsigned mode = flags & O_CREAT ? va_arg(args, unsigned) : 0;
    va_end(args);
    bool reads = (flags & O_ACCMODE) == O_RDONLY;
    if (strikes(reads ? FAULT_INPUT : FAULT_OUTPUT, EMFILE))
        return -1;
    return __real_open64(path, flags, mode);
}

ssize_t __wrap_read(int fd, void *bytes, size_t count)
{
    return strikes(FAULT_INPUT, EIO) ? -1 : __real_read(fd, bytes, count);
}

/* A disk that is full takes a part before it refuses. */
ssize_t __wrap_write(int fd, const void *bytes, size_t count)
{
    bool struck = fault_strikes(FAULT_OUTPUT);
    ssize_t put = __real_write(fd, bytes, struck ? count / 2 : count);
    if (!struck)
        return put;
    errno = ENOSPC;
    return -1;
}

/* Nothing here has to survive a power cut, so nothing is synced in earnest. */
int __wrap_fsync(int fd)
{
    (void)fd;
    return strikes(FAULT_OUTPUT, EIO) ? -1 : 0;
}

int __wrap_rename(const char *from, const char *to)
{
    return strikes(FAULT_OUTPUT, EIO) ? -1 : __real_rename(from, to);
}

int __wrap_fchmod(int fd, mode_t mode)
{
    return strikes(FAULT_OUTPUT, EPERM) ? -1 : __real_fchmod(fd, mode);
}

int __wrap_mkdir(const char *path, mode_t mode)
{
    return strikes(FAULT_OUTPUT, ENOSPC) ? -1 : __real_mkdir(path, mode);
}

/* Some file systems say only now that there is no room. */
int __wrap_close(int fd)
{
    int status = __real_close(fd);
    return strikes(FAULT_OUTPUT, ENOSPC) ? -1 : status;
}

int __wrap_eventfd(unsigned start, int flags)
{
    return strikes(FAULT_INPUT, EMFILE) ? -1 : __real_eventfd(start, flags);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*work)(void *), void *context)
{
    return fault_strikes(FAULT_THREAD)
               ? EAGAIN
               : __real_pthread_create(thread, attributes, work, context);
}

size_t __wrap_ZSTD_compress(void *to, size_t room, const void *from, size_t size,
                            int level)
{
    return fault_strikes(FAULT_MEMORY)
               ? (size_t)-ZSTD_error_memory_allocation
               : __real_ZSTD_compress(to, room, from, size, level);
}

size_t __wrap_ZSTD_decompress(void *to, size_t room, const void *from, size_t size)
{
    return fault_strikes(FAULT_MEMORY) ? (size_t)-ZSTD_error_memory_allocation
                                       : __real_ZSTD_decompress(to, room, from, size);
}

/* Trying. */

static void arm(enum fault_kind kind, int number, int length)
{
    atomic_store(&fault.left, number);
    atomic_store(&fault.struck, false);
    fault.kind = kind;
    fault.length = length;
    fault.armed = true;
}

/* Whether something has failed. */
static bool disarm(void)
{
    fault.armed = false;
    return atomic_load(&fault.struck);
}

/* The lowest descriptor that is free: another one when one was left open. */
static int free_descriptor(void)
{
    int fd = dup(STDERR_FILENO);
    close(fd);
    return fd;
}

/* One run. NULL, or what is wrong with it. */
static const char *run(const struct fault_trial *trial, void *context,
                       enum fault_kind kind, int number, int length, bool *struck)
{
    static struct error error;
    error.text[0] = '\0';
    if (trial->prepare)
        trial->prepare(context);
    int live = atomic_load(&fault.live), descriptor = free_descriptor();
    arm(kind, number, length);
    bool ok = trial->run(context, &error);
    *struck = disarm();
    if (atomic_load(&fault.live) != live)
        return "memory was not freed, or freed twice";
    if (free_descriptor() != descriptor)
        return "a descriptor was left open";
    if (!ok && !error.text[0])
        return "there was no message";
    if (!ok && !*struck)
        return error.text;
    return trial->check ? trial->check(context, ok) : NULL;
}

void fault_try(const struct fault_trial *trial, void *context)
{
    /* A mishap, and something that stays broken. */
    static const int lengths[] = {1, POINTS_MOST};
    static const char *const names[FAULT_KINDS] = {"memory", "input", "output",
                                                   "SQLite step", "thread"};
    for (size_t i = 0; i < COUNT(lengths) * FAULT_KINDS; i++) {
        enum fault_kind kind = (enum fault_kind)(i / COUNT(lengths));
        int length = lengths[i % COUNT(lengths)];
        bool struck = true;
        for (int number = 1; struck; number++) {
            const char *wrong = run(trial, context, kind, number, length, &struck);
            if (wrong)
                fail_msg("%s, %s fault %d (%d in a row): %s", trial->name, names[kind],
                         number, length, wrong);
            fault.points += struck;
            assert_true(number < POINTS_MOST);
        }
    }
}

void fault_report(void)
{
    printf("# %ld points of failure\n", fault.points);
}
