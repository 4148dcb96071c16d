/* memo.c: open addressing: an entry stands at its hash or at the next free place. */
#include "teach/memo.h"

#include <stdlib.h>

#include "base/bits.h"

enum {
    FIRST_ROOM = 1024
};

/* The place of a position, or the free place where it would stand. */
static size_t place_of(const struct memo *memo, const struct game *game,
                       const struct position *position)
{
    uint64_t hash = bits_mix(game->hash(position) + (uint64_t)game->turn(position));
    size_t place = (size_t)hash & (memo->room - 1);
    while (memo->entry[place].used &&
           !game_same_position(game, &memo->entry[place].position, position))
        place = (place + 1) & (memo->room - 1);
    return place;
}

struct memo_entry *memo_find(const struct memo *memo, const struct game *game,
                             const struct position *position)
{
    if (memo->count == 0)
        return NULL;
    struct memo_entry *entry = &memo->entry[place_of(memo, game, position)];
    return entry->used ? entry : NULL;
}

static bool grow(struct memo *memo, const struct game *game)
{
    struct memo larger = {.room = memo->room ? 2 * memo->room : FIRST_ROOM,
                          .count = memo->count};
    larger.entry = calloc(larger.room, sizeof *larger.entry);
    if (!larger.entry)
        return false;
    for (size_t i = 0; i < memo->room; i++)
        if (memo->entry[i].used)
            larger.entry[place_of(&larger, game, &memo->entry[i].position)] =
                memo->entry[i];
    free(memo->entry);
    *memo = larger;
    return true;
}

bool memo_store(struct memo *memo, const struct game *game,
                const struct memo_entry *entry)
{
    if (2 * memo->count >= memo->room && !grow(memo, game))
        return false;
    struct memo_entry *place = &memo->entry[place_of(memo, game, &entry->position)];
    memo->count += !place->used;
    *place = *entry;
    place->used = true;
    return true;
}

void memo_free(struct memo *memo)
{
    free(memo->entry);
    *memo = (struct memo){0};
}
