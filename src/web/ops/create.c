/* create.c: the operations that make a game: from settings, from a file. */
#include "web/api/create.h"

#include "web/api/args.h"
#include "web/api/op.h"

static json_t *run_create(struct web_call *call)
{
    struct record record;
    return web_record_arg(call, &record) ? web_create_game(call, &record) : NULL;
}

const struct web_op web_op_create = {
    .name = "create",
    .args = {{"spec", WEB_TEXT, WEB_REQUIRED},
             {"first", WEB_TEXT, WEB_OPTIONAL},
             {"second", WEB_TEXT, WEB_OPTIONAL},
             {"move_time", WEB_NUMBER, WEB_OPTIONAL},
             {"labels", WEB_OBJECT, WEB_OPTIONAL},
             {"apart", WEB_FLAG, WEB_OPTIONAL},
             {"position", WEB_TEXT, WEB_OPTIONAL},
             {"moves", WEB_TEXT, WEB_OPTIONAL},
             {"clock", WEB_OBJECT, WEB_OPTIONAL}},
    .handle = run_create,
};

static json_t *run_import(struct web_call *call)
{
    struct record record;
    return web_lode_arg(call, &record) ? web_create_import(call, &record) : NULL;
}

const struct web_op web_op_import = {
    .name = "import",
    .args = {{"lode", WEB_TEXT, WEB_REQUIRED},
             {"first", WEB_TEXT, WEB_OPTIONAL},
             {"second", WEB_TEXT, WEB_OPTIONAL},
             {"move_time", WEB_NUMBER, WEB_OPTIONAL}},
    .handle = run_import,
};
