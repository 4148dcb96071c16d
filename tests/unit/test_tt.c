/* test_tt.c: the transposition table: what comes back, and what has to go. */
#include "search/tt.h"
#include "support.h"

/* A table of the least size. */
static struct tt made(void)
{
    struct tt tt;
    assert_true(tt_init(&tt, 0));
    return tt;
}

/* Keys of the same bucket. */
static uint64_t key_of(const struct tt *tt, int number)
{
    return (uint64_t)number * (tt->mask + 1) + 5;
}

static void put(struct tt *tt, int number, int weight)
{
    tt_store_margin(
        tt, key_of(tt, number),
        (struct tt_margin){.least = (int16_t)number, .weight = (uint8_t)weight});
}

/* Whether the entry is there, and unchanged. */
static bool holds(const struct tt *tt, int number)
{
    struct tt_margin margin;
    if (!tt_probe_margin(tt, key_of(tt, number), &margin))
        return false;
    assert_int_equal(margin.least, number);
    return true;
}

static void the_size_is_the_largest_power_of_two_within(void **context)
{
    (void)context;
    static const struct {
        int mib;
        size_t bytes;
    } cases[] = {{0, 1 << 16}, {1, 1 << 20}, {2, 2 << 20}, {3, 2 << 20}, {4, 4 << 20}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct tt tt;
        assert_true(tt_init(&tt, cases[i].mib));
        assert_int_equal(tt.bytes, cases[i].bytes);
        assert_int_equal((tt.mask + 1) * TT_BUCKET * sizeof(struct tt_slot), tt.bytes);
        assert_int_equal(tt.age, 0);
        tt_free(&tt);
        assert_null(tt.slot);
    }
}

static void an_entry_comes_back_as_it_was(void **context)
{
    (void)context;
    struct tt tt = made();
    struct tt_entry entry;
    assert_false(tt_probe(&tt, 1, &entry));
    tt_store(&tt, 1, (struct tt_entry){-32768, 255, 126, BOUND_LOWER});
    tt_store(&tt, 2, (struct tt_entry){32767, 0, 1, BOUND_UPPER});
    assert_true(tt_probe(&tt, 1, &entry));
    assert_int_equal(entry.score, -32768);
    assert_int_equal(entry.move, 255);
    assert_int_equal(entry.depth, 126);
    assert_int_equal(entry.bound, BOUND_LOWER);
    assert_true(tt_probe(&tt, 2, &entry));
    assert_int_equal(entry.score, 32767);
    assert_int_equal(entry.move, 0);
    assert_int_equal(entry.depth, 1);
    assert_int_equal(entry.bound, BOUND_UPPER);

    struct tt_margin margin;
    assert_false(tt_probe_margin(&tt, 3, &margin));
    tt_store_margin(&tt, 3, (struct tt_margin){-70, 300, 11, 99});
    assert_true(tt_probe_margin(&tt, 3, &margin));
    assert_int_equal(margin.least, -70);
    assert_int_equal(margin.most, 300);
    assert_int_equal(margin.move, 11);
    assert_int_equal(margin.weight, 99);

    struct tt_deadlines deadlines;
    assert_false(tt_probe_deadlines(&tt, 4, &deadlines));
    tt_store_deadlines(&tt, 4, (struct tt_deadlines){255, 64, 63, 7});
    assert_true(tt_probe_deadlines(&tt, 4, &deadlines));
    assert_int_equal(deadlines.yes, 255);
    assert_int_equal(deadlines.no, 64);
    assert_int_equal(deadlines.move, 63);
    assert_int_equal(deadlines.weight, 7);
    tt_free(&tt);
}

/* What two threads wrote at once is nobody's. */
static void a_torn_entry_matches_no_key(void **context)
{
    (void)context;
    struct tt tt = made();
    struct tt_entry entry;
    tt_store(&tt, 9, (struct tt_entry){100, 1, 5, BOUND_EXACT});
    assert_true(tt_probe(&tt, 9, &entry));
    atomic_fetch_add(&tt_bucket(&tt, 9)->data, 1);
    assert_false(tt_probe(&tt, 9, &entry));
    tt_free(&tt);
}

static void the_lightest_of_a_bucket_goes(void **context)
{
    (void)context;
    static const int weights[][TT_BUCKET] = {
        {5, 9, 9, 9}, {9, 5, 9, 9}, {9, 9, 5, 9},
        {9, 9, 9, 5}, {5, 5, 9, 9}, {9, 6, 5, 7},
    };
    static const int gone[] = {1, 2, 3, 4, 1, 3};
    for (size_t i = 0; i < COUNT(weights); i++) {
        struct tt tt = made();
        for (int j = 0; j < TT_BUCKET; j++)
            put(&tt, j + 1, weights[i][j]);
        for (int j = 0; j < TT_BUCKET; j++)
            assert_true(holds(&tt, j + 1));
        /* Even if it is lighter itself. */
        put(&tt, 7, 1);
        assert_true(holds(&tt, 7));
        for (int j = 0; j < TT_BUCKET; j++)
            assert_int_equal(holds(&tt, j + 1), j + 1 != gone[i]);
        tt_free(&tt);
    }
}

