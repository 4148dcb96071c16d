/* test_spec.c: the names of games. */
#include <stdio.h>
#include <string.h>

#include "rules/spec.h"
#include "support.h"

static struct spec parsed(const char *text)
{
    struct spec spec;
    struct error error;
    if (!spec_parse(text, &spec, &error))
        fail_msg("'%s' is refused: %s", text, error.text);
    return spec;
}

static const char *long_form(const char *text)
{
    static char name[SPEC_NAME_SIZE];
    struct spec spec = parsed(text);
    spec_format(&spec, name);
    return name;
}

/* The spec must be refused for a reason with these words and left as it was. */
static void assert_refused(const char *text, const char *reason)
{
    struct spec spec, before;
    struct error error = {""};
    memset(&spec, 0x5a, sizeof spec);
    before = spec;
    if (spec_parse(text, &spec, &error))
        fail_msg("'%s' is not refused", text);
    if (!strstr(error.text, reason))
        fail_msg("'%s' is refused with '%s', not with '%s'", text, error.text, reason);
    assert_memory_equal(&spec, &before, sizeof spec);
    assert_false(spec_parse(text, &spec, NULL));
    assert_memory_equal(&spec, &before, sizeof spec);
}

static void short_names_stand_for_long_ones(void **state)
{
    (void)state;
    assert_string_equal(long_form("cave"), "cave:8x8x5");
    assert_string_equal(long_form("side-stacker"), "cave:7x7x4");
    assert_string_equal(long_form("connect-four"), "cave:7x6x4:left");
    assert_string_equal(long_form("mancala"), "mancala:6x4:steal");
    assert_string_equal(long_form("kalah"), "mancala:6x4:kalah");
    assert_string_equal(long_form("connect4"), "cave:7x6x4:left");
}

static void upper_case_is_understood(void **state)
{
    (void)state;
    assert_string_equal(long_form("CAVE"), "cave:8x8x5");
    assert_string_equal(long_form("Connect-Four"), "cave:7x6x4:left");
    assert_string_equal(long_form("CONNECT4"), "cave:7x6x4:left");
    assert_string_equal(long_form("Kalah"), "mancala:6x4:kalah");
    assert_string_equal(long_form("CAVE:8X7X5:LEFT"), "cave:8x7x5:left");
    assert_string_equal(long_form("Mancala:6X4:NoSteal"), "mancala:6x4:nosteal");
}

static void mancala_without_a_rule_steals(void **state)
{
    (void)state;
    assert_string_equal(long_form("mancala:6x4"), "mancala:6x4:steal");
    assert_string_equal(long_form("mancala:12x1"), "mancala:12x1:steal");
}

static void the_parts_of_a_spec_are_what_it_says(void **state)
{
    (void)state;
    struct spec cave = parsed("cave:3x7x4:left");
    assert_int_equal(cave.kind, GAME_CAVE);
    assert_int_equal(cave.cave.rows, 3);
    assert_int_equal(cave.cave.columns, 7);
    assert_int_equal(cave.cave.line, 4);
    assert_true(cave.cave.left_only);
    assert_false(parsed("cave:3x7x4").cave.left_only);
    struct spec mancala = parsed("mancala:11x5:nosteal");
    assert_int_equal(mancala.kind, GAME_MANCALA);
    assert_int_equal(mancala.mancala.holes, 11);
    assert_int_equal(mancala.mancala.stones, 5);
    assert_int_equal(mancala.mancala.stealing, MANCALA_NOSTEAL);
    assert_int_equal(parsed("mancala:1x1:steal").mancala.stealing, MANCALA_STEAL);
    assert_int_equal(parsed("mancala:1x1:kalah").mancala.stealing, MANCALA_KALAH);
}

static void every_cave_is_written_as_it_was_read(void **state)
{
    (void)state;
    for (int rows = 0; rows <= 10; rows++) {
        for (int columns = 0; columns <= 10; columns++) {
            for (int line = 0; line <= 10; line++) {
                for (int left = 0; left < 2; left++) {
                    char text[32];
                    snprintf(text, sizeof text, "cave:%dx%dx%d%s", rows, columns, line,
                             left ? ":left" : "");
                    bool right = rows >= 1 && rows <= 8 && columns >= 1 &&
                                 columns <= 8 && line >= 2 && line <= 8;
                    if (right)
                        assert_string_equal(long_form(text), text);
                    else
                        assert_refused(text, "must be a number from");
                }
            }
        }
    }
}

