/* test_record.c: a game's course, and its file: nothing is lost, nothing broken is
 * read.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/rng.h"
#include "rules/record.h"
#include "support.h"

enum {
    FILE_LIMIT = 1 << 20, /* the largest file that is read */
    FIRST_CAPACITY = 64,  /* moves that a new record has room for */
    NOBODY = 65534,
    NOT_POSSIBLE = 77, /* a child's status when the machine does not let it try */
};

/* Records. */

static void open_record(struct record *record, const char *spec)
{
    assert_true(record_init(record, opened(spec), NULL));
}

static void play(struct record *record, const char *moves)
{
    struct error error = {""};
    if (!record_play_moves(record, moves, &error))
        fail_msg("%s", error.text);
}

static bool play_random(struct rng *rng, struct record *record)
{
    struct moves moves;
    record->game->moves(record->game, &record->now, &moves);
    if (moves.count == 0)
        return false;
    move_t move = moves.move[rng_below(rng, (uint32_t)moves.count)];
    assert_true(record_play(record, move, NULL));
    return true;
}

static void set_start(struct record *record, const char *text)
{
    struct error error = {""};
    struct position position;
    if (!record->game->parse_position(record->game, text, &position, &error) ||
        !record_set_start(record, &position, &error))
        fail_msg("%s: %s", text, error.text);
}

static struct text file_text(const struct record *record)
{
    struct text text = {0};
    record_format(record, &text);
    assert_false(text.failed);
    return text;
}

static void parse(struct record *record, const char *bytes, size_t count)
{
    struct error error = {""};
    if (!record_parse(record, bytes, count, &error))
        fail_msg("%s in:\n%.*s", error.text, (int)count, bytes);
}

static void assert_same_position(const struct record *record, const struct position *a,
                                 const struct position *b)
{
    struct text text_a = position_text(record->game, a);
    struct text text_b = position_text(record->game, b);
    assert_same_text(&text_a, &text_b);
    assert_int_equal(record->game->hash(a), record->game->hash(b));
    text_free(&text_a);
    text_free(&text_b);
}

static void assert_same_words(const char *a, const char *b)
{
    assert_int_equal(!a, !b);
    if (a)
        assert_string_equal(a, b);
}

static void assert_same_record(const struct record *a, const struct record *b)
{
    assert_string_equal(a->game->name, b->game->name);
    for (int i = 0; i < RECORD_TAGS; i++)
        assert_same_words(a->tag[i], b->tag[i]);
    assert_int_equal(a->result, b->result);
    assert_same_position(a, &a->start, &b->start);
    assert_same_position(a, &a->now, &b->now);
    assert_same_words(a->comment, b->comment);
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        assert_int_equal(a->step[i].move, b->step[i].move);
        assert_same_position(a, &a->step[i].before, &b->step[i].before);
        assert_same_words(a->step[i].comment, b->step[i].comment);
    }
}

/* A record together with what it looked like, to show that a failure left it alone. */
struct kept {
    struct record record;
    unsigned char bytes[sizeof(struct record)];
    struct text text;
};

static void keep(struct kept *kept)
{
    open_record(&kept->record, "mancala");
    assert_true(record_set_tag(&kept->record, RECORD_FIRST, "ann", NULL));
    play(&kept->record, "3");
    assert_true(record_set_comment(&kept->record, 0, "again", NULL));
    play(&kept->record, "6");
    assert_true(record_undo(&kept->record));
    memcpy(kept->bytes, &kept->record, sizeof kept->bytes);
    kept->text = file_text(&kept->record);
}

static void assert_untouched(const struct kept *kept)
{
    assert_memory_equal(kept->bytes, &kept->record, sizeof kept->bytes);
    struct text text = file_text(&kept->record);
    assert_same_text(&kept->text, &text);
    text_free(&text);
}

static void let_go(struct kept *kept)
{
    record_free(&kept->record);
    text_free(&kept->text);
}

/* Random records. */

static void random_spec(struct rng *rng, char *name, size_t size)
{
    static const char *const stealing[] = {"steal", "kalah", "nosteal"};
    if (rng_below(rng, 2))
        snprintf(name, size, "cave:%ux%ux%u%s", 1 + rng_below(rng, 8),
                 1 + rng_below(rng, 8), 2 + rng_below(rng, 7),
                 rng_below(rng, 2) ? ":left" : "");
    else
        snprintf(name, size, "mancala:%ux%u:%s", 1 + rng_below(rng, 12),
                 1 + rng_below(rng, 12), stealing[rng_below(rng, 3)]);
}

