/* tree_view.c: a recorded search, piece by piece, for a viewer. */
#include "teach/tree_view.h"

#include "teach/tree_text.h"

uint32_t tree_view_end(const struct tree *tree, uint32_t node)
{
    while (node != TREE_NONE && tree->node[node].next == TREE_NONE)
        node = tree->node[node].parent;
    return node == TREE_NONE ? tree->count : tree->node[node].next;
}

/* A node with what a viewer shows of it: the position, why it was cut, and how many
 * nodes it has with those below it. */
static void add_node(const struct tree *tree, uint32_t node, struct text *text)
{
    const struct game *game = tree->settings.game;
    struct position position;
    tree_position(tree, node, &position);
    text_add(text, "{");
    tree_json_members(tree, node, text);
    text_addf(text, ",\"size\":%u,\"legal\":%d,\"position\":\"",
              tree_view_end(tree, node) - node, tree->node[node].legal);
    game->format_position(game, &position, text);
    text_add(text, "\"");
    if (tree->node[node].kind == TREE_CUT) {
        text_add(text, ",\"reason\":\"");
        tree_explain_cut(tree, node, false, text);
        text_add(text, "\"");
    }
    text_add(text, "}");
}

/* A node and those after it with the same parent, or the roots of the next depths. */
static void add_siblings(const struct tree *tree, uint32_t first, struct text *text)
{
    text_add(text, "[");
    for (uint32_t node = first; node != TREE_NONE; node = tree->node[node].next) {
        text_add(text, node == first ? "" : ",");
        add_node(tree, node, text);
    }
    text_add(text, "]");
}

void tree_view_search(const struct tree *tree, struct text *text)
{
    text_add(text, "{\"counts\":");
    tree_json_summary(tree, text);
    text_add(text, ",\"roots\":");
    add_siblings(tree, tree->count ? 0 : TREE_NONE, text);
    text_add(text, "}");
}

void tree_view_node(const struct tree *tree, uint32_t node, bool path,
                    struct text *text)
{
    uint32_t way[TREE_MAX_DEPTH + 1];
    int length = 0;
    for (uint32_t at = node; at != TREE_NONE && (path || at == node);
         at = tree->node[at].parent)
        way[length++] = at;
    text_add(text, "{\"open\":[");
    while (length--) {
        text_addf(text, "{\"node\":%u,\"children\":", way[length] + 1);
        add_siblings(tree, tree->node[way[length]].child, text);
        text_add(text, length ? "}," : "}");
    }
    text_add(text, "]}");
}

uint32_t tree_view_next_cut(const struct tree *tree, uint32_t step)
{
    while (++step < tree->count) {
        /* Whatever ends here is on the way up from this node. */
        for (uint32_t at = step; at != TREE_NONE && tree_view_end(tree, at) == step + 1;
             at = tree->node[at].parent)
            if (tree->node[at].kind == TREE_CUT)
                return step;
    }
    return TREE_NONE;
}
