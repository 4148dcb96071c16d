/* forfeit.c: the names of the forfeits, as they appear in all output. */
#include "referee/game/forfeit.h"

#include <string.h>

static const char *const names[FORFEITS] = {
    "", "illegal", "late", "crash", "stall", "rubbish", "flood", "absent",
};

const char *forfeit_name(enum forfeit forfeit)
{
    return names[forfeit];
}

enum forfeit forfeit_named(const char *name)
{
    int i = FORFEIT_NONE;
    while (i < FORFEITS && strcmp(name, names[i]) != 0)
        i++;
    return (enum forfeit)i;
}
