/* export.c: the operation that gives a game as a file. */
#include <stdio.h>
#include <time.h>

#include "base/i18n.h"
#include "web/api/args.h"
#include "web/api/op.h"

/* Brings the tags of the record up to date. */
static bool set_tags(struct web_game *game, struct error *error)
{
    struct record *record = &game->session.record;
    char date[16], limit[32];
    struct tm utc;
    time_t time = game->created;
    const char *name[2];
    for (int side = 0; side < 2; side++)
        name[side] = game->session.side[side].label[0] ? game->session.side[side].label
                                                       : game->session.side[side].name;
    strftime(date, sizeof date, "%Y.%m.%d", gmtime_r(&time, &utc));
    snprintf(limit, sizeof limit, "%g", (double)game->session.clock.ms / 1000);
    return record_set_tag(record, RECORD_FIRST, name[0], error) &&
           record_set_tag(record, RECORD_SECOND, name[1], error) &&
           record_set_tag(record, RECORD_DATE, date, error) &&
           record_set_tag(record, RECORD_TIME_LIMIT,
                          game->session.clock.mode == SESSION_CLOCK_NONE ? NULL : limit,
                          error) &&
           record_set_tag(record, RECORD_TERMINATION,
                          game->session.end == SESSION_END_TIME       ? "time"
                          : game->session.end == SESSION_END_RESIGNED ? "resigned"
                                                                      : NULL,
                          error);
}

static json_t *run_export(struct web_call *call)
{
    enum web_role role;
    struct web_game *game = web_key_arg(call, &role);
    struct text text = {0};
    char name[64], date[32];
    struct tm utc;
    time_t time = game ? game->created : 0;
    if (!game)
        return NULL;
    if (!set_tags(game, &call->error))
        return web_refuse_why(call, WEB_INTERNAL);
    record_format(&game->session.record, &text);
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", gmtime_r(&time, &utc));
    snprintf(name, sizeof name, "%s-%s.lode", game->session.record.game->stem, date);
    json_t *result =
        text.failed ? NULL
                    : json_pack("{ss,ss}", "name", name, "lode", text_string(&text));
    text_free(&text);
    return result;
}

const struct web_op web_op_export = {
    .name = "export",
    .args = {{"key", WEB_TEXT, WEB_REQUIRED}},
    .handle = run_export,
};
