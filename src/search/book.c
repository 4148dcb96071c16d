/* book.c: opening books. */
#include "search/book.h"

#include <string.h>

#include "base/embed.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the books hold little-endian numbers"
#endif

extern const struct embed_file opening_books[]; /* book_*.bin of the games' folders */

/* The reflection that leads to the canonical position, and back: each undoes itself. */
static int reflection_of(const struct cave_board *board, const struct cave *cave)
{
    struct cave there = cave_canonical(board, cave);
    int which = 0;
    while (cave_reflect(board, cave->brick[0], which) != there.brick[0] ||
           cave_reflect(board, cave->brick[1], which) != there.brick[1])
        which++;
    return which;
}

/* All boards are in one book, so the board is part of the key. */
static uint64_t cave_key(const struct game *game, const struct position *position)
{
    const struct cave_board *board = &game->board.cave;
    struct cave there = cave_canonical(board, &position->cave);
    uint64_t size = (uint64_t)board->rows | (uint64_t)board->columns << 8 |
                    (uint64_t)board->line << 16 | (uint64_t)board->left_only << 24;
    return bits_mix(bits_mix(bits_mix(size) + there.brick[0]) + there.brick[1]);
}

static uint64_t mancala_key(const struct game *game, const struct position *position)
{
    struct mancala_position holes = position->mancala;
    holes.row[0] &= game->board.mancala.hole_lanes;
    holes.row[1] &= game->board.mancala.hole_lanes;
    return mancala_hash(&holes);
}

uint64_t book_key(const struct game *game, const struct position *position)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return cave_key(game, position);
    case GAME_MANCALA:
        return mancala_key(game, position);
    }
    __builtin_unreachable();
}

static uint8_t reflect_move(const struct game *game, const struct position *position,
                            uint8_t cell)
{
    const struct cave_board *board = &game->board.cave;
    if (cell >= CAVE_MAX_CELLS || !(board->cells >> cell & 1))
        return MOVE_NONE;
    int which = reflection_of(board, &position->cave);
    return (uint8_t)bits_lowest(cave_reflect(board, 1ull << cell, which));
}

static uint8_t pack_move(const struct game *game, const struct position *position,
                         move_t move)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return reflect_move(game, position, (uint8_t)move);
    case GAME_MANCALA:
        return (uint8_t)mancala_hole_lane(game->spec.mancala.holes, move);
    }
    __builtin_unreachable();
}

static move_t unpack_move(const struct game *game, const struct position *position,
                          uint8_t packed)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return reflect_move(game, position, packed);
    case GAME_MANCALA:
        return (move_t)mancala_hole_number(game->spec.mancala.holes,
                                           game->turn(position), packed);
    }
    __builtin_unreachable();
}

book_entry book_make_entry(const struct game *game, const struct position *position,
                           struct book_advice advice)
{
    return (book_key(game, position) & ~(uint64_t)0xffff) |
           (uint64_t)(uint8_t)(int8_t)advice.value << 8 |
           (uint64_t)pack_move(game, position, advice.move);
}

bool book_find(const struct game *game, const book_entry *entries, size_t count,
               const struct position *position, struct book_advice *advice)
{
    const uint64_t key = count ? book_key(game, position) : 0;
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
    *advice = (struct book_advice){
        .value = (int8_t)(uint8_t)(entries[low] >> 8),
        .move = unpack_move(game, position, (uint8_t)entries[low]),
    };
    return game_is_legal(game, position, advice->move);
}

bool book_is_sound(const void *bytes, size_t size)
{
    uint64_t before = 0;
    for (size_t at = 0; at + sizeof before <= size; at += sizeof before) {
        book_entry entry;
        memcpy(&entry, (const char *)bytes + at, sizeof entry);
        if (at > 0 && entry >> 16 <= before >> 16)
            return false;
        before = entry;
    }
    return size % sizeof before == 0;
}

static const char *mancala_file(const char *name)
{
    static const char *const books[][2] = {
        {"mancala:6x4:steal", "mancala/book_steal.bin"},
        {"mancala:6x4:kalah", "mancala/book_kalah.bin"},
        {"mancala:6x4:nosteal", "mancala/book_nosteal.bin"},
    };
    for (size_t i = 0; i < sizeof books / sizeof *books; i++)
        if (strcmp(name, books[i][0]) == 0)
            return books[i][1];
    return NULL;
}

static const char *file_of(const struct game *game)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return "cave/book.bin";
    case GAME_MANCALA:
        return mancala_file(game->name);
    }
    __builtin_unreachable();
}

const book_entry *book_builtin(const struct game *game, size_t *count)
{
    const char *name = file_of(game);
    const struct embed_file *file = name ? embed_find(opening_books, name) : NULL;
    *count = file ? file->size / sizeof(book_entry) : 0;
    return file ? (const book_entry *)(const void *)file->bytes : NULL;
}