/* Words with all that has a meaning in the file; braces only where they may stand. */
static const char *random_words(struct rng *rng, bool braces, char *words, size_t size)
{
    static const char *const piece[] = {
        "{",    "}",    "{}",     "\"",  "\\",  "\\\"", "é",       "■",
        "𝄞",    "[",    "]",      "\"]", " ",   "  ",   "1-0",     "1.",
        "*",    "%s",   "%n",     "A1 ", "\\n", "ß",    "[Check ", "/",
        "\\\\", "日本", "\u00a0", ";",   ".",   "....", "ann",     "(a \"b\")"};
    enum {
        PIECES = sizeof piece / sizeof *piece,
        BRACES = 3 /* so many stand at the front */
    };
    words[0] = '\0';
    for (uint32_t count = rng_below(rng, rng_below(rng, 4) ? 6 : 60); count; count--) {
        uint32_t first = braces ? 0 : BRACES;
        const char *next = piece[first + rng_below(rng, PIECES - first)];
        if (strlen(words) + strlen(next) < size)
            strcat(words, next);
    }
    return words;
}

static void random_tags(struct rng *rng, struct record *record)
{
    char words[200];
    for (int i = 0; i < RECORD_TAGS; i++)
        if (rng_below(rng, 2))
            assert_true(record_set_tag(record, (enum record_tag)i,
                                       random_words(rng, true, words, sizeof words),
                                       NULL));
}

/* Another first position: one from the middle of a game, in Mancala with either player
 * to move. */
static void random_start(struct rng *rng, struct record *record)
{
    struct position position = record->start;
    for (uint32_t left = rng_below(rng, 40); left; left--) {
        struct moves moves;
        record->game->moves(record->game, &position, &moves);
        if (moves.count == 0)
            break;
        record->game->play(record->game, &position,
                           moves.move[rng_below(rng, (uint32_t)moves.count)]);
    }
    struct text text = position_text(record->game, &position);
    if (record->game->spec.kind == GAME_MANCALA)
        text.data[text.length - 1] = rng_below(rng, 2) ? '1' : '2';
    set_start(record, text_string(&text));
    text_free(&text);
}

static void random_record(struct rng *rng, struct record *record)
{
    char spec[SPEC_NAME_SIZE], words[200];
    random_spec(rng, spec, sizeof spec);
    open_record(record, spec);
    random_tags(rng, record);
    if (rng_below(rng, 2))
        random_start(rng, record);
    if (rng_below(rng, 2))
        assert_true(record_set_comment(
            record, -1, random_words(rng, false, words, sizeof words), NULL));
    uint32_t most = rng_below(rng, 3) ? 400 : rng_below(rng, 40);
    while (most-- && play_random(rng, record))
        if (rng_below(rng, 4) == 0)
            assert_true(record_set_comment(
                record, record->count - 1,
                random_words(rng, false, words, sizeof words), NULL));
    for (uint32_t undo = rng_below(rng, 4) ? 0 : rng_below(rng, 5); undo; undo--)
        record_undo(record);
    /* A game can end by something else than its rules. */
    if (record->result == RESULT_NONE && record->tag[RECORD_TERMINATION])
        record->result = (enum result)rng_below(rng, 4);
}

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

/* What is refused. */

#define CAVE "[Game \"cave\"]\n[Result \"*\"]\n\n"
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
    {FILE_OF(CAVE "A1 \x01\x7f"), "line 4, column 4: move 2: '?\?' is not a cell"},
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

static void tags_and_comments_that_cannot_be_written_are_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"a\nb",     "\t",         "\x7f", "\x1b[2J",
                                        "\xc2\x9b", "a\xc2\x80 ", "\xff", "\xe2\x96"};
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

/* Files on disk. */

/* A directory of its own for each test. */
struct place {
    char directory[64], path[96];
};

