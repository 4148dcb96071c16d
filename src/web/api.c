/* api.c: requests are read, checked against the table of operations, and answered.
 */
#include "web/api.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "web/json.h"

enum member_type {
    TEXT,
    NUMBER,
    WHOLE,
    FLAG,
    OBJECT,
    LIST
};

struct member {
    const char *name;
    enum member_type type;
    bool needed;
};

enum {
    MEMBERS = 12
};

struct operation {
    const char *name;
    web_operation *run;
    struct member member[MEMBERS];
};

#define KEY               \
    {                     \
        "key", TEXT, true \
    }
#define PLACE                                                           \
    {"key", TEXT, false}, {"ply", WHOLE, false}, {"spec", TEXT, false}, \
        {"position", TEXT, false}, {"moves", TEXT, false},              \
    {                                                                   \
        "seconds", NUMBER, false                                        \
    }
#define SEATS                                        \
    {"first", TEXT, false}, {"second", TEXT, false}, \
    {                                                \
        "move_time", NUMBER, false                   \
    }

static const struct operation operations[] = {
    {"hello", web_op_hello, {{0}}},
    {"create",
     web_op_create,
     {{"spec", TEXT, true},
      SEATS,
      {"labels", OBJECT, false},
      {"apart", FLAG, false},
      {"position", TEXT, false},
      {"moves", TEXT, false},
      {"clock", OBJECT, false}}},
    {"import", web_op_import, {{"lode", TEXT, true}, SEATS}},
    {"watch", web_op_watch, {KEY}},
    {"unwatch", web_op_unwatch, {KEY}},
    {"state", web_op_state, {KEY}},
    {"move", web_op_move, {KEY, {"move", TEXT, true}, {"ply", WHOLE, false}}},
    {"undo", web_op_undo, {KEY, {"to", WHOLE, false}}},
    {"redo", web_op_redo, {KEY, {"to", WHOLE, false}}},
    {"answer", web_op_answer, {KEY, {"accept", FLAG, true}}},
    {"resign", web_op_resign, {KEY}},
    {"players", web_op_players, {KEY, SEATS}},
    {"rematch", web_op_rematch, {KEY, {"swap", FLAG, false}}},
    {"list", web_op_list, {{"keys", LIST, true}}},
    {"export", web_op_export, {KEY}},
    {"look",
     web_op_look,
     {{"spec", TEXT, true}, {"position", TEXT, false}, {"moves", TEXT, false}}},
    {"read", web_op_read, {{"lode", TEXT, true}}},
    {"hint", web_op_hint, {PLACE}},
    {"evaluate", web_op_evaluate, {PLACE}},
    {"scores", web_op_scores, {PLACE}},
    {"analyse",
     web_op_analyse,
     {{"key", TEXT, false}, {"lode", TEXT, false}, {"seconds", NUMBER, false}}},
    {"stop", web_op_stop, {{"of", WHOLE, true}}},
    {"tournament", web_op_tournament, {{0}}},
    {"tournament_game", web_op_tournament_game, {{"game", WHOLE, true}}},
};

static const struct {
    const char *name;
    int status;
} codes[] = {
    [WEB_OK] = {"", 200},
    [WEB_BAD_JSON] = {"bad_json", 400},
    [WEB_BAD_REQUEST] = {"bad_request", 400},
    [WEB_UNKNOWN_OP] = {"unknown_op", 404},
    [WEB_NOT_FOUND] = {"not_found", 404},
    [WEB_FORBIDDEN] = {"forbidden", 403},
    [WEB_UNFAIR] = {"unfair", 403},
    [WEB_ILLEGAL] = {"illegal", 422},
    [WEB_TURN] = {"turn", 409},
    [WEB_STALE] = {"stale", 409},
    [WEB_OVER] = {"over", 409},
    [WEB_NOTHING] = {"nothing", 409},
    [WEB_STOPPED] = {"stopped", 409},
    [WEB_BUSY] = {"busy", 503},
    [WEB_LIMIT] = {"limit", 429},
    [WEB_TOO_LARGE] = {"too_large", 413},
    [WEB_STORAGE] = {"storage", 500},
    [WEB_INTERNAL] = {"internal", 500},
};

const char *web_code_name(enum web_code code)
{
    return codes[code].name;
}

int web_code_status(enum web_code code)
{
    return codes[code].status;
}

json_t *web_refuse(struct web_call *call, enum web_code code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(call->error.text, sizeof call->error.text, format, args);
    va_end(args);
    return web_refuse_why(call, code);
}

json_t *web_refuse_why(struct web_call *call, enum web_code code)
{
    call->code = code;
    return NULL;
}

