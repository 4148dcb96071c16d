/* test_library_search.c: the textbook search of lodestone.h with a function of one's own. */
#include <locale.h>
#include <lodestone.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "support.h"

/* The stores, counted by the caller; after `left` calls something goes wrong. */
struct caller {
    int left;
    double failure;
    bool refuses;
};

static bool stores(void *context, const lodestone_view *view, double *value)
{
    struct caller *caller = context;
    assert_int_equal(view->holes, 6);
    int stones = view->store[0] + view->store[1];
    for (int i = 0; i < 6; i++)
        stones += view->stones[0][i] + view->stones[1][i];
    assert_int_equal(stones, 48);
    *value = view->store[0] - view->store[1];
    if (caller->left && --caller->left == 0) {
        *value = caller->failure;
        return !caller->refuses;
    }
    return true;
}

static bool bricks(void *context, const lodestone_view *view, double *value)
{
    (void)context;
    assert_int_equal(view->rows, 3);
    assert_int_equal(view->columns, 4);
    assert_int_equal(view->line, 3);
    *value = view->result == LODESTONE_FIRST_WINS    ? 100
             : view->result == LODESTONE_SECOND_WINS ? -100
                                                     : (double)(view->bricks[0] & 1);
    return true;
}

static void a_function_searches_like_the_same_heuristic(void **state)
{
    (void)state;
    lodestone_error error;
    struct caller caller = {0};
    lodestone_game *game = lodestone_game_open("mancala", &error);
    static const char *const algorithms[] = {NULL, "minimax", "ordered", "table",
                                             "deepening"};
    for (int i = 0; i < 5; i++) {
        lodestone_search_options options = {.depth = 4, .algorithm = algorithms[i]};
        lodestone_tree_summary own, built_in;
        lodestone_tree *tree =
            lodestone_search(game, &options, stores, &caller, &error);
        assert_non_null(tree);
        lodestone_tree_summarize(tree, &own);
        lodestone_tree_close(tree);
        options.heuristic = "stores";
        options.count_only = true;
        tree = lodestone_search(game, &options, NULL, NULL, &error);
        assert_non_null(tree);
        lodestone_tree_summarize(tree, &built_in);
        assert_int_equal(built_in.kept, 0);
        assert_null(lodestone_tree_draw(tree, "svg", 3, &error));
        lodestone_tree_close(tree);
        assert_true(own.value == built_in.value);
        assert_string_equal(own.move.name, built_in.move.name);
        assert_int_equal(own.nodes, built_in.nodes);
        assert_int_equal(own.cuts, built_in.cuts);
        assert_int_equal(own.kept, own.nodes);
    }
    lodestone_game_close(game);
}

static void nodes_can_be_walked(void **state)
{
    (void)state;
    lodestone_error error;
    lodestone_game *game = lodestone_game_open("cave:3x4x3", &error);
    lodestone_search_options options = {.depth = 2};
    lodestone_tree *tree = lodestone_search(game, &options, bricks, NULL, &error);
    assert_non_null(tree);
    /* The tree stands without the game. */
    lodestone_game_close(game);
    lodestone_node root, child;
    assert_true(lodestone_tree_node(tree, 0, &root));
    assert_true(isinf(root.alpha) && isinf(root.beta) && root.parent == -1);
    assert_int_equal(root.legal, 6);
    assert_true(lodestone_tree_node(tree, (uint64_t)root.child, &child));
    assert_string_equal(child.move.name, "A1");
    assert_int_equal(child.parent, 0);
    char *text = lodestone_tree_position(tree, (uint64_t)root.child);
    assert_string_equal(text, "4/4/x3 o");
    lodestone_free(text);
    text = lodestone_tree_children(tree, 0);
    assert_int_equal(strncmp(text, "[{\"node\":2,\"parent\":1,", 22), 0);
    lodestone_free(text);
    for (int64_t at = root.child; at >= 0; at = child.next) {
        assert_true(lodestone_tree_node(tree, (uint64_t)at, &child));
        text = lodestone_tree_reason(tree, (uint64_t)at);
        assert_int_equal(strstr(text, "elsewhere") != NULL, child.cut);
        lodestone_free(text);
    }
    static const char *const forms[] = {"text", "json", "dot", "svg"};
    for (int i = 0; i < 4; i++) {
        text = lodestone_tree_draw(tree, forms[i], 60, &error);
        assert_non_null(text);
        lodestone_free(text);
    }
    assert_null(lodestone_tree_draw(tree, "pdf", 60, &error));
    assert_non_null(strstr(error.text, "svg"));
    assert_false(lodestone_tree_node(tree, 1000000, &child));
    assert_null(lodestone_tree_position(tree, 1000000));
    assert_null(lodestone_tree_children(tree, 1000000));
    lodestone_tree_close(tree);
    lodestone_tree_close(NULL);
}