static int make_place(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    if (!place)
        return -1;
    snprintf(place->directory, sizeof place->directory, "/tmp/lodestone-XXXXXX");
    if (!mkdtemp(place->directory)) {
        free(place);
        return -1;
    }
    snprintf(place->path, sizeof place->path, "%s/game.lode", place->directory);
    *state = place;
    return 0;
}

/* Calls `visit` with the name of each file in the directory; returns how many. */
static int visit_files(const char *directory, int (*visit)(const char *path))
{
    int count = 0;
    DIR *dir = opendir(directory);
    assert_non_null(dir);
    for (const struct dirent *entry; (entry = readdir(dir));) {
        char path[512];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        if (visit)
            visit(path);
        count++;
    }
    closedir(dir);
    return count;
}

static int remove_place(void **state)
{
    struct place *place = *state;
    chmod(place->directory, 0700);
    visit_files(place->directory, remove);
    int status = rmdir(place->directory);
    free(place);
    return status;
}

static void assert_not_loaded(const char *path, const char *reason)
{
    struct kept kept;
    struct error error = {""};
    keep(&kept);
    assert_false(record_load(&kept.record, path, &error));
    assert_untouched(&kept);
    let_go(&kept);
    if (!strstr(error.text, path) || !strstr(error.text, reason))
        fail_msg("'%s' does not name %s and '%s'", error.text, path, reason);
}

static void what_was_saved_is_loaded(void **state)
{
    const struct place *place = *state;
    struct rng rng = rng_seeded(7);
    for (int i = 0; i < 20; i++) {
        struct record saved, loaded;
        struct error error = {""};
        random_record(&rng, &saved);
        if (!record_save(&saved, place->path, &error) ||
            !record_load(&loaded, place->path, &error))
            fail_msg("%s", error.text);
        assert_same_record(&saved, &loaded);
        record_free(&saved);
        record_free(&loaded);
        assert_int_equal(visit_files(place->directory, NULL), 1);
    }
}

static void files_that_are_none_are_not_loaded(void **state)
{
    const struct place *place = *state;
    assert_not_loaded(place->path, "No such file");
    assert_not_loaded(place->directory, "is a directory");
    assert_not_loaded("/dev/zero", "neither a file nor a pipe");
    assert_not_loaded("", "cannot open");
    write_file(place->path, "", 0);
    assert_not_loaded(place->path, ": the file is empty");
    write_file(place->path, CAVE "A1 B9", strlen(CAVE "A1 B9"));
    assert_not_loaded(place->path, ": line 4, column 4: move 2: 'B9' is not a cell");
}

static void a_file_of_more_than_a_mebibyte_is_not_loaded(void **state)
{
    const struct place *place = *state;
    struct text text = {0};
    struct record record;
    text_add(&text, CAVE "1. A1 *");
    while (text.length < FILE_LIMIT)
        text_add(&text, "\n");
    write_file(place->path, text_string(&text), text.length);
    assert_true(record_load(&record, place->path, NULL));
    assert_int_equal(record.count, 1);
    record_free(&record);

    text_add(&text, "\n");
    write_file(place->path, text_string(&text), text.length);
    assert_not_loaded(place->path, "is larger than 1048576 bytes");
    text_free(&text);
}

static void a_game_is_loaded_from_a_pipe(void **state)
{
    (void)state;
    static const char file[] = CAVE "1. A1 H1 *\n";
    struct record record;
    struct error error = {""};
    char path[32];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], file, sizeof file - 1), sizeof file - 1);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    bool loaded = record_load(&record, path, &error);
    close(ends[0]);
    if (!loaded)
        fail_msg("%s", error.text);
    assert_int_equal(record.count, 2);
    record_free(&record);
}

/* A record whose file has about this many bytes. */
static void open_large(struct record *record, size_t size)
{
    char *comment = malloc(size + 1);
    assert_non_null(comment);
    memset(comment, 'a', size);
    comment[size] = '\0';
    open_record(record, "cave");
    assert_true(record_set_comment(record, -1, comment, NULL));
    free(comment);
}

