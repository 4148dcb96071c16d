/* gtp_support.c: the player and the clock of the GTP tests. They take the places of those
 * in the search and base rooms; time goes by only while the player thinks. */
#include "gtp_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "protocol/gtp.h"

static int64_t now;

int64_t clock_now(void)
{
    return now;
}

void player_clear(struct player *player, uint64_t seed)
{
    assert_true(player->clears < NOTED);
    player->seed[player->clears++] = seed;
}

void player_choose(struct player *player, const struct position *position,
                   const struct limits *limits, engine_progress *progress,
                   void *context, struct search_result *verdict)
{
    (void)progress, (void)context;
    struct moves moves;
    player->game->moves(player->game, position, &moves);
    player->seconds[player->choices++ % NOTED] = limits->seconds;
    *verdict =
        (struct search_result){.move = player->broken ? MOVE_NONE : moves.move[0]};
    now += clock_from_seconds(player->thinks);
}

char *gtp_talk(const char *spec, struct player *player, const char *input, size_t count)
{
    const struct gtp_options options = {.move_time = 3, .seed = 100};
    struct game *game = opened(spec);
    player->game = game;
    char *answers = NULL;
    size_t size;
    FILE *in = fmemopen((void *)(uintptr_t)input, count, "r");
    FILE *out = open_memstream(&answers, &size);
    assert_non_null(in);
    assert_non_null(out);
    assert_int_equal(gtp_run(game, player, &options, in, out), 0);
    fclose(in);
    fclose(out);
    game_close(game);
    return answers;
}

void gtp_expect_bytes(const char *spec, const char *input, size_t count,
                      const char *expected)
{
    struct player player = {0};
    char *answers = gtp_talk(spec, &player, input, count);
    assert_string_equal(answers, expected);
    free(answers);
}

void gtp_expect(const char *spec, const char *input, const char *expected)
{
    gtp_expect_bytes(spec, input, strlen(input), expected);
}

void gtp_expect_last(const char *spec, const char *input, const char *expected)
{
    struct player player = {0};
    char *answers = gtp_talk(spec, &player, input, strlen(input));
    size_t length = strlen(answers), tail = strlen(expected);
    assert_true(length >= tail);
    assert_string_equal(answers + length - tail, expected);
    free(answers);
}
