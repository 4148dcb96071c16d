/* tree_text.c: a recorded search in words and as JSON. */
#include "teach/tree_text.h"

#include <math.h>

#include "base/i18n.h"

static const char *const kind_names[] = {"searched", "cut", "leaf", "over", "known"};
static const char *const bound_names[] = {"most", "exact", "least"};

void tree_add_value(struct text *text, double value)
{
    if (isinf(value))
        text_add(text, value < 0 ? "-inf" : "+inf");
    else
        text_addf(text, "%s%.15g", value > 0 ? "+" : "", value == 0 ? 0 : value);
}

static const char *move_name(const struct tree *tree, move_t move,
                             char name[MOVE_TEXT_SIZE])
{
    if (move == MOVE_NONE)
        return "";
    tree->settings.game->format_move(move, name);
    return name;
}

static uint32_t last_child(const struct tree *tree, uint32_t node)
{
    uint32_t child = tree->node[node].child;
    while (child != TREE_NONE && tree->node[child].next != TREE_NONE)
        child = tree->node[child].next;
    return child;
}

void tree_explain_cut(const struct tree *tree, uint32_t node, bool ascii,
                      struct text *text)
{
    const struct tree_node *at = &tree->node[node];
    const struct game *game = tree->settings.game;
    struct text bound = {0}, value = {0};
    tree_add_value(&bound, at->turn == 0 ? at->beta : at->alpha);
    tree_add_value(&value, at->value);
    const char *other = game->side_name(!at->turn, ascii);
    const char *mover = game->side_name(at->turn, ascii);
    /* The values are the first player's, so one side wants more and the other less. */
    text_addf(text,
              at->turn == 0
                  ? _("%s can hold it to %s elsewhere, %s gets %s or more here")
                  : _("%s already has %s elsewhere, %s can hold this to %s or "
                      "less"),
              other, text_string(&bound), mover, text_string(&value));
    text_free(&bound);
    text_free(&value);
}

static void add_ending(const struct tree *tree, uint32_t node, bool ascii,
                       struct text *text)
{
    const struct tree_node *at = &tree->node[node];
    char name[MOVE_TEXT_SIZE];
    switch ((enum tree_kind)at->kind) {
    case TREE_SEARCHED:
        break;
    case TREE_LEAF:
        text_add(text, _("  leaf"));
        break;
    case TREE_OVER:
        text_add(text, _("  game over"));
        break;
    case TREE_KNOWN:
        text_add(text, _("  from the table"));
        break;
    case TREE_CUT:
        text_addf(text, _("  cut by %s ("),
                  move_name(tree, tree->node[last_child(tree, node)].move, name));
        text_addf(text,
                  P_("%d move not searched", "%d moves not searched",
                     at->legal - at->searched),
                  at->legal - at->searched);
        text_add(text, "): ");
        tree_explain_cut(tree, node, ascii, text);
        if (at->bound_by != TREE_NONE)
            text_addf(text, _(" (node %u)"), at->bound_by + 1);
        break;
    }
}

void tree_text_node(const struct tree *tree, uint32_t node, bool ascii,
                    struct text *text)
{
    const struct tree_node *at = &tree->node[node];
    static const char *const signs[] = {"<=", "", ">="};
    char name[MOVE_TEXT_SIZE];
    text_addf(text, "%7u %*s", node + 1, 2 * at->ply, "");
    if (at->parent == TREE_NONE)
        text_addf(text, P_("root, %d ply", "root, %d plies", at->depth), at->depth);
    else
        text_addf(text, "%s", move_name(tree, at->move, name));
    text_addf(text, " %s", at->turn == 0 ? "max" : "min");
    text_add(text, " [");
    tree_add_value(text, at->alpha);
    text_add(text, ", ");
    tree_add_value(text, at->beta);
    text_addf(text, "] %s", signs[tree_bound(tree, node) + 1]);
    tree_add_value(text, at->value);
    add_ending(tree, node, ascii, text);
}

/* JSON knows no infinities. */
static void add_json_value(struct text *text, const char *key, double value)
{
    text_addf(text, "\"%s\":", key);
    if (isinf(value))
        text_add(text, "null");
    else
        text_addf(text, "%.15g", value == 0 ? 0 : value);
}

static void add_json_node_number(struct text *text, const char *key, uint32_t node)
{
    if (node == TREE_NONE)
        text_addf(text, ",\"%s\":null", key);
    else
        text_addf(text, ",\"%s\":%u", key, node + 1);
}

static void add_json_moves(const struct tree *tree, const char *key, const move_t *move,
                           int count, struct text *text)
{
    char name[MOVE_TEXT_SIZE];
    text_addf(text, ",\"%s\":[", key);
    for (int i = 0; i < count; i++)
        text_addf(text, "%s\"%s\"", i ? "," : "", move_name(tree, move[i], name));
    text_add(text, "]");
}

static void add_json_move(const struct tree *tree, const char *key, move_t move,
                          struct text *text)
{
    char name[MOVE_TEXT_SIZE];
    if (move == MOVE_NONE)
        text_addf(text, ",\"%s\":null", key);
    else
        text_addf(text, ",\"%s\":\"%s\"", key, move_name(tree, move, name));
}

