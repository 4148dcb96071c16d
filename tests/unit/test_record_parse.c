/* test_record_parse.c: no damaged or wrong file is taken for a game. */
#include <stdlib.h>
#include <string.h>

#include "record_support.h"

/* Damage. */

enum {
    SAMPLES = 6
};

/* Files as they are written: finished games of both sorts, one that ended otherwise,
 * and running ones with comments, from another position, and of one move. */
static struct text sample(int which)
{
    static const char *const specs[SAMPLES] = {
        "cave:4x4x3", "mancala:3x2:steal", "mancala", "side-stacker", "kalah", "cave"};
    struct rng rng = rng_seeded((uint64_t)which);
    struct record record;
    open_record(&record, specs[which]);
    if (which == 4)
        set_start(&record, "0,1,2,3,4,5,6/6,5,4,3,2,1,6 2");
    if (which < 2)
        while (play_random(&rng, &record))
            continue;
    while (which >= 2 && record.count < (which == 5 ? 1 : 9) &&
           play_random(&rng, &record))
        continue;
    if (which == 2) {
        assert_true(record_set_tag(&record, RECORD_TERMINATION, "late", NULL));
        record.result = RESULT_SECOND;
    }
    if (which == 3) {
        assert_true(record_set_tag(&record, RECORD_SECOND, "a \\ \"é\"", NULL));
        assert_true(record_set_comment(&record, -1, "■ begins", NULL));
        assert_true(record_set_comment(&record, 4, "", NULL));
        assert_true(record_set_comment(&record, record.count - 1, "and so on", NULL));
    }
    struct text text = file_text(&record);
    record_free(&record);
    parse(&record, text_string(&text), text.length);
    record_free(&record);
    return text;
}

/* The bytes are copied to a block of their own, so that reading beyond them is seen. */
static void assert_refused(struct kept *kept, const char *bytes, size_t count,
                           struct error *error)
{
    char *copy = malloc(count ? count : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, count);
    error->text[0] = '\0';
    if (record_parse(&kept->record, copy, count, error))
        fail_msg("this was read:\n%.*s", (int)count, bytes);
    free(copy);
    assert_true(error->text[0] != '\0');
    assert_memory_equal(kept->bytes, &kept->record, sizeof kept->bytes);
}

static void a_file_cut_at_any_byte_is_refused(void **state)
{
    (void)state;
    struct kept kept;
    keep(&kept);
    for (int which = 0; which < SAMPLES; which++) {
        struct text text = sample(which);
        struct error error;
        for (size_t length = 0; length < text.length; length++)
            assert_refused(&kept, text_string(&text), length, &error);
        for (size_t start = 1; start < text.length; start++)
            assert_refused(&kept, text_string(&text) + start, text.length - start,
                           &error);
        assert_untouched(&kept);
        text_free(&text);
    }
    let_go(&kept);
}

static void a_file_with_any_bit_flipped_is_refused(void **state)
{
    (void)state;
    struct kept kept;
    keep(&kept);
    for (int which = 0; which < SAMPLES; which++) {
        struct text text = sample(which);
        struct error error;
        for (size_t at = 0; at < text.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                text.data[at] = (char)(text.data[at] ^ 1 << bit);
                assert_refused(&kept, text_string(&text), text.length, &error);
                text.data[at] = (char)(text.data[at] ^ 1 << bit);
            }
        }
        assert_untouched(&kept);
        text_free(&text);
    }
    let_go(&kept);
}

