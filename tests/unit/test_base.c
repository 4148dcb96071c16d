/* test_base.c: text, numbers, bits, random numbers, errors, time and files. */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/rng.h"
#include "base/text.h"
#include "support.h"

/* Text */

static void text_that_was_never_written_is_empty(void **state)
{
    (void)state;
    struct text text = {0};
    assert_string_equal(text_string(&text), "");
    text_clear(&text);
    assert_string_equal(text_string(&text), "");
    text_free(&text);
}

static void text_grows_as_it_is_written(void **state)
{
    (void)state;
    struct text text = {0};
    for (int i = 0; i < 1000; i++) {
        text_add(&text, "ab");
        text_addf(&text, "%d", i % 10);
        text_add_bytes(&text, "cde", 1);
    }
    assert_int_equal(text.length, 4000);
    assert_int_equal(strlen(text_string(&text)), 4000);
    assert_memory_equal(text_string(&text) + 4 * 999, "ab9c", 5);
    assert_false(text.failed);
    text_free(&text);
    assert_null(text.data);
    assert_int_equal(text.length, 0);
}

static void text_keeps_zero_bytes_and_ends_in_one_more(void **state)
{
    (void)state;
    struct text text = {0};
    text_add_bytes(&text, "a\0b", 3);
    text_add_bytes(&text, NULL, 0);
    assert_int_equal(text.length, 3);
    assert_memory_equal(text.data, "a\0b", 4);
    text_free(&text);
}

static void a_cleared_text_can_be_written_again(void **state)
{
    (void)state;
    struct text text = {0};
    text_add(&text, "first");
    text_clear(&text);
    assert_string_equal(text_string(&text), "");
    text_add(&text, "2nd");
    assert_string_equal(text_string(&text), "2nd");
    text_free(&text);
}

static void one_formatted_piece_may_be_longer_than_all_before(void **state)
{
    (void)state;
    struct text text = {0};
    text_add(&text, "<");
    text_addf(&text, "%*d", 5000, 7);
    text_add(&text, ">");
    assert_int_equal(text.length, 5002);
    assert_string_equal(text_string(&text) + 5000, "7>");
    text_free(&text);
}

/* Numbers */

static bool reads_as(const char *string, uint64_t limit, uint64_t expected)
{
    uint64_t number = ~expected;
    return text_number(string, strlen(string), limit, &number) && number == expected;
}

static bool refused(const char *string, uint64_t limit)
{
    uint64_t number = 4711;
    bool ok = text_number(string, strlen(string), limit, &number);
    if (!ok)
        assert_int_equal(number, 4711);
    return !ok;
}

static void a_number_is_read_up_to_its_limit(void **state)
{
    (void)state;
    assert_true(reads_as("0", 0, 0));
    assert_true(reads_as("0", 99, 0));
    assert_true(reads_as("7", 7, 7));
    assert_true(reads_as("99", 99, 99));
    assert_true(reads_as("100", 100, 100));
    assert_true(reads_as("18446744073709551615", UINT64_MAX, UINT64_MAX));
    assert_true(reads_as("9223372036854775807", INT64_MAX, INT64_MAX));
    assert_true(refused("1", 0));
    assert_true(refused("8", 7));
    assert_true(refused("9", 8));
    assert_true(refused("10", 9));
    assert_true(refused("100", 99));
    assert_true(refused("101", 100));
    assert_true(refused("18446744073709551615", UINT64_MAX - 1));
    assert_true(refused("18446744073709551616", UINT64_MAX));
    assert_true(refused("18446744073709551625", UINT64_MAX));
    assert_true(refused("99999999999999999999", UINT64_MAX));
    assert_true(refused("184467440737095516150", UINT64_MAX));
}

static void every_number_around_every_small_limit(void **state)
{
    (void)state;
    for (uint64_t limit = 0; limit <= 120; limit++) {
        for (uint64_t number = 0; number <= 250; number++) {
            char string[8];
            snprintf(string, sizeof string, "%u", (unsigned)number);
            assert_true(number <= limit ? reads_as(string, limit, number)
                                        : refused(string, limit));
        }
    }
}

