/* book.c: the opening book of Mancala. */
#include "search/mancala/book.h"

#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the books hold little-endian numbers"
#endif

#define BOOK_TAKE(name, file)                                     \
    __asm__(".section .rodata\n"                                  \
            ".balign 8\n" name "_start:\n"                        \
            ".incbin \"" MANCALA_BOOKS file "\"\n" name "_end:\n" \
            ".previous\n")

/* Compilers do not see what is taken in here: a changed book comes into a program that
 * was built before only when this file changes too, so it says how far they go. */
BOOK_TAKE("book_steal", "book_steal.bin");     /* five sowings */
BOOK_TAKE("book_kalah", "book_kalah.bin");     /* five */
BOOK_TAKE("book_nosteal", "book_nosteal.bin"); /* two */

extern const book_entry book_steal_start[], book_steal_end[];
extern const book_entry book_kalah_start[], book_kalah_end[];
extern const book_entry book_nosteal_start[], book_nosteal_end[];

uint64_t book_key(const struct game *game, const struct position *position)
{
    struct mancala_position holes = position->mancala;
    holes.row[0] &= game->board.mancala.hole_lanes;
    holes.row[1] &= game->board.mancala.hole_lanes;
    return mancala_hash(&holes);
}

book_entry book_make_entry(uint64_t key, int value, int lane)
{
    return (key & ~(uint64_t)0xffff) | (uint64_t)(uint8_t)(int8_t)value << 8 |
           (uint64_t)(uint8_t)lane;
}

bool book_find(const book_entry *entries, size_t count, uint64_t key, int *value,
               int *lane)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (entries[middle] >> 16 < key >> 16)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == count || entries[low] >> 16 != key >> 16)
        return false;
    *value = (int8_t)(uint8_t)(entries[low] >> 8);
    *lane = (int)(entries[low] & 255);
    return true;
}

const book_entry *book_builtin(const struct game *game, size_t *count)
{
    static const struct {
        const char *name;
        const book_entry *start, *end;
    } books[] = {
        {"mancala:6x4:steal", book_steal_start, book_steal_end},
        {"mancala:6x4:kalah", book_kalah_start, book_kalah_end},
        {"mancala:6x4:nosteal", book_nosteal_start, book_nosteal_end},
    };
    for (size_t i = 0; i < sizeof books / sizeof *books; i++)
        if (strcmp(game->name, books[i].name) == 0) {
            *count = (size_t)(books[i].end - books[i].start);
            return books[i].start;
        }
    *count = 0;
    return NULL;
}
