/* store.c: finding, opening and checking endgame tables on disk. */
#include "endgame/store.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/rng.h"
#include "base/xdg.h"

struct endgame_store {
    struct endgame endgame;
    struct endgame_file layer[ENDGAME_STONES + 1];
    int layers;
};

bool endgame_store_directory(char path[PATH_MAX], struct error *error)
{
    char data[PATH_MAX];
    return xdg_find("XDG_DATA_HOME", ".local/share", data, error) &&
           xdg_join(path, data, "tables", error);
}

bool endgame_store_path(char path[PATH_MAX], const char *directory,
                        const struct endgame_file_id *id, struct error *error)
{
    char name[64], part[16] = "";
    if (id->part != ENDGAME_FILE_WHOLE)
        snprintf(part, sizeof part, ".part%d", id->part);
    snprintf(name, sizeof name, "mancala-%d-%s-%02d%s.lst", id->holes,
             mancala_stealing_name(id->stealing), id->stones, part);
    return xdg_join(path, directory, name, error);
}

/* Fetches a block of the table. Where the layers begin tells which one it belongs to.
 */
static const int8_t *fetch(void *source, uint64_t block, int8_t room[ENDGAME_BLOCK])
{
    struct endgame_store *store = source;
    int stones = 0;
    while (stones + 1 < store->layers &&
           store->endgame.base[stones + 1][0] >> ENDGAME_BLOCK_BITS <= block)
        stones++;
    block -= store->endgame.base[stones][0] >> ENDGAME_BLOCK_BITS;
    const struct endgame_file *file = &store->layer[stones];
    if (block >= file->blocks)
        return NULL;
    if (endgame_file_is_plain(file, (uint32_t)block))
        return endgame_file_plain(file, (uint32_t)block);
#ifdef MADV_POPULATE_WRITE
    /* One call takes less time than a fault for each page. */
    madvise(room, ENDGAME_BLOCK, MADV_POPULATE_WRITE);
#endif
    return endgame_file_read(file, (uint32_t)block, room) ? room : NULL;
}

/* Opens the layers from 0 up to the first that is missing or refused. */
static void open_layers(struct endgame_store *store, const char *directory, int holes,
                        enum mancala_stealing stealing, struct error *warning)
{
    int limit = 2 * holes * MANCALA_HOLES;
    for (int stones = 0; stones <= ENDGAME_STONES && stones <= limit; stones++) {
        struct endgame_file_id id = endgame_file_whole(holes, stealing, stones);
        char path[PATH_MAX];
        if (id.values == 0 || !endgame_store_path(path, directory, &id, warning) ||
            access(path, F_OK) != 0 ||
            !endgame_file_open(&store->layer[stones], path, &id, warning))
            return;
        store->layers++;
    }
}

struct endgame_store *endgame_store_open(const char *directory, int holes,
                                         enum mancala_stealing stealing,
                                         struct error *warning)
{
    char usual[PATH_MAX];
    struct error unused;
    if (!warning)
        warning = &unused;
    warning->text[0] = '\0';
    if (!directory && !endgame_store_directory(usual, &unused))
        return NULL;
    struct endgame_store *store = calloc(1, sizeof *store);
    if (store)
        open_layers(store, directory ? directory : usual, holes, stealing, warning);
    if (store && store->layers > 0 &&
        endgame_init(&store->endgame, holes, stealing, store->layers - 1) &&
        endgame_set_source(&store->endgame, store, fetch)) {
        store->endgame.stones = store->layers - 1;
        return store;
    }
    if (!store || store->layers > 0)
        error_set(warning, _("out of memory"));
    endgame_store_close(store);
    return NULL;
}

void endgame_store_close(struct endgame_store *store)
{
    if (!store)
        return;
    for (int i = 0; i < store->layers; i++)
        endgame_file_close(&store->layer[i]);
    endgame_free(&store->endgame);
    free(store);
}

