/* spec.c: reading and writing the names of games. */
#include "rules/spec.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/i18n.h"
#include "base/text.h"

static const struct {
    const char *name, *spec;
} short_names[] = {
    {"cave", "cave:8x8x5"},
    {"side-stacker", "cave:7x7x4"},
    {"connect-four", "cave:7x6x4:left"},
    {"connect4", "cave:7x6x4:left"},
    {"mancala", "mancala:6x4:steal"},
    {"kalah", "mancala:6x4:kalah"},
};

/* One number of a size such as 8x8x5: what it counts, and its limits. */
struct part {
    const char *name;
    int least, most;
    int *value;
};

/* Reads "AxBxC" up to ':' or the end; returns what follows, NULL on error. */
static const char *parse_size(const char *text, const struct part *parts, int count,
                              const char *form, struct error *error)
{
    for (int i = 0; i < count; i++) {
        size_t length = strspn(text, "0123456789");
        uint64_t number;
        if (!text_number(text, length, 1000000, &number) ||
            number < (uint64_t)parts[i].least || number > (uint64_t)parts[i].most) {
            char quoted[32];
            text_quotable(text, strcspn(text, "xX:"), quoted, sizeof quoted);
            error_set(error, _("%s must be a number from %d to %d, not '%s'"),
                      _(parts[i].name), parts[i].least, parts[i].most, quoted);
            return NULL;
        }
        *parts[i].value = (int)number;
        text += length;
        if (i + 1 < count && tolower((unsigned char)*text++) != 'x') {
            error_set(error, _("the size must have the form %s"), form);
            return NULL;
        }
    }
    if (*text && *text != ':') {
        error_set(error, _("the size must have the form %s"), form);
        return NULL;
    }
    return text;
}

static bool parse_cave(const char *text, struct spec *spec, struct error *error)
{
    spec->kind = GAME_CAVE;
    struct part parts[] = {
        {N_("the number of rows"), 1, 8, &spec->cave.rows},
        {N_("the number of columns"), 1, 8, &spec->cave.columns},
        {N_("the length of a line"), 2, 8, &spec->cave.line},
    };
    text = parse_size(text, parts, 3, "ROWSxCOLUMNSxLINE", error);
    if (!text)
        return false;
    spec->cave.left_only = strcasecmp(text, ":left") == 0;
    if (*text && !spec->cave.left_only)
        return error_set(error, _("after the size only ':left' is allowed"));
    return true;
}

static bool parse_mancala(const char *text, struct spec *spec, struct error *error)
{
    spec->kind = GAME_MANCALA;
    struct part parts[] = {
        {N_("the number of holes"), 1, MANCALA_HOLES, &spec->mancala.holes},
        {N_("the number of stones"), 1, MANCALA_HOLES, &spec->mancala.stones},
    };
    text = parse_size(text, parts, 2, "HOLESxSTONES", error);
    if (!text)
        return false;
    if (!*text) {
        spec->mancala.stealing = MANCALA_STEAL;
        return true;
    }
    return mancala_find_stealing(text + 1, &spec->mancala.stealing) ||
           error_set(error, _("after the size only ':steal', ':kalah' or ':nosteal' is "
                              "allowed"));
}

/* A name that no game has; perhaps one was mistyped. */
static bool refuse_name(const char *text, struct error *error)
{
    char name[32], rest[64], meant[160] = "";
    size_t length = strcspn(text, ":");
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    text_quotable(text + length, strlen(text + length), rest, sizeof rest);
    for (size_t i = 0; i < sizeof short_names / sizeof *short_names; i++)
        if (text_is_typo(name, short_names[i].name))
            snprintf(meant, sizeof meant, _("did you mean '%s%s'? "),
                     short_names[i].name, rest);
    return error_set(error,
                     _("no such game; %sthe games are cave, cave:RxCxK, "
                       "cave:RxCxK:left, side-stacker, connect-four, mancala, "
                       "mancala:HxS:steal, mancala:HxS:kalah, mancala:HxS:nosteal, "
                       "kalah"),
                     meant);
}

bool spec_parse(const char *text, struct spec *spec, struct error *error)
{
    const char *full = text;
    for (size_t i = 0; i < sizeof short_names / sizeof *short_names; i++)
        if (strcasecmp(text, short_names[i].name) == 0)
            full = short_names[i].spec;
    struct spec parsed = {0};
    bool ok;
    if (strncasecmp(full, "cave:", 5) == 0)
        ok = parse_cave(full + 5, &parsed, error);
    else if (strncasecmp(full, "mancala:", 8) == 0)
        ok = parse_mancala(full + 8, &parsed, error);
    else
        ok = refuse_name(text, error);
    if (!ok) {
        char quoted[64];
        text_quotable(text, strlen(text), quoted, sizeof quoted);
        return error_prefix(error, _("game '%s': "), quoted);
    }
    *spec = parsed;
    return true;
}

const char *spec_usual(enum game_kind kind)
{
    switch (kind) {
    case GAME_CAVE:
        return "cave";
    case GAME_MANCALA:
        return "mancala";
    }
    __builtin_unreachable();
}

void spec_format(const struct spec *spec, char name[SPEC_NAME_SIZE])
{
    switch (spec->kind) {
    case GAME_CAVE:
        snprintf(name, SPEC_NAME_SIZE, "cave:%dx%dx%d%s", spec->cave.rows,
                 spec->cave.columns, spec->cave.line,
                 spec->cave.left_only ? ":left" : "");
        break;
    case GAME_MANCALA:
        snprintf(name, SPEC_NAME_SIZE, "mancala:%dx%d:%s", spec->mancala.holes,
                 spec->mancala.stones, mancala_stealing_name(spec->mancala.stealing));
        break;
    }
}
