/* files.c: weights and books of a module. tools/pack-weights writes packed_weights[]:
 *
 *     bytes    for each of the eight numbers of a vector, for each entry that is kept:
 *              what the number has more than expected from those before it
 *     u16      in the same order, what did not fit into a byte (which is then 255)
 *     i16      weights.standing, all of it
 *     u16      how many entries are not like their mirror image, then each: u16 number,
 *              i16 of its vector
 *
 * Differences are written as 2 n, or -2 n - 1 if negative. Of a pattern and its mirror
 * image the one with the smaller number is kept; rows that no game can have, with a gap
 * between bricks and a wall, are left out: they are never looked up. */
#include "wasm/files.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/embed.h"
#include "search/cave/eval_patterns.h"

/* Both made by tools/pack-weights; the books are empty. */
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

/* Calls `each` for the entries that are kept, in order. */
static void for_kept(void (*each)(void *context, int entry, int mirror), void *context)
{
    int first = 0;
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        int cells = kinds[kind].cells, count = 1;
        for (int i = 0; i < cells; i++)
            count *= 3;
        for (int pattern = 0; pattern < count; pattern++) {
            int mirror = mirrored(pattern, cells);
            if (mirror >= pattern &&
                (!kinds[kind].row || is_possible_row(pattern, cells)))
                each(context, first + pattern, first + mirror);
        }
        first += count;
    }
}

/* The order in which the numbers of a vector come, and for each which of those before
 * it is near: weights of two phases are alike, and what one side hopes the other
 * fears. */
static const struct {
    int place, like, sign, shift;
} steps[2 * PATTERN_PHASES] = {
    {1, 1, 0, 0},  {2, 1, 1, 0}, {0, 1, 1, 0}, {3, 2, 1, 1},
    {5, 1, -1, 0}, {6, 5, 1, 0}, {4, 5, 1, 0}, {7, 6, 1, 1},
};

struct unpacking {
    const unsigned char *byte, *word;
    int step;
};

static int read_word(const unsigned char **at)
{
    int word = (*at)[0] | (*at)[1] << 8;
    *at += 2;
    return word;
}

static void unpack_number(void *context, int entry, int mirror)
{
    struct unpacking *u = context;
    pattern_vector *vector = &weights.pattern[entry];
    int code = *u->byte++;
    if (code == 255)
        code = read_word(&u->word);
    int like =
        steps[u->step].sign * ((*vector)[steps[u->step].like] >> steps[u->step].shift);
    (*vector)[steps[u->step].place] =
        (int16_t)(like + (code & 1 ? -(code + 1) / 2 : code / 2));
    weights.pattern[mirror] = *vector;
}

static void count_entry(void *context, int entry, int mirror)
{
    (void)entry, (void)mirror;
    ++*(int *)context;
}

void files_unpack_weights(void)
{
    static bool done;
    int kept = 0;
    if (done)
        return;
    done = true;
    for_kept(count_entry, &kept);
    struct unpacking u = {packed_weights, packed_weights + 2 * PATTERN_PHASES * kept,
                          0};
    for (; u.step < 2 * PATTERN_PHASES; u.step++)
        for_kept(unpack_number, &u);
    memcpy(weights.standing, u.word, sizeof weights.standing);
    u.word += sizeof weights.standing;
    for (int left = read_word(&u.word); left > 0; left--) {
        int entry = read_word(&u.word);
        memcpy(&weights.pattern[entry], u.word, sizeof(pattern_vector));
        u.word += sizeof(pattern_vector);
    }
}
