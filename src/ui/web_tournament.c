/* web_tournament.c: a tournament's directory, shown while it is played or afterwards.
 */
#include "ui/web_tournament.h"

#include <stdlib.h>

#include "base/words.h"
#include "ui/web_api.h"

struct web_tournament {
    char *directory;
};

struct web_tournament *web_tournament_open(const char *directory, struct error *error)
{
    (void)directory;
    error_set(error, _("not yet"));
    return NULL;
}

void web_tournament_close(struct web_tournament *tournament)
{
    free(tournament);
}

void web_tournament_look(struct web *web)
{
    (void)web;
}

json_t *web_op_tournament(struct web_call *call)
{
    return web_refuse(call, WEB_NOT_FOUND, _("no tournament is shown here"));
}

json_t *web_op_tournament_game(struct web_call *call)
{
    return web_op_tournament(call);
}
