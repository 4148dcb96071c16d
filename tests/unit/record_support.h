/* record_support.h: records for the tests. Each function fails the running test when
 * something goes wrong. */
#pragma once

#include "base/rng.h"
#include "rules/record.h"
#include "support.h"

enum {
    FILE_LIMIT = 1 << 20 /* the largest file that is read */
};

/* The head of a file that a game of Cave can follow. */
#define CAVE "[Game \"cave\"]\n[Result \"*\"]\n\n"

void open_record(struct record *record, const char *spec);
void play(struct record *record, const char *moves);
void set_start(struct record *record, const char *text);

/* False when the game is over. */
bool play_random(struct rng *rng, struct record *record);

/* A game of any size, under way or over, with words wherever words can be. */
void random_record(struct rng *rng, struct record *record);

/* What the file of a record holds; the caller frees it. */
struct text file_text(const struct record *record);
void parse(struct record *record, const char *bytes, size_t count);

void assert_same_position(const struct record *record, const struct position *a,
                          const struct position *b);
void assert_same_record(const struct record *a, const struct record *b);

/* A record together with what it looked like, to show that a failure left it alone. */
struct kept {
    struct record record;
    unsigned char bytes[sizeof(struct record)];
    struct text text;
};

void keep(struct kept *kept);
void assert_untouched(const struct kept *kept);
void let_go(struct kept *kept);