void tree_json_members(const struct tree *tree, uint32_t node, struct text *text)
{
    const struct tree_node *at = &tree->node[node];
    text_addf(text, "\"node\":%u", node + 1);
    add_json_node_number(text, "parent", at->parent);
    text_addf(text, ",\"ply\":%d,\"depth\":%d", at->ply, at->depth);
    add_json_move(tree, "move", at->move, text);
    text_addf(text, ",\"player\":%d,", at->turn + 1);
    add_json_value(text, "alpha", at->alpha);
    text_add(text, ",");
    add_json_value(text, "beta", at->beta);
    text_add(text, ",");
    add_json_value(text, "value", at->value);
    text_addf(text, ",\"bound\":\"%s\",\"kind\":\"%s\",\"cut\":%s",
              bound_names[tree_bound(tree, node) + 1], kind_names[at->kind],
              at->kind == TREE_CUT ? "true" : "false");
    if (at->kind == TREE_CUT) {
        struct moves skipped;
        tree_skipped(tree, node, &skipped);
        add_json_move(tree, "cut_by", tree->node[last_child(tree, node)].move, text);
        add_json_node_number(text, "bound_by", at->bound_by);
        add_json_moves(tree, "skipped", skipped.move, skipped.count, text);
    }
}

void tree_json_node(const struct tree *tree, uint32_t node, struct text *text)
{
    text_add(text, "{");
    tree_json_members(tree, node, text);
    text_add(text, "}");
}

/* The line that both sides choose, best move by best move, as far as it was kept. */
static int find_line(const struct tree *tree, move_t line[TREE_MAX_DEPTH])
{
    int length = 0;
    if (tree->last_root == TREE_NONE)
        return 0;
    uint32_t node = tree->node[tree->last_root].child;
    double value = tree->value;
    /* Of the children with the value of their parent the first was chosen. */
    while (node != TREE_NONE && length < TREE_MAX_DEPTH) {
        while (node != TREE_NONE && tree->node[node].value != value)
            node = tree->node[node].next;
        if (node == TREE_NONE)
            break;
        line[length++] = tree->node[node].move;
        node = tree->node[node].child;
    }
    return length;
}

void tree_text_summary(const struct tree *tree, bool ascii, struct text *text)
{
    const struct game *game = tree->settings.game;
    bool table = tree->settings.algorithm >= TREE_TABLE;
    char name[MOVE_TEXT_SIZE];
    text_addf(text, "%5s %12s %12s %12s", _("ply"), _("nodes"), _("leaves"), _("cuts"));
    if (table)
        text_addf(text, " %12s", _("from table"));
    text_add(text, "\n");
    for (int ply = 0; ply <= TREE_MAX_DEPTH && tree->ply[ply].nodes; ply++) {
        const struct tree_counts *at = &tree->ply[ply];
        text_addf(text, "%5d %12llu %12llu %12llu", ply, (unsigned long long)at->nodes,
                  (unsigned long long)at->leaves, (unsigned long long)at->cuts);
        if (table)
            text_addf(text, " %12llu", (unsigned long long)at->known);
        text_add(text, "\n");
    }
    text_addf(text, _("%s, depth %d: nodes %llu, leaves %llu, cuts %llu\nvalue "),
              tree_algorithm_name(tree->settings.algorithm), tree->settings.depth,
              (unsigned long long)tree->total.nodes,
              (unsigned long long)tree->total.leaves,
              (unsigned long long)tree->total.cuts);
    tree_add_value(text, tree->value);
    text_addf(text, _(", seen from %s"), game->side_name(0, ascii));
    if (tree->move != MOVE_NONE)
        text_addf(text, _(", by %s"), move_name(tree, tree->move, name));
    text_add(text, "\n");
}

static void add_json_counts(struct text *text, const struct tree_counts *counts)
{
    text_addf(text, "\"nodes\":%llu,\"leaves\":%llu,\"cuts\":%llu,\"known\":%llu",
              (unsigned long long)counts->nodes, (unsigned long long)counts->leaves,
              (unsigned long long)counts->cuts, (unsigned long long)counts->known);
}

void tree_json_summary(const struct tree *tree, struct text *text)
{
    move_t line[TREE_MAX_DEPTH];
    text_add(text, "{");
    add_json_value(text, "value", tree->value);
    text_add(text, ",");
    add_json_counts(text, &tree->total);
    add_json_move(tree, "move", tree->move, text);
    if (!tree->settings.count_only)
        add_json_moves(tree, "line", line, find_line(tree, line), text);
    text_addf(text,
              ",\"algorithm\":\"%s\",\"depth\":%d,\"evaluations\":%llu,\"plies\":[",
              tree_algorithm_name(tree->settings.algorithm), tree->settings.depth,
              (unsigned long long)tree->evaluations);
    for (int ply = 0; ply <= TREE_MAX_DEPTH && tree->ply[ply].nodes; ply++) {
        text_addf(text, "%s{\"ply\":%d,", ply ? "," : "", ply);
        add_json_counts(text, &tree->ply[ply]);
        text_add(text, "}");
    }
    text_add(text, "]}");
}
