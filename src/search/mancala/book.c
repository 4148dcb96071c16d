/* book.c: the opening book of Mancala. */
#include "search/mancala/book.h"

#include <string.h>

#include "base/embed.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the books hold little-endian numbers"
#endif

extern const struct embed_file mancala_books[]; /* book_*.bin of this folder */

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
        const char *game, *file;
    } books[] = {
        {"mancala:6x4:steal", "book_steal.bin"},
        {"mancala:6x4:kalah", "book_kalah.bin"},
        {"mancala:6x4:nosteal", "book_nosteal.bin"},
    };
    *count = 0;
    for (size_t i = 0; i < sizeof books / sizeof *books; i++)
        if (strcmp(game->name, books[i].game) == 0) {
            const struct embed_file *file = embed_find(mancala_books, books[i].file);
            *count = file->size / sizeof(book_entry);
            return (const book_entry *)(const void *)file->bytes;
        }
    return NULL;
}
