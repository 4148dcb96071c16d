/* test_tree.c: the textbook search, its record and how it ends. tests/teach compares its
 * counts with another implementation. */
#include "teach/tree.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "players/heuristic.h"
#include "players/reference_bots.h"
#include "solve/solve.h"
#include "support.h"
#include "teach/measure.h"
#include "teach/tree_draw.h"
#include "teach/tree_text.h"
#include "teach/tree_view.h"

struct leaf_value {
    struct heuristic heuristic;
    int own;
    int fails_after; /* so many calls; 0: never */
    double failure;  /* what it then says */
};

static bool evaluate(void *context, const struct game *game,
                     const struct position *position, double *value)
{
    struct leaf_value *leaf = context;
    *value = heuristic_evaluate(&leaf->heuristic, game, position, leaf->own);
    if (leaf->fails_after && --leaf->fails_after == 0)
        *value = leaf->failure;
    return true;
}

static void run(struct tree *tree, struct game *game, const struct position *position,
                const char *heuristic, enum tree_algorithm algorithm, int depth)
{
    struct leaf_value leaf = {.own = game->turn(position)};
    assert_true(heuristic_parse(&leaf.heuristic, game, heuristic, NULL));
    struct tree_settings settings = {.game = game,
                                     .position = *position,
                                     .algorithm = algorithm,
                                     .depth = depth,
                                     .evaluate = evaluate,
                                     .context = &leaf};
    assert_int_equal(tree_search(tree, &settings), TREE_DONE);
    tree->settings.context = NULL;
}

/* Every algorithm finds the value and a best move; the bots find the same. */
static void all_algorithms_and_the_bots_agree(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *heuristic;
        int depth;
    } cases[] = {
        {"cave", "squares", 3}, {"cave:4x4x3", "groups", 5}, {"kalah", "stores", 5}};
    struct rng rng = rng_seeded(8);
    for (int c = 0; c < 3; c++) {
        struct game *game = opened(cases[c].spec);
        for (int n = 0; n < 10; n++) {
            struct position position;
            struct moves moves;
            game->start(game, &position);
            for (uint32_t i = rng_below(&rng, 8); i > 0; i--) {
                game->moves(game, &position, &moves);
                if (moves.count)
                    game->play(game, &position,
                               moves.move[rng_below(&rng, (uint32_t)moves.count)]);
            }
            if (game->outcome(game, &position).result != RESULT_NONE)
                continue;
            struct tree tree[TREE_ALGORITHMS];
            for (int a = 0; a < TREE_ALGORITHMS; a++)
                run(&tree[a], game, &position, cases[c].heuristic,
                    (enum tree_algorithm)a, cases[c].depth);
            struct reference_bot bot = {.depth = cases[c].depth};
            struct search_result verdict;
            assert_true(
                heuristic_parse(&bot.heuristic, game, cases[c].heuristic, NULL));
            reference_bot_choose(&bot, game, &position, &(struct limits){0}, &rng,
                                 &verdict);
            assert_int_equal(verdict.move, tree[TREE_MINIMAX].move);
            assert_int_equal(verdict.score, game->turn(&position) == 0
                                                ? (int)tree[0].value
                                                : (int)-tree[0].value);
            for (int a = 0; a < TREE_ALGORITHMS; a++) {
                assert_true(tree[a].value == tree[TREE_MINIMAX].value);
                assert_true(game_is_legal(game, &position, tree[a].move));
                tree_free(&tree[a]);
            }
        }
        game_close(game);
    }
}

/* What is recorded is a tree, and its values are those of its children. */
static void the_record_is_a_tree(void **state)
{
    (void)state;
    struct game *game = opened("cave:4x4x3");
    struct position start, position;
    struct tree tree;
    game->start(game, &start);
    run(&tree, game, &start, "groups", TREE_ALPHABETA, 4);
    assert_int_equal(tree.count, tree.total.nodes);
    uint64_t nodes = 0, leaves = 0, cuts = 0;
    for (uint32_t i = 0; i < tree.count; i++) {
        const struct tree_node *node = &tree.node[i];
        double best = node->turn == 0 ? -INFINITY : INFINITY;
        int children = 0;
        for (uint32_t c = node->child; c != TREE_NONE; c = tree.node[c].next) {
            assert_int_equal(tree.node[c].parent, i);
            assert_true(c > i);
            best = node->turn == 0 ? fmax(best, tree.node[c].value)
                                   : fmin(best, tree.node[c].value);
            children++;
        }
        assert_int_equal(children, node->searched);
        if (children)
            assert_true(best == node->value);
        if (node->kind == TREE_CUT) {
            struct moves skipped;
            tree_skipped(&tree, i, &skipped);
            assert_int_equal(skipped.count, node->legal - node->searched);
            assert_true(node->turn == 0 ? node->value >= node->beta
                                        : node->value <= node->alpha);
            assert_true(tree.node[node->bound_by].value ==
                        (node->turn == 0 ? node->beta : node->alpha));
            cuts++;
        }
        tree_position(&tree, i, &position);
        assert_int_equal(game->turn(&position), node->turn);
        leaves += node->kind == TREE_LEAF || node->kind == TREE_OVER;
        nodes++;
    }
    assert_int_equal(nodes, tree.total.nodes);
    assert_int_equal(leaves, tree.total.leaves);
    assert_int_equal(cuts, tree.total.cuts);
    tree_free(&tree);
    game_close(game);
}