void web_answer(struct web_peer *peer, int64_t id, json_t *result, enum web_code code,
                const struct error *error)
{
    if (!result) {
        json_t *message = web_json_error(web_code_name(code ? code : WEB_INTERNAL),
                                         code ? error->text : _("out of memory"), id);
        web_peer_answer(peer, message, id, web_code_status(code ? code : WEB_INTERNAL));
    } else if (peer->http) {
        web_peer_answer(peer, result, id, 200);
    } else {
        web_peer_answer(peer,
                        json_pack("{sI,so}", "id", (json_int_t)id, "result", result),
                        id, 200);
    }
}

void web_api_reject(struct web_peer *peer, enum web_code code, const char *message)
{
    web_peer_answer(peer, web_json_error(web_code_name(code), message, -1), -1,
                    web_code_status(code));
}

static const char *quote(const char *text, char quoted[48])
{
    return text_quotable(text, strlen(text), quoted, 48);
}

static bool has_type(const json_t *value, enum member_type type)
{
    switch (type) {
    case TEXT:
        return json_is_string(value);
    case NUMBER:
        return json_is_number(value) && isfinite(json_number_value(value));
    case WHOLE:
        return json_is_integer(value) && json_integer_value(value) >= 0;
    case FLAG:
        return json_is_boolean(value);
    case OBJECT:
        return json_is_object(value);
    case LIST:
        return json_is_array(value);
    }
    return false;
}

static const struct member *find_member(const struct operation *operation,
                                        const char *name)
{
    for (int i = 0; i < MEMBERS && operation->member[i].name; i++)
        if (strcmp(operation->member[i].name, name) == 0)
            return &operation->member[i];
    return NULL;
}

/* Only what the operation knows, of the right type, and all that it needs. A null is
 * as good as nothing where a member is not needed. */
static bool check_members(struct web_call *call, const struct operation *operation)
{
    static const char *const type_names[] = {
        "a string",      "a number",  "a whole number",
        "true or false", "an object", "an array",
    };
    const char *name;
    json_t *value;
    char quoted[48];
    void *next;
    json_object_foreach_safe(call->args, next, name, value)
    {
        const struct member *member = find_member(operation, name);
        if (!member)
            return web_refuse(call, WEB_BAD_REQUEST, _("%s has no member '%s'"),
                              operation->name, quote(name, quoted));
        if (json_is_null(value) && !member->needed)
            json_object_del(call->args, name);
        else if (!has_type(value, member->type))
            return web_refuse(call, WEB_BAD_REQUEST, _("'%s' must be %s"), name,
                              type_names[member->type]);
    }
    for (int i = 0; i < MEMBERS && operation->member[i].name; i++)
        if (operation->member[i].needed &&
            !json_object_get(call->args, operation->member[i].name))
            return web_refuse(call, WEB_BAD_REQUEST, _("%s needs the member '%s'"),
                              operation->name, operation->member[i].name);
    return true;
}

static void carry_out(struct web_call *call, const char *name)
{
    const struct operation *operation = NULL;
    json_t *result = NULL;
    char quoted[48];
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (strcmp(operations[i].name, name) == 0)
            operation = &operations[i];
    if (!operation)
        web_refuse(call, WEB_UNKNOWN_OP, _("there is no operation '%s'"),
                   quote(name, quoted));
    else if (check_members(call, operation))
        result = operation->run(call);
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
        error_set(error, _("a request is a JSON object"));
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
        web_refuse(call, WEB_BAD_REQUEST, _("'id' must be a whole number from 0"));
    if (!call->code && !json_is_string(*op))
        web_refuse(call, WEB_BAD_REQUEST, _("'op' must name an operation"));
    json_object_del(call->args, "id");
    json_object_del(call->args, "op");
    return call->code ? NULL : json_string_value(*op);
}

void web_api_message(struct web_peer *peer, const char *bytes, size_t count)
{
    struct web_call call = {.web = peer->web, .peer = peer, .id = -1};
    json_t *op = NULL;
    call.args = read_object(bytes, count, &call.error);
    if (!call.args) {
        web_answer(peer, -1, NULL, WEB_BAD_JSON, &call.error);
        return;
    }
    const char *name = read_head(&call, &op);
    if (!name)
        web_answer(peer, call.id, NULL, call.code, &call.error);
    else if (!web_peer_may_ask(peer))
        web_answer(peer, call.id, NULL, WEB_LIMIT,
                   &(struct error){"too many messages a second"});
    else
        carry_out(&call, name);
    json_decref(op);
    json_decref(call.args);
}

void web_api_post(struct web_peer *peer, const char *name, const char *bytes,
                  size_t count)
{
    struct web_call call = {.web = peer->web, .peer = peer, .id = -1};
    if (!web_client_may_ask(peer->client)) {
        web_api_reject(peer, WEB_LIMIT, _("too many requests a second"));
        return;
    }
    call.args = read_object(bytes, count, &call.error);
    if (call.args)
        carry_out(&call, name);
    else
        web_answer(peer, -1, NULL, WEB_BAD_JSON, &call.error);
    json_decref(call.args);
}
