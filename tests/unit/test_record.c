/* test_record.c: a game's course, and the file it is written to and read from. */
#include <stdio.h>
#include <string.h>

#include "record_support.h"

enum {
    FIRST_CAPACITY = 64 /* moves that a new record has room for */
};

static void a_file_gives_back_the_game_that_was_written(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(1);
    int finished = 0, running = 0, second_first = 0, long_games = 0;
    for (int i = 0; i < 2000; i++) {
        struct record written, read;
        random_record(&rng, &written);
        struct text text = file_text(&written);
        parse(&read, text_string(&text), text.length);
        assert_same_record(&written, &read);
        assert_int_equal(read.redoable, 0);
        struct text again = file_text(&read);
        assert_same_text(&text, &again);

        finished += written.result != RESULT_NONE;
        running += written.result == RESULT_NONE;
        long_games += written.count > FIRST_CAPACITY;
        second_first += written.game->spec.kind == GAME_MANCALA && written.count &&
                        written.game->turn(&written.start) == 1;
        text_free(&text);
        text_free(&again);
        record_free(&written);
        record_free(&read);
    }
    /* The games were of all sorts. */
    assert_true(finished > 300 && running > 300 && second_first > 100 &&
                long_games > 100);
}

static void a_file_is_tags_numbered_moves_and_the_result(void **state)
{
    (void)state;
    struct record record;
    open_record(&record, "side-stacker");
    assert_true(record_set_tag(&record, RECORD_FIRST, "ann \"x\" \\ é", NULL));
    assert_true(record_set_tag(&record, RECORD_TIME_LIMIT, "3", NULL));
    assert_true(record_set_comment(&record, -1, "before", NULL));
    play(&record, "a1 G1 A2");
    assert_true(record_set_comment(&record, 1, "after", NULL));
    struct text text = file_text(&record);
    assert_string_equal(text_string(&text), "[Game \"cave:7x7x4\"]\n"
                                            "[First \"ann \\\"x\\\" \\\\ é\"]\n"
                                            "[TimeLimit \"3\"]\n"
                                            "[Check \"30ca9ffd\"]\n"
                                            "[Result \"*\"]\n"
                                            "\n"
                                            "{before} 1. A1 G1 {after} 2. A2 *\n");
    text_free(&text);
    record_free(&record);
}

static void a_turn_of_several_sowings_has_one_number(void **state)
{
    (void)state;
    struct record record;
    open_record(&record, "mancala");
    set_start(&record, "4,4,4,4,4,4,0/4,4,4,4,4,4,0 2");
    play(&record, "10 8 3 6 9 1");
    struct text text = file_text(&record);
    assert_non_null(strstr(text_string(&text), "\n\n1... 10 8 2. 3 6 9 3. 1 *\n"));
    assert_non_null(
        strstr(text_string(&text), "[Position \"4,4,4,4,4,4,0/4,4,4,4,4,4,0 2\"]\n"));
    text_free(&text);
    record_free(&record);
}

/* A comment is one word, so a line that holds more than one never gets wider. */
static void comments_count_with_their_brackets(void **state)
{
    (void)state;
    char comment[80];
    for (int length = 60; length < 80; length++) {
        struct record record;
        open_record(&record, "cave");
        memset(comment, 'a', (size_t)length);
        comment[length] = '\0';
        play(&record, "A1");
        assert_true(record_set_comment(&record, 0, comment, NULL));
        struct text text = file_text(&record);
        const char *line = strstr(text_string(&text), "\n\n");
        assert_non_null(line);
        /* 1. A1 {aaa} */
        const bool fits = strlen("1. A1 {}") + (size_t)length <= 80;
        assert_int_equal(strchr(line + 2, '{')[-1], fits ? ' ' : '\n');
        text_free(&text);
        record_free(&record);
    }
}

