/* heuristic.h: evaluations that a person can write down and check by hand.
 *
 *     windows:W1,W2,W3,W4      cave: points for each window with 1, 2, 3, 4 own bricks and
 *                              none of the opponent. A window is K cells in a line, K being
 *                              the length that wins; further weights are left out.
 *         /V1,V2,V3,V4         other points for the opponent's windows
 *         ,mixed               windows with bricks of both count, too
 *         ,owned=N             N more for each window with own bricks alone
 *         ,five=N              a complete line is worth N and nothing else counts
 *                              (1000000); five=+N: it counts N along with the rest
 *     stones:store=N,...       Mancala: points for each stone in the store; side: in the
 *                              holes; near: in the hole before the store; moves: for each
 *                              hole with stones; extra: for each move that ends in the
 *                              store; capture: for each stone that the best capture wins;
 *                              turn: for being to move
 *
 * The named ones are such strings: squares, groups, powers and lines for the cave, stores
 * and learned for Mancala. Only learned in the cave is not: it is the evaluation of the
 * engine, with its tables of patterns.
 *
 * "Own" is the side for which one searches: the player to move at the root. */
#pragma once

#include "rules/game.h"

enum {
    HEURISTIC_TEXT_SIZE = 128,
    HEURISTIC_MAX_LINE = 8,
};

enum heuristic_kind {
    HEURISTIC_WINDOWS,
    HEURISTIC_STONES,
    HEURISTIC_PATTERNS,
};

/* What a weight of stones: is for; the stores first, then the features of the
 * engine. */
enum heuristic_stone {
    STONE_STORE,
    STONE_SIDE,
    STONE_NEAR,
    STONE_MOVES,
    STONE_EXTRA,
    STONE_CAPTURE,
    STONE_TURN,
    STONE_KINDS,
};

struct heuristic {
    enum heuristic_kind kind;
    char name[HEURISTIC_TEXT_SIZE]; /* as it was given */
    char text[HEURISTIC_TEXT_SIZE]; /* as weights; "learned" if it has none */
    /* Windows: by whose they are (0: own, 1: the opponent's) and by the bricks. */
    double window[2][HEURISTIC_MAX_LINE + 1];
    double owned;
    double five;
    bool five_adds; /* to the rest, instead of replacing it */
    bool mixed;
    double stone[STONE_KINDS];
};

/* Reads a heuristic for this game. False with a reason that says what is wrong with it
 * and what would be right. */
bool heuristic_parse(struct heuristic *heuristic, const struct game *game,
                     const char *text, struct error *error);

/* The value of a position, seen from the first player, with the weights of player
 * `own`. It is finite. */
double heuristic_evaluate(const struct heuristic *heuristic, const struct game *game,
                          const struct position *position, int own);

/* The names of the heuristics of a game, the last one NULL. */
const char *const *heuristic_names(const struct game *game);

/* "stores", "side" ...: the word for a weight of stones:. */
const char *heuristic_stone_name(enum heuristic_stone kind);

/* Counts what the weights of stones: are for: of player `player` in a position. */
void heuristic_count_stones(const struct game *game, const struct position *position,
                            int player, int count[STONE_KINDS]);

/* Writes a number as short as it can be written: "3", "-0.5". */
void heuristic_add_number(struct text *text, double number);
