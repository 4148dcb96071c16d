/* tree.c: the operations that record a textbook search and look at its nodes. */
#include <stdlib.h>

#include "base/i18n.h"
#include "teach/tree_view.h"
#include "web/api/args.h"
#include "web/api/op.h"
#include "web/engine/study.h"
#include "web/engine/trees.h"
#include "web/hub/json.h"

/* Reads what to search into a tree; NULL when refused. */
static struct web_tree *read_tree(struct web_call *call, const struct record *record)
{
    int depth = 0, place = 0;
    enum tree_algorithm algorithm;
    bool count = web_flag_arg(call, "count", false);
    if (!web_count_arg(call, "depth", TREE_MAX_DEPTH, &depth) ||
        !web_count_arg(call, "tree", WEB_TREES - 1, &place))
        return NULL;
    struct web_tree *made = NULL;
    if (tree_find_algorithm(web_text_arg(call, "algorithm"), &algorithm, &call->error))
        made = web_tree_open(record->game, &record->now,
                             web_text_arg(call, "heuristic"), &call->error);
    if (!made) {
        web_refuse_why(call, WEB_BAD_REQUEST);
        return NULL;
    }
    made->peer = call->peer;
    made->place = place;
    made->tree.settings.algorithm = algorithm;
    made->tree.settings.depth = depth;
    made->tree.settings.count_only = count;
    made->tree.settings.nodes = count ? WEB_COUNT_NODES : WEB_TREE_NODES;
    return made;
}

static json_t *run_tree(struct web_call *call)
{
    struct record record;
    double seconds = 10;
    if (!web_seconds_arg(call, "seconds", 0.1, 10, &seconds) ||
        !web_place_arg(call, &record))
        return NULL;
    struct web_tree *made = read_tree(call, &record);
    struct web_study *study = made ? calloc(1, sizeof *study) : NULL;
    if (!study) {
        web_tree_free(made);
        record_free(&record);
        return NULL;
    }
    study->name = "tree";
    study->job.run = web_study_tree;
    study->seconds = seconds;
    study->record = record;
    study->tree = made;
    return web_study_submit(call, study);
}

const struct web_op web_op_tree = {
    .name = "tree",
    .args = {WEB_PLACE,
             {"depth", WEB_WHOLE, WEB_REQUIRED},
             {"algorithm", WEB_TEXT, WEB_REQUIRED},
             {"heuristic", WEB_TEXT, WEB_REQUIRED},
             {"tree", WEB_WHOLE, WEB_OPTIONAL},
             {"count", WEB_FLAG, WEB_OPTIONAL}},
    .handle = run_tree,
};

/* The tree and the node that a request names; NULL when refused. */
static const struct tree *find_node(struct web_call *call, uint32_t *node)
{
    int place = 0;
    json_int_t given = json_integer_value(json_object_get(call->args, "node"));
    if (!web_count_arg(call, "tree", WEB_TREES - 1, &place))
        return NULL;
    const struct tree *tree = web_trees_find(call->peer, place);
    if (!tree)
        web_refuse(call, WEB_NOTHING, _("there is no tree; ask for one first"));
    else if (given < 1 || given > tree->count)
        web_refuse(call, WEB_BAD_REQUEST, _("'node' must be from 1 to %u"),
                   tree->count);
    else {
        *node = (uint32_t)given - 1;
        return tree;
    }
    return NULL;
}

static json_t *run_tree_node(struct web_call *call)
{
    uint32_t node;
    struct text text = {0};
    const struct tree *tree = find_node(call, &node);
    if (!tree)
        return NULL;
    tree_view_node(tree, node, web_flag_arg(call, "path", false), &text);
    return web_json_take_text(&text);
}

const struct web_op web_op_tree_node = {
    .name = "tree_node",
    .args = {{"node", WEB_WHOLE, WEB_REQUIRED},
             {"path", WEB_FLAG, WEB_OPTIONAL},
             {"tree", WEB_WHOLE, WEB_OPTIONAL}},
    .handle = run_tree_node,
};

static json_t *run_tree_cut(struct web_call *call)
{
    uint32_t node;
    const struct tree *tree = find_node(call, &node);
    if (!tree)
        return NULL;
    uint32_t step = tree_view_next_cut(tree, node);
    return json_pack("{so}", "step",
                     step == TREE_NONE ? json_null() : json_integer(step + 1));
}

const struct web_op web_op_tree_cut = {
    .name = "tree_cut",
    .args = {{"node", WEB_WHOLE, WEB_REQUIRED}, {"tree", WEB_WHOLE, WEB_OPTIONAL}},
    .handle = run_tree_cut,
};