static void lines_of_moves_are_at_most_80_characters_wide(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(2);
    size_t widest = 0;
    for (int i = 0; i < 100; i++) {
        struct record record;
        open_record(&record, i % 2 ? "mancala:12x12:steal" : "cave:8x8x8");
        while (play_random(&rng, &record))
            continue;
        struct text text = file_text(&record);
        const char *line = strstr(text_string(&text), "\n\n");
        assert_non_null(line);
        for (line += 2; *line; line += strcspn(line, "\n") + 1) {
            size_t width = strcspn(line, "\n");
            widest = width > widest ? width : widest;
        }
        text_free(&text);
        record_free(&record);
    }
    assert_int_equal(widest, 80);
}

/* Files written by hand. */

static void files_written_by_hand_are_read(void **state)
{
    (void)state;
    static const char wanted[] = "[Game \"cave:8x8x5\"]\n"
                                 "[First \"ann\"]\n"
                                 "[Check \"ccac4ccb\"]\n"
                                 "[Result \"*\"]\n"
                                 "\n"
                                 "1. A1 H1 {good} 2. A2 *\n";
    static const char *const files[] = {
        wanted,
        /* without Check, the long name, the result or the numbers */
        "[Game \"cave\"]\n[First \"ann\"]\n[Result \"*\"]\n\n1. A1 H1 {good} 2. A2 *\n",
        "[Game \"cave\"]\n[First \"ann\"]\n[Result \"*\"]\n\n1. A1 H1 {good} 2. A2\n",
        "[Game \"cave\"]\n[First \"ann\"]\n[Result \"*\"]\n\n1. A1 H1 {good} 2. A2",
        "[Game \"cave\"]\n[First \"ann\"]\n[Result \"*\"]\n\nA1 H1 {good} A2 *\n",
        "[Game \"cave\"]\n[First \"ann\"]\n[Result \"*\"]\n\na1 h1 {good} a2 *\n",
        /* the tags in another order, on one line, apart, and the usual position */
        "[Result \"*\"]\n[First \"ann\"]\n[Game \"cave\"]\n\nA1 H1 {good} A2 *\n",
        "[Result \"*\"] [First \"ann\"][Game   \"cave\"] A1 H1 {good} A2 *\n",
        "\n\n [Result \"*\"]\n\n\t[First \"ann\"]\n\n\n[Game\"cave\"]\nA1 H1 {good} A2",
        "[Game \"cave\"]\n[Position \"8/8/8/8/8/8/8/44 X\"]\n[First \"ann\"]\n"
        "[Result \"*\"]\n\n1. A1 H1 {good} 2. A2 *\n",
        /* line ends of other systems */
        "[Game \"cave\"]\r\n[First \"ann\"]\r\n[Result \"*\"]\r\n\r\n"
        "1. A1 H1 {good}\r\n2. A2 *\r\n",
        "[Game \"cave\"]\r[First \"ann\"]\r[Result \"*\"]\r\r1. A1 H1 {good}\r2. A2 "
        "*\r",
        /* numbers joined to moves and comments to both */
        "[Game \"cave\"]\n[First \"ann\"]\n[Result \"*\"]\n\n1.A1 H1{good}2.A2 *\n",
        "[Game \"cave\"]\n[First \"ann\"]\n[Result \"*\"]\n\n1.A1 1...H1{good}2.A2 *\n",
        /* more space than needed */
        "[Game \"cave\"]\n[First \"ann\"]\n[Result \"*\"]\n\n\n\n 1.\n A1 \t H1\n\n\n"
        "{good}\n  2.  A2  \n*  \n\n\n",
        /* escapes that are not needed */
        "[Game \"c\\ave\"]\n[First \"\\a\\n\\n\"]\n[Result \"\\*\"]\n\nA1 H1 {good} A2",
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct record record;
        parse(&record, files[i], strlen(files[i]));
        struct text text = file_text(&record);
        assert_string_equal(text_string(&text), wanted);
        text_free(&text);
        record_free(&record);
    }
}

