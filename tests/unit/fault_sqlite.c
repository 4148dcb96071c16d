/* fault_sqlite.c: SQLite's memory, files and steps, and jansson's parser, which fail when
 * they are told to. */
#include <jansson.h>
#include <sqlite3.h>
#include <string.h>

#include "fault.h"
#include "support.h"

static struct {
    sqlite3_mem_methods memory;
    sqlite3_vfs files, *real_files;
    sqlite3_io_methods methods;
    const sqlite3_io_methods *real_methods;
    bool step_failed; /* the last one did not run at all */
} sqlite;

static void *take_memory(int size)
{
    return fault_strikes(FAULT_MEMORY) ? NULL
                                       : fault_count(sqlite.memory.xMalloc(size));
}

static void *change_memory(void *old, int size)
{
    return fault_strikes(FAULT_MEMORY) ? NULL : sqlite.memory.xRealloc(old, size);
}

static void free_memory(void *memory)
{
    fault_uncount(memory);
    sqlite.memory.xFree(memory);
}

static int read_file(sqlite3_file *file, void *to, int size, sqlite3_int64 from)
{
    return fault_strikes(FAULT_INPUT)
               ? SQLITE_IOERR_READ
               : sqlite.real_methods->xRead(file, to, size, from);
}

/* A disk that is full takes a part before it refuses. */
static int write_file_part(sqlite3_file *file, const void *bytes, int size,
                           sqlite3_int64 at)
{
    bool struck = fault_strikes(FAULT_OUTPUT);
    int status = sqlite.real_methods->xWrite(file, bytes, struck ? size / 2 : size, at);
    return struck ? SQLITE_FULL : status;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size)
{
    return fault_strikes(FAULT_OUTPUT) ? SQLITE_IOERR_TRUNCATE
                                       : sqlite.real_methods->xTruncate(file, size);
}

/* As fsync in fault.c. */
static int sync_file(sqlite3_file *file, int flags)
{
    (void)file;
    (void)flags;
    return fault_strikes(FAULT_OUTPUT) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int open_file(sqlite3_vfs *files, const char *name, sqlite3_file *file,
                     int flags, int *flags_out)
{
    (void)files;
    file->pMethods = NULL;
    if (fault_strikes(FAULT_INPUT))
        return SQLITE_CANTOPEN;
    int status =
        sqlite.real_files->xOpen(sqlite.real_files, name, file, flags, flags_out);
    if (status != SQLITE_OK || !file->pMethods)
        return status;
    if (!sqlite.real_methods) {
        sqlite.real_methods = file->pMethods;
        sqlite.methods = *file->pMethods;
        sqlite.methods.xRead = read_file;
        sqlite.methods.xWrite = write_file_part;
        sqlite.methods.xTruncate = truncate_file;
        sqlite.methods.xSync = sync_file;
    }
    if (file->pMethods == sqlite.real_methods)
        file->pMethods = &sqlite.methods;
    return status;
}

static int delete_file(sqlite3_vfs *files, const char *name, int sync)
{
    (void)files;
    (void)sync;
    return fault_strikes(FAULT_OUTPUT)
               ? SQLITE_IOERR_DELETE
               : sqlite.real_files->xDelete(sqlite.real_files, name, 0);
}

void fault_install_sqlite(void)
{
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &sqlite.memory),
                     SQLITE_OK);
    sqlite3_mem_methods memory = sqlite.memory;
    memory.xMalloc = take_memory;
    memory.xRealloc = change_memory;
    memory.xFree = free_memory;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &memory), SQLITE_OK);
    /* Small pieces are taken one by one, too. */
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0), SQLITE_OK);
    assert_int_equal(sqlite3_initialize(), SQLITE_OK);
    sqlite.real_files = sqlite3_vfs_find(NULL);
    sqlite.files = *sqlite.real_files;
    sqlite.files.zName = "fault";
    sqlite.files.xOpen = open_file;
    sqlite.files.xDelete = delete_file;
    assert_int_equal(sqlite3_vfs_register(&sqlite.files, 1), SQLITE_OK);
}

/* A step that fails as a whole, while the database knows nothing of it. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

int __real_sqlite3_step(sqlite3_stmt *statement);
int __real_sqlite3_errcode(sqlite3 *db);
const char *__real_sqlite3_errmsg(sqlite3 *db);

int __wrap_sqlite3_step(sqlite3_stmt *statement)
{
    sqlite.step_failed = fault_strikes(FAULT_STEP);
    return sqlite.step_failed ? SQLITE_IOERR : __real_sqlite3_step(statement);
}

int __wrap_sqlite3_errcode(sqlite3 *db)
{
    return sqlite.step_failed ? SQLITE_IOERR : __real_sqlite3_errcode(db);
}

const char *__wrap_sqlite3_errmsg(sqlite3 *db)
{
    return sqlite.step_failed ? sqlite3_errstr(SQLITE_IOERR)
                              : __real_sqlite3_errmsg(db);
}

json_t *__real_json_loadb(const char *bytes, size_t count, size_t flags,
                          json_error_t *error);

/* The parser of jansson 2.14 writes beyond its memory when it does not get more, so it
 * fails as a whole or not at all. */
json_t *__wrap_json_loadb(const char *bytes, size_t count, size_t flags,
                          json_error_t *error)
{
    if (fault_strikes(FAULT_MEMORY)) {
        *error = (json_error_t){.text = "out of memory"};
        return NULL;
    }
    fault_spare(true);
    json_t *json = __real_json_loadb(bytes, count, flags, error);
    fault_spare(false);
    return json;
}