static void a_file_with_any_byte_left_out_or_added_is_refused(void **state)
{
    (void)state;
    static const char added[] = " \n\r\t0.*[]{}\"\\";
    struct kept kept;
    keep(&kept);
    for (int which = 0; which < SAMPLES; which++) {
        struct text text = sample(which);
        struct error error;
        char *changed = malloc(text.length + 1);
        assert_non_null(changed);
        for (size_t at = 0; at < text.length; at++) {
            memcpy(changed, text.data, at);
            memcpy(changed + at, text.data + at + 1, text.length - at - 1);
            assert_refused(&kept, changed, text.length - 1, &error);
        }
        for (size_t at = 0; at <= text.length; at++) {
            for (const char *c = added; *c; c++) {
                memcpy(changed, text.data, at);
                changed[at] = *c;
                memcpy(changed + at + 1, text.data + at, text.length - at);
                assert_refused(&kept, changed, text.length + 1, &error);
            }
        }
        assert_untouched(&kept);
        free(changed);
        text_free(&text);
    }
    let_go(&kept);
}

static void a_damaged_file_says_how_to_read_it_all_the_same(void **state)
{
    (void)state;
    struct kept kept;
    struct error error;
    struct record record;
    keep(&kept);
    struct text text = sample(5);
    const char *check = strstr(text_string(&text), "[Check ");
    assert_non_null(check);
    size_t before = (size_t)(check - text.data);
    text_add(&text, "\n");
    assert_refused(&kept, text_string(&text), text.length, &error);
    assert_string_equal(
        error.text, "line 2, column 1: the file was truncated or changed after it was "
                    "written; to read it anyway, delete the line that starts "
                    "with [Check");

    struct text without = {0};
    text_add_bytes(&without, text.data, before);
    text_add(&without, check + strcspn(check, "\n") + 1);
    parse(&record, text_string(&without), without.length);
    assert_int_equal(record.count, 1);
    record_free(&record);
    text_free(&without);
    text_free(&text);
    let_go(&kept);
}

/* What is refused. */

#define SMALL "[Game \"cave:2x2x2\"]\n[Result \"1-0\"]\n\n"
#define MANCALA "[Game \"mancala\"]\n[Result \"*\"]\n\n"
#define FILE_OF(bytes) (bytes), sizeof(bytes) - 1