static void a_number_has_nothing_around_it(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",         " ",     "-1",  "+1",           "-0",  " 1", "1 ",
        "1\n",      "1.0",   "1e3", "0x10",         "00",  "01", "007",
        "1,000",    "1_0",   "a",   "1a",           "/",   ":",  "\x81",
        "\xd9\xa1", "1\x81", "½",   "\xef\xbc\x91", "--1", "1-", "0000000000001",
        "infinity"};
    for (size_t i = 0; i < COUNT(wrong); i++)
        assert_true(refused(wrong[i], 1000000));
    uint64_t number = 5;
    assert_false(text_number("1\0", 2, 99, &number));
    assert_int_equal(number, 5);
}

static void only_the_given_length_of_a_number_is_read(void **state)
{
    (void)state;
    uint64_t number;
    assert_true(text_number("123x", 3, 999, &number));
    assert_int_equal(number, 123);
    assert_true(text_number("123x", 1, 999, &number));
    assert_int_equal(number, 1);
}

/* UTF-8 */

static void well_formed_sequences_have_their_length(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
    } cases[] = {
        {"a", 1},
        {"\x7f", 1},
        {"\x01", 1},
        {"\xc2\x80", 2},         /* U+0080, the first of two bytes */
        {"\xdf\xbf", 2},         /* U+07FF, the last of two bytes */
        {"\xe0\xa0\x80", 3},     /* U+0800, the first of three bytes */
        {"\xed\x9f\xbf", 3},     /* U+D7FF, the last before the surrogates */
        {"\xee\x80\x80", 3},     /* U+E000, the first behind them */
        {"\xef\xbf\xbf", 3},     /* U+FFFF */
        {"\xf0\x90\x80\x80", 4}, /* U+10000, the first of four bytes */
        {"\xf4\x8f\xbf\xbf", 4}, /* U+10FFFF, the last of all */
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t count = strlen(cases[i].bytes);
        assert_int_equal(text_utf8_length(cases[i].bytes, count), cases[i].length);
        assert_true(text_is_utf8(cases[i].bytes, count));
    }
    assert_int_equal(text_utf8_length("", 0), 0);
    assert_int_equal(text_utf8_length("\0", 1), 1);
    assert_int_equal(text_utf8_length("■□", 6), 3);
    assert_true(text_is_utf8("", 0));
    assert_true(text_is_utf8("■ x □\n", strlen("■ x □\n")));
}

static void broken_sequences_have_no_length(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "\x80",             /* a continuation byte alone */
        "\xbf",             /* and the last of them */
        "\xc2",             /* cut */
        "\xe2\x96",         /* cut */
        "\xf0\x9f\x98",     /* cut */
        "\xc2 ",            /* not continued */
        "\xe2\x96 ",        /* not continued */
        "\xf0\x9f\x98 ",    /* not continued */
        "\xe2\xe2\xe2",     /* not continued */
        "\xc0\x80",         /* overlong: U+0000 in two bytes */
        "\xc1\xbf",         /* overlong: U+007F in two bytes */
        "\xe0\x80\xaf",     /* overlong: '/' in three bytes */
        "\xe0\x9f\xbf",     /* overlong: U+07FF in three bytes */
        "\xf0\x80\x80\xaf", /* overlong: '/' in four bytes */
        "\xf0\x8f\xbf\xbf", /* overlong: U+FFFF in four bytes */
        "\xed\xa0\x80",     /* U+D800, the first surrogate */
        "\xed\xbf\xbf",     /* U+DFFF, the last surrogate */
        "\xf4\x90\x80\x80", /* U+110000, beyond the last code point */
        "\xf5\x80\x80\x80", /* further beyond */
        "\xf8\x88\x80\x80\x80",
        "\xfc\x84\x80\x80\x80\x80",
        "\xfe",
        "\xff\xff",
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t count = strlen(cases[i]);
        assert_int_equal(text_utf8_length(cases[i], count), 0);
        assert_false(text_is_utf8(cases[i], count));
        char inside[16];
        snprintf(inside, sizeof inside, "ab%s", cases[i]);
        assert_false(text_is_utf8(inside, strlen(inside)));
    }
}

