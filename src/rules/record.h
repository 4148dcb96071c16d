/* record.h: a game from its first position to where it stands, and its file (.lode).
 *
 * A file is tags in square brackets, an empty line, numbered moves and the result:
 *
 *     [Game "cave:8x8x5"]
 *     [First "ann"]
 *     [Second "master"]
 *     [Date "2026.11.15"]
 *     [Check "5f0c1a9e"]
 *     [Result "1-0"]
 *
 *     1. A1 H1 2. A2 {a comment} H2 3. A3 H3 4. A4 H4 5. A5 1-0
 *
 * A number is written before each turn of the first player; in Mancala a turn can have
 * several moves. Check is the CRC-32 of the file without its own line: with it, a file
 * that was cut or changed anywhere is refused. Files written by hand can omit it, and
 * also the result at the end. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"
#include "rules/game.h"

/* The tags whose values are free text. */
enum record_tag {
    RECORD_FIRST,
    RECORD_SECOND,
    RECORD_DATE,
    RECORD_TIME_LIMIT,
    RECORD_TERMINATION, /* why the game ended, if not by its own rules */
    RECORD_TAGS,
};

/* As they are written in a file: "First". */
extern const char *const record_tag_names[RECORD_TAGS];

struct record_step {
    struct position before;
    move_t move;
    int ms;        /* the time it took, -1 when not known; not in files */
    char *comment; /* after the move, or NULL */
};

struct record {
    struct game *game; /* owned */
    char *tag[RECORD_TAGS];
    enum result result; /* as the tag says; updated by play and undo */
    struct position start, now;
    char *comment; /* before the first move, or NULL */
    struct record_step *step;
    int count;    /* moves played */
    int redoable; /* moves after those, undone and not yet replaced */
    int capacity;
};

/* Starts a new game; takes ownership of `game`, even on failure. */
bool record_init(struct record *record, struct game *game, struct error *error);
void record_free(struct record *record);

/* Sets a tag or a comment (step -1: before the first move); NULL removes it. Control
 * characters, bad UTF-8 and, in a comment, braces are refused. */
bool record_set_tag(struct record *record, enum record_tag tag, const char *value,
                    struct error *error);
bool record_set_comment(struct record *record, int step, const char *value,
                        struct error *error);

/* Starts from another position; only before the first move. */
bool record_set_start(struct record *record, const struct position *position,
                      struct error *error);

/* Plays a legal move; moves that could be redone are dropped. */
bool record_play(struct record *record, move_t move, struct error *error);
/* Plays a list of moves (see game_play_moves), all of them or none. */
bool record_play_moves(struct record *record, const char *moves, struct error *error);
bool record_undo(struct record *record);
bool record_redo(struct record *record);

/* The file's text. */
void record_format(const struct record *record, struct text *text);

/* Reads a file's text; says what is wrong and in which line and column. */
bool record_parse(struct record *record, const char *bytes, size_t count,
                  struct error *error);

bool record_load(struct record *record, const char *path, struct error *error);
bool record_save(const struct record *record, const char *path, struct error *error);
