/* tables_request.h: an endgame table as a command line asks for it. */
#pragma once

#include "cmd/command.h"
#include "endgame/build.h"
#include "endgame/store.h"

struct tables_request {
    const struct args *args;
    struct game *game; /* NULL until it is opened */
    char directory[PATH_MAX];
};

/* Finds the directory. STATUS_DONE, or the status of a refusal after its message. */
int tables_request_open(struct tables_request *request, const struct args *args);
void tables_request_close(struct tables_request *request);

/* Opens the game of the second word for an action: any, or one with endgame tables. */
int tables_request_open_any(struct tables_request *request, const char *action);
int tables_request_open_game(struct tables_request *request, const char *action);

bool tables_request_stones(const struct tables_request *request, int *stones,
                           struct error *error);

/* Calls `build`, with a progress bar on a terminal, and reports the result. */
int tables_request_build(const struct tables_request *request,
                         struct endgame_build_plan plan,
                         bool (*build)(void *context, const char *directory,
                                       const struct endgame_build_plan *plan,
                                       struct error *error),
                         void *context);
