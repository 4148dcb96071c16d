/* call.c: how an operation is answered or refused. */
#include "web/api/call.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/i18n.h"
#include "web/hub/json.h"

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
    if (!result && !code && !peer->http) {
        /* There is no memory for the answer, but the request may have been carried out:
         * to call it refused would be wrong, so the connection ends. */
        web_peer_answer(peer, NULL, id, web_code_status(WEB_INTERNAL));
    } else if (!result) {
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
