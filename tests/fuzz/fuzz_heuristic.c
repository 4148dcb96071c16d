/* fuzz_heuristic.c: any text as a heuristic, or as one with a depth: refused with a reason,
 * or it values every position with a finite number, its weights in full mean the same, and
 * alpha-beta with it finds what minimax finds. The first byte chooses the game. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "games.h"
#include "players/heuristic.h"
#include "players/reference_bots.h"
#include "teach/tree.h"

static const char *const specs[] = {"cave:3x3x3", "cave:2x4x2:left", "cave",
                                    "mancala:2x2:steal", "mancala:3x1:kalah"};

enum {
    SPECS = sizeof specs / sizeof *specs
};

static bool evaluate(void *context, const struct game *game,
                     const struct position *position, double *value)
{
    const struct heuristic *heuristic = context;
    *value = heuristic_evaluate(heuristic, game, position, 0);
    return true;
}

static double search(const struct game *game, struct heuristic *heuristic,
                     enum tree_algorithm algorithm)
{
    struct tree_settings settings = {.game = game,
                                     .algorithm = algorithm,
                                     .depth = 2,
                                     .evaluate = evaluate,
                                     .context = heuristic,
                                     .count_only = true};
    struct tree tree;
    game->start(game, &settings.position);
    demand(tree_search(&tree, &settings) == TREE_DONE && isfinite(tree.value));
    tree_free(&tree);
    return tree.value;
}

static void try_heuristic(const struct game *game, const char *text)
{
    struct heuristic heuristic, again;
    struct error error = {""};
    if (!heuristic_parse(&heuristic, game, text, &error)) {
        demand(error.text[0]);
        return;
    }
    demand(memchr(heuristic.text, '\0', sizeof heuristic.text));
    demand(heuristic_parse(&again, game, heuristic.text, NULL));
    double value = search(game, &heuristic, TREE_MINIMAX);
    demand(value == search(game, &heuristic, TREE_ORDERED));
    demand(value == search(game, &again, TREE_ALPHABETA));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct game *games[SPECS];
    if (size == 0)
        return 0;
    const struct game *game = game_number(specs, games, SPECS, data[0]);
    char *text = malloc(size);
    if (!text)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    struct reference_bot bot;
    struct error error = {""};
    if (strchr(text, '@'))
        demand(reference_bot_find(game, text, &bot, &error) || error.text[0]);
    else
        try_heuristic(game, text);
    free(text);
    return 0;
}
