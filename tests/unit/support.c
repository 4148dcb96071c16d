/* support.c: opening games, playing moves, and files that tests make and damage. */
#include "support.h"

#include <stdio.h>
#include <unistd.h>

#include "base/file.h"

struct game *opened(const char *spec)
{
    struct error error;
    struct game *game = game_open(spec, &error);
    if (!game)
        fail_msg("%s", error.text);
    return game;
}

struct position after(const struct game *game, const char *from, const char *moves)
{
    struct position position;
    struct error error;
    game->start(game, &position);
    if ((from && !game->parse_position(game, from, &position, &error)) ||
        !game_play_moves(game, &position, moves, &error))
        fail_msg("%s", error.text);
    return position;
}

struct position after_random(const struct game *game, int plies, struct rng *rng)
{
    struct position position;
    game->start(game, &position);
    for (int ply = 0; ply < plies; ply++) {
        struct moves moves;
        struct position next = position;
        game->moves(game, &position, &moves);
        game->play(game, &next, moves.move[rng_below(rng, (uint32_t)moves.count)]);
        game->moves(game, &next, &moves);
        if (moves.count == 0)
            break;
        position = next;
    }
    return position;
}

struct text position_text(const struct game *game, const struct position *position)
{
    struct text text = {0};
    game->format_position(game, position, &text);
    assert_false(text.failed);
    return text;
}

void assert_same_text(const struct text *a, const struct text *b)
{
    assert_string_equal(text_string(a), text_string(b));
    assert_int_equal(a->length, b->length);
}

void write_file(const char *path, const char *bytes, size_t count)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

void overwrite_byte(const char *path, long at, char byte)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    assert_int_equal(fputc(byte, file), (unsigned char)byte);
    assert_int_equal(fclose(file), 0);
}

bool become_nobody(void)
{
    enum {
        NOBODY = 65534
    };
    return geteuid() != 0 || seteuid(NOBODY) == 0;
}

void become_oneself(void)
{
    assert_int_equal(seteuid(getuid()), 0);
}

void assert_file_holds(const char *path, const char *bytes, size_t count)
{
    struct text text = {0};
    struct error error;
    if (!file_read(path, count + 1, &text, &error))
        fail_msg("%s", error.text);
    assert_int_equal(text.length, count);
    assert_memory_equal(text_string(&text), bytes, count);
    text_free(&text);
}