static const struct {
    const char *bytes;
    size_t count;
    const char *reason;
} refused[] = {
    /* moves */
    {FILE_OF(CAVE "1. A1 A1"), "line 4, column 7: move 2: A1 is already filled"},
    {FILE_OF(CAVE "1. A1 H1\n2. D4 *"),
     "line 5, column 4: move 3: D4 is not reachable: neither C4 nor E4 is filled"},
    {FILE_OF(CAVE "1.A1 H1 2.I1 *"),
     "line 4, column 11: move 3: 'I1' is not a cell: cells go from A1 to H8"},
    {FILE_OF(CAVE "1. A1 {é■} nonsense"),
     "line 4, column 12: move 2: 'nonsense' is not a cell"},
    {FILE_OF(CAVE "1. A1\r\n\tH9"), "line 5, column 2: move 2: 'H9' is not a cell"},
    {FILE_OF(CAVE "A1H1"), "line 4, column 1: move 1: 'A1H1' is not a cell"},
    {FILE_OF(CAVE "1 A1"), "line 4, column 1: move 1: '1' is not a cell"},
    {FILE_OF(CAVE "1.... A1"), "line 4, column 1: move 1: '1....' is not a cell"},
    {FILE_OF(CAVE "123456. A1"), "line 4, column 1: move 1: '123456.' is not a cell"},
    {FILE_OF(CAVE ". A1"), "line 4, column 1: move 1: '.' is not a cell"},
    {FILE_OF(CAVE "A1. H1"), "line 4, column 1: move 1: 'A1.' is not a cell"},
    {FILE_OF(CAVE "A1 \x01\x7f"),
     "line 4, column 4: move 2: '\\x01\\x7f' is not a cell"},
    {FILE_OF(CAVE
             "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
     "line 4, column 1: move 1: 'aaaaaaaaaaaaaaaaaaaa...' is not a cell"},
    {FILE_OF(MANCALA "1. 8"), "line 4, column 4: move 1: hole 8 is player 2's"},
    {FILE_OF(MANCALA "1. 7"), "line 4, column 4: move 1: '7' is not a hole"},
    {FILE_OF(MANCALA "1. 3 3"), "line 4, column 6: move 2: hole 3 is empty"},
    {FILE_OF(MANCALA "1. 03"), "line 4, column 4: move 1: '03' is not a hole"},
    {FILE_OF(SMALL "1. A1 A2 2. B1 B2 1-0"),
     "line 4, column 16: move 4: B2 comes after the end of the game"},
    {FILE_OF("[Game \"mancala:1x1:kalah\"]\n[Result \"1-0\"]\n\n1 3"),
     "line 4, column 3: move 2: hole 3 comes after the end of the game"},
    /* results */
    {FILE_OF(SMALL "1. A1 A2 2. B1 0-1"),
     "line 4, column 16: the moves end in 0-1, but the tag Result says 1-0"},
    {FILE_OF(CAVE "1. A1 1-0"),
     "line 4, column 7: the moves end in 1-0, but the tag Result says *"},
    {FILE_OF("[Game \"cave:2x2x2\"]\n[Result \"0-1\"]\n\nA1 A2 B1"),
     "line 2, column 9: the tag Result says 0-1, but the moves lead to 1-0"},
    {FILE_OF("[Game \"cave:2x2x2\"]\n[Result \"*\"]\n\nA1 A2 B1 *"),
     "line 2, column 9: the tag Result says *, but the moves lead to 1-0"},
    {FILE_OF("[Game \"cave:2x2x2\"]\n[Termination \"late\"]\n[Result \"0-1\"]\n\n"
             "A1 A2 B1"),
     "line 3, column 9: the tag Result says 0-1, but the moves lead to 1-0"},
    {FILE_OF(SMALL "A1 A2 1-0"),
     "line 2, column 9: the tag Result says 1-0, but the game is not over after 2 "
     "moves and no tag Termination says why it ended"},
    {FILE_OF("[Game \"cave\"]\n[Result \"1/2-1/2\"]"),
     "line 2, column 9: the tag Result says 1/2-1/2, but the game is not over after 0 "
     "moves"},
    {FILE_OF(CAVE "1. A1 * H1"), "line 4, column 9: nothing may follow the result"},
    {FILE_OF(CAVE "1. A1 * {end}"), "line 4, column 9: nothing may follow the result"},
    {FILE_OF(CAVE "1. A1 *\n*"), "line 5, column 1: nothing may follow the result"},
    {FILE_OF(CAVE "1. A1 *\n\n" CAVE "1. A1 *\n"),
     "line 6, column 1: nothing may follow the result"},
    {FILE_OF("[Game \"cave\"]\n[Result \"2-0\"]"),
     "line 2, column 9: the tag Result must be 1-0, 0-1, 1/2-1/2 or *"},
    {FILE_OF("[Game \"cave\"]\n[Result \"\"]"),
     "line 2, column 9: the tag Result must be"},
    /* tags */
    {FILE_OF("[Game \"cave\"]\n[Event \"?\"]\n[Result \"*\"]"),
     "line 2, column 1: there is no tag 'Event'; the tags are Game, First"},
    {FILE_OF("[game \"cave\"]"), "line 1, column 1: there is no tag 'game'"},
    {FILE_OF("[Terminations \"late\"]"), "line 1, column 1: there is no tag"},
    {FILE_OF("[GameGameGameGameGameGameGameGameGame \"cave\"]"),
     "line 1, column 1: there is no tag 'GameGameGameGam'"},
    {FILE_OF("[ Game \"cave\"]"), "line 1, column 1: there is no tag ''"},
    {FILE_OF("[]"), "line 1, column 1: there is no tag ''"},
    {FILE_OF("["), "line 1, column 1: there is no tag ''"},
    {FILE_OF("[Game \"cave\"]\n[Game \"cave\"]\n[Result \"*\"]"),
     "line 2, column 1: the tag Game appears twice"},
    {FILE_OF("[Game \"cave\"]\n[Date \"\"]\n[Date \"\"]\n[Result \"*\"]"),
     "line 3, column 1: the tag Date appears twice"},
    {FILE_OF("[Result \"*\"]\n\n1. A1 *\n"),
     "line 3, column 1: the tag Game is missing: not a game file"},
    {FILE_OF("once upon a time"), "line 1, column 1: the tag Game is missing"},
    {FILE_OF("\n \n"), "line 3, column 1: the tag Game is missing"},
    {FILE_OF("[Game \"cave\"]\n\n1. A1 *\n"),
     "line 3, column 1: the tag Result is missing"},
    {FILE_OF("[Game \"cave\"]\n\n1. A1 *\n[Result \"*\"]"),
     "line 3, column 1: the tag Result is missing"},
    {FILE_OF(CAVE "1. A1\n[First \"ann\"] *"),
     "line 5, column 1: move 2: '[First' is not a cell"},
    {FILE_OF("[Game]"), "line 1, column 6: a tag's value must be in quotation marks"},
    {FILE_OF("[Game cave]"), "line 1, column 7: a tag's value must be in quotation"},
    {FILE_OF("[Game"), "line 1, column 6: a tag's value must be in quotation marks"},
    {FILE_OF("[Game \"cave]\n[Result \"*\"]"),
     "line 1, column 7: the value's closing quotation mark is missing"},
    {FILE_OF("[Game \"cave\\\"]\n[Result \"*\"]"),
     "line 1, column 7: the value's closing quotation mark is missing"},
    {FILE_OF("[Game \"cave\\"), "line 1, column 7: the value's closing quotation mark"},
    {FILE_OF("[Game \""), "line 1, column 7: the value's closing quotation mark"},
    {FILE_OF("[Game \"cave\"\n[Result \"*\"]"),
     "line 1, column 13: a tag must end in ']'"},
    {FILE_OF("[Game \"cave\" ]"), "line 1, column 13: a tag must end in ']'"},
    {FILE_OF("[First \"a\tb\"]\n" CAVE),
     "line 1, column 8: text must not have control characters"},
    {FILE_OF("[First \"a\x7f\"]\n" CAVE),
     "line 1, column 8: text must not have control characters"},
    {FILE_OF("[First \"a\xc2\x9b\"]\n" CAVE),
     "line 1, column 8: text must not have control characters"},
    {FILE_OF("[Game \"chess\"]\n[Result \"*\"]"),
     "line 1, column 7: game 'chess': no such game; the games are cave"},
    {FILE_OF("[Result \"*\"] [Game \"cave:9x8x5\"]"),
     "line 1, column 20: game 'cave:9x8x5': the number of rows must be a number from 1 "
     "to 8, not '9'"},
    {FILE_OF("[Game \"\"]\n[Result \"*\"]"), "line 1, column 7: game '': no such game"},
    {FILE_OF("[Game \"cave\"]\n[Position \"8/8/8/8/8/8/8/3x4 o\"]\n[Result \"*\"]"),
     "line 2, column 11: position: the brick on D1 floats"},
    {FILE_OF("[Game \"cave\"]\n[Position \"\"]\n[Result \"*\"]"),
     "line 2, column 11: position: row 8 is too short: 0 of 8 cells"},
    {FILE_OF("[Game \"kalah\"]\n[Position \"8/8/8/8/8/8/8/8 x\"]\n[Result \"*\"]"),
     "line 2, column 11: position: player 1 must have 7 numbers"},
    /* comments */
    {FILE_OF(CAVE "1. A1 {good H1 *"),
     "line 4, column 7: the comment's closing brace is missing"},
    {FILE_OF(CAVE "{"), "line 4, column 1: the comment's closing brace is missing"},
    {FILE_OF(CAVE "1. A1 {a} {b}"),
     "line 4, column 11: a second comment in the same place"},
    {FILE_OF(CAVE "{a} 1. {b} A1"),
     "line 4, column 8: a second comment in the same place"},
    {FILE_OF(CAVE "1. A1 {a {b}"),
     "line 4, column 7: text must not have control characters or any of {}"},
    {FILE_OF(CAVE "1. A1 {a\x1b[2J}"),
     "line 4, column 7: text must not have control characters or any of {}"},
    {FILE_OF(CAVE "1. A1 {\xc2\x80}"),
     "line 4, column 7: text must not have control characters or any of {}"},
    {FILE_OF(CAVE "1. A1 }"), "line 4, column 7: move 2: '}' is not a cell"},
    /* what is not text */
    {FILE_OF(""), "the file is empty"},
    {FILE_OF("\0"), "line 1, column 1: the file is not text: not a game file"},
    {FILE_OF(CAVE "1. A1 *\n\0"), "line 5, column 1: the file is not text"},
    {FILE_OF("[Game \"cave\0\"]\n[Result \"*\"]"),
     "line 1, column 12: the file is not text"},
    {FILE_OF(CAVE "1. A1 {\xff} *\n"), "line 4, column 8: the file is not text"},
    {FILE_OF(CAVE "{é\xc3}\n"), "line 4, column 3: the file is not text"},
    {FILE_OF(CAVE "{\xc0\xaf}\n"), "line 4, column 2: the file is not text"},
    {FILE_OF(CAVE "{\xed\xa0\x80}\n"), "line 4, column 2: the file is not text"},
    {FILE_OF(CAVE "{\xf4\x90\x80\x80}\n"), "line 4, column 2: the file is not text"},
    {FILE_OF(CAVE "\xe2\x96"), "line 4, column 1: the file is not text"},
    {FILE_OF("\x7f"
             "ELF\x02\x01\x01"),
     "line 1, column 1: the tag Game is missing: not a game file"},
    /* checks that do not fit */
    {FILE_OF("[Game \"cave\"]\n[Check \"00000000\"]\n[Result \"*\"]\n\n*\n"),
     "line 2, column 1: the file was truncated or changed"},
    {FILE_OF("[Game \"cave\"]\n[Result \"*\"]\n[Check \"\"]"),
     "line 3, column 1: the file was truncated or changed"},
};

static void what_is_wrong_is_refused_with_place_and_reason(void **state)
{
    (void)state;
    struct kept kept;
    keep(&kept);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct error error;
        const char *reason = refused[i].reason;
        assert_refused(&kept, refused[i].bytes, refused[i].count, &error);
        if (strncmp(error.text, reason, strlen(reason)) != 0)
            fail_msg("'%s' instead of '%s'", error.text, reason);
        /* Nobody has to listen. */
        assert_false(
            record_parse(&kept.record, refused[i].bytes, refused[i].count, NULL));
    }
    assert_untouched(&kept);
    let_go(&kept);
}

