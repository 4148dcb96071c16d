/* tree_draw.c: a tree as a picture. Triangles that point up maximise, those that point
 * down minimise, boxes are leaves; grey stubs are moves that were cut off. */
#include "teach/tree_draw.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "teach/tree_text.h"

enum {
    STEP_X = 46,
    STEP_Y = 96,
    MARGIN = 40,
    HALF = 15, /* of a node */
};

struct drawing_plan {
    const struct tree *tree;
    int plies;
    bool ascii;
    struct text *text;
    float *x; /* by node, from the last root on */
    int width;
};

static uint32_t first_child(const struct drawing_plan *plan, uint32_t node)
{
    const struct tree_node *at = &plan->tree->node[node];
    return at->ply < plan->plies ? at->child : TREE_NONE;
}

static uint32_t count_drawn(const struct drawing_plan *plan, uint32_t node)
{
    uint32_t count = 1, child = first_child(plan, node);
    for (; child != TREE_NONE; child = plan->tree->node[child].next)
        count += count_drawn(plan, child);
    return count;
}

static bool check_size(const struct drawing_plan *plan, struct error *error)
{
    uint32_t count = count_drawn(plan, plan->tree->last_root);
    return count <= TREE_DRAW_MOST ||
           error_set(error,
                     _("a picture has at most %d nodes, not %u: draw fewer plies, or "
                       "search less deep"),
                     TREE_DRAW_MOST, count);
}

static void add_move(const struct tree *tree, uint32_t node, struct text *text)
{
    char name[MOVE_TEXT_SIZE];
    if (tree->node[node].move == MOVE_NONE)
        return;
    tree->settings.game->format_move(tree->node[node].move, name);
    text_add(text, name);
}

static void add_bounded_value(const struct tree *tree, uint32_t node, struct text *text)
{
    static const char *const signs[] = {"≤", "", "≥"};
    text_add(text, signs[tree_bound(tree, node) + 1]);
    tree_add_value(text, tree->node[node].value);
}

static int skipped_count(const struct tree_node *at)
{
    return at->kind == TREE_CUT ? at->legal - at->searched : 0;
}

/* "[-inf, +2]": the window on entry, and why the rest was cut off. */
static void add_window(const struct drawing_plan *plan, uint32_t node)
{
    const struct tree_node *at = &plan->tree->node[node];
    text_add(plan->text, "[");
    tree_add_value(plan->text, at->alpha);
    text_add(plan->text, ", ");
    tree_add_value(plan->text, at->beta);
    text_add(plan->text, "]");
    if (at->kind == TREE_CUT) {
        text_add(plan->text, " ");
        tree_explain_cut(plan->tree, node, plan->ascii, plan->text);
    }
}

/* Graphviz. */

static void dot_node(const struct drawing_plan *plan, uint32_t node)
{
    const struct tree *tree = plan->tree;
    const struct tree_node *at = &tree->node[node];
    bool inner = at->kind == TREE_SEARCHED || at->kind == TREE_CUT;
    text_addf(plan->text, "  n%u [shape=%s, label=\"", node + 1,
              !inner          ? "box"
              : at->turn == 0 ? "triangle"
                              : "invtriangle");
    add_bounded_value(tree, node, plan->text);
    text_add(plan->text, "\", tooltip=\"");
    add_window(plan, node);
    text_addf(plan->text, "\"%s];\n", at->kind == TREE_CUT ? ", color=red" : "");
    for (uint32_t child = first_child(plan, node); child != TREE_NONE;
         child = tree->node[child].next) {
        text_addf(plan->text, "  n%u -> n%u [label=\"", node + 1, child + 1);
        add_move(tree, child, plan->text);
        text_add(plan->text, "\"];\n");
        dot_node(plan, child);
    }
    if (skipped_count(at) && at->ply < plan->plies)
        text_addf(plan->text,
                  "  s%u [shape=plaintext, fontcolor=gray, label=\"%d ✂\"];\n"
                  "  n%u -> s%u [style=dashed, color=gray];\n",
                  node + 1, skipped_count(at), node + 1, node + 1);
}

bool tree_draw_dot(const struct tree *tree, int plies, bool ascii, struct text *text,
                   struct error *error)
{
    struct drawing_plan plan = {
        .tree = tree, .plies = plies, .ascii = ascii, .text = text};
    if (!check_size(&plan, error))
        return false;
    text_add(text, "digraph search {\n  node [fontname=\"sans-serif\"];\n"
                   "  edge [fontname=\"sans-serif\", arrowhead=none];\n"
                   "  ordering=out;\n");
    dot_node(&plan, tree->last_root);
    text_add(text, "}\n");
    return true;
}

/* SVG: leaves side by side, each parent above the middle of its children. */

static float *x_of(const struct drawing_plan *plan, uint32_t node)
{
    return &plan->x[node - plan->tree->last_root];
}

static void place(struct drawing_plan *plan, uint32_t node)
{
    const struct tree_node *at = &plan->tree->node[node];
    uint32_t first = first_child(plan, node), last = first;
    for (uint32_t child = first; child != TREE_NONE;
         child = plan->tree->node[child].next) {
        place(plan, child);
        last = child;
    }
    bool stub = skipped_count(at) && at->ply < plan->plies;
    if (first == TREE_NONE) {
        *x_of(plan, node) = (float)plan->width;
        plan->width += STEP_X;
    } else {
        float end = stub ? (float)plan->width : *x_of(plan, last);
        *x_of(plan, node) = (*x_of(plan, first) + end) / 2;
        plan->width += stub ? STEP_X : 0;
    }
}

