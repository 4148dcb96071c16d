/* build.c: making endgame tables, layer by layer and part by part. A finished part of a
 * large layer is written at once, so that little is lost when the build is stopped;
 * when all parts are done, the layer becomes one file. */
#include "endgame/build.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "base/xdg.h"
#include "endgame/file.h"
#include "endgame/store.h"

enum {
    LARGE_LAYER = 4000000, /* positions; parts of larger layers get files */
    THREADS = 64,
};

struct build {
    const char *directory;
    const struct endgame_build_plan *plan;
    struct endgame endgame;
    int64_t started;
    uint64_t before; /* positions that were on disk already */

    pthread_mutex_t lock; /* guards what follows */
    int stones;           /* the current layer */
    int next;             /* the next part of it; the largest come first */
    int threads;          /* that work on it */
    uint64_t solved;      /* positions of all layers */
    bool failed;
    struct error error;
};

static bool is_stopped(const struct build *build)
{
    return build->plan->stop && atomic_load(build->plan->stop);
}

static void fail(struct build *build, const struct error *error)
{
    pthread_mutex_lock(&build->lock);
    if (!build->failed) /* the first names the cause */
        build->error = *error;
    build->failed = true;
    pthread_mutex_unlock(&build->lock);
}

struct endgame_part endgame_part(const struct endgame *e, int stones, int part)
{
    int other = stones - part;
    size_t count = (size_t)e->rows[part] * e->rows[other];
    return (struct endgame_part){
        .first = e->value + e->base[stones][part],
        .second = e->value + e->base[stones][other],
        .first_count = count,
        .second_count = part == other ? 0 : count,
    };
}

static struct endgame_file_id part_id(const struct endgame *e, int stones, int part)
{
    struct endgame_part pieces = endgame_part(e, stones, part);
    struct endgame_file_id id = endgame_file_whole(e->holes, e->stealing, stones);
    id.part = part;
    id.values = pieces.first_count + pieces.second_count;
    return id;
}

/* Loads a part from its file if there is a valid one. */
static bool load_part(struct build *build, int stones, int part)
{
    struct endgame *e = &build->endgame;
    struct endgame_part pieces = endgame_part(e, stones, part);
    struct endgame_file_id id = part_id(e, stones, part);
    struct endgame_file file;
    char path[PATH_MAX];
    if (!endgame_store_path(path, build->directory, &id, NULL) ||
        access(path, F_OK) != 0 || !endgame_file_open(&file, path, &id, NULL))
        return false;
    bool ok = true;
    for (uint32_t block = 0; ok && block < file.blocks; block++) {
        int8_t value[ENDGAME_BLOCK];
        ok = endgame_file_read(&file, block, value);
        size_t from = (size_t)block << ENDGAME_BLOCK_BITS;
        for (size_t i = from; ok && i < from + ENDGAME_BLOCK && i < id.values; i++) {
            int8_t *at = i < pieces.first_count
                             ? pieces.first + i
                             : pieces.second + (i - pieces.first_count);
            *at = value[i - from];
        }
    }
    endgame_file_close(&file);
    return ok;
}

static bool save_part(struct build *build, int stones, int part, struct error *error)
{
    struct endgame_part pieces = endgame_part(&build->endgame, stones, part);
    struct endgame_file_id id = part_id(&build->endgame, stones, part);
    char path[PATH_MAX];
    return endgame_store_path(path, build->directory, &id, error) &&
           endgame_file_write(path, &id, pieces.first, pieces.first_count,
                              pieces.second, pieces.second_count, error);
}

static bool solve_part(struct build *build, int thread, int stones, int part,
                       struct error *error)
{
    const struct endgame_build_helpers *helpers = build->plan->helpers;
    struct endgame *e = &build->endgame;
    if (helpers)
        return helpers->solve(helpers->context, thread, e, stones, part, error);
    return endgame_solve_part(e, stones, part) || error_set(error, _("out of memory"));
}

/* Loads a part from its file, or solves it and, if it is large, writes the file. */
static bool make_part(struct build *build, int thread, int stones, int part)
{
    bool keep = endgame_layer_size(build->endgame.holes, stones) >= LARGE_LAYER;
    struct error error;
    if (keep && load_part(build, stones, part))
        return true;
    if (solve_part(build, thread, stones, part, &error) &&
        (!keep || save_part(build, stones, part, &error)))
        return true;
    fail(build, &error);
    return false;
}

static void report(struct build *build, int stones)
{
    struct endgame_build_progress progress = {
        .stones = stones,
        .solved = build->solved,
        .all = endgame_total_size(build->endgame.holes, build->plan->stones),
        .seconds = clock_seconds(clock_now() - build->started),
    };
    if (build->plan->report)
        build->plan->report(build->plan->context, &progress);
}

