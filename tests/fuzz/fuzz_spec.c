/* fuzz_spec.c: any text as the name of a game: refused with a reason, or read back from
 * what is written for it. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rules/spec.h"

static bool same(const struct spec *a, const struct spec *b)
{
    return a->kind == b->kind && a->cave.rows == b->cave.rows &&
           a->cave.columns == b->cave.columns && a->cave.line == b->cave.line &&
           a->cave.left_only == b->cave.left_only &&
           a->mancala.holes == b->mancala.holes &&
           a->mancala.stones == b->mancala.stones &&
           a->mancala.stealing == b->mancala.stealing;
}

static bool within_limits(const struct spec *s)
{
    switch (s->kind) {
    case GAME_CAVE:
        return s->cave.rows >= 1 && s->cave.rows <= 8 && s->cave.columns >= 1 &&
               s->cave.columns <= 8 && s->cave.line >= 2 && s->cave.line <= 8;
    case GAME_MANCALA:
        return s->mancala.holes >= 1 && s->mancala.holes <= 12 &&
               s->mancala.stones >= 1 && s->mancala.stones <= 12;
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';

    struct spec spec, again;
    struct error error = {""};
    memset(&spec, 0xa5, sizeof spec);
    again = spec;
    if (spec_parse(text, &spec, &error)) {
        char name[SPEC_NAME_SIZE], second[SPEC_NAME_SIZE];
        spec_format(&spec, name);
        if (!within_limits(&spec) || !memchr(name, '\0', sizeof name) ||
            !spec_parse(name, &again, NULL) || !same(&spec, &again))
            abort();
        spec_format(&again, second);
        if (strcmp(name, second) != 0)
            abort();
    } else if (!error.text[0] || memcmp(&spec, &again, sizeof spec) != 0) {
        abort();
    }
    free(text);
    return 0;
}