static void limits_and_failures_end_the_search_with_a_reason(void **state)
{
    (void)state;
    struct game *game = opened("cave");
    struct leaf_value leaf = {0};
    struct tree tree;
    struct error error;
    atomic_bool stop = true;
    assert_true(heuristic_parse(&leaf.heuristic, game, "groups", NULL));
    struct tree_settings settings = {
        .game = game, .depth = 30, .evaluate = evaluate, .context = &leaf};
    game->start(game, &settings.position);
    struct {
        uint64_t nodes;
        double seconds;
        const atomic_bool *stop;
        double failure;
        enum tree_end end;
        const char *reason;
    } ends[] = {
        {.nodes = 777, .end = TREE_TOO_LARGE, .reason = "more than 777 nodes"},
        {.seconds = 0.01, .end = TREE_TOO_LATE, .reason = "time is up"},
        {.stop = &stop, .end = TREE_STOPPED, .reason = "stopped after 0 nodes"},
        {.failure = NAN, .end = TREE_FAILED, .reason = "no finite number"},
        {.failure = -INFINITY, .end = TREE_FAILED, .reason = "no finite number"},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        for (int a = 0; a < TREE_ALGORITHMS; a++) {
            settings.algorithm = (enum tree_algorithm)a;
            settings.nodes = ends[i].nodes;
            settings.seconds = ends[i].seconds;
            settings.stop = ends[i].stop;
            leaf.failure = ends[i].failure;
            leaf.fails_after = ends[i].failure != 0 ? 50 : 0;
            settings.count_only = a & 1;
            assert_int_equal(tree_search(&tree, &settings), ends[i].end);
            assert_false(tree_explain_end(&tree, &error));
            assert_non_null(strstr(error.text, ends[i].reason));
            tree_free(&tree);
        }
    game_close(game);
}

static void a_cut_is_explained_in_words(void **state)
{
    (void)state;
    struct game *game = opened("cave:3x3x3");
    struct position start;
    struct tree tree;
    struct text text = {0};
    game->start(game, &start);
    run(&tree, game, &start, "lines", TREE_ALPHABETA, 2);
    assert_int_equal(tree.node[10].kind, TREE_CUT);
    tree_explain_cut(&tree, 10, false, &text);
    assert_string_equal(text_string(&text),
                        "■ already has 0 elsewhere, □ can hold this to -1 or less");
    tree_free(&tree);
    run(&tree, game, &start, "lines", TREE_ALPHABETA, 3);
    for (uint32_t i = 0; i < tree.count; i++)
        if (tree.node[i].kind == TREE_CUT && tree.node[i].turn == 0) {
            text_clear(&text);
            tree_explain_cut(&tree, i, true, &text);
            assert_non_null(strstr(text_string(&text), "O can hold it to "));
            assert_non_null(strstr(text_string(&text), "X gets "));
        }
    text_free(&text);
    tree_free(&tree);
    game_close(game);
}

static void a_picture_has_every_node(void **state)
{
    (void)state;
    struct game *game = opened("kalah");
    struct position start;
    struct tree tree;
    struct text text = {0};
    struct error error;
    game->start(game, &start);
    run(&tree, game, &start, "stores", TREE_DEEPENING, 4);
    assert_true(tree_draw_svg(&tree, 60, false, &text, &error));
    uint32_t drawn = 0;
    for (const char *at = text_string(&text); (at = strstr(at, "<title>")); at++)
        drawn++;
    assert_int_equal(drawn, tree.count - tree.last_root);
    text_clear(&text);
    assert_true(tree_draw_dot(&tree, 1, false, &text, &error));
    assert_non_null(strstr(text_string(&text), "triangle"));
    tree_free(&tree);
    run(&tree, game, &start, "stores", TREE_MINIMAX, 6);
    assert_false(tree_draw_svg(&tree, 60, false, &text, &error));
    assert_non_null(strstr(error.text, "at most 4000 nodes"));
    tree_free(&tree);
    text_free(&text);
    game_close(game);
}

/* A heuristic that is the truth times two has no error; one that says the opposite has
 * the whole value as its error, and knows no side. */
static void heuristics_are_measured_by_proven_values(void **state)
{
    (void)state;
    struct game *game = opened("mancala:3x2:nosteal");
    struct solved_position solved[20];
    struct solver *solver =
        solver_open(game, &(struct solve_options){.threads = 1}, NULL);
    struct heuristic right, wrong;
    struct measure measure;
    struct rng rng = rng_seeded(3);
    double value[20];
    for (int i = 0; i < 20; i++) {
        game->start(game, &solved[i].position);
        /* As if it had ended so: stores alone. */
        solved[i].position.mancala.row[0] = mancala_stones((int)rng_below(&rng, 7), 3);
        solved[i].proven =
            2 * heuristic_evaluate(&(struct heuristic){.kind = HEURISTIC_STONES,
                                                       .stone = {[STONE_STORE] = 1}},
                                   game, &solved[i].position, 0);
    }
    assert_true(heuristic_parse(&right, game, "stores", NULL));
    assert_true(heuristic_parse(&wrong, game, "stones:store=-1", NULL));
    measure_heuristic(&right, game, solved, 20, value, &measure);
    assert_true(fabs(measure.scale - 2) < 1e-9 && measure.mean_error < 1e-9);
    assert_int_equal(measure.right_side, measure.decided);
    assert_true(measure.pairs_right == measure.pairs);
    assert_int_equal(measure.worst_count, MEASURE_WORST);
    measure_heuristic(&wrong, game, solved, 20, value, &measure);
    assert_true(measure.scale == 0 && measure.right_side == 0 &&
                measure.pairs_right == 0);
    for (int i = 1; i < MEASURE_WORST; i++)
        assert_true(fabs(solved[measure.worst[i - 1]].proven) >=
                    fabs(solved[measure.worst[i]].proven));

    /* A solved value is the first player's, whoever is to move. */
    struct position position;
    struct solved_position found;
    game->start(game, &position);
    game->play(game, &position, 2);
    struct solution solution;
    assert_true(solver_solve(solver, &position, &(struct limits){0}, NULL, NULL,
                             &solution, NULL));
    assert_true(measure_solve(solver, game, &position, &(struct limits){0}, &found));
    assert_true(found.proven ==
                (game->turn(&position) == 0 ? solution.margin : -solution.margin));
    solver_close(solver);
    game_close(game);
}

/* Where a node ends, and the steps that cut, against a walk over all nodes. */
static void a_viewer_finds_ends_and_cuts(void **state)
{
    (void)state;
    struct game *game = opened("cave:4x4x3");
    struct position start;
    struct tree tree;
    uint64_t cuts = 0;
    game->start(game, &start);
    run(&tree, game, &start, "lines", TREE_DEEPENING, 4);
    for (uint32_t i = 0; i < tree.count; i++) {
        uint32_t end = i + 1;
        while (end < tree.count && tree.node[end].ply > tree.node[i].ply)
            end++;
        assert_int_equal(tree_view_end(&tree, i), end);
    }
    uint32_t before = 0;
    for (uint32_t step = 0; (step = tree_view_next_cut(&tree, step)) != TREE_NONE;) {
        assert_true(step > before);
        before = step;
        for (uint32_t at = step;
             at != TREE_NONE && tree_view_end(&tree, at) == step + 1;
             at = tree.node[at].parent)
            cuts += tree.node[at].kind == TREE_CUT;
    }
    assert_true(cuts > 100);
    assert_int_equal(cuts, tree.total.cuts);
    tree_free(&tree);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_algorithms_and_the_bots_agree),
        cmocka_unit_test(the_record_is_a_tree),
        cmocka_unit_test(limits_and_failures_end_the_search_with_a_reason),
        cmocka_unit_test(a_cut_is_explained_in_words),
        cmocka_unit_test(a_picture_has_every_node),
        cmocka_unit_test(a_viewer_finds_ends_and_cuts),
        cmocka_unit_test(heuristics_are_measured_by_proven_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
