/* look.c: the operations that show positions and files without making a game. */
#include "web/api/args.h"
#include "web/api/op.h"
#include "web/hub/json.h"

static json_t *run_look(struct web_call *call)
{
    struct record record;
    if (!web_record_arg(call, &record))
        return NULL;
    json_t *result = web_json_record(&record);
    record_free(&record);
    return result;
}

const struct web_op web_op_look = {
    .name = "look",
    .args = {{"spec", WEB_TEXT, WEB_REQUIRED},
             {"position", WEB_TEXT, WEB_OPTIONAL},
             {"moves", WEB_TEXT, WEB_OPTIONAL}},
    .handle = run_look,
};

static json_t *run_read(struct web_call *call)
{
    struct record record;
    if (!web_lode_arg(call, &record))
        return NULL;
    json_t *result = web_json_file(&record);
    record_free(&record);
    return result;
}

const struct web_op web_op_read = {
    .name = "read",
    .args = {{"lode", WEB_TEXT, WEB_REQUIRED}},
    .handle = run_read,
};
