/* api.c: reads requests, runs them and answers. */
#include "web/api/api.h"

#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "web/api/op.h"
#include "web/hub/json.h"

enum {
    READ_MOST = 1024 /* bytes of a message that is read for its id alone */
};

void web_api_reject(struct web_peer *peer, enum web_code code, const char *message)
{
    web_peer_answer(peer, web_json_error(web_code_name(code), message, -1), -1,
                    web_code_status(code));
}

static void carry_out(struct web_call *call, const char *name)
{
    const struct web_op *op = web_op_find(name);
    json_t *result = NULL;
    char quoted[48];
    if (op)
        result = web_op_run(op, call);
    else
        web_refuse(call, WEB_UNKNOWN_OP, _("there is no operation '%s'"),
                   text_quotable(name, strlen(name), quoted, sizeof quoted));
    if (!call->later)
        web_answer(call->peer, call->id, result, call->code, &call->error);
}

static json_t *read_object(const char *bytes, size_t count, struct error *error)
{
    json_error_t why;
    json_t *object = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, &why);
    if (!object)
        error_set(error, _("not JSON: line %d, column %d: %s"), why.line, why.column,
                  why.text);
    else if (!json_is_object(object))
        error_set(error, _("a request must be a JSON object"));
    if (json_is_object(object))
        return object;
    json_decref(object);
    return NULL;
}

/* Takes "id" and "op" out of a message. */
static const char *read_head(struct web_call *call, json_t **op)
{
    json_t *id = json_object_get(call->args, "id");
    *op = json_incref(json_object_get(call->args, "op"));
    if (json_is_integer(id) && json_integer_value(id) >= 0 &&
        json_integer_value(id) <= 1ll << 53)
        call->id = json_integer_value(id);
    else
        web_refuse(call, WEB_BAD_REQUEST, _("'id' must be a whole number, 0 or more"));
    if (!call->code && !json_is_string(*op))
        web_refuse(call, WEB_BAD_REQUEST, _("'op' must name an operation"));
    json_object_del(call->args, "id");
    json_object_del(call->args, "op");
    return call->code ? NULL : json_string_value(*op);
}

/* Reads the id of a message that is refused anyway, unless that is too much work. */
static void refuse_fast(struct web_call *call, const char *bytes, size_t count)
{
    struct error why;
    error_set(&why, _("too many messages per second"));
    json_t *op = NULL;
    call->args = count <= READ_MOST ? read_object(bytes, count, &call->error) : NULL;
    if (call->args)
        read_head(call, &op);
    web_answer(call->peer, call->id, NULL, WEB_LIMIT, &why);
    json_decref(op);
}

static void read_message(struct web_call *call, const char *bytes, size_t count)
{
    json_t *op = NULL;
    call->args = read_object(bytes, count, &call->error);
    if (!call->args) {
        web_answer(call->peer, -1, NULL, WEB_BAD_JSON, &call->error);
        return;
    }
    const char *name = read_head(call, &op);
    if (name)
        carry_out(call, name);
    else
        web_answer(call->peer, call->id, NULL, call->code, &call->error);
    json_decref(op);
}

bool web_api_message(struct web_peer *peer, const char *bytes, size_t count)
{
    struct web_call call = {.hub = peer->hub, .peer = peer, .id = -1};
    bool may = web_peer_may_ask(peer);
    if (may)
        read_message(&call, bytes, count);
    else
        refuse_fast(&call, bytes, count);
    json_decref(call.args);
    return may;
}

void web_api_post(struct web_peer *peer, const char *name, const char *bytes,
                  size_t count)
{
    struct web_call call = {.hub = peer->hub, .peer = peer, .id = -1};
    call.args = read_object(bytes, count, &call.error);
    if (call.args)
        carry_out(&call, name);
    else
        web_answer(peer, -1, NULL, WEB_BAD_JSON, &call.error);
    json_decref(call.args);
}
