/* checkpoint.h: what solving on many machines has found, durable on disk: an SQLite
 * file with a row for each position that was searched. The upper tree follows from
 * these rows, so nothing else is stored. Bounds are seen from the first player. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/game.h"

struct finding {
    int least, most;
    move_t move;    /* or MOVE_NONE */
    bool expanded;  /* its effort was used up: its successors are searched */
    uint64_t nodes; /* of all jobs on this position */
};

struct checkpoint;

/* Opens or creates a file (NULL: nothing is saved). A damaged file or one of another
 * game is refused and left as it is. */
struct checkpoint *checkpoint_open(const char *path, const struct game *game,
                                   struct error *error);
void checkpoint_close(struct checkpoint *checkpoint);

bool checkpoint_put(struct checkpoint *checkpoint, const char *position,
                    const struct finding *finding, struct error *error);
/* Commits what was put; without `now`, only when the oldest row has waited a while. */
bool checkpoint_commit(struct checkpoint *checkpoint, bool now, struct error *error);
bool checkpoint_get(struct checkpoint *checkpoint, const char *position,
                    struct finding *finding, bool *found, struct error *error);
/* The nodes of all jobs in it. */
uint64_t checkpoint_nodes(struct checkpoint *checkpoint);