static void every_mancala_is_written_as_it_was_read(void **state)
{
    (void)state;
    static const char *const stealing[] = {"steal", "kalah", "nosteal"};
    for (int holes = 0; holes <= 14; holes++) {
        for (int stones = 0; stones <= 14; stones++) {
            for (size_t i = 0; i < COUNT(stealing); i++) {
                char text[32];
                snprintf(text, sizeof text, "mancala:%dx%d:%s", holes, stones,
                         stealing[i]);
                if (holes >= 1 && holes <= 12 && stones >= 1 && stones <= 12)
                    assert_string_equal(long_form(text), text);
                else
                    assert_refused(text, "must be a number from 1 to 12");
            }
        }
    }
}

static void the_message_names_what_is_wrong_and_what_is_allowed(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *message;
    } cases[] = {
        {"cave:0x8x5",
         "game 'cave:0x8x5': the number of rows must be a number from 1 to 8, not '0'"},
        {"cave:8x9x5", "game 'cave:8x9x5': the number of columns must be a number from "
                       "1 to 8, not '9'"},
        {"cave:8x8x1", "game 'cave:8x8x1': the length of a line must be a number from "
                       "2 to 8, not '1'"},
        {"cave:8x8x5:right",
         "game 'cave:8x8x5:right': after the size only ':left' is allowed"},
        {"cave:8x8", "game 'cave:8x8': the size must have the form ROWSxCOLUMNSxLINE"},
        {"mancala:13x4:steal", "game 'mancala:13x4:steal': the number of holes must be "
                               "a number from 1 to 12, not '13'"},
        {"mancala:6x0:kalah", "game 'mancala:6x0:kalah': the number of stones must be "
                              "a number from 1 to 12, not '0'"},
        {"mancala:6x4:", "game 'mancala:6x4:': after the size only ':steal', ':kalah' "
                         "or ':nosteal' is allowed"},
        {"chess", "game 'chess': no such game; the games are cave, cave:RxCxK, "
                  "cave:RxCxK:left, side-stacker, connect-four, mancala, "
                  "mancala:HxS:steal, mancala:HxS:kalah, mancala:HxS:nosteal, kalah"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct spec spec;
        struct error error;
        assert_false(spec_parse(cases[i].spec, &spec, &error));
        assert_string_equal(error.text, cases[i].message);
    }
}

static void what_is_no_game_is_refused(void **state)
{
    (void)state;
    static const char *const cases[] = {"",
                                        " ",
                                        " cave",
                                        "cave ",
                                        "cav",
                                        "CAVES",
                                        "caves",
                                        "cave8x8x5",
                                        "cave/8x8x5",
                                        "cave=8x8x5",
                                        "CAVE8X8X5",
                                        " cave:8x8x5",
                                        "xcave:8x8x5",
                                        "\tcave",
                                        "cave\n",
                                        "mancala ",
                                        "mancalas",
                                        "kalah:6x4",
                                        "kalah:",
                                        "connect 4",
                                        "connect5",
                                        "connect four",
                                        "connect_four",
                                        "connect-four:left",
                                        "side-stacker:left",
                                        "sidestacker",
                                        "side-stacker ",
                                        "6x4",
                                        "8x8x5",
                                        ":",
                                        "x",
                                        "*",
                                        "-",
                                        "--help",
                                        "chess",
                                        "go",
                                        "caveX",
                                        "cavé",
                                        "■",
                                        "\xff\xfe",
                                        "\xc3",
                                        "\033[2J",
                                        "ｃａｖｅ",
                                        "cave\xc2\xa0",
                                        "mancala6x4:steal"};
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_refused(cases[i], ": no such game; ");
        assert_refused(cases[i], "the games are cave,");
    }
    assert_refused("caves", "no such game; did you mean 'cave'? the games are cave,");
    assert_refused("conect-four", "no such game; did you mean 'connect-four'?");
}

