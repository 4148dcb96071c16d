/* test_endgame.c: endgame tables against a plain search of the rules. */
#include <string.h>
/* cmocka wants these before it. */
#include "base/rng.h"
#include "base/text.h"
#include "endgame/endgame.h"
#include "rules/game.h"
#include "support.h"

/* The margin that the side to move still wins: by trying everything, or by what the
 * table says about the positions one move on. */
static int plain_value(const struct mancala_board *board,
                       const struct mancala_position *position,
                       const struct endgame *endgame)
{
    int best = -1000;
    for (int lane = 0; lane < board->holes; lane++) {
        if (mancala_lane(position->row[0], lane) == 0)
            continue;
        struct mancala_position next = *position;
        bool again = mancala_play(board, &next, lane);
        int won = mancala_store(board, next.row[0]) - mancala_store(board, next.row[1]);
        int value = 0;
        for (int row = 0; row < 2; row++)
            next.row[row] &= board->hole_lanes;
        if (!mancala_over(board, &next) && !endgame)
            value = plain_value(board, &next, NULL);
        else if (!mancala_over(board, &next))
            assert_true(
                mancala_endgame_probe(endgame, next.row[0], next.row[1], &value));
        value = again ? won + value : -won - value;
        best = value > best ? value : best;
    }
    return best;
}

/* Throws stones into the holes, at least one on each side. */
static void throw_stones(struct rng *rng, int holes, int stones,
                         struct mancala_position *position)
{
    *position = (struct mancala_position){0};
    for (int i = 0; i < stones; i++) {
        int row = i < 2 ? i : (int)rng_below(rng, 2);
        position->row[row] += mancala_stones(1, (int)rng_below(rng, (uint32_t)holes));
    }
}

static void check_table(int holes, enum mancala_stealing stealing, int stones,
                        int threads, int positions)
{
    struct endgame endgame;
    struct mancala_board board;
    struct rng rng = rng_seeded((uint64_t)(holes * 10 + (int)stealing));
    assert_true(endgame_init(&endgame, holes, stealing, stones));
    assert_true(endgame_solve(&endgame, threads, NULL));
    assert_int_equal(endgame.stones, stones);
    mancala_board_init(&board, holes, MANCALA_HOLES, stealing);
    for (int i = 0; i < positions; i++) {
        struct mancala_position position;
        int n = 2 + (int)rng_below(&rng, (uint32_t)stones - 1);
        throw_stones(&rng, holes, n, &position);
        int wanted = plain_value(&board, &position,
                                 i % 8 || n > 5 || holes > 4 ? &endgame : NULL),
            value;
        assert_true(
            mancala_endgame_probe(&endgame, position.row[0], position.row[1], &value));
        assert_int_equal(value, wanted);
        if (holes > MANCALA_SMALL_HOLES)
            continue;
        struct mancala_small_position small = mancala_narrow(&board, &position);
        assert_true(
            mancala_small_endgame_probe(&endgame, small.row[0], small.row[1], &value));
        assert_int_equal(value, wanted);
    }
    endgame_free(&endgame);
}

static void tables_equal_plain_search(void **state)
{
    (void)state;
    static const int most[MANCALA_HOLES + 1] = {0, 24, 20, 16, 12, 10, 9,
                                                8, 7,  6,  6,  5,  5};
    for (int holes = 1; holes <= MANCALA_HOLES; holes++)
        for (int stealing = MANCALA_STEAL; stealing <= MANCALA_NOSTEAL; stealing++)
            check_table(holes, (enum mancala_stealing)stealing, most[holes],
                        1 + holes % 3, 300);
}

/* All values of all layers, whose order the files keep: a digest for each number of holes,
 * over the three rules. Threads share the parts in any order. */
static void tables_are_the_same_everywhere(void **state)
{
    static const struct {
        int holes, stones;
        uint32_t digest;
    } cases[] = {
        {1, 24, 0x55a85855}, {2, 20, 0x2c3849a8}, {3, 13, 0x4200ec9d},
        {4, 10, 0x67d63e15}, {5, 8, 0x20965e27},  {6, 7, 0x7f53aef5},
        {7, 6, 0x106701d6},  {8, 5, 0xf0f8bf58},  {9, 5, 0x9071ebe6},
        {10, 5, 0xf49d8e26}, {11, 4, 0x0184db1b}, {12, 4, 0xb9a645d2},
    };
    bool same = true;
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint32_t digest = 0;
        for (int stealing = MANCALA_STEAL; stealing <= MANCALA_NOSTEAL; stealing++) {
            struct endgame endgame;
            assert_true(endgame_init(&endgame, cases[i].holes,
                                     (enum mancala_stealing)stealing, cases[i].stones));
            assert_true(endgame_solve(&endgame, 1 + (int)i % 3, NULL));
            for (int n = 0; n <= cases[i].stones; n++)
                digest = text_crc32(digest, endgame.value + endgame.base[n][0],
                                    endgame_layer_size(cases[i].holes, n));
            endgame_free(&endgame);
        }
        if (digest != cases[i].digest)
            print_error("%d holes: %#x\n", cases[i].holes, digest);
        same = same && digest == cases[i].digest;
    }
    assert_true(same);
}