const struct endgame *endgame_store_tables(const struct endgame_store *store)
{
    return store ? &store->endgame : NULL;
}

bool endgame_store_load(const char *directory, const struct game *game, int stones,
                        struct endgame *endgame, struct error *error)
{
    struct error warning = {{0}};
    struct endgame_store *store = endgame_store_open(
        directory, game->spec.mancala.holes, game->spec.mancala.stealing, &warning);
    bool ok = !warning.text[0], sound = true;
    if (!ok && error)
        *error = warning;
    endgame->stones = -1;
    /* What is below a refused layer is as good as ever. */
    for (int n = 0; store && n < store->layers && n <= stones && sound; n++) {
        const struct endgame_file *file = &store->layer[n];
        for (uint32_t block = 0; sound && block < file->blocks; block++) {
            int8_t *value = endgame->value + endgame->base[n][0] +
                            ((uint64_t)block << ENDGAME_BLOCK_BITS);
            sound = endgame_file_read(file, block, value);
        }
        if (sound)
            endgame->stones = n;
        else
            error_set(error, _("layer %d of the table is damaged"), n);
    }
    endgame_store_close(store);
    return ok && sound;
}

bool endgame_store_unpack(const char *directory, const struct game *game,
                          uint64_t *bytes, struct error *error)
{
    struct stat status;
    *bytes = 0;
    for (int stones = 0; stones <= ENDGAME_STONES; stones++) {
        const struct endgame_file_id id = endgame_file_whole(
            game->spec.mancala.holes, game->spec.mancala.stealing, stones);
        char path[PATH_MAX];
        if (!endgame_store_path(path, directory, &id, error))
            return false;
        if (access(path, F_OK) != 0)
            return stones > 0 || error_set(error, _("there is no such table"));
        if (!endgame_file_unpack(path, &id, error))
            return false;
        if (stat(path, &status) == 0)
            *bytes += (uint64_t)status.st_size;
    }
    return true;
}

/* Whether a position's value follows from the values after each of its moves. */
static bool is_consistent(const struct endgame *endgame,
                          const struct mancala_board *board,
                          const struct mancala_position *position)
{
    int best = INT8_MIN, value = 0;
    for (int lane = 0; lane < board->holes; lane++) {
        if (mancala_lane(position->row[0], lane) == 0)
            continue;
        struct mancala_position next = *position;
        bool again = mancala_play(board, &next, lane);
        int won = mancala_store(board, next.row[0]) - mancala_store(board, next.row[1]);
        value = 0;
        if (!mancala_over(board, &next) &&
            !mancala_endgame_probe(endgame, next.row[0] & board->hole_lanes,
                                   next.row[1] & board->hole_lanes, &value))
            return false;
        value = again ? won + value : -won - value;
        best = value > best ? value : best;
    }
    return mancala_endgame_probe(endgame, position->row[0], position->row[1], &value) &&
           value == best;
}

enum {
    SAMPLE = 2000 /* positions of each layer that are checked against the rules */
};

static bool check_sample(const struct endgame *endgame, struct error *error)
{
    struct mancala_board board;
    struct rng rng = rng_seeded(1);
    mancala_board_init(&board, endgame->holes, MANCALA_HOLES, endgame->stealing);
    for (int stones = 2; stones <= endgame->stones; stones++)
        for (int i = 0; i < SAMPLE; i++) {
            struct mancala_position position = {0};
            for (int j = 0; j < stones; j++) {
                int row = j < 2 ? j : (int)rng_below(&rng, 2);
                int lane = (int)rng_below(&rng, (uint32_t)endgame->holes);
                position.row[row] += mancala_stones(1, lane);
            }
            if (!is_consistent(endgame, &board, &position))
                return error_set(error,
                                 _("layer %d holds wrong values; remove the table and "
                                   "build it again"),
                                 stones);
        }
    return true;
}

