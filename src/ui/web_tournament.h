/* web_tournament.h: a tournament's directory, shown while it is played or afterwards.
 */
#pragma once

#include "ui/web.h"

/* NULL with a reason when there is no such directory. */
struct web_tournament *web_tournament_open(const char *directory, struct error *error);
void web_tournament_close(struct web_tournament *tournament);

/* Looks whether the tournament has gone on, once a second, and tells those who watch.
 */
void web_tournament_look(struct web *web);