static void a_game_too_large_to_be_loaded_is_not_saved(void **state)
{
    const struct place *place = *state;
    struct record record, loaded;
    struct error error = {""};
    open_record(&record, "cave");
    struct text text = file_text(&record);
    size_t rest = FILE_LIMIT - text.length - strlen("{} ");
    text_free(&text);
    record_free(&record);

    open_large(&record, rest + 1);
    assert_false(record_save(&record, place->path, &error));
    assert_non_null(strstr(error.text, "more than 1048576 bytes"));
    assert_int_equal(visit_files(place->directory, NULL), 0);
    record_free(&record);

    /* The line of the comment is full, so that a line feed replaces the blank. */
    open_large(&record, rest);
    assert_true(record_save(&record, place->path, &error));
    assert_true(record_load(&loaded, place->path, &error));
    assert_same_record(&record, &loaded);
    record_free(&record);
    record_free(&loaded);
}

/* Whether saving a game of this size fails for this reason. */
static bool save_fails(const char *path, size_t size, const char *reason)
{
    struct record record;
    struct error error = {""};
    open_large(&record, size);
    bool ok = !record_save(&record, path, &error) && strstr(error.text, path) &&
              strstr(error.text, reason);
    if (!ok)
        print_error("'%s' instead of '%s'\n", error.text, reason);
    record_free(&record);
    return ok;
}

/* Saves a small game and returns the file's text. */
static struct text save_small(const char *path)
{
    struct record record;
    struct error error = {""};
    open_record(&record, "cave");
    struct text text = file_text(&record);
    if (!record_save(&record, path, &error))
        print_error("%s\n", error.text);
    record_free(&record);
    return text;
}

/* The administrator may write everywhere, so the attempt is made as somebody else. */
static bool become_nobody(void)
{
    return geteuid() != 0 || seteuid(NOBODY) == 0;
}

static void become_oneself(void)
{
    assert_int_equal(seteuid(getuid()), 0);
}

static void a_directory_that_is_read_only_is_left_alone(void **state)
{
    const struct place *place = *state;
    struct text old = save_small(place->path);
    assert_int_equal(chmod(place->path, 0666), 0);
    assert_int_equal(chmod(place->directory, 0555), 0);
    bool possible = become_nobody();
    bool ok = possible && save_fails(place->path, 10, strerror(EACCES));
    become_oneself();
    assert_true(ok || !possible);
    assert_file_holds(place->path, text_string(&old), old.length);
    assert_int_equal(visit_files(place->directory, NULL), 1);
    text_free(&old);
    if (!possible) {
        print_message("not tried: the user cannot be changed\n");
        skip();
    }
}

static void a_file_that_is_read_only_is_left_alone(void **state)
{
    const struct place *place = *state;
    struct text old = save_small(place->path);
    assert_int_equal(chmod(place->path, 0444), 0);
    assert_int_equal(chmod(place->directory, 0777), 0);
    bool possible = become_nobody();
    bool ok = possible && save_fails(place->path, 10, strerror(EACCES));
    become_oneself();
    assert_true(ok || !possible);
    assert_file_holds(place->path, text_string(&old), old.length);
    assert_int_equal(visit_files(place->directory, NULL), 1);
    text_free(&old);
    if (!possible) {
        print_message("not tried: the user cannot be changed\n");
        skip();
    }
}

static void a_save_where_no_file_can_be_fails(void **state)
{
    const struct place *place = *state;
    char path[128];
    snprintf(path, sizeof path, "%s/none/game.lode", place->directory);
    assert_true(save_fails(path, 10, strerror(ENOENT)));
    assert_true(save_fails(place->directory, 10, "not a regular file"));
    assert_true(save_fails("/dev/full", 10, "not a regular file"));
    write_file(place->path, "", 0);
    snprintf(path, sizeof path, "%s/game.lode", place->path);
    assert_true(save_fails(path, 10, strerror(ENOTDIR)));
    assert_int_equal(visit_files(place->directory, NULL), 1);
}

static void a_save_that_stops_half_way_keeps_the_old_file(void **state)
{
    const struct place *place = *state;
    struct text old = save_small(place->path);
    struct rlimit before, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 1000;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool ok = save_fails(place->path, 5000, strerror(EFBIG));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    assert_true(ok);
    assert_file_holds(place->path, text_string(&old), old.length);
    assert_int_equal(visit_files(place->directory, NULL), 1);
    text_free(&old);
}

/* Writes one line to a file of the kernel's. */
static bool tell_kernel(const char *path, const char *format, unsigned id)
{
    char line[32];
    int length = snprintf(line, sizeof line, format, id, id);
    int fd = open(path, O_WRONLY);
    bool ok = fd >= 0 && write(fd, line, (size_t)length) == length;
    close(fd);
    return ok;
}