static void white_space_in_a_comment_becomes_blanks(void **state)
{
    (void)state;
    static const char file[] =
        "[Game \"cave\"]\n[Result \"*\"]\n\n{on\ttwo\nlines} A1 { } H1 {}";
    struct record record;
    parse(&record, file, strlen(file));
    assert_string_equal(record.comment, "on two lines");
    assert_string_equal(record.step[0].comment, " ");
    assert_string_equal(record.step[1].comment, "");
    record_free(&record);
}

static void a_game_that_ended_otherwise_says_so_in_termination(void **state)
{
    (void)state;
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    for (int i = 0; i < 4; i++) {
        char file[200];
        snprintf(file, sizeof file,
                 "[Game \"kalah\"]\n[Termination \"agreed\"]\n[Result \"%s\"]\n\n"
                 "1. 3 6 %s\n",
                 results[i], results[i]);
        struct record record;
        parse(&record, file, strlen(file));
        assert_string_equal(game_result_text(record.result), results[i]);
        record_free(&record);
    }
}

static void a_game_can_begin_where_it_ends(void **state)
{
    (void)state;
    static const char file[] = "[Game \"mancala:2x1:kalah\"]\n[Result \"0-1\"]\n"
                               "[Position \"0,0,1/0,0,3 1\"]\n";
    struct record record;
    parse(&record, file, strlen(file));
    assert_int_equal(record.result, RESULT_SECOND);
    assert_int_equal(record.count, 0);
    record_free(&record);
}

static void a_long_file_is_read_in_one_go(void **state)
{
    (void)state;
    /* Words without space between them, a comment and blanks of a whole file's size. */
    static const struct {
        const char *before, *filling, *after;
    } forms[] = {
        {"", "1.", ""}, {"", "1...", "\n*"}, {"{", "a b ", "}"}, {"", "\r\n", "*"}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct text text = {0};
        text_add(&text, "[Game \"cave\"]\n[Result \"*\"]\n\n");
        text_add(&text, forms[i].before);
        while (text.length < FILE_LIMIT - 16)
            text_add(&text, forms[i].filling);
        text_add(&text, forms[i].after);
        struct record record;
        parse(&record, text_string(&text), text.length);
        assert_int_equal(record.count, 0);
        record_free(&record);
        text_free(&text);
    }
}

static void tags_and_comments_that_cannot_be_written_are_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"a\nb",    "\t",       "\x7f",
                                        "\x1b[2J", "\xc2\x9b", "a\xc2\x80 ",
                                        "\xff",    "\xe2\x96", "\xc2\x9f"};
    struct kept kept;
    keep(&kept);
    for (size_t i = 0; i < sizeof texts / sizeof *texts + 2; i++) {
        const char *text = i < sizeof texts / sizeof *texts ? texts[i]
                           : i % 2                          ? "a{"
                                                            : "}b";
        struct error error = {""};
        if (i < sizeof texts / sizeof *texts) {
            assert_false(record_set_tag(&kept.record, RECORD_FIRST, text, &error));
            assert_true(error.text[0] != '\0');
        }
        error.text[0] = '\0';
        assert_false(record_set_comment(&kept.record, 0, text, &error));
        assert_true(error.text[0] != '\0');
        assert_false(record_set_comment(&kept.record, -1, text, NULL));
    }
    assert_untouched(&kept);

    /* What looks like them is allowed, and NULL takes a text away. */
    assert_true(record_set_comment(&kept.record, 0, "\u00a0é", NULL));
    assert_string_equal(kept.record.step[0].comment, "\u00a0é");
    assert_true(record_set_comment(&kept.record, 0, NULL, NULL));
    assert_null(kept.record.step[0].comment);
    assert_true(record_set_tag(&kept.record, RECORD_FIRST, NULL, NULL));
    assert_null(kept.record.tag[RECORD_FIRST]);
    let_go(&kept);
}

/* Playing and taking back. */

