/* files.c: weights and books of a module. tools/pack-weights writes packed_weights[]:
 *
 *     i16      weights.standing, all of it
 *     u16      how many entries are not like their mirror image, then each: u16 number,
 *              i16 of its vector
 *     bits     for each entry that is kept, the eight numbers of its vector: what each
 *              has more than expected
 *
 * A number is expected from those of its vector that came before it, from the vectors
 * of the patterns with a brick less, and from that of the same pattern in the kind
 * before; weight_tells[] says how much each of them counts. What is left is small, and
 * a range coder writes it in few bits. Of a pattern and its mirror image the one with
 * the smaller number is kept; rows that no game can have, with a gap between bricks and
 * a wall, are left out: they are never looked up. */
#include "wasm/files.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/embed.h"
#include "search/cave/eval_patterns.h"

/* All made by tools/pack-weights; the books are empty. */
extern const short weight_tells[2 * PATTERN_LANES][3 * 2 * PATTERN_LANES];
extern const unsigned char packed_weights[];
extern const struct embed_file opening_books[];

static _Alignas(64) struct cave_weights weights;
extern const struct embed_file cave_weight_files[];
const struct embed_file cave_weight_files[] = {
    {.name = "weights.bin",
     .bytes = (const unsigned char *)&weights,
     .size = sizeof weights},
    {0},
};

unsigned char *files_place(const char *name, size_t *size)
{
    const struct embed_file *file = embed_find(opening_books, name);
    *size = file ? file->size : 0;
    return file ? (unsigned char *)file->bytes : NULL;
}

/* The kinds of patterns: how many cells, and whether they are rows. */
static const struct {
    int cells;
    bool row;
} kinds[] = {
    {8, true},  {8, true},  {8, true},  {8, true},  {8, false}, {8, false},
    {8, false}, {8, false}, {8, false}, {7, false}, {6, false}, {5, false},
};

static int mirrored(int pattern, int cells)
{
    int result = 0;
    for (int i = 0; i < cells; i++, pattern /= 3)
        result = result * 3 + pattern % 3;
    return result;
}

/* Whether bricks are next to a wall or to bricks that are: the empty cells are in one
 * piece. */
static bool is_possible_row(int pattern, int cells)
{
    int pieces = 0, before = 1;
    for (int i = 0; i < cells; i++, pattern /= 3) {
        pieces += pattern % 3 == 0 && before != 0;
        before = pattern % 3;
    }
    return pieces <= 1;
}

enum {
    NUMBERS = 2 * PATTERN_LANES, /* in a vector */
    CELLS = 8,
    SEEN_MOST = 100,
};

/* How likely a bit is 0, in parts of 65536, and how many there were. */
struct chance {
    uint16_t zero;
    uint8_t seen;
};

struct unpacking {
    const unsigned char *at;
    uint32_t range, code;
    struct chance chances[NUMBERS][CELLS + 1][16], fine[16][32];
};

static int read_word(const unsigned char **at)
{
    int word = (*at)[0] | (*at)[1] << 8;
    *at += 2;
    return word;
}

static void begin(struct unpacking *u, const unsigned char *at)
{
    struct chance *chance = &u->chances[0][0][0];
    for (size_t i = 0; i < (sizeof u->chances + sizeof u->fine) / sizeof *chance; i++)
        chance[i] = (struct chance){32768, 0};
    u->range = UINT32_MAX;
    u->code = 0;
    for (int i = 0; i < 4; i++)
        u->code = u->code << 8 | *at++;
    u->at = at;
}

static int read_bit(struct unpacking *u, struct chance *chance)
{
    uint32_t bound = (u->range >> 16) * chance->zero;
    int bit = u->code >= bound;
    if (bit) {
        u->code -= bound;
        u->range -= bound;
        chance->zero = (uint16_t)(chance->zero - chance->zero / (chance->seen + 2));
    } else {
        u->range = bound;
        chance->zero =
            (uint16_t)(chance->zero + (65536 - chance->zero) / (chance->seen + 2));
    }
    chance->seen = (uint8_t)(chance->seen + (chance->seen < SEEN_MOST));
    while (u->range < 1u << 24) {
        u->code = u->code << 8 | *u->at++;
        u->range <<= 8;
    }
    return bit;
}

