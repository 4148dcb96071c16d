/* call.c: what all modules have: members, errors, memory, and the game that is asked
 * about. */
#include "wasm/call.h"

#include <stdlib.h>
#include <string.h>

#include "wasm/module.h"

const char *call_member(const struct call *call, const char *name)
{
    for (const char *at = call->members; *at;) {
        const char *value = at + strlen(at) + 1;
        if (strcmp(at, name) == 0)
            return value;
        at = value + strlen(value) + 1;
    }
    return NULL;
}

bool call_refuse(struct call *call, const char *code)
{
    call->code = code;
    return false;
}

bool call_complain(struct call *call, const char *code, const char *message)
{
    strncpy(call->error.text, message, sizeof call->error.text - 1);
    return call_refuse(call, code);
}

void call_add(struct text *text, char *part)
{
    if (part)
        text_add(text, part);
    else
        text->failed = true;
    lodestone_free(part);
}

lodestone_game *call_open_game(struct call *call)
{
    const char *lode = call_member(call, "lode"), *spec = call_member(call, "spec");
    const char *position = call_member(call, "position"),
               *moves = call_member(call, "moves");
    if (!lode && !spec) {
        call_complain(call, "bad_request", "\"spec\" is missing");
        return NULL;
    }
    lodestone_game *game = lode ? lodestone_game_parse(lode, &call->error)
                                : lodestone_game_open(spec, &call->error);
    if (game && !lode &&
        ((position && !lodestone_game_set_position(game, position, &call->error)) ||
         (moves && !lodestone_game_play(game, moves, &call->error)))) {
        lodestone_game_close(game);
        game = NULL;
    }
    if (!game)
        call_refuse(call, "illegal");
    return game;
}

static bool run(struct call *call, const char *name)
{
    for (const struct operation *one = module_operations; one->name; one++)
        if (strcmp(one->name, name) == 0)
            return one->run(call);
    return call_complain(call, "unknown_op", "there is no such operation");
}

/* A message may quote what a user wrote: quotes and backslashes are taken out of the
 * way, and control characters are not in it. */
static void describe_error(struct call *call)
{
    text_clear(&call->answer);
    text_addf(&call->answer, "{\"error\":{\"code\":\"%s\",\"message\":\"", call->code);
    for (const char *c = call->error.text; *c; c++) {
        if (*c == '"' || *c == '\\')
            text_add(&call->answer, "\\");
        text_add_bytes(&call->answer, c, 1);
    }
    text_add(&call->answer, "\"}}");
}

char *module_call(const char *name, const char *members)
{
    struct call call = {.members = members};
    text_add(&call.answer, "{\"result\":");
    if (run(&call, name))
        text_add(&call.answer, "}");
    else
        describe_error(&call);
    return call.answer.failed ? NULL : call.answer.data;
}

void *module_memory(size_t size)
{
    return malloc(size);
}

void module_release(void *memory)
{
    free(memory);
}