/* Writes a code point as the definition of UTF-8 says; surrogates as well. */
static size_t encode(uint32_t code, char out[4])
{
    static const uint8_t lead[5] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 0; code >>= 6)
        out[i] = (char)(i > 0 ? 0x80 | (code & 0x3f) : lead[length] | code);
    return length;
}

static void every_code_point_is_well_formed_but_surrogates(void **state)
{
    (void)state;
    for (uint32_t code = 0; code < 0x120000; code++) {
        char bytes[4];
        size_t length = encode(code, bytes);
        bool right = code < 0x110000 && (code < 0xd800 || code > 0xdfff);
        if (text_utf8_length(bytes, length) != (right ? length : 0))
            fail_msg("U+%04X", (unsigned)code);
        for (size_t cut = 0; cut < length; cut++)
            if (text_utf8_length(bytes, cut) != 0)
                fail_msg("U+%04X cut to %zu bytes", (unsigned)code, cut);
    }
}

static void the_byte_behind_the_count_is_not_looked_at(void **state)
{
    (void)state;
    char *bytes = malloc(2);
    memcpy(bytes, "\xe2\x96", 2);
    assert_int_equal(text_utf8_length(bytes, 2), 0);
    assert_int_equal(text_utf8_length(bytes, 1), 0);
    char out[16];
    assert_string_equal(text_quotable(bytes, 2, out, sizeof out), "??");
    free(bytes);
}

/* Quoting */

static const char *quoted(const char *string)
{
    static char out[64];
    return text_quotable(string, strlen(string), out, sizeof out);
}

static void plain_text_is_quoted_as_it_is(void **state)
{
    (void)state;
    assert_string_equal(quoted(""), "");
    assert_string_equal(quoted("A1 \"x\" ~"), "A1 \"x\" ~");
    assert_string_equal(quoted("■ é 𝄞"), "■ é 𝄞");
    assert_string_equal(quoted("\xc2\xa0"), "\xc2\xa0"); /* U+00A0 is no control */
}

static void control_characters_are_quoted_as_question_marks(void **state)
{
    (void)state;
    assert_string_equal(quoted("a\nb\tc\rd"), "a?b?c?d");
    assert_string_equal(quoted("\033[2J"), "?[2J");
    assert_string_equal(quoted("\x01\x1f\x7f"), "???");
    /* C1: U+0085 and U+009B, the one-character form of ESC [ */
    assert_string_equal(quoted("x\xc2\x85y"), "x?y");
    assert_string_equal(quoted("\xc2\x9b"
                               "31m"),
                        "?31m");
    assert_string_equal(quoted("\xc2\x80\xc2\x9f"), "??");
    char out[16];
    assert_string_equal(text_quotable("a\0b", 3, out, sizeof out), "a?b");
}

static void broken_utf8_is_quoted_as_question_marks(void **state)
{
    (void)state;
    assert_string_equal(quoted("\x80"), "?");
    assert_string_equal(quoted("\xff\xfe"), "??");
    assert_string_equal(quoted("a\xe2\x96z"), "a??z");
    assert_string_equal(quoted("\xed\xa0\x80"), "???");
    assert_string_equal(quoted("\x9b"
                               "31m"),
                        "?31m");
}

static void a_long_quotation_is_cut(void **state)
{
    (void)state;
    char out[12];
    const char *cut = text_quotable("abcdefghijklmnop", 16, out, sizeof out);
    assert_string_equal(cut, "abcdefgh...");
    /* A character is never cut in the middle. */
    assert_string_equal(text_quotable("ab■■■■", 14, out, sizeof out), "ab■■...");
    assert_string_equal(text_quotable("abc■■■", 12, out, sizeof out), "abc■...");
}

