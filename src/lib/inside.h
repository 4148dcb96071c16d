/* inside.h: what the parts of the library share behind lodestone.h. */
#pragma once

#include <lodestone.h>

#include "base/error.h"
#include "base/text.h"
#include "rules/record.h"
#include "search/engine.h"

struct lodestone_game {
    struct record record;
};

enum {
    LIB_HASH_MOST_MIB = 65536
};

/* Copies a message to the caller and returns false. `out` may be NULL. */
bool lib_fail(lodestone_error *out, const struct error *error);

/* Copies a warning to the caller, "" if there is none. */
void lib_warn(lodestone_error *out, const struct error *warning);

/* Hands a text to the caller; NULL when memory ran out. */
char *lib_give(struct text *text);

/* Whether an engine or solver for the game `own` is for this one, and whether it can
 * think about its position: not when the game is over. */
bool lib_same_game(const struct game *own, const lodestone_game *game,
                   struct error *error);
bool lib_can_think(const struct game *own, const lodestone_game *game,
                   struct error *error);

/* Checks what engine and solver have in common. */
bool lib_check_options(int threads, int hash_mib, const uint64_t reserved[4],
                       struct error *error);
bool lib_check_limits(double seconds, int depth, const uint64_t reserved[4],
                      struct error *error);

/* The name of a move; "" for MOVE_NONE. */
lodestone_move lib_move(const struct game *game, move_t move);

lodestone_result lib_result(const struct game *game, const struct position *position);

lodestone_value lib_value(enum value_kind kind);

/* What a recorded search has inside. */
struct tree;
const struct tree *lib_tree(const lodestone_tree *tree);