/* The number of bits of its size, these bits but the first, its sign. */
static int read_number(struct unpacking *u, struct chance *chances)
{
    int length = 1;
    for (int i = 0; i < 4; i++)
        length = 2 * length + read_bit(u, &chances[length]);
    length -= 16;
    int size = length > 0;
    for (int place = length - 2; place >= 0; place--) {
        int which = size < 16 + place ? size : 16 + place;
        size = 2 * size + read_bit(u, &u->fine[length][which]);
    }
    return size && read_bit(u, &chances[0]) ? -size : size;
}

/* The mean of the vectors of the patterns with a brick less; returns the number of
 * bricks. */
static int mean_of_less(int entry, int pattern, int cells, int mean[NUMBERS])
{
    int bricks = 0, power = 1;
    memset(mean, 0, NUMBERS * sizeof *mean);
    for (int i = 0; i < cells; i++, pattern /= 3, power *= 3) {
        if (pattern % 3 == 0)
            continue;
        bricks++;
        for (int k = 0; k < NUMBERS; k++)
            mean[k] += weights.pattern[entry - pattern % 3 * power][k];
    }
    for (int k = 0; k < NUMBERS && bricks; k++)
        mean[k] /= bricks;
    return bricks;
}

/* `like` is the entry of the same pattern in the kind before, or negative. */
static void unpack_entry(struct unpacking *u, int entry, int like, int pattern,
                         int cells)
{
    static const uint8_t order[NUMBERS] = {1, 2, 0, 3, 5, 6, 4, 7};
    int known[3 * NUMBERS] = {0};
    const int bricks = mean_of_less(entry, pattern, cells, &known[NUMBERS]);
    for (int k = 0; k < NUMBERS && like >= 0; k++)
        known[2 * NUMBERS + k] = weights.pattern[like][k];
    for (int step = 0; step < NUMBERS; step++) {
        int expected = 0;
        for (int k = 0; k < 3 * NUMBERS; k++)
            expected += weight_tells[step][k] * known[k];
        known[order[step]] = (expected >> 8) + read_number(u, u->chances[step][bricks]);
    }
    for (int k = 0; k < NUMBERS; k++)
        weights.pattern[entry][k] = (int16_t)known[k];
}

static void unpack_patterns(struct unpacking *u)
{
    int first = 0, count,
        before = 0; /* of the entries of a kind, and the kind before */
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        const int cells = kinds[kind].cells;
        count = 1;
        for (int i = 0; i < cells; i++)
            count *= 3;
        for (int pattern = 0; pattern < count; pattern++) {
            int mirror = mirrored(pattern, cells), entry = first + pattern;
            if (mirror < pattern ||
                (kinds[kind].row && !is_possible_row(pattern, cells)))
                continue;
            unpack_entry(u, entry, count == before ? entry - count : -1, pattern,
                         cells);
            weights.pattern[first + mirror] = weights.pattern[entry];
        }
        first += count;
        before = count;
    }
}

/* Runs when an instance is made, so that no search loses time to it. */
__attribute__((constructor)) static void unpack_weights(void)
{
    static struct unpacking unpacking;
    const unsigned char *at = packed_weights;
    memcpy(weights.standing, at, sizeof weights.standing);
    at += sizeof weights.standing;
    int unlike = read_word(&at);
    const unsigned char *different = at;
    begin(&unpacking, at + unlike * (2 + (int)sizeof(pattern_vector)));
    unpack_patterns(&unpacking);
    for (; unlike > 0; unlike--) {
        int entry = read_word(&different);
        memcpy(&weights.pattern[entry], different, sizeof(pattern_vector));
        different += sizeof(pattern_vector);
    }
}
