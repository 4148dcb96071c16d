/* test_base.c: errors, bits, random numbers, the clock and columns. */
#include <locale.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/columns.h"
#include "base/error.h"
#include "base/rng.h"
#include "support.h"

/* Errors */

static void an_error_carries_its_message(void **state)
{
    (void)state;
    struct error error;
    assert_false(error_set(&error, "row %d", 5));
    assert_string_equal(error.text, "row 5");
    assert_false(error_prefix(&error, "line %d: ", 3));
    assert_string_equal(error.text, "line 3: row 5");
}

static void nobody_needs_to_want_the_error(void **state)
{
    (void)state;
    assert_false(error_set(NULL, "row %d", 5));
    assert_false(error_prefix(NULL, "line %d: ", 3));
}

static void an_error_that_is_too_long_is_cut(void **state)
{
    (void)state;
    struct error error;
    assert_false(error_set(&error, "%*d", 2000, 1));
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_false(error_prefix(&error, "where: "));
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_memory_equal(error.text, "where:  ", 8);
    assert_false(error_prefix(&error, "%*d", 2000, 1));
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

/* Bits */

static void bits_are_counted_and_taken_from_the_lowest(void **state)
{
    (void)state;
    assert_int_equal(bits_count(0), 0);
    assert_int_equal(bits_count(UINT64_MAX), 64);
    assert_int_equal(bits_lowest(1), 0);
    assert_int_equal(bits_lowest(1ull << 63), 63);
    uint64_t set = 1ull << 63 | 1ull << 31 | 1ull << 5 | 1;
    assert_int_equal(bits_count(set), 4);
    assert_int_equal(bits_pop(&set), 0);
    assert_int_equal(bits_pop(&set), 5);
    assert_int_equal(bits_pop(&set), 31);
    assert_int_equal(bits_pop(&set), 63);
    assert_true(set == 0);
}

static void a_flip_moves_each_bit_to_its_mirror(void **state)
{
    (void)state;
    for (int row = 0; row < 8; row++) {
        for (int column = 0; column < 8; column++) {
            uint64_t bit = 1ull << (8 * row + column);
            assert_true(bits_flip_rows(bit) == 1ull << (8 * (7 - row) + column));
            assert_true(bits_flip_columns(bit) == 1ull << (8 * row + 7 - column));
        }
    }
}

static void two_flips_change_nothing(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(1);
    for (int i = 0; i < 10000; i++) {
        uint64_t b = rng_next(&rng), c = rng_next(&rng);
        assert_true(bits_flip_rows(bits_flip_rows(b)) == b);
        assert_true(bits_flip_columns(bits_flip_columns(b)) == b);
        assert_true(bits_flip_rows(bits_flip_columns(b)) ==
                    bits_flip_columns(bits_flip_rows(b)));
        assert_true(bits_flip_rows(b | c) == (bits_flip_rows(b) | bits_flip_rows(c)));
        assert_true(bits_flip_columns(b | c) ==
                    (bits_flip_columns(b) | bits_flip_columns(c)));
    }
}

static void mixing_spreads_every_bit(void **state)
{
    (void)state;
    for (int from = 0; from < 64; from++) {
        struct rng rng = rng_seeded(2);
        int flips[64] = {0};
        for (int i = 0; i < 400; i++) {
            uint64_t x = rng_next(&rng);
            uint64_t changed = bits_mix(x) ^ bits_mix(x ^ 1ull << from);
            assert_true(changed != 0);
            for (int to = 0; to < 64; to++)
                flips[to] += (int)(changed >> to & 1);
        }
        for (int to = 0; to < 64; to++)
            assert_in_range(flips[to], 130, 270);
    }
}

/* Random numbers */

static void the_same_seed_gives_the_same_numbers_everywhere(void **state)
{
    (void)state;
    /* The published first numbers of splitmix64. */
    struct rng rng = rng_seeded(0);
    assert_true(rng_next(&rng) == 0xe220a8397b1dcdafu);
    assert_true(rng_next(&rng) == 0x6e789e6aa1b965f4u);
    assert_true(rng_next(&rng) == 0x06c45d188009454fu);
    struct rng a = rng_seeded(1234567), b = rng_seeded(1234567);
    for (int i = 0; i < 1000; i++) {
        assert_true(rng_next(&a) == rng_next(&b));
        assert_int_equal(rng_below(&a, 100), rng_below(&b, 100));
    }
}

static void another_seed_gives_other_numbers(void **state)
{
    (void)state;
    struct rng a = rng_seeded(1), b = rng_seeded(2);
    int same = 0;
    for (int i = 0; i < 1000; i++)
        same += rng_next(&a) == rng_next(&b);
    assert_int_equal(same, 0);
}

static void a_number_below_a_limit_is_below_it(void **state)
{
    (void)state;
    static const uint32_t limits[] = {
        1, 2, 3, 7, 16, 100, 1u << 31, (1u << 31) + 1, 3000000000u, UINT32_MAX};
    struct rng rng = rng_seeded(3);
    for (size_t i = 0; i < COUNT(limits); i++) {
        uint32_t most = 0;
        for (int n = 0; n < 2000; n++) {
            uint32_t number = rng_below(&rng, limits[i]);
            assert_true(number < limits[i]);
            most = number > most ? number : most;
        }
        assert_true(most >= limits[i] - limits[i] / 100 - 1);
    }
}

static void every_number_below_a_limit_is_equally_likely(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(4);
    int seen[6] = {0}, upper = 0;
    for (int i = 0; i < 60000; i++)
        seen[rng_below(&rng, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(seen[i], 9600, 10400);
    /* A plain remainder would fall into the lower third half of the time. */
    for (int i = 0; i < 60000; i++)
        upper += rng_below(&rng, 3000000000u) >= 1500000000u;
    assert_in_range(upper, 29300, 30700);
}

/* Time */

static void the_clock_never_goes_back(void **state)
{
    (void)state;
    int64_t before = clock_now();
    for (int i = 0; i < 1000; i++) {
        int64_t now = clock_now();
        assert_true(now >= before);
        before = now;
    }
    assert_true(clock_from_seconds(1.5) == 1500000000);
    assert_true(clock_seconds(clock_from_seconds(0.25)) == 0.25);
}

/* Columns */

static void wide_characters_take_two_columns(void **state)
{
    int columns;
    (void)state;
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        skip();
    assert_int_equal(columns_count(""), 0);
    assert_int_equal(columns_count("Ann"), 3);
    assert_int_equal(columns_count("Zoë"), 3);
    assert_int_equal(columns_count("Zoe\xcc\x88"), 3); /* a combining diaeresis */
    assert_int_equal(columns_count("日本"), 4);
    assert_int_equal(columns_count("\xff\xe6"), 2); /* not UTF-8 */
    assert_int_equal(columns_fit("日本", 3, &columns), 3);
    assert_int_equal(columns, 2);
    assert_int_equal(columns_fit("a日", 3, &columns), 4);
    assert_int_equal(columns, 3);
    assert_int_equal(columns_step("日本", &columns), 3);
    assert_int_equal(columns, 2);
    assert_int_equal(columns_step("", &columns), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wide_characters_take_two_columns),
        cmocka_unit_test(an_error_carries_its_message),
        cmocka_unit_test(nobody_needs_to_want_the_error),
        cmocka_unit_test(an_error_that_is_too_long_is_cut),
        cmocka_unit_test(bits_are_counted_and_taken_from_the_lowest),
        cmocka_unit_test(a_flip_moves_each_bit_to_its_mirror),
        cmocka_unit_test(two_flips_change_nothing),
        cmocka_unit_test(mixing_spreads_every_bit),
        cmocka_unit_test(the_same_seed_gives_the_same_numbers_everywhere),
        cmocka_unit_test(another_seed_gives_other_numbers),
        cmocka_unit_test(a_number_below_a_limit_is_below_it),
        cmocka_unit_test(every_number_below_a_limit_is_equally_likely),
        cmocka_unit_test(the_clock_never_goes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