/* What was finished before stays, and what comes after is not made. */
static void solving_ends_when_it_is_told_to(void **state)
{
    atomic_bool stop = true;
    struct endgame endgame;
    (void)state;
    assert_true(endgame_init(&endgame, 4, MANCALA_STEAL, 6));
    assert_false(endgame_solve(&endgame, 2, &stop));
    assert_int_equal(endgame.stones, -1);
    stop = false;
    for (int stones = 0; stones < 3; stones++)
        assert_true(endgame_solve_layer(&endgame, stones, 1, &stop));
    assert_int_equal(endgame.stones, 2);
    endgame.until = 1; /* long ago */
    assert_false(endgame_solve(&endgame, 1, &stop));
    assert_int_equal(endgame.stones, 2);
    endgame.until = INT64_MAX;
    assert_true(endgame_solve(&endgame, 1, &stop));
    assert_int_equal(endgame.stones, 6);
    endgame_free(&endgame);
}

/* Every position has a number of its own, below the layer's size. */
static void numbers_are_a_bijection(void **state)
{
    (void)state;
    struct endgame endgame;
    assert_true(endgame_init(&endgame, 3, MANCALA_STEAL, 6));
    int seen = 0;
    for (int code = 0; code < 7 * 7 * 7 * 7 * 7 * 7; code++) {
        mancala_small_row row[2] = {0, 0};
        int stones = 0;
        for (int i = 0, rest = code; i < 6; i++, rest /= 7) {
            row[i / 3] += mancala_small_stones(rest % 7, i % 3);
            stones += rest % 7;
        }
        if (stones > 6)
            continue;
        uint64_t index = mancala_small_endgame_index(&endgame, row[0], row[1]);
        assert_true(index >= endgame.base[stones][0]);
        assert_true(index < endgame.base[stones][0] + endgame_layer_size(3, stones));
        assert_int_equal(endgame.value[index], 0);
        endgame.value[index] = 1;
        seen++;
    }
    assert_int_equal(seen, endgame_total_size(3, 6));
    endgame_free(&endgame);
}

static void sizes_are_known(void **state)
{
    (void)state;
    assert_int_equal(endgame_total_size(6, 18), 86493225);
    assert_int_equal(endgame_stones_within(6, 86493225), 18);
    assert_int_equal(endgame_stones_within(6, 86493224), 17);
    assert_int_equal(endgame_stones_within(1, UINT64_MAX), 24);
    assert_int_equal(endgame_total_size(12, ENDGAME_STONES + 1), 0);
    assert_int_equal(endgame_layer_size(12, ENDGAME_STONES + 1), 0);
    for (int holes = 1; holes <= MANCALA_HOLES; holes++) {
        uint64_t all = 0;
        assert_int_equal(endgame_layer_size(holes, 1), 2 * holes);
        for (int stones = 0; stones <= ENDGAME_STONES; stones++) {
            all += endgame_layer_size(holes, stones);
            assert_true(all == endgame_total_size(holes, stones));
        }
    }
    struct endgame endgame;
    assert_false(endgame_init(&endgame, 6, MANCALA_STEAL, ENDGAME_STONES + 1));
    assert_false(endgame_init(&endgame, 6, MANCALA_STEAL, -1));
    assert_false(endgame_init(&endgame, 1, MANCALA_STEAL, 25));
    assert_true(endgame_init(&endgame, 1, MANCALA_STEAL, 24));
    assert_int_equal(endgame.capacity, 24);
    endgame_free(&endgame);
    assert_int_equal(endgame.stones, -1);
    assert_true(endgame_init(&endgame, 2, MANCALA_STEAL, ENDGAME_STONES));
    endgame_free(&endgame);
    /* Rows that would need more than 32 bits for their number. */
    assert_false(endgame_init(&endgame, 12, MANCALA_STEAL, ENDGAME_STONES));
    assert_int_equal(endgame_stones_within(2, UINT64_MAX), ENDGAME_STONES);
    assert_int_equal(endgame_stones_within(1, 0), 0);
}

/* A source that brings the block's number, or fails. */
static const int8_t *bring(void *source, uint64_t block, int8_t room[ENDGAME_BLOCK])
{
    int *brought = source;
    (*brought)++;
    memset(room, (int)block, ENDGAME_BLOCK);
    return block == 1 ? NULL : room;
}

static void blocks_come_once(void **state)
{
    (void)state;
    struct endgame endgame;
    int brought = 0, value;
    assert_true(endgame_init(&endgame, 6, MANCALA_KALAH, 9));
    assert_true(endgame_set_source(&endgame, &brought, bring));
    struct mancala_small_position empty = {{0, 0}, 0}, one = {{1, 0}, 0};
    for (int i = 0; i < 3; i++) {
        assert_true(
            mancala_small_endgame_probe(&endgame, empty.row[0], empty.row[1], &value));
        assert_int_equal(value, 0);
        assert_false(
            mancala_small_endgame_probe(&endgame, one.row[0], one.row[1], &value));
    }
    assert_int_equal(brought, 2);
    endgame_free(&endgame);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_a_bijection),
        cmocka_unit_test(sizes_are_known),
        cmocka_unit_test(tables_equal_plain_search),
        cmocka_unit_test(tables_are_the_same_everywhere),
        cmocka_unit_test(solving_ends_when_it_is_told_to),
        cmocka_unit_test(blocks_come_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
