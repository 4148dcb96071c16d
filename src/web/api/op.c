/* op.c: the list of operations, and the check of a request against one of them. */
#include "web/api/op.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"

static const struct web_op *const ops[] = {
    &web_op_analyse,
    &web_op_answer,
    &web_op_comment,
    &web_op_create,
    &web_op_evaluate,
    &web_op_export,
    &web_op_hello,
    &web_op_hint,
    &web_op_import,
    &web_op_list,
    &web_op_look,
    &web_op_move,
    &web_op_name,
    &web_op_players,
    &web_op_read,
    &web_op_redo,
    &web_op_rematch,
    &web_op_resign,
    &web_op_scores,
    &web_op_state,
    &web_op_stop,
    &web_op_tournament,
    &web_op_tournament_game,
    &web_op_tree,
    &web_op_tree_cut,
    &web_op_tree_node,
    &web_op_undo,
    &web_op_unwatch,
    &web_op_watch,
};

const struct web_op *web_op_find(const char *name)
{
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (strcmp(ops[i]->name, name) == 0)
            return ops[i];
    return NULL;
}

static bool has_type(const json_t *value, enum web_arg_type type)
{
    switch (type) {
    case WEB_TEXT:
        return json_is_string(value);
    case WEB_NUMBER:
        return json_is_number(value) && isfinite(json_number_value(value));
    case WEB_WHOLE:
        return json_is_integer(value) && json_integer_value(value) >= 0;
    case WEB_FLAG:
        return json_is_boolean(value);
    case WEB_OBJECT:
        return json_is_object(value);
    case WEB_LIST:
        return json_is_array(value);
    }
    return false;
}

/* The index of a member in the operation's list, or -1. */
static int find_arg(const struct web_op *op, const char *name)
{
    for (int i = 0; i < WEB_OP_ARGS && op->args[i].name; i++)
        if (strcmp(op->args[i].name, name) == 0)
            return i;
    return -1;
}

/* Every member must be known to the operation and of the right type. A null means the
 * same as leaving out an optional member. */
static bool check_given(const struct web_op *op, struct web_call *call)
{
    static const char *const type_names[] = {
        [WEB_TEXT] = "a string",        [WEB_NUMBER] = "a number",
        [WEB_WHOLE] = "a whole number", [WEB_FLAG] = "true or false",
        [WEB_OBJECT] = "an object",     [WEB_LIST] = "an array",
    };
    const char *name;
    json_t *value;
    char quoted[48];
    void *next;
    json_object_foreach_safe(call->args, next, name, value)
    {
        int i = find_arg(op, name);
        if (i < 0)
            return web_refuse(call, WEB_BAD_REQUEST, _("%s has no member '%s'"),
                              op->name,
                              text_quotable(name, strlen(name), quoted, sizeof quoted));
        if (json_is_null(value) && op->args[i].need == WEB_OPTIONAL)
            json_object_del(call->args, name);
        else if (!has_type(value, op->args[i].type))
            return web_refuse(call, WEB_BAD_REQUEST, _("'%s' must be %s"), name,
                              type_names[op->args[i].type]);
    }
    return true;
}

static bool check_required(const struct web_op *op, struct web_call *call)
{
    for (int i = 0; i < WEB_OP_ARGS && op->args[i].name; i++)
        if (op->args[i].need == WEB_REQUIRED &&
            !json_object_get(call->args, op->args[i].name))
            return web_refuse(call, WEB_BAD_REQUEST, _("%s needs the member '%s'"),
                              op->name, op->args[i].name);
    return true;
}

json_t *web_op_run(const struct web_op *op, struct web_call *call)
{
    if (!check_given(op, call) || !check_required(op, call))
        return NULL;
    return op->handle(call);
}
