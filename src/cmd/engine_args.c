/* engine_args.c: the options shared by all commands with an engine. */
#include "cmd/engine_args.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

enum {
    HASH_MOST_MIB = 1 << 20
};

static const double usual_seconds = 3;

bool args_engine_options(const struct args *args, struct engine_options *options,
                         struct error *error)
{
    uint64_t threads = 0, hash = 0, seed = 0;
    if (!args_number(args, "threads", 1, ENGINE_MAX_THREADS, &threads, error) ||
        !args_number(args, "hash", 1, HASH_MOST_MIB, &hash, error) ||
        !args_number(args, "seed", 0, UINT64_MAX, &seed, error))
        return false;
    options->threads = (int)threads;
    options->hash_mib = (int)hash;
    options->seed = seed;
    options->tables = true;
    options->book = true;
    return true;
}

bool args_limits(const struct args *args, struct limits *limits, struct error *error)
{
    uint64_t depth = 0, nodes = 0;
    double seconds = 0;
    if (!args_seconds(args, "move-time", &seconds, error) ||
        !args_number(args, "depth", 1, ENGINE_MAX_DEPTH, &depth, error) ||
        !args_number(args, "nodes", 1, UINT64_MAX, &nodes, error))
        return false;
    limits->depth = (int)depth;
    limits->nodes = nodes;
    limits->seconds = seconds > 0 || depth || nodes ? seconds : usual_seconds;
    return true;
}

bool args_bot_limits(const struct args *args, struct limits *limits,
                     struct error *error)
{
    const char *given = getenv("LODESTONE_MOVE_TIME");
    char *end = NULL;
    double seconds = given ? strtod(given, &end) : 0;
    if (!args_limits(args, limits, error))
        return false;
    bool chosen = args_value(args, "move-time") || limits->depth || limits->nodes;
    if (!chosen && seconds > 0 && seconds <= 86400 && !*end)
        limits->seconds = seconds;
    return true;
}

struct player *args_open_player(const struct args *args, const struct game *game,
                                const struct engine_options *options,
                                struct error *error)
{
    const char *level = args_value(args, "level");
    error->text[0] = '\0';
    struct player *player = player_open(game, level ? level : "master", options, error);
    if (player && error->text[0])
        command_refuse(args, STATUS_DONE, error); /* a warning: continue */
    return player;
}

bool args_sprt(const struct args *args, struct sprt *sprt, struct error *error)
{
    const char *value = args_value(args, "sprt");
    char *end;
    *sprt = (struct sprt){.alpha = 0.05, .beta = 0.05};
    sprt->elo0 = strtod(value, &end);
    bool ok = end != value && *end == ',';
    if (ok) {
        const char *second = end + 1;
        sprt->elo1 = strtod(second, &end);
        ok = end != second && !*end;
    }
    if (ok && fabs(sprt->elo0) <= 1000 && fabs(sprt->elo1) <= 1000 &&
        sprt->elo0 < sprt->elo1)
        return true;
    char quoted[32];
    return error_set(error,
                     _("--sprt must be two Elo differences from -1000 to 1000, the "
                       "lower one first, such as 0,10; not '%s'"),
                     text_quotable(value, strlen(value), quoted, sizeof quoted));
}
