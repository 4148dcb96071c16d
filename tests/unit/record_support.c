/* record_support.c: records for the tests: opened, played, made at random, compared. */
#include "record_support.h"

#include <stdio.h>
#include <string.h>

void open_record(struct record *record, const char *spec)
{
    assert_true(record_init(record, opened(spec), NULL));
}

void play(struct record *record, const char *moves)
{
    struct error error = {""};
    if (!record_play_moves(record, moves, &error))
        fail_msg("%s", error.text);
}

bool play_random(struct rng *rng, struct record *record)
{
    struct moves moves;
    record->game->moves(record->game, &record->now, &moves);
    if (moves.count == 0)
        return false;
    move_t move = moves.move[rng_below(rng, (uint32_t)moves.count)];
    assert_true(record_play(record, move, NULL));
    return true;
}

void set_start(struct record *record, const char *text)
{
    struct error error = {""};
    struct position position;
    if (!record->game->parse_position(record->game, text, &position, &error) ||
        !record_set_start(record, &position, &error))
        fail_msg("%s: %s", text, error.text);
}

struct text file_text(const struct record *record)
{
    struct text text = {0};
    record_format(record, &text);
    assert_false(text.failed);
    return text;
}

void parse(struct record *record, const char *bytes, size_t count)
{
    struct error error = {""};
    if (!record_parse(record, bytes, count, &error))
        fail_msg("%s in:\n%.*s", error.text, (int)count, bytes);
}

void assert_same_position(const struct record *record, const struct position *a,
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

void assert_same_record(const struct record *a, const struct record *b)
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

void keep(struct kept *kept)
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

void assert_untouched(const struct kept *kept)
{
    assert_memory_equal(kept->bytes, &kept->record, sizeof kept->bytes);
    struct text text = file_text(&kept->record);
    assert_same_text(&kept->text, &text);
    text_free(&text);
}

void let_go(struct kept *kept)
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

void random_record(struct rng *rng, struct record *record)
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