static float y_of(const struct tree_node *at)
{
    return (float)(MARGIN + at->ply * STEP_Y);
}

static void svg_edge(const struct drawing_plan *plan, uint32_t node, uint32_t child)
{
    const struct tree_node *from = &plan->tree->node[node],
                           *to = &plan->tree->node[child];
    float x1 = *x_of(plan, node), x2 = *x_of(plan, child);
    float y1 = y_of(from) + HALF, y2 = y_of(to) - HALF;
    text_addf(plan->text, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
              (double)x1, (double)y1, (double)x2, (double)y2);
    text_addf(plan->text, "<text class=\"m\" x=\"%.1f\" y=\"%.1f\">",
              (double)(x1 + 2 * x2) / 3, (double)(y1 + 2 * y2) / 3);
    add_move(plan->tree, child, plan->text);
    text_add(plan->text, "</text>\n");
}

/* What was cut off: one grey stub with the number of moves. */
static void svg_stub(const struct drawing_plan *plan, uint32_t node)
{
    const struct tree_node *at = &plan->tree->node[node];
    /* As far to the right as the first child is to the left: see place. */
    double x =
        2 * (double)*x_of(plan, node) - (double)*x_of(plan, first_child(plan, node));
    double y = (double)y_of(at) + STEP_Y * 0.6;
    text_addf(plan->text,
              "<line class=\"c\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>"
              "<text class=\"c\" x=\"%.1f\" y=\"%.1f\">%d ✂</text>\n",
              (double)*x_of(plan, node), (double)y_of(at) + HALF, x, y, x, y + 14,
              skipped_count(at));
}

static void svg_shape(const struct drawing_plan *plan, const struct tree_node *at,
                      double x, double y)
{
    const char *mark = at->kind == TREE_CUT ? " class=\"k\"" : "";
    if (at->kind != TREE_SEARCHED && at->kind != TREE_CUT)
        text_addf(plan->text,
                  "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\"/>", x - HALF,
                  y - HALF, 2 * HALF, 2 * HALF);
    else if (at->turn == 0)
        text_addf(plan->text, "<path%s d=\"M%.1f %.1fl%d %dh-%dz\"/>", mark, x,
                  y - HALF - 6, HALF + 5, 2 * HALF + 4, 2 * HALF + 10);
    else
        text_addf(plan->text, "<path%s d=\"M%.1f %.1fl%d -%dh-%dz\"/>", mark, x,
                  y + HALF + 6, HALF + 5, 2 * HALF + 4, 2 * HALF + 10);
}

static void svg_node(const struct drawing_plan *plan, uint32_t node)
{
    const struct tree *tree = plan->tree;
    const struct tree_node *at = &tree->node[node];
    double x = (double)*x_of(plan, node), y = (double)y_of(at);
    for (uint32_t child = first_child(plan, node); child != TREE_NONE;
         child = tree->node[child].next) {
        svg_edge(plan, node, child);
        svg_node(plan, child);
    }
    if (skipped_count(at) && first_child(plan, node) != TREE_NONE)
        svg_stub(plan, node);
    text_add(plan->text, "<g>");
    svg_shape(plan, at, x, y);
    text_addf(plan->text, "<text x=\"%.1f\" y=\"%.1f\">", x, y + 4);
    add_bounded_value(tree, node, plan->text);
    text_addf(plan->text, "</text><title>%u: ", node + 1);
    add_window(plan, node);
    text_add(plan->text, "</title></g>\n");
}

bool tree_draw_svg(const struct tree *tree, int plies, bool ascii, struct text *text,
                   struct error *error)
{
    struct drawing_plan plan = {
        .tree = tree, .plies = plies, .ascii = ascii, .text = text, .width = MARGIN};
    if (!check_size(&plan, error))
        return false;
    plan.x = calloc(tree->count - tree->last_root, sizeof *plan.x);
    if (!plan.x)
        return error_set(error, _("out of memory"));
    place(&plan, tree->last_root);
    int deepest = 0;
    for (uint32_t i = tree->last_root; i < tree->count; i++)
        if (tree->node[i].ply > deepest && tree->node[i].ply <= plies)
            deepest = tree->node[i].ply;
    int width = plan.width + MARGIN, height = 2 * MARGIN + deepest * STEP_Y + MARGIN;
    text_addf(text,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
              "viewBox=\"0 0 %d %d\" role=\"img\">\n"
              "<style>text{font:11px sans-serif;text-anchor:middle}"
              "line{stroke:#555}path,rect{fill:#fff;stroke:#333}"
              ".m{fill:#06c;paint-order:stroke;stroke:#fff;stroke-width:3px}"
              ".k{stroke:#c00;stroke-width:2}line.c{stroke:#aaa;stroke-dasharray:3}"
              "text.c{fill:#888}</style>\n"
              "<rect width=\"%d\" height=\"%d\" style=\"stroke:none\"/>\n",
              width, height, width, height, width, height);
    svg_node(&plan, tree->last_root);
    text_add(text, "</svg>\n");
    free(plan.x);
    return true;
}
