/* list.c: the operation that summarizes many games at once. */
#include "base/i18n.h"
#include "web/api/api.h"
#include "web/api/args.h"
#include "web/api/op.h"
#include "web/hub/state.h"

static json_t *run_list(struct web_call *call)
{
    json_t *keys = json_object_get(call->args, "keys"), *games, *key;
    size_t index;
    if (json_array_size(keys) > WEB_KEYS_MOST)
        return web_refuse(call, WEB_BAD_REQUEST, _("'keys' can have at most %d keys"),
                          WEB_KEYS_MOST);
    json_array_foreach(keys, index, key)
    {
        if (!json_is_string(key))
            return web_refuse(call, WEB_BAD_REQUEST,
                              _("'keys' must be an array of strings"));
    }
    games = json_array();
    json_array_foreach(keys, index, key)
    {
        enum web_role role;
        const char *text = json_string_value(key);
        struct web_game *game = web_find_key(call->hub, text, &role, &call->error);
        if (game)
            json_array_append_new(games, web_state_summary(game, role, text));
    }
    return json_pack("{so}", "games", games);
}

const struct web_op web_op_list = {
    .name = "list",
    .args = {{"keys", WEB_LIST, WEB_REQUIRED}},
    .handle = run_list,
};
