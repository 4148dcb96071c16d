/* rules.c: the operations of the module with the rules alone, which a page has long
 * before the engine: a tenth of its size. */
#include "wasm/call.h"

/* A game, move by move: start, moves, position, tags, as in docs/api.md. */
static bool run_look(struct call *call)
{
    lodestone_game *game = call_open_game(call);
    if (!game)
        return false;
    call_add(&call->answer, lodestone_game_json(game));
    lodestone_game_close(game);
    return true;
}

const struct operation module_operations[] = {
    {"look", run_look},
    {0},
};
