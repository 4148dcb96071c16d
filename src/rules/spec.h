/* spec.h: a spec names a game and its size: "cave:8x8x5:left", "mancala:6x4:kalah". */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "rules/mancala/mancala.h"

enum game_kind {
    GAME_CAVE,
    GAME_MANCALA
};

/* How many kinds there are: the last one and one more. Not in the enum, so that a
 * switch without a default lists the kinds alone. */
enum {
    GAME_KINDS = GAME_MANCALA + 1
};

struct spec {
    enum game_kind kind;
    struct {
        int rows, columns, line;
        bool left_only;
    } cave;
    struct {
        int holes, stones;
        enum mancala_stealing stealing;
    } mancala;
};

enum {
    SPEC_NAME_SIZE = 24
};

/* Reads a spec or one of the short names, in upper or lower case; says what is wrong
 * and what is allowed. */
bool spec_parse(const char *text, struct spec *spec, struct error *error);

/* The short name of a kind's standard game. */
const char *spec_usual(enum game_kind kind);

/* Writes the long form, which spec_parse reads back. */
void spec_format(const struct spec *spec, char name[SPEC_NAME_SIZE]);