static void a_quotation_of_any_length_fits(void **state)
{
    (void)state;
    for (size_t size = 4; size < 40; size++) {
        for (size_t count = 0; count < 60; count++) {
            char *out = malloc(size); /* of exactly this size, so that ASan looks */
            char bytes[60];
            memset(bytes, 'a', sizeof bytes);
            text_quotable(bytes, count, out, size);
            size_t length = strlen(out);
            assert_true(length < size && length <= count + 3);
            if (length != count)
                assert_string_equal(out + length - 3, "...");
            /* What fits with dots to spare is not cut. */
            if (count + 4 <= size)
                assert_int_equal(length, count);
            free(out);
        }
    }
}

static void every_pair_of_bytes_becomes_one_line_of_utf8(void **state)
{
    (void)state;
    for (unsigned first = 0; first < 256; first++) {
        for (unsigned second = 0; second < 256; second++) {
            char bytes[4] = {(char)first, (char)second, (char)0x96, 'z'}, out[32];
            text_quotable(bytes, sizeof bytes, out, sizeof out);
            size_t length = strlen(out);
            assert_true(length >= 2 && text_is_utf8(out, length));
            for (size_t i = 0; i < length; i++)
                assert_true((unsigned char)out[i] >= 0x20 && out[i] != 0x7f);
        }
    }
}

/* Checksums */

static void crc32_is_that_of_zip(void **state)
{
    (void)state;
    assert_int_equal(text_crc32(0, "123456789", 9), 0xcbf43926);
    assert_int_equal(text_crc32(0, "", 0), 0);
    assert_int_equal(text_crc32(0, "a", 1), 0xe8b7be43);
    assert_int_equal(text_crc32(0, "\0\0\0\0", 4), 0x2144df1c);
    assert_int_equal(text_crc32(0, "\xff\xff\xff\xff", 4), 0xffffffff);
}

static void crc32_goes_on_from_an_earlier_value(void **state)
{
    (void)state;
    const char *digits = "123456789";
    for (size_t cut = 0; cut <= 9; cut++) {
        uint32_t crc = text_crc32(0, digits, cut);
        assert_int_equal(text_crc32(crc, digits + cut, 9 - cut), 0xcbf43926);
    }
}

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

/* Files: each test has a directory of its own, gone into and removed at the end. */

static char folder[PATH_MAX], came_from[PATH_MAX];

static int enter_folder(void **state)
{
    (void)state;
    const char *top = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.3000s/lodestone-XXXXXX", top ? top : "/tmp");
    return getcwd(came_from, sizeof came_from) && mkdtemp(folder) && chdir(folder) == 0
               ? 0
               : -1;
}

/* Counts the names in the current directory; removes them if asked. */
static int names(bool remove_them)
{
    DIR *directory = opendir(".");
    int count = 0;
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        if (entry->d_name[0] == '.' && strlen(entry->d_name) <= 2)
            continue;
        count++;
        if (remove_them)
            remove(entry->d_name);
    }
    if (directory)
        closedir(directory);
    return count;
}

