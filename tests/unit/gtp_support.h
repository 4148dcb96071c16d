/* gtp_support.h: conversations in the Go Text Protocol, with a player that only makes the
 * first legal move and notes what it is asked. */
#pragma once

#include "players/player.h"
#include "support.h"

enum {
    NOTED = 8
};

struct player {
    const struct game *game;
    double seconds[NOTED]; /* what it was given for each move */
    uint64_t seed[NOTED];  /* what it was cleared with */
    int choices, clears;
    bool broken;   /* answers without a move */
    double thinks; /* seconds that it takes for a move */
};

/* Sends bytes to a new run; the answers are the caller's to free. */
char *gtp_talk(const char *spec, struct player *player, const char *input,
               size_t count);

/* The answers must be exactly these. */
void gtp_expect_bytes(const char *spec, const char *input, size_t count,
                      const char *expected);
void gtp_expect(const char *spec, const char *input, const char *expected);

/* The answer to the last command must be this one. */
void gtp_expect_last(const char *spec, const char *input, const char *expected);