static void undo_goes_to_the_start_and_redo_to_the_end(void **state)
{
    (void)state;
    static const char *const specs[] = {"cave", "cave:3x3x8", "mancala",
                                        "mancala:12x12:nosteal"};
    struct rng rng = rng_seeded(4);
    for (int i = 0; i < 40; i++) {
        struct record record;
        open_record(&record, specs[i % 4]);
        while (play_random(&rng, &record))
            continue;
        int count = record.count;
        enum result result = record.result;
        assert_true(result != RESULT_NONE);
        assert_true(record_set_comment(&record, count - 1, "the end", NULL));
        struct text text = file_text(&record);

        struct position end = record.now;
        for (int left = count; left > 0; left--) {
            assert_int_equal(record.count, left);
            assert_int_equal(record.redoable, count - left);
            assert_true(record_undo(&record));
            assert_same_position(&record, &record.now, &record.step[left - 1].before);
            assert_int_equal(record.result, RESULT_NONE);
        }
        assert_false(record_undo(&record));
        assert_int_equal(record.count, 0);
        assert_same_position(&record, &record.now, &record.start);

        for (int done = 0; done < count; done++) {
            assert_int_equal(record.result, RESULT_NONE);
            assert_true(record_redo(&record));
            assert_int_equal(record.count, done + 1);
        }
        assert_false(record_redo(&record));
        assert_int_equal(record.redoable, 0);
        assert_int_equal(record.result, result);
        assert_same_position(&record, &record.now, &end);
        struct text again = file_text(&record);
        assert_same_text(&text, &again);
        text_free(&text);
        text_free(&again);
        record_free(&record);
    }
}

static void a_new_move_drops_the_moves_taken_back(void **state)
{
    (void)state;
    struct record record;
    open_record(&record, "cave");
    play(&record, "A1 H1 B1 G1");
    for (int i = 0; i < 4; i++)
        assert_true(record_set_comment(&record, i, "old", NULL));
    for (int i = 0; i < 3; i++)
        assert_true(record_undo(&record));
    play(&record, "H8");
    assert_int_equal(record.count, 2);
    assert_int_equal(record.redoable, 0);
    assert_null(record.step[1].comment);
    assert_false(record_redo(&record));
    struct text text = file_text(&record);
    assert_non_null(strstr(text_string(&text), "\n\n1. A1 {old} H8 *\n"));
    text_free(&text);
    record_free(&record);
}

static void moves_taken_back_are_not_written(void **state)
{
    (void)state;
    struct record record;
    open_record(&record, "cave:2x2x2");
    play(&record, "A1 A2 B1");
    assert_int_equal(record.result, RESULT_FIRST);
    assert_true(record_undo(&record));
    struct text text = file_text(&record);
    assert_non_null(strstr(text_string(&text), "[Result \"*\"]\n\n1. A1 A2 *\n"));
    text_free(&text);
    record_free(&record);
}

static void an_illegal_move_changes_nothing(void **state)
{
    (void)state;
    static const char *const specs[] = {"cave:4x5x3", "mancala:4x3:steal"};
    struct rng rng = rng_seeded(5);
    for (int i = 0; i < 50; i++) {
        struct record record;
        open_record(&record, specs[i % 2]);
        for (uint32_t left = rng_below(&rng, 12); left; left--)
            play_random(&rng, &record);
        if (record.count > 1)
            record_undo(&record);
        unsigned char bytes[sizeof record];
        memcpy(bytes, &record, sizeof record);
        for (int move = 0; move < 256; move++) {
            struct error error = {""};
            if (game_is_legal(record.game, &record.now, (move_t)move))
                continue;
            assert_false(record_play(&record, (move_t)move, &error));
            assert_true(error.text[0] != '\0');
            assert_memory_equal(bytes, &record, sizeof record);
        }
        record_free(&record);
    }
}