static int leave_folder(void **state)
{
    (void)state;
    chmod(".", 0700);
    names(true);
    return chdir(came_from) == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static bool write_string(const char *path, const char *string, struct error *error)
{
    return file_write(path, string, strlen(string), error);
}

static void assert_holds(const char *path, const char *expected)
{
    assert_file_holds(path, expected, strlen(expected));
}

static mode_t mode_of(const char *path)
{
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    return info.st_mode & 0777;
}

static void a_file_is_written_and_read_whole(void **state)
{
    (void)state;
    struct text big = {0}, back = {0};
    struct error error;
    struct rng rng = rng_seeded(5);
    for (int i = 0; i < 40000; i++) {
        uint64_t word = rng_next(&rng);
        text_add_bytes(&big, &word, sizeof word);
    }
    assert_true(file_write("big", big.data, big.length, &error));
    text_add(&back, "before");
    assert_true(file_read("big", big.length, &back, &error));
    assert_int_equal(back.length, big.length + 6);
    assert_memory_equal(back.data, "before", 6);
    assert_memory_equal(back.data + 6, big.data, big.length);
    assert_int_equal(names(false), 1);
    text_free(&big);
    text_free(&back);
}

static void an_empty_file_can_be_written_and_read(void **state)
{
    (void)state;
    struct error error;
    assert_true(write_string("empty", "", &error));
    assert_holds("empty", "");
}

static void a_file_is_replaced_and_not_overwritten(void **state)
{
    (void)state;
    struct error error;
    char old[8] = "";
    assert_true(write_string("game", "old", &error));
    int reader = open("game", O_RDONLY);
    assert_true(write_string("game", "the new one", &error));
    assert_holds("game", "the new one");
    assert_int_equal(read(reader, old, sizeof old), 3);
    assert_memory_equal(old, "old", 3);
    close(reader);
    assert_int_equal(names(false), 1);
}

static void a_replaced_file_keeps_its_mode(void **state)
{
    (void)state;
    static const mode_t modes[] = {0600, 0640, 0644, 0666, 0755};
    struct error error;
    for (size_t i = 0; i < COUNT(modes); i++) {
        assert_true(write_string("game", "old", &error));
        assert_int_equal(chmod("game", modes[i]), 0);
        assert_true(write_string("game", "new", &error));
        assert_int_equal(mode_of("game"), modes[i]);
    }
}

static void a_new_file_follows_the_umask(void **state)
{
    (void)state;
    struct error error;
    mode_t before = umask(027);
    bool ok = write_string("game", "new", &error);
    umask(before);
    assert_true(ok);
    assert_int_equal(mode_of("game"), 0640);
}

static void a_link_stays_a_link_to_the_replaced_file(void **state)
{
    (void)state;
    struct error error;
    struct stat info;
    assert_true(write_string("game", "old", &error));
    assert_int_equal(symlink("game", "second"), 0);
    assert_int_equal(symlink("second", "first"), 0);
    assert_true(write_string("first", "new", &error));
    assert_int_equal(lstat("first", &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(lstat("second", &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(lstat("game", &info), 0);
    assert_true(S_ISREG(info.st_mode));
    assert_holds("game", "new");
    assert_holds("first", "new");
    assert_int_equal(names(false), 3);
}

static void a_link_to_itself_is_refused(void **state)
{
    (void)state;
    struct error error;
    struct text text = {0};
    assert_int_equal(symlink("loop", "loop"), 0);
    assert_false(write_string("loop", "new", &error));
    assert_non_null(strstr(error.text, "cannot write loop"));
    assert_false(file_read("loop", 100, &text, &error));
    assert_non_null(strstr(error.text, "cannot open loop"));
    assert_int_equal(names(false), 1);
}

static void a_directory_is_not_a_file(void **state)
{
    (void)state;
    struct error error;
    struct text text = {0};
    assert_int_equal(mkdir("games", 0700), 0);
    assert_false(file_read("games", 100, &text, &error));
    assert_string_equal(error.text, "games is a directory, not a file");
    assert_string_equal(text_string(&text), "");
    assert_false(write_string("games", "new", &error));
    assert_non_null(strstr(error.text, "games"));
    assert_non_null(strstr(error.text, "not a regular file"));
    assert_false(write_string(".", "new", &error));
    assert_false(write_string("games/", "new", &error));
    assert_false(write_string("", "new", &error));
    assert_int_equal(names(false), 1);
}

static void a_device_is_not_a_file(void **state)
{
    (void)state;
    struct error error;
    struct text text = {0};
    assert_false(file_read("/dev/null", 100, &text, &error));
    assert_string_equal(error.text, "/dev/null is neither a file nor a pipe");
}

static void a_pipe_is_read_to_its_end(void **state)
{
    (void)state;
    struct error error;
    struct text text = {0};
    assert_int_equal(mkfifo("pipe", 0600), 0);
    pid_t writer = fork();
    if (writer == 0) {
        int fd = open("pipe", O_WRONLY);
        _exit(write(fd, "A1 ", 3) == 3 && write(fd, "H1", 2) == 2 ? 0 : 1);
    }
    assert_true(file_read("pipe", 100, &text, &error));
    assert_string_equal(text_string(&text), "A1 H1");
    assert_int_equal(waitpid(writer, NULL, 0), writer);
    text_free(&text);
}

static void a_pipe_is_not_replaced_by_a_file(void **state)
{
    (void)state;
    struct error error;
    struct stat info;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_false(write_string("pipe", "new", &error));
    assert_string_equal(error.text, "cannot write pipe: not a regular file");
    assert_int_equal(lstat("pipe", &info), 0);
    assert_true(S_ISFIFO(info.st_mode));
    assert_int_equal(names(false), 1);
}

static void what_is_not_there_is_named(void **state)
{
    (void)state;
    struct error error;
    struct text text = {0};
    assert_false(file_read("no-such-file", 100, &text, &error));
    assert_string_equal(error.text,
                        "cannot open no-such-file: No such file or directory");
    assert_false(write_string("no-such-folder/game", "new", &error));
    assert_string_equal(error.text,
                        "cannot write no-such-folder/game: No such file or directory");
    assert_false(file_read("no-such-file", 100, &text, NULL));
    assert_false(write_string("no-such-folder/game", "new", NULL));
    assert_int_equal(names(false), 0);
}

/* Permissions mean nothing to root: then the test is somebody else for a while. */
static bool give_up_root(void)
{
    return geteuid() != 0 || seteuid(65534) == 0;
}

static void be_oneself_again(void)
{
    if (geteuid() != getuid())
        assert_int_equal(seteuid(getuid()), 0);
}

static void a_folder_without_permission_is_refused(void **state)
{
    (void)state;
    struct error error, other;
    assert_true(write_string("game", "old", &error));
    assert_int_equal(chmod("game", 0666), 0);
    assert_int_equal(chmod(".", 0555), 0);
    if (!give_up_root())
        skip();
    bool existing = write_string("game", "new", &error);
    bool fresh = write_string("fresh", "new", &other);
    be_oneself_again();
    assert_false(existing);
    assert_false(fresh);
    assert_string_equal(error.text, "cannot write game: Permission denied");
    assert_string_equal(other.text, "cannot write fresh: Permission denied");
    assert_holds("game", "old");
    assert_int_equal(names(false), 1);
}

static void a_protected_file_stays(void **state)
{
    (void)state;
    struct error error, other;
    struct text text = {0};
    assert_true(write_string("locked", "old", &error));
    assert_int_equal(chmod("locked", 0444), 0);
    assert_true(write_string("secret", "old", &error));
    assert_int_equal(chmod("secret", 0000), 0);
    assert_int_equal(chmod(".", 0777), 0);
    if (!give_up_root())
        skip();
    bool replaced = write_string("locked", "new", &error);
    bool seen = file_read("secret", 100, &text, &other);
    be_oneself_again();
    assert_false(replaced);
    assert_string_equal(error.text, "cannot write locked: Permission denied");
    assert_holds("locked", "old");
    assert_false(seen);
    assert_string_equal(other.text, "cannot open secret: Permission denied");
    assert_int_equal(names(false), 2);
}

static void a_write_that_fails_halfway_leaves_the_old_file(void **state)
{
    (void)state;
    struct error error;
    struct rlimit before, small;
    static char big[100000];
    assert_true(write_string("game", "old", &error));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 10000; /* as if the disk were full after so many bytes */
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    bool replaced = file_write("game", big, sizeof big, &error);
    bool created = file_write("fresh", big, sizeof big, NULL);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    assert_false(replaced);
    assert_false(created);
    assert_string_equal(error.text, "cannot write game: File too large");
    assert_holds("game", "old");
    assert_int_equal(names(false), 1);
}

static void a_file_may_be_as_long_as_the_limit(void **state)
{
    (void)state;
    static char bytes[50000];
    static const size_t limits[] = {0, 1, 9, 10, 16383, 16384, 16385, 49999};
    for (size_t i = 0; i < COUNT(limits); i++) {
        struct error error;
        struct text text = {0};
        assert_true(file_write("game", bytes, limits[i], &error));
        assert_true(file_read("game", limits[i], &text, &error));
        assert_int_equal(text.length, limits[i]);
        /* What was in the text before does not count. */
        assert_true(file_read("game", limits[i], &text, &error));
        assert_int_equal(text.length, 2 * limits[i]);
        assert_true(file_write("game", bytes, limits[i] + 1, &error));
        assert_false(file_read("game", limits[i], &text, &error));
        assert_non_null(strstr(error.text, "game is larger than"));
        text_free(&text);
    }
}

static void a_dash_reads_standard_input(void **state)
{
    (void)state;
    struct error error;
    struct text text = {0};
    int ends[2], input = dup(STDIN_FILENO);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "A1 H1", 5), 5);
    close(ends[1]);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
    bool ok = file_read("-", 100, &text, &error);
    if (input >= 0) {
        dup2(input, STDIN_FILENO);
        close(input);
    }
    assert_true(ok);
    assert_string_equal(text_string(&text), "A1 H1");
    text_free(&text);
}

#define file_test(f) cmocka_unit_test_setup_teardown(f, enter_folder, leave_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_that_was_never_written_is_empty),
        cmocka_unit_test(text_grows_as_it_is_written),
        cmocka_unit_test(text_keeps_zero_bytes_and_ends_in_one_more),
        cmocka_unit_test(a_cleared_text_can_be_written_again),
        cmocka_unit_test(one_formatted_piece_may_be_longer_than_all_before),
        cmocka_unit_test(a_number_is_read_up_to_its_limit),
        cmocka_unit_test(every_number_around_every_small_limit),
        cmocka_unit_test(a_number_has_nothing_around_it),
        cmocka_unit_test(only_the_given_length_of_a_number_is_read),
        cmocka_unit_test(well_formed_sequences_have_their_length),
        cmocka_unit_test(broken_sequences_have_no_length),
        cmocka_unit_test(every_code_point_is_well_formed_but_surrogates),
        cmocka_unit_test(the_byte_behind_the_count_is_not_looked_at),
        cmocka_unit_test(plain_text_is_quoted_as_it_is),
        cmocka_unit_test(control_characters_are_quoted_as_question_marks),
        cmocka_unit_test(broken_utf8_is_quoted_as_question_marks),
        cmocka_unit_test(a_long_quotation_is_cut),
        cmocka_unit_test(a_quotation_of_any_length_fits),
        cmocka_unit_test(every_pair_of_bytes_becomes_one_line_of_utf8),
        cmocka_unit_test(crc32_is_that_of_zip),
        cmocka_unit_test(crc32_goes_on_from_an_earlier_value),
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
        file_test(a_file_is_written_and_read_whole),
        file_test(an_empty_file_can_be_written_and_read),
        file_test(a_file_is_replaced_and_not_overwritten),
        file_test(a_replaced_file_keeps_its_mode),
        file_test(a_new_file_follows_the_umask),
        file_test(a_link_stays_a_link_to_the_replaced_file),
        file_test(a_link_to_itself_is_refused),
        file_test(a_directory_is_not_a_file),
        file_test(a_device_is_not_a_file),
        file_test(a_pipe_is_read_to_its_end),
        file_test(a_pipe_is_not_replaced_by_a_file),
        file_test(what_is_not_there_is_named),
        file_test(a_folder_without_permission_is_refused),
        file_test(a_protected_file_stays),
        file_test(a_write_that_fails_halfway_leaves_the_old_file),
        file_test(a_file_may_be_as_long_as_the_limit),
        file_test(a_dash_reads_standard_input),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
