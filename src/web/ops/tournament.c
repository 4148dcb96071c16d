/* tournament.c: the operations that show a tournament and its games. */
#include "web/tournament/tournament.h"

#include "base/i18n.h"
#include "web/api/args.h"
#include "web/api/op.h"
#include "web/hub/json.h"

static json_t *run_tournament(struct web_call *call)
{
    const struct web_tournament *tournament = call->hub->tournament;
    if (!tournament)
        return web_refuse(call, WEB_NOT_FOUND, _("this server shows no tournament"));
    call->peer->watches_tournament = !call->peer->http;
    return json_pack("{so}", "tournament", web_tournament_json(tournament));
}

const struct web_op web_op_tournament = {
    .name = "tournament",
    .handle = run_tournament,
};

static json_t *run_tournament_game(struct web_call *call)
{
    const struct web_tournament *tournament = call->hub->tournament;
    struct record record;
    int index = 0;
    if (!tournament)
        return web_refuse(call, WEB_NOT_FOUND, _("this server shows no tournament"));
    if (!web_count_arg(call, "game", INT32_MAX, &index))
        return NULL;
    if (!web_tournament_load(tournament, index, &record, &call->error))
        return web_refuse_why(call, WEB_NOT_FOUND);
    json_t *result = web_json_file(&record);
    record_free(&record);
    return result;
}

const struct web_op web_op_tournament_game = {
    .name = "tournament_game",
    .args = {{"game", WEB_WHOLE, WEB_REQUIRED}},
    .handle = run_tournament_game,
};