/* Each search that has passed since counts as 16 less, and the count goes round. */
static void the_older_of_a_bucket_goes(void **context)
{
    (void)context;
    static const struct {
        uint8_t then, now;
        int old_weight, new_weight;
        bool old_goes;
    } cases[] = {
        {0, 1, 40, 25, true},    {0, 1, 40, 23, false},    {0, 1, 40, 24, true},
        {0, 2, 40, 9, true},     {0, 2, 40, 7, false},     {255, 0, 40, 25, true},
        {255, 0, 40, 23, false}, {250, 1, 126, 13, false}, {250, 1, 126, 15, true},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct tt tt = made();
        tt.age = cases[i].then;
        put(&tt, 1, cases[i].old_weight);
        tt.age = cases[i].now;
        put(&tt, 2, cases[i].new_weight);
        put(&tt, 3, 126);
        put(&tt, 4, 126);
        put(&tt, 5, 126);
        assert_int_equal(holds(&tt, 1), !cases[i].old_goes);
        assert_int_equal(holds(&tt, 2), cases[i].old_goes);
        tt_free(&tt);
    }
}

/* A place that is free is lighter than anything, however old. */
static void a_free_place_is_taken_first(void **context)
{
    (void)context;
    struct tt tt = made();
    put(&tt, 1, 0);
    tt.age = 255;
    for (int i = 2; i <= TT_BUCKET; i++)
        put(&tt, i, 3);
    for (int i = 1; i <= TT_BUCKET; i++)
        assert_true(holds(&tt, i));
    tt_free(&tt);
}

static void a_key_has_one_entry(void **context)
{
    (void)context;
    struct tt tt = made();
    for (int i = 1; i <= TT_BUCKET; i++)
        put(&tt, i, 10);
    for (int i = 0; i < 20; i++)
        put(&tt, 3, i);
    for (int i = 1; i <= TT_BUCKET; i++)
        assert_true(holds(&tt, i));
    tt_free(&tt);
}

static void a_proof_is_not_replaced_by_an_estimate(void **context)
{
    (void)context;
    const struct tt_entry proof = {10, 1, DEPTH_PROVEN, BOUND_LOWER};
    const struct tt_entry estimate = {20, 2, TT_WEIGHT_MOST, BOUND_EXACT};
    const struct tt_entry better = {30, 3, DEPTH_PROVEN, BOUND_EXACT};
    struct tt tt = made();
    struct tt_entry entry;
    tt_store(&tt, 8, estimate);
    tt_store(&tt, 8, proof);
    assert_true(tt_probe(&tt, 8, &entry));
    assert_int_equal(entry.score, 10);
    tt_store(&tt, 8, estimate);
    assert_true(tt_probe(&tt, 8, &entry));
    assert_int_equal(entry.score, 10);
    tt_store(&tt, 8, better);
    assert_true(tt_probe(&tt, 8, &entry));
    assert_int_equal(entry.score, 30);
    tt_free(&tt);
}

/* Short searches use only a part, which grows without forgetting. */
static void a_part_grows_and_keeps_its_entries(void **context)
{
    (void)context;
    enum {
        KEYS = 600
    };
    struct tt tt;
    assert_true(tt_init(&tt, 1));
    assert_int_equal(tt_room(&tt), 0);
    put(&tt, 1, 1);
    tt_use(&tt, 1 << 18);
    assert_false(holds(&tt, 1));
    assert_int_equal(tt.mask + 1, (1 << 18) / 64);
    for (uint64_t key = 1; key <= KEYS; key++)
        tt_store_margin(&tt, key * 977, (struct tt_margin){.least = (int16_t)key});
    static const size_t rooms[] = {2 * (1 << 18) / 64, 2 * (1 << 19) / 64, 0, 0};
    for (size_t i = 0; i < COUNT(rooms); i++) {
        assert_int_equal(tt_room(&tt), rooms[i]);
        size_t entries = 0;
        for (uint64_t key = 1; key <= KEYS; key++) {
            struct tt_margin margin;
            assert_true(tt_probe_margin(&tt, key * 977, &margin));
            assert_int_equal(margin.least, key);
        }
        for (size_t slot = 0; slot < tt.bytes / sizeof *tt.slot; slot++)
            entries += tt.slot[slot].data != 0;
        assert_int_equal(entries, KEYS);
        tt_fit(&tt, rooms[i]);
        assert_int_equal(tt_room(&tt), rooms[i]);
        tt_fit(&tt, rooms[i] + 1);
    }
    assert_int_equal((tt.mask + 1) * 64, tt.bytes);
    tt_use(&tt, 1 << 18);
    tt_fit(&tt, UINT64_MAX);
    assert_int_equal((tt.mask + 1) * 64, tt.bytes);
    tt_free(&tt);
}

static void clearing_forgets_everything(void **context)
{
    (void)context;
    struct tt tt = made();
    tt.age = 3;
    put(&tt, 1, 1);
    tt_clear(&tt);
    assert_int_equal(tt.age, 0);
    assert_false(holds(&tt, 1));
    tt_free(&tt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_size_is_the_largest_power_of_two_within),
        cmocka_unit_test(an_entry_comes_back_as_it_was),
        cmocka_unit_test(a_torn_entry_matches_no_key),
        cmocka_unit_test(the_lightest_of_a_bucket_goes),
        cmocka_unit_test(the_older_of_a_bucket_goes),
        cmocka_unit_test(a_free_place_is_taken_first),
        cmocka_unit_test(a_key_has_one_entry),
        cmocka_unit_test(a_proof_is_not_replaced_by_an_estimate),
        cmocka_unit_test(a_part_grows_and_keeps_its_entries),
        cmocka_unit_test(clearing_forgets_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