static void there_is_no_move_after_the_end(void **state)
{
    (void)state;
    struct record record;
    open_record(&record, "cave:2x2x2");
    play(&record, "A1 A2 B1");
    for (int move = 0; move < 256; move++)
        assert_false(record_play(&record, (move_t)move, NULL));
    assert_int_equal(record.count, 3);
    record_free(&record);
}

static void a_game_can_be_longer_than_the_room_made_for_it_at_first(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(6);
    struct record record, read;
    open_record(&record, "mancala:12x12:nosteal");
    while (play_random(&rng, &record))
        assert_true(record_set_comment(&record, record.count - 1, "on", NULL));
    assert_true(record.count > 2 * FIRST_CAPACITY);
    /* Back to just before the room ran out, and once more over that edge. */
    while (record.count > FIRST_CAPACITY - 1)
        assert_true(record_undo(&record));
    while (play_random(&rng, &record))
        continue;
    assert_true(record.count > 2 * FIRST_CAPACITY);
    struct text text = file_text(&record);
    parse(&read, text_string(&text), text.length);
    assert_same_record(&record, &read);
    text_free(&text);
    record_free(&record);
    record_free(&read);
}

static void the_first_position_is_fixed_by_the_first_move(void **state)
{
    (void)state;
    struct record record;
    open_record(&record, "mancala");
    set_start(&record, "0,0,0,0,0,1,23/4,4,4,4,4,4,0 1");
    struct position position = record.start;
    play(&record, "6");
    assert_int_equal(record.result, RESULT_TIE);
    assert_false(record_set_start(&record, &position, NULL));
    assert_true(record_undo(&record));
    assert_false(record_set_start(&record, &position, NULL));
    assert_true(record_redo(&record));
    assert_int_equal(record.result, RESULT_TIE);
    record_free(&record);
}

static void a_list_of_moves_is_played_whole_or_not_at_all(void **state)
{
    (void)state;
    struct record record;
    struct error error = {""};
    open_record(&record, "cave");
    play(&record, "A1, H1, B1");
    assert_int_equal(record.count, 3);
    assert_true(record_undo(&record));
    assert_false(record_play_moves(&record, "A2 H2 A2", &error));
    assert_string_equal(error.text, "move 3: A2 is already filled");
    assert_int_equal(record.count, 2);
    assert_int_equal(record.redoable, 1);
    assert_true(record_play_moves(&record, " , ", &error));
    assert_int_equal(record.redoable, 1);
    assert_true(record_play_moves(&record, "A2 H2", &error));
    assert_int_equal(record.count, 4);
    assert_int_equal(record.redoable, 0);
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_of_moves_is_played_whole_or_not_at_all),
        cmocka_unit_test(a_file_gives_back_the_game_that_was_written),
        cmocka_unit_test(a_file_is_tags_numbered_moves_and_the_result),
        cmocka_unit_test(a_turn_of_several_sowings_has_one_number),
        cmocka_unit_test(comments_count_with_their_brackets),
        cmocka_unit_test(lines_of_moves_are_at_most_80_characters_wide),
        cmocka_unit_test(files_written_by_hand_are_read),
        cmocka_unit_test(white_space_in_a_comment_becomes_blanks),
        cmocka_unit_test(a_game_that_ended_otherwise_says_so_in_termination),
        cmocka_unit_test(a_game_can_begin_where_it_ends),
        cmocka_unit_test(a_long_file_is_read_in_one_go),
        cmocka_unit_test(tags_and_comments_that_cannot_be_written_are_refused),
        cmocka_unit_test(undo_goes_to_the_start_and_redo_to_the_end),
        cmocka_unit_test(a_new_move_drops_the_moves_taken_back),
        cmocka_unit_test(moves_taken_back_are_not_written),
        cmocka_unit_test(an_illegal_move_changes_nothing),
        cmocka_unit_test(there_is_no_move_after_the_end),
        cmocka_unit_test(a_game_can_be_longer_than_the_room_made_for_it_at_first),
        cmocka_unit_test(the_first_position_is_fixed_by_the_first_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
