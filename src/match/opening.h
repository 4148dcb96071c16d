/* opening.h: the openings of a match, one for each pair of games: random, or from a
 * list. The same pair played again by the same players is the same result again and
 * says nothing new, so no two openings lead to the same position as long as there are
 * others. */
#pragma once

#include "base/error.h"
#include "referee/game/opening_list.h"
#include "rules/game.h"

enum {
    OPENING_MAX_PLIES = 30,
};

struct opening {
    int plies;
    move_t move[OPENING_MAX_PLIES];
};

/* The openings made so far. They depend on the game, the plies and the seed alone. */
struct openings {
    const struct game *game;
    int plies;
    uint64_t seed;
    /* Instead: these one after the other, and then again from the first; or NULL. */
    const struct opening_list *list;
    struct opening *made;
    int count, room;
    uint64_t *seen; /* the hashes of their positions; 0 is a free place */
    int repeated;   /* how many of them lead to the position of an earlier one */
};

/* The opening of a pair, after which the game is not over. False if hardly any game
 * lasts that long, or the one in the list is too long. */
bool openings_get(struct openings *openings, int pair, struct opening *opening,
                  struct error *error);
void openings_free(struct openings *openings);

/* How many plies to take if nobody says: a quarter of what random games last, but not
 * more than gives openings enough. */
int openings_usual(const struct game *game);