static void rubbish_is_refused(void **state)
{
    (void)state;
    struct kept kept;
    struct rng rng = rng_seeded(3);
    keep(&kept);
    for (int i = 0; i < 5000; i++) {
        static const char head[] = "[Result \"*\"]", signs[] = " \n[]{}\"\\Game.*1A";
        char bytes[200];
        struct error error;
        size_t count = 1 + rng_below(&rng, sizeof bytes - 1), start = 0;
        if (i % 2 && count > sizeof head) {
            memcpy(bytes, head, sizeof head - 1);
            start = sizeof head - 1;
        }
        for (size_t at = start; at < count; at++)
            bytes[at] = i % 4 < 2 ? (char)rng_below(&rng, 256)
                                  : signs[rng_below(&rng, sizeof signs - 1)];
        assert_refused(&kept, bytes, count, &error);
    }
    assert_untouched(&kept);
    let_go(&kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_cut_at_any_byte_is_refused),
        cmocka_unit_test(a_file_with_any_bit_flipped_is_refused),
        cmocka_unit_test(a_file_with_any_byte_left_out_or_added_is_refused),
        cmocka_unit_test(a_damaged_file_says_how_to_read_it_all_the_same),
        cmocka_unit_test(what_is_wrong_is_refused_with_place_and_reason),
        cmocka_unit_test(rubbish_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
