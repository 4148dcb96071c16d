/* kgp_text.h: the lines of the Kalah Game Protocol,
 *
 *     [id][@ref] command argument...
 *
 * and its boards, <size,south,north,south pits...,north pits...>. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "rules/game.h"

enum {
    KGP_LINE_BYTES = 16384, /* the longest line */
    KGP_ARGUMENTS = 8,      /* further ones are refused */
    KGP_STONES = 9999,      /* the most in a pit; those of our games are far fewer */
};

/* Index 0 is South, the side to move, index 1 North. */
struct kgp_board {
    int pits;
    int store[2];
    int pit[2][MANCALA_HOLES];
};

enum kgp_kind {
    KGP_INTEGER,
    KGP_REAL,
    KGP_WORD,
    KGP_STRING,
    KGP_BOARD,
};

struct kgp_argument {
    enum kgp_kind kind;
    double number;    /* an integer or a real */
    const char *text; /* a word, or a string without its quotes and backslashes */
    struct kgp_board board;
};

struct kgp_line {
    uint64_t id, ref; /* 0 when there is none */
    const char *command;
    int arguments;
    struct kgp_argument argument[KGP_ARGUMENTS];
};

/* Parses a line; the strings point into `text`, which is changed and must have a NUL
 * after `length` bytes. False with a reason when it is malformed. */
bool kgp_parse(char *text, size_t length, struct kgp_line *line, struct error *error);

/* Whether there are exactly these arguments: i integer, s word or string, b board. */
bool kgp_takes(const struct kgp_line *line, const char *kinds);

void kgp_add_board(struct text *text, const struct kgp_board *board);
/* In quotes, with backslashes where they are needed. */
void kgp_add_string(struct text *text, const char *string);

/* The position as its player to move sees it. */
void kgp_board_from(struct kgp_board *board, const struct game *game,
                    const struct position *position);

/* The board after a move, seen from the player who made it; returns whether that player
 * moves again. */
bool kgp_board_after(struct kgp_board *board, const struct game *game,
                     const struct position *position, move_t move);

bool kgp_board_same(const struct kgp_board *a, const struct kgp_board *b);

/* The game in which a board can occur. The numbers of stones need not agree: missing or
 * surplus stones are assumed to be in the stores, half in each, since only the
 * difference counts. False if the board is still too large. */
bool kgp_board_spec(const struct kgp_board *board, enum mancala_stealing stealing,
                    struct spec *spec, struct error *error);

/* The board as a position of that game, South being its player 1: what counts, the
 * difference of the stores, is the board's (or one off, for an odd number of stones). A
 * game that is over already is refused. */
bool kgp_board_position(const struct kgp_board *board, const struct game *game,
                        struct position *position, struct error *error);
