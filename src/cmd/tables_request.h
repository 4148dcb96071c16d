/* tables_request.h: a table as a command line asks for it. */
#pragma once

#include "cmd/command.h"
#include "endgame/build.h"
#include "endgame/store.h"

struct tables_request {
    const struct args *args;
    struct game *game; /* NULL until it is opened */
    char directory[PATH_MAX];
};

/* The directory; STATUS_DONE, or that of a refusal, which has been told. */
int tables_request_open(struct tables_request *request, const struct args *args);
void tables_request_close(struct tables_request *request);

/* Opens the game of the second word, which must be a Mancala, for an action. */
int tables_request_open_game(struct tables_request *request, const char *action);

bool tables_request_stones(const struct tables_request *request, int *stones,
                           struct error *error);

/* Builds by `build`, with a bar on a terminal; tells what came of it. */
int tables_request_build(const struct tables_request *request,
                         struct endgame_build_plan plan,
                         bool (*build)(void *context, const char *directory,
                                       const struct endgame_build_plan *plan,
                                       struct error *error),
                         void *context);
