/* opening_list.h: openings as lists of moves from the start, which is how bots are told
 * about them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/game.h"

enum {
    OPENING_LIST_BYTES = 1024, /* of an opening's moves with the NUL */
};

struct opening_list {
    char **moves; /* of each opening, legal, in standard form, separated by spaces */
    int count;
};

/* Add openings, one a line: moves, or a position of Magnetic Cave, for which moves are
 * found; empty lines and #comments are skipped. `where` is what messages call the
 * lines. False with a reason if one is wrong or there is none; free the list in either
 * case. */
bool opening_list_parse(struct opening_list *list, const struct game *game,
                        const char *lines, const char *where, struct error *error);
bool opening_list_read(struct opening_list *list, const struct game *game,
                       const char *path, struct error *error);
void opening_list_free(struct opening_list *list);

/* Makes the list begin with its opening number `first`, counted round and round; those
 * before it move to the end. */
void opening_list_rotate(struct opening_list *list, uint64_t first);