static void what_is_wrong_is_refused_with_a_reason(void **state)
{
    (void)state;
    lodestone_error error;
    lodestone_game *game = lodestone_game_open("mancala", &error);
    static const struct {
        lodestone_search_options options;
        const char *reason;
    } wrong[] = {
        {{.depth = 2}, "a heuristic or a function"},
        {{.depth = -1, .heuristic = "stores"}, "0 to 60"},
        {{.depth = 61, .heuristic = "stores"}, "0 to 60"},
        {{.depth = 2, .heuristic = "squares"}, "'squares'"},
        {{.depth = 2, .heuristic = "stores", .algorithm = "fast"}, "'fast'"},
        {{.depth = 2, .heuristic = "stores", .seconds = -1}, "seconds"},
        {{.depth = 2, .heuristic = "stores", .reserved = {1}}, "reserved"},
        {{.depth = 9, .heuristic = "stores", .nodes = 100}, "more than 100 nodes"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_null(lodestone_search(game, &wrong[i].options, NULL, NULL, &error));
        assert_non_null(strstr(error.text, wrong[i].reason));
    }
    struct caller callers[] = {{.left = 9, .failure = NAN},
                               {.left = 9, .failure = INFINITY},
                               {.left = 9, .refuses = true}};
    lodestone_search_options options = {.depth = 3};
    for (int i = 0; i < 3; i++) {
        assert_null(lodestone_search(game, &options, stores, &callers[i], &error));
        assert_non_null(strstr(error.text, "no finite number"));
    }
    double value = 5;
    assert_false(lodestone_game_value(game, "lines", &value, &error));
    assert_true(value == 5);
    assert_true(lodestone_game_play(game, "3", &error));
    assert_true(lodestone_game_value(game, "stores", &value, &error));
    assert_true(value == 1);
    lodestone_game_close(game);
}

/* Makes a locale in which a half is 0,5 the one of this program; false where that cannot
 * be done. */
static bool choose_comma(const char *folder)
{
    char command[200];
    snprintf(command, sizeof command,
             "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >%s/out 2>&1", folder, folder);
    setenv("LOCPATH", folder, 1);
    const bool chosen =
        system(command) == 0 && setlocale(LC_ALL, "de_DE.UTF-8") != NULL;
    unsetenv("LOCPATH");
    return chosen && localeconv()->decimal_point[0] == ',';
}

/* What the library writes and reads is the same whatever the host program has chosen. */
static struct text speak(void)
{
    lodestone_error error;
    lodestone_game *game = lodestone_game_open("cave:3x3x3", &error);
    const lodestone_search_options options = {.depth = 1,
                                              .heuristic = "windows:0.5,4.25"};
    const lodestone_answer answer = {
        .value = LODESTONE_ESTIMATE, .score = 125, .seconds = 1.5};
    struct text all = {0};
    double value = 0;
    assert_true(lodestone_game_play(game, "A1 C1 A2", &error));
    assert_true(lodestone_game_value(game, options.heuristic, &value, &error));
    text_addf(&all, "%d\n", (int)(100 * value));
    lodestone_tree *tree = lodestone_search(game, &options, NULL, NULL, &error);
    assert_non_null(tree);
    static const char *const forms[] = {"text", "json", "dot", "svg"};
    for (size_t i = 0; i < COUNT(forms); i++) {
        char *text = lodestone_tree_draw(tree, forms[i], 60, &error);
        assert_non_null(text);
        text_add(&all, text);
        lodestone_free(text);
    }
    char *json = lodestone_answer_json(game, -1, &answer);
    text_add(&all, json);
    lodestone_free(json);
    lodestone_tree_close(tree);
    lodestone_game_close(game);
    return all;
}

static void fractions_have_a_point_in_every_locale(void **state)
{
    (void)state;
    char folder[] = "/tmp/lodestone-locale-XXXXXX", command[64];
    assert_non_null(mkdtemp(folder));
    struct text before = speak();
    assert_non_null(strstr(text_string(&before), "\"seconds\":1.5"));
    const bool comma = choose_comma(folder);
    struct text after = {0};
    if (comma) {
        after = speak();
        setlocale(LC_ALL, "C");
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    if (comma)
        assert_string_equal(text_string(&after), text_string(&before));
    text_free(&before);
    text_free(&after);
    if (!comma)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_searches_like_the_same_heuristic),
        cmocka_unit_test(nodes_can_be_walked),
        cmocka_unit_test(what_is_wrong_is_refused_with_a_reason),
        cmocka_unit_test(fractions_have_a_point_in_every_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
