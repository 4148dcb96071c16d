/* game.h: struct game is how everything outside the search's inner loop sees a game. To
 * add a game, add its kind to enum game_kind: the compiler lists the switches that need
 * it, and its bind function fills in the struct. A position is a plain value: to undo a
 * move, keep a copy from before it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "rules/cave/cave.h"
#include "rules/mancala/mancala.h"
#include "rules/spec.h"

/* In the cave a cell (8 * row + column), in Mancala the hole's printed number. */
typedef uint8_t move_t;

enum {
    MOVE_NONE = 255,
    MOVE_TEXT_SIZE = 4, /* "H8", "25" and the NUL */
    GAME_MAX_MOVES = 16,
};

struct position {
    union {
        struct cave cave;
        struct mancala_position mancala;
    };
};

struct moves {
    int count;
    move_t move[GAME_MAX_MOVES];
};

enum result {
    RESULT_NONE,
    RESULT_FIRST,
    RESULT_SECOND,
    RESULT_TIE
};

/* How a game ended by its own rules. */
enum ending {
    ENDING_NONE,
    ENDING_LINE,
    ENDING_FULL,
    ENDING_STONES
};

struct outcome {
    enum result result;
    enum ending ending;
    uint64_t line; /* cave: the cells of the winning lines */
    int store[2];  /* mancala: the stores of player 1 and 2 */
};

/* How to draw a board. */
struct drawing {
    bool ascii;  /* X, O and plain frames instead of ■, □ and lines */
    bool colour; /* escape codes for a terminal */
    bool legal;  /* mark the legal moves */
    move_t last; /* mark this move, or MOVE_NONE */
};

struct game {
    struct spec spec;
    char name[SPEC_NAME_SIZE]; /* the spec in its long form */

    const char *title;        /* "Magnetic Cave", to be translated with _() */
    const char *stem;         /* "cave": begins the names of files; the kind in JSON */
    const char *example_move; /* "A1", for messages */
    /* Whether it counts by how much one wins. If so, the value of a position is the
     * final margin; if not, it is a win, a draw or a loss, and in how many plies. */
    bool has_margin;
    bool has_extra_turns; /* a move may leave the turn with the player who made it */
    int clear_score;      /* from this evaluation on, a side is clearly ahead */

    /* What to call a player in a sentence ("■", "player 1"), and where there is room
     * for one character only ("■", "1"). */
    const char *(*side_name)(int player, bool ascii);
    const char *(*side_sign)(int player, bool ascii);

    void (*start)(const struct game *game, struct position *position);
    /* Who is to move: 0 the first player, 1 the second. */
    int (*turn)(const struct position *position);
    /* The legal moves in rising order; none when the game is over. */
    void (*moves)(const struct game *game, const struct position *position,
                  struct moves *moves);
    /* The move must be legal. */
    void (*play)(const struct game *game, struct position *position, move_t move);
    struct outcome (*outcome)(const struct game *game, const struct position *position);
    uint64_t (*hash)(const struct position *position);
    /* See cave_perft. */
    uint64_t (*perft)(const struct game *game, const struct position *position,
                      int depth, uint64_t *ended);

    /* Read a position or a move. What is impossible is refused with the reason and the
     * place, and the result is left as it was. */
    bool (*parse_position)(const struct game *game, const char *text,
                           struct position *position, struct error *error);
    bool (*parse_move)(const struct game *game, const struct position *position,
                       const char *text, move_t *move, struct error *error);
    /* Whether a text has the form of a move, whatever the board. */
    bool (*looks_like_move)(const char *text);
    void (*format_position)(const struct game *game, const struct position *position,
                            struct text *text);
    void (*format_move)(move_t move, char text[MOVE_TEXT_SIZE]);
    void (*draw)(const struct game *game, const struct position *position,
                 const struct drawing *drawing, struct text *text);
    /* Why the game ended, in words: "■ wins: A1 A2 A3 A4 A5", "player 1 wins 30 to 18",
     * "the board is full". */
    void (*describe)(const struct game *game, const struct outcome *outcome, bool ascii,
                     struct text *text);

    union {
        struct cave_board cave;
        struct mancala_board mancala;
    } board;
};

/* Opens the game of a spec; NULL with a reason when the spec is wrong. */
struct game *game_open(const char *spec, struct error *error);
void game_close(struct game *game);

/* Whether the move is legal in the position. */
bool game_is_legal(const struct game *game, const struct position *position,
                   move_t move);

/* Whether two positions of a game are the same. Comparing their bytes would not do: the
 * gaps between the fields may hold anything. */
bool game_same_position(const struct game *game, const struct position *a,
                        const struct position *b);

/* "line", "full" or "stones", as in results and in JSON; "" while it is not over. */
const char *game_ending_name(enum ending ending);
/* "1-0", "0-1", "1/2-1/2" or "*". */
const char *game_result_text(enum result result);

/* A list of moves separated by white space or commas, read one by one. */
struct move_reader {
    const char *rest;
    int count; /* moves read so far */
};

/* Reads the next move of the list, which must be legal in the position; MOVE_NONE at
 * the end of the list. False with a reason that begins with the move's number. */
bool game_next_move(const struct game *game, const struct position *position,
                    struct move_reader *reader, move_t *move, struct error *error);

/* Plays a list of moves; stops at the first that is refused and leaves the position as
 * it was. */
bool game_play_moves(const struct game *game, struct position *position,
                     const char *moves, struct error *error);