/* Gets this process the right to mount; who is not the administrator becomes one in a
 * world of his own. */
static bool may_mount(void)
{
    unsigned user = geteuid(), group = getegid();
    if (user == 0)
        return unshare(CLONE_NEWNS) == 0;
    return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 &&
           tell_kernel("/proc/self/setgroups", "deny", 0) &&
           tell_kernel("/proc/self/uid_map", "%u %u 1", user) &&
           tell_kernel("/proc/self/gid_map", "%u %u 1", group);
}

/* Runs in a process of its own, so it returns its verdict instead of asserting it. */
static int save_on_a_full_disk(const struct place *place)
{
    if (!may_mount() || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", place->directory, "tmpfs", 0, "size=64k") != 0)
        return NOT_POSSIBLE;
    struct text old = save_small(place->path), found = {0};
    bool ok = save_fails(place->path, 100000, strerror(ENOSPC)) &&
              file_read(place->path, FILE_LIMIT, &found, NULL) &&
              strcmp(text_string(&old), text_string(&found)) == 0 &&
              visit_files(place->directory, NULL) == 1;
    text_free(&old);
    text_free(&found);
    return ok ? 0 : 1;
}

static void a_full_disk_keeps_the_old_file(void **state)
{
    const struct place *place = *state;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(save_on_a_full_disk(place));
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_POSSIBLE) {
        print_message("not tried: no file system can be mounted\n");
        skip();
    }
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

#define DISK_TEST(name) cmocka_unit_test_setup_teardown(name, make_place, remove_place)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_of_moves_is_played_whole_or_not_at_all),
        cmocka_unit_test(a_file_gives_back_the_game_that_was_written),
        cmocka_unit_test(a_file_is_tags_numbered_moves_and_the_result),
        cmocka_unit_test(a_turn_of_several_sowings_has_one_number),
        cmocka_unit_test(lines_of_moves_are_at_most_80_characters_wide),
        cmocka_unit_test(a_file_cut_at_any_byte_is_refused),
        cmocka_unit_test(a_file_with_any_bit_flipped_is_refused),
        cmocka_unit_test(a_file_with_any_byte_left_out_or_added_is_refused),
        cmocka_unit_test(a_damaged_file_says_how_to_read_it_all_the_same),
        cmocka_unit_test(files_written_by_hand_are_read),
        cmocka_unit_test(white_space_in_a_comment_becomes_blanks),
        cmocka_unit_test(a_game_that_ended_otherwise_says_so_in_termination),
        cmocka_unit_test(a_game_can_begin_where_it_ends),
        cmocka_unit_test(a_long_file_is_read_in_one_go),
        cmocka_unit_test(what_is_wrong_is_refused_with_place_and_reason),
        cmocka_unit_test(rubbish_is_refused),
        cmocka_unit_test(tags_and_comments_that_cannot_be_written_are_refused),
        cmocka_unit_test(undo_goes_to_the_start_and_redo_to_the_end),
        cmocka_unit_test(a_new_move_drops_the_moves_taken_back),
        cmocka_unit_test(moves_taken_back_are_not_written),
        cmocka_unit_test(an_illegal_move_changes_nothing),
        cmocka_unit_test(there_is_no_move_after_the_end),
        cmocka_unit_test(a_game_can_be_longer_than_the_room_made_for_it_at_first),
        cmocka_unit_test(the_first_position_is_fixed_by_the_first_move),
        DISK_TEST(what_was_saved_is_loaded),
        DISK_TEST(files_that_are_none_are_not_loaded),
        DISK_TEST(a_file_of_more_than_a_mebibyte_is_not_loaded),
        DISK_TEST(a_game_is_loaded_from_a_pipe),
        DISK_TEST(a_game_too_large_to_be_loaded_is_not_saved),
        DISK_TEST(a_directory_that_is_read_only_is_left_alone),
        DISK_TEST(a_file_that_is_read_only_is_left_alone),
        DISK_TEST(a_save_where_no_file_can_be_fails),
        DISK_TEST(a_save_that_stops_half_way_keeps_the_old_file),
        DISK_TEST(a_full_disk_keeps_the_old_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
