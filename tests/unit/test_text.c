/* test_text.c: text that grows, numbers, UTF-8, quoting and checksums. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    assert_string_equal(text_quotable(bytes, 2, out, sizeof out), "\\xe2\\x96");
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

static void control_characters_are_escaped(void **state)
{
    (void)state;
    assert_string_equal(quoted("a\nb\tc\rd"), "a\\nb\\tc\\rd");
    assert_string_equal(quoted("\033[2J"), "\\x1b[2J");
    assert_string_equal(quoted("\x01\x1f\x7f"), "\\x01\\x1f\\x7f");
    /* C1: U+0085 and U+009B, the one-character form of ESC [ */
    assert_string_equal(quoted("x\xc2\x85y"), "x\\x85y");
    assert_string_equal(quoted("\xc2\x9b"
                               "31m"),
                        "\\x9b31m");
    char out[16];
    assert_string_equal(text_quotable("a\0b", 3, out, sizeof out), "a\\x00b");
}

/* A text that runs backwards, or isn't there, says something else than it seems to. */
static void invisible_characters_are_escaped(void **state)
{
    (void)state;
    assert_string_equal(quoted("a\u202eb"), "a\\u{202e}b");
    assert_string_equal(quoted("\u2066\u2069\u200b\ufeff\u2028"),
                        "\\u{2066}\\u{2069}\\u{200b}\\u{feff}\\u{2028}");
    assert_string_equal(quoted("\U000e0041"), "\\u{e0041}");
    assert_string_equal(quoted("\u2010\u2070\u00a0"), "\u2010\u2070\u00a0");
}

static void broken_utf8_is_escaped(void **state)
{
    (void)state;
    assert_string_equal(quoted("\x80"), "\\x80");
    assert_string_equal(quoted("\xff\xfe"), "\\xff\\xfe");
    assert_string_equal(quoted("a\xe2\x96z"), "a\\xe2\\x96z");
    assert_string_equal(quoted("\xed\xa0\x80"), "\\xed\\xa0\\x80");
}

static void lines_are_escaped_but_stay_lines(void **state)
{
    (void)state;
    static const char wild[] = "one\r\n\ttwo \033]0;title\007\nthree\r\u202e\xff";
    struct text text = {0};
    text_add_escaped(&text, wild, sizeof wild - 1);
    assert_string_equal(text_string(&text),
                        "one\n\ttwo \\x1b]0;title\\x07\nthree\\r\\u{202e}\\xff");
    text_free(&text);
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

static void slips_of_the_finger_are_recognised(void **state)
{
    (void)state;
    assert_true(text_is_typo("hnit", "hint"));
    assert_true(text_is_typo("PLAY", "play"));
    assert_true(text_is_typo("plya", "play"));
    assert_true(text_is_typo("mve", "move"));
    assert_true(text_is_typo("turnament", "tournament"));
    assert_true(text_is_typo("tournamnet", "tournament"));
    assert_false(text_is_typo("A1", "a"));
    assert_false(text_is_typo("hat", "hint"));
    assert_false(text_is_typo("", "hint"));
    assert_false(
        text_is_typo("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "hint"));
}

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
        cmocka_unit_test(control_characters_are_escaped),
        cmocka_unit_test(invisible_characters_are_escaped),
        cmocka_unit_test(broken_utf8_is_escaped),
        cmocka_unit_test(lines_are_escaped_but_stay_lines),
        cmocka_unit_test(a_long_quotation_is_cut),
        cmocka_unit_test(a_quotation_of_any_length_fits),
        cmocka_unit_test(every_pair_of_bytes_becomes_one_line_of_utf8),
        cmocka_unit_test(slips_of_the_finger_are_recognised),
        cmocka_unit_test(crc32_is_that_of_zip),
        cmocka_unit_test(crc32_goes_on_from_an_earlier_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