static void *work(void *context)
{
    struct build *build = context;
    pthread_mutex_lock(&build->lock);
    int thread = build->threads++;
    pthread_mutex_unlock(&build->lock);
    for (;;) {
        pthread_mutex_lock(&build->lock);
        int stones = build->stones, part = build->next--;
        bool failed = build->failed;
        pthread_mutex_unlock(&build->lock);
        if (failed || part < 0 || is_stopped(build))
            return NULL;
        if (!make_part(build, thread, stones, part))
            return NULL;
        pthread_mutex_lock(&build->lock);
        build->solved += part_id(&build->endgame, stones, part).values;
        report(build, stones);
        pthread_mutex_unlock(&build->lock);
    }
}

/* The parts have become a layer and are no longer needed. */
static void remove_parts(const struct build *build, int stones)
{
    for (int part = 0; 2 * part <= stones; part++) {
        struct endgame_file_id id = part_id(&build->endgame, stones, part);
        char path[PATH_MAX];
        if (endgame_store_path(path, build->directory, &id, NULL))
            unlink(path);
    }
}

/* Also of a layer that was found on disk: an earlier build may have ended between its last
 * two steps, the file of the layer and the removal of the parts. */
static void complete(const struct build *build, int stones)
{
    remove_parts(build, stones);
    const struct endgame_build_helpers *helpers = build->plan->helpers;
    if (helpers)
        helpers->complete(helpers->context, &build->endgame, stones);
}

static bool build_layer(struct build *build, int stones, struct error *error)
{
    struct endgame *e = &build->endgame;
    pthread_t helper[THREADS];
    int helpers = 0;
    build->stones = stones;
    build->next = stones / 2;
    build->threads = 0;
    while (helpers < build->plan->threads - 1 && helpers < THREADS &&
           pthread_create(&helper[helpers], NULL, work, build) == 0)
        helpers++;
    work(build);
    while (helpers > 0)
        pthread_join(helper[--helpers], NULL);
    if (build->failed) {
        *error = build->error;
        return false;
    }
    if (is_stopped(build))
        return error_set(error, _("stopped; run the same command to continue"));
    e->stones = stones;
    struct endgame_file_id id = endgame_file_whole(e->holes, e->stealing, stones);
    char path[PATH_MAX];
    if (!endgame_store_path(path, build->directory, &id, error) ||
        !endgame_file_write(path, &id, e->value + e->base[stones][0], id.values, NULL,
                            0, error))
        return false;
    complete(build, stones);
    return true;
}

/* Memory that is available without swapping; 0 when that isn't known. */
static uint64_t memory_available(void)
{
    long pages = sysconf(_SC_AVPHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
}

bool endgame_build_check(const struct endgame_build_plan *plan, struct error *error)
{
    const struct spec *spec = &plan->game->spec;
    int holes = spec->mancala.holes, most = 2 * holes * MANCALA_HOLES;
    if (plan->stones > most)
        return error_set(error,
                         P_("no game with %d hole a side has %d stones; at most %d",
                            "no game with %d holes a side has %d stones; at most %d",
                            holes),
                         holes, plan->stones, most);
    int copies = plan->copies ? plan->copies : 1;
    uint64_t size = endgame_total_size(holes, plan->stones),
             memory = memory_available() / (uint64_t)copies;
    if (size == 0)
        return error_set(error, _("a table of %d stones is too large; at most %d"),
                         plan->stones, endgame_stones_within(holes, UINT64_MAX));
    if (memory && size > memory)
        return error_set(
            error,
            _("a table of %d stones needs %.1f GiB of memory, and %.1f GiB "
              "are free; that is enough for %d stones"),
            plan->stones, (double)size * copies / (1 << 30),
            (double)memory * copies / (1 << 30), endgame_stones_within(holes, memory));
    return true;
}

bool endgame_build(const char *directory, const struct endgame_build_plan *plan,
                   struct error *error)
{
    const struct spec *spec = &plan->game->spec;
    struct build build = {.directory = directory, .plan = plan, .started = clock_now()};
    struct error damage;
    if (!endgame_build_check(plan, error) || !xdg_make(directory, error))
        return false;
    if (!endgame_init(&build.endgame, spec->mancala.holes, spec->mancala.stealing,
                      plan->stones))
        return error_set(error, _("out of memory"));
    pthread_mutex_init(&build.lock, NULL);
    /* Valid layers are not made again; damaged ones are. */
    endgame_store_load(directory, plan->game, plan->stones, &build.endgame, &damage);
    if (build.endgame.stones >= 0)
        build.solved = endgame_total_size(build.endgame.holes, build.endgame.stones);
    for (int stones = 0; stones <= build.endgame.stones; stones++)
        complete(&build, stones);
    bool ok = true;
    while (ok && build.endgame.stones < plan->stones)
        ok = build_layer(&build, build.endgame.stones + 1, error);
    pthread_mutex_destroy(&build.lock);
    endgame_free(&build.endgame);
    return ok;
}
