/* op.h: an operation of the JSON API: its name, the members of its request, and the
 * function that runs it. docs/api.md is the contract. */
#pragma once

#include "web/api/call.h"

enum web_arg_type {
    WEB_TEXT,
    WEB_NUMBER,
    WEB_WHOLE, /* from 0 */
    WEB_FLAG,
    WEB_OBJECT,
    WEB_LIST,
};

enum web_arg_need {
    WEB_OPTIONAL,
    WEB_REQUIRED,
};

enum {
    WEB_OP_ARGS = 12
};

struct web_op {
    const char *name;
    struct {
        const char *name; /* NULL ends the list */
        enum web_arg_type type;
        enum web_arg_need need;
    } args[WEB_OP_ARGS];
    /* Returns the result; NULL when refused, answered later, or out of memory. The
     * members have been checked before. */
    json_t *(*handle)(struct web_call *call);
};

/* All operations. To add one, define it in ops/, declare it here and list it in op.c.
 */
extern const struct web_op web_op_analyse;
extern const struct web_op web_op_answer;
extern const struct web_op web_op_comment;
extern const struct web_op web_op_create;
extern const struct web_op web_op_evaluate;
extern const struct web_op web_op_export;
extern const struct web_op web_op_hello;
extern const struct web_op web_op_hint;
extern const struct web_op web_op_import;
extern const struct web_op web_op_list;
extern const struct web_op web_op_look;
extern const struct web_op web_op_move;
extern const struct web_op web_op_name;
extern const struct web_op web_op_players;
extern const struct web_op web_op_read;
extern const struct web_op web_op_redo;
extern const struct web_op web_op_rematch;
extern const struct web_op web_op_resign;
extern const struct web_op web_op_scores;
extern const struct web_op web_op_state;
extern const struct web_op web_op_stop;
extern const struct web_op web_op_tournament;
extern const struct web_op web_op_tournament_game;
extern const struct web_op web_op_tree;
extern const struct web_op web_op_tree_cut;
extern const struct web_op web_op_tree_node;
extern const struct web_op web_op_undo;
extern const struct web_op web_op_unwatch;
extern const struct web_op web_op_watch;

/* The operation of this name; NULL when there is none. */
const struct web_op *web_op_find(const char *name);
/* Checks a request against the operation and runs it. */
json_t *web_op_run(const struct web_op *op, struct web_call *call);