bool endgame_store_verify(const char *directory, const struct game *game, int *stones,
                          struct error *error)
{
    struct error warning;
    struct endgame_store *store = endgame_store_open(
        directory, game->spec.mancala.holes, game->spec.mancala.stealing, &warning);
    struct endgame endgame;
    *stones = -1;
    if (!store)
        return warning.text[0] ? (*error = warning, false)
                               : error_set(error, _("there is no such table"));
    int layers = store->layers;
    endgame_store_close(store);
    if (!endgame_init(&endgame, game->spec.mancala.holes, game->spec.mancala.stealing,
                      layers - 1))
        return error_set(error, _("out of memory"));
    bool ok = endgame_store_load(directory, game, layers - 1, &endgame, error);
    *stones = endgame.stones;
    ok = ok && check_sample(&endgame, error);
    endgame_free(&endgame);
    return ok;
}

/* Parses the name of a table's file. */
static bool parse_name(const char *name, struct endgame_store_entry *entry)
{
    char rule[16], rest[32];
    if (sscanf(name, "mancala-%d-%15[a-z]-%d%31s", &entry->holes, rule, &entry->stones,
               rest) != 4)
        return false;
    return entry->holes >= 1 && entry->holes <= MANCALA_HOLES && entry->stones >= 0 &&
           entry->stones <= ENDGAME_STONES &&
           mancala_find_stealing(rule, &entry->stealing) &&
           (strcmp(rest, ".lst") == 0 || strncmp(rest, ".part", 5) == 0);
}

static void list_file(const char *directory, const char *name,
                      struct endgame_store_entry *entries, int most, int *count)
{
    struct endgame_store_entry found;
    struct stat status;
    char path[PATH_MAX];
    if (!parse_name(name, &found) || !xdg_join(path, directory, name, NULL) ||
        stat(path, &status) != 0)
        return;
    int i = 0;
    while (i < *count &&
           (entries[i].holes != found.holes || entries[i].stealing != found.stealing))
        i++;
    if (i == most)
        return;
    if (i == *count)
        entries[(*count)++] =
            (struct endgame_store_entry){found.holes, found.stealing, -1, 0};
    entries[i].bytes += (uint64_t)status.st_size;
}

/* A layer is of use only together with all those below it. */
static void count_layers(const char *directory, struct endgame_store_entry *entry)
{
    for (int stones = 0; stones <= ENDGAME_STONES; stones++) {
        const struct endgame_file_id id =
            endgame_file_whole(entry->holes, entry->stealing, stones);
        char path[PATH_MAX];
        if (!endgame_store_path(path, directory, &id, NULL) || access(path, F_OK) != 0)
            return;
        entry->stones = stones;
    }
}

static int compare_entries(const void *a, const void *b)
{
    const struct endgame_store_entry *x = a, *y = b;
    int holes = x->holes - y->holes;
    return holes ? holes : (int)x->stealing - (int)y->stealing;
}

int endgame_store_list(const char *directory, struct endgame_store_entry *entries,
                       int most)
{
    DIR *folder = opendir(directory);
    int count = 0;
    if (!folder)
        return 0;
    for (struct dirent *file; (file = readdir(folder)) != NULL;)
        list_file(directory, file->d_name, entries, most, &count);
    closedir(folder);
    for (int i = 0; i < count; i++)
        count_layers(directory, &entries[i]);
    qsort(entries, (size_t)count, sizeof *entries, compare_entries);
    return count;
}

int endgame_store_remove(const char *directory, const struct game *game)
{
    DIR *folder = opendir(directory);
    int removed = 0;
    if (!folder)
        return 0;
    for (struct dirent *file; (file = readdir(folder)) != NULL;) {
        struct endgame_store_entry found;
        char path[PATH_MAX];
        if (parse_name(file->d_name, &found) &&
            found.holes == game->spec.mancala.holes &&
            found.stealing == game->spec.mancala.stealing &&
            xdg_join(path, directory, file->d_name, NULL) && unlink(path) == 0)
            removed++;
    }
    closedir(folder);
    return removed;
}