static void a_cave_of_the_wrong_form_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *reason;
    } cases[] = {
        {"cave:", "the number of rows must be a number from 1 to 8, not ''"},
        {"cave::", "the number of rows"},
        {"cave::left", "the number of rows"},
        {"cave:left", "the number of rows must be a number from 1 to 8, not 'left'"},
        {"cave: 8x8x5", "the number of rows must be a number from 1 to 8, not ' 8'"},
        {"cave:-8x8x5", "the number of rows must be a number from 1 to 8, not '-8'"},
        {"cave:+8x8x5", "the number of rows"},
        {"cave:08x8x5", "the number of rows must be a number from 1 to 8, not '08'"},
        {"cave:0x8x8x5", "the number of rows"},
        {"cave:88x8x5", "the number of rows"},
        {"cave:8.0x8x5", "the size must have the form ROWSxCOLUMNSxLINE"},
        {"cave:x8x5", "the number of rows"},
        {"cave:99999999999999999999x8x5", "the number of rows"},
        {"cave:4294967304x8x5", "the number of rows"},
        {"cave:18446744073709551624x8x5", "the number of rows"},
        {"cave:8", "the size must have the form ROWSxCOLUMNSxLINE"},
        {"cave:8x", "the number of columns must be a number from 1 to 8, not ''"},
        {"cave:8xx5", "the number of columns"},
        {"cave:8x 8x5", "the number of columns"},
        {"cave:8x08x5", "the number of columns"},
        {"cave:8x0x5", "the number of columns"},
        {"cave:8x8", "the size must have the form"},
        {"cave:8x8:left", "the size must have the form"},
        {"cave:8X8Y5", "the size must have the form"},
        {"cave:8*8*5", "the size must have the form"},
        {"cave:8×8×5", "the size must have the form"},
        {"cave:8,8,5", "the size must have the form"},
        {"cave:8x8x", "the length of a line must be a number from 2 to 8, not ''"},
        {"cave:8x8x0", "the length of a line"},
        {"cave:8x8x1", "the length of a line"},
        {"cave:8x8x9", "the length of a line must be a number from 2 to 8, not '9'"},
        {"cave:8x8x05", "the length of a line"},
        {"cave:8x8x-5", "the length of a line"},
        {"cave:8x8x5x", "the size must have the form"},
        {"cave:8x8x5x5", "the size must have the form"},
        {"cave:8x8x5 ", "the size must have the form"},
        {"cave:8x8x5\n", "the size must have the form"},
        {"cave:8x8x5left", "the size must have the form"},
        {"cave:8x8x5■", "the size must have the form"},
        {"cave:8x8x5\x80", "the size must have the form"},
        {"cave:8x8x5:", "only ':left' is allowed"},
        {"cave:8x8x5::left", "only ':left' is allowed"},
        {"cave:8x8x5:left:", "only ':left' is allowed"},
        {"cave:8x8x5:left ", "only ':left' is allowed"},
        {"cave:8x8x5:left:left", "only ':left' is allowed"},
        {"cave:8x8x5:RIGHT", "only ':left' is allowed"},
        {"cave:8x8x5:lef", "only ':left' is allowed"},
        {"cave:8x8x5: left", "only ':left' is allowed"},
        {"cave:8x8x5:right", "only ':left' is allowed"},
        {"cave:8x8x5:both", "only ':left' is allowed"},
        {"cave:8x8x5:steal", "only ':left' is allowed"},
        {"cave:6x4:steal", "the size must have the form ROWSxCOLUMNSxLINE"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_refused(cases[i].spec, cases[i].reason);
}

static void a_mancala_of_the_wrong_form_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *reason;
    } cases[] = {
        {"mancala:", "the number of holes must be a number from 1 to 12, not ''"},
        {"mancala:steal", "the number of holes"},
        {"mancala::steal", "the number of holes"},
        {"mancala:0x4:steal", "the number of holes"},
        {"mancala:13x4:steal", "the number of holes"},
        {"mancala:06x4:steal", "the number of holes"},
        {"mancala:-6x4:steal", "the number of holes"},
        {"mancala:99999999999999999999x4:steal", "the number of holes"},
        {"mancala:4294967302x4:steal", "the number of holes"},
        {"mancala:x4:steal", "the number of holes"},
        {"mancala:6", "the size must have the form HOLESxSTONES"},
        {"mancala:6:steal", "the size must have the form HOLESxSTONES"},
        {"mancala:6Y4:steal", "the size must have the form HOLESxSTONES"},
        {"mancala:6x", "the number of stones"},
        {"mancala:6x:steal", "the number of stones"},
        {"mancala:6x0:kalah", "the number of stones"},
        {"mancala:6x13:kalah", "the number of stones"},
        {"mancala:6x004:kalah", "the number of stones"},
        {"mancala:6x 4:kalah", "the number of stones"},
        {"mancala:6x4x2:kalah", "the size must have the form HOLESxSTONES"},
        {"mancala:6x4 :kalah", "the size must have the form HOLESxSTONES"},
        {"mancala:6x4kalah", "the size must have the form HOLESxSTONES"},
        {"mancala:6x4:", "only ':steal', ':kalah' or ':nosteal' is allowed"},
        {"mancala:6x4::steal", "after the size only"},
        {"mancala:6x4:Stealth", "after the size only"},
        {"mancala:6x4:steal ", "after the size only"},
        {"mancala:6x4:steal:", "after the size only"},
        {"mancala:6x4:stealing", "after the size only"},
        {"mancala:6x4:no-steal", "after the size only"},
        {"mancala:6x4:left", "after the size only"},
        {"mancala:6x4:steal:kalah", "after the size only"},
        {"mancala:6x4:kala\xff", "after the size only"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_refused(cases[i].spec, cases[i].reason);
}

static void a_very_long_spec_is_refused_and_quoted_in_part(void **state)
{
    (void)state;
    static const char *const beginnings[] = {
        "", "cave:", "cave:8x8x5:", "mancala:", "cave:8x8x"};
    static const char fillings[] = {'x', '8', ':', '\n', '\x9b'};
    for (size_t i = 0; i < COUNT(beginnings); i++) {
        for (size_t j = 0; j < COUNT(fillings); j++) {
            static char text[100001];
            memset(text, fillings[j], sizeof text - 1);
            memcpy(text, beginnings[i], strlen(beginnings[i]));
            assert_refused(text, "...': ");
            struct spec spec;
            struct error error;
            spec_parse(text, &spec, &error);
            assert_true(strlen(error.text) < 400);
            for (const char *c = error.text; *c; c++)
                assert_true((unsigned char)*c >= 0x20 && (unsigned char)*c < 0x80);
        }
    }
}

static void a_spec_cut_anywhere_is_refused(void **state)
{
    (void)state;
    static const char *const whole[] = {"cave:8x8x5:left", "mancala:12x12:nosteal"};
    for (size_t i = 0; i < COUNT(whole); i++) {
        for (size_t length = 0; length < strlen(whole[i]); length++) {
            char text[32];
            snprintf(text, sizeof text, "%.*s", (int)length, whole[i]);
            if (strcmp(text, "cave") != 0 && strcmp(text, "cave:8x8x5") != 0 &&
                strcmp(text, "mancala") != 0 && strcmp(text, "mancala:12x1") != 0 &&
                strcmp(text, "mancala:12x12") != 0)
                assert_refused(text, "");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_names_stand_for_long_ones),
        cmocka_unit_test(upper_case_is_understood),
        cmocka_unit_test(mancala_without_a_rule_steals),
        cmocka_unit_test(the_parts_of_a_spec_are_what_it_says),
        cmocka_unit_test(every_cave_is_written_as_it_was_read),
        cmocka_unit_test(every_mancala_is_written_as_it_was_read),
        cmocka_unit_test(the_message_names_what_is_wrong_and_what_is_allowed),
        cmocka_unit_test(what_is_no_game_is_refused),
        cmocka_unit_test(a_cave_of_the_wrong_form_is_refused),
        cmocka_unit_test(a_mancala_of_the_wrong_form_is_refused),
        cmocka_unit_test(a_very_long_spec_is_refused_and_quoted_in_part),
        cmocka_unit_test(a_spec_cut_anywhere_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
