/* call.h: one call of a module: what was asked, and what is answered. A module is this,
 * and a table of the operations that it has. */
#pragma once

#include <stdbool.h>

#include <lodestone.h>

#include "base/text.h"

struct call {
    const char *members;
    struct text answer;
    const char *code; /* of the error, or NULL */
    lodestone_error error;
};

struct operation {
    const char *name;
    bool (*run)(struct call *call); /* false with a code and a message */
};

/* Defined by the module; the last one has no name. */
extern const struct operation module_operations[];

/* The text of a member, NULL when it is missing. */
const char *call_member(const struct call *call, const char *name);

/* Both return false. */
bool call_refuse(struct call *call, const char *code);
bool call_complain(struct call *call, const char *code, const char *message);

/* Adds a text of the library, which is freed. */
void call_add(struct text *text, char *part);

/* The game that a call is about: {lode} or {spec, position?, moves?}; NULL when it is
 * refused. */
lodestone_game *call_open_game(struct call *call);
