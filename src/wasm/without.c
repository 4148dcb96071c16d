/* without.c: what a page has no use for: files and endgame tables on disk. */
#include "base/file.h"
#include "base/i18n.h"
#include "endgame/store.h"
#include "solve/tt_file.h"

static bool refuse(const char *path, struct error *error)
{
    return error_set(error, _("%s: there are no files in a page"), path);
}

bool file_read(const char *path, size_t limit, struct text *text, struct error *error)
{
    (void)limit, (void)text;
    return refuse(path, error);
}

bool file_write(const char *path, const char *bytes, size_t count, struct error *error)
{
    (void)bytes, (void)count;
    return refuse(path, error);
}

bool tt_file_write(const char *path, const char *game, const struct tt *tt, size_t most,
                   struct error *error)
{
    (void)game, (void)tt, (void)most;
    return refuse(path, error);
}

bool tt_file_read(const char *path, const char *game, struct tt *tt,
                  struct error *error)
{
    (void)game, (void)tt;
    return refuse(path, error);
}

struct endgame_store *endgame_store_open(const char *directory, int holes,
                                         enum mancala_stealing stealing,
                                         struct error *warning)
{
    (void)directory, (void)holes, (void)stealing, (void)warning;
    return NULL;
}

void endgame_store_close(struct endgame_store *store)
{
    (void)store;
}

const struct endgame *endgame_store_tables(const struct endgame_store *store)
{
    (void)store;
    return NULL;
}
