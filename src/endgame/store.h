/* store.h: Mancala endgame tables that are kept: made once, then used by engine and
 * solver. A table belongs to a number of holes and a stealing rule, whatever the number
 * of stones that a game begins with; each layer is a file of its own (layer_file.h). */
#pragma once

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "endgame/endgame.h"
#include "rules/game.h"

/* Where tables are kept: `lodestone/tables` under the XDG data directory. */
bool tables_directory(char path[PATH_MAX], struct error *error);

/* A table that is open for use. */
struct tables;

/* Opens what there is in a directory (NULL: the usual one): the layers from 0
 * on until one is missing or refused; `warning` (may be NULL) then says why, and is
 * empty otherwise. NULL when there is nothing of use. */
struct tables *tables_open(const char *directory, int holes,
                           enum mancala_stealing stealing, struct error *warning);
void tables_close(struct tables *tables);
const struct endgame *tables_endgame(const struct tables *tables);

/* The usual directory as a source for engines. */
extern const struct endgame_source tables_source;

/* What a build is at. */
struct tables_progress {
    int stones;       /* the layer */
    uint64_t settled; /* positions, of all layers */
    uint64_t all;
    double seconds;
};
typedef void tables_report(void *context, const struct tables_progress *progress);

/* Those who settle parts of layers in place of our own threads. */
struct tables_helpers {
    /* Has a part settled; its values must be in the table then. Each of the plan's
     * threads has a number from 0. */
    bool (*settle)(void *context, int thread, struct endgame *endings, int stones,
                   int part, struct error *error);
    /* A layer is complete, whether made now or found on disk; one after the other. */
    void (*complete)(void *context, const struct endgame *endings, int stones);
    void *context;
};

struct tables_plan {
    const struct game *game;
    int stones;
    int threads;
    int copies; /* of the table that this machine must hold; 0 is one */
    const struct tables_helpers *helpers; /* or NULL */
    const atomic_bool *stop;              /* or NULL */
    tables_report *report;                /* or NULL */
    void *context;
};

/* Whether the table is possible, and this machine has the memory for it. */
bool tables_check(const struct tables_plan *plan, struct error *error);

/* The values of one part of a layer: with `part` stones for the mover, and the other
 * way round unless that is the same. */
struct tables_part {
    int8_t *first, *second;
    size_t first_count, second_count;
};
struct tables_part tables_part(const struct endgame *endings, int stones, int part);

/* Makes the layers that are missing up to plan->stones. What is finished is kept, also
 * when it is stopped or fails: then false with a reason, and the next build goes on
 * from there. */
bool tables_build(const char *directory, const struct tables_plan *plan,
                  struct error *error);

/* Reads everything and checks it against the checksums, and a sample of positions
 * against the rules. `stones` becomes the last layer that is right. */
bool tables_verify(const char *directory, const struct game *game, int *stones,
                   struct error *error);

/* One table of a directory. */
struct tables_entry {
    int holes;
    enum mancala_stealing stealing;
    int stones;     /* layers 0 to this are there */
    uint64_t bytes; /* on disk */
};

/* Lists the tables of a directory; the number of them, at most `most`. */
int tables_list(const char *directory, struct tables_entry *entries, int most);

/* Removes all files of a table; how many there were. */
int tables_remove(const char *directory, const struct game *game);
