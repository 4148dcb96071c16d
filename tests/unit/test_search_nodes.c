/* test_search_nodes.c: the bench searches to fixed depths; this stops in the middle of
 * iterations and goes on until a value is proven, and wants the same answers and nodes
 * everywhere. A commit that changes the search on purpose changes the number here as it
 * changes that of the bench. */
#include "base/rng.h"
#include "engine_support.h"

static const uint64_t wanted = 0x20e506bfb58931ca;

static const struct {
    const char *spec, *moves;
} cases[] = {
    {"cave:4x5x4", "A1 E1"},
    {"cave:5x5x4", "A1 A2 A3 A4"},
    {"cave:6x7x4:left", "A1 A2 B1 A3"},
    {"cave", "A1 H1 A2 H2 B1 G1"},
    {"cave", "A4"},
    {"mancala", ""},
    {"mancala:4x3:kalah", "1"},
    {"mancala:3x4:nosteal", ""},
    {"mancala:9x2:steal", ""},
};

static const uint64_t wanted_later = 0xf3761feb9e91c293;

static const struct {
    const char *spec;
    int plies; /* that are played at random */
} later[] = {
    {"cave", 20},       {"cave", 40},       {"cave:6x6x4", 8}, {"cave:7x7x4:left", 10},
    {"cave:5x5x5", 13}, {"cave:6x6x6", 24},
};

/* Positions in the middle of a game have wins and losses that a search with a limit of
 * depth finds next to estimates, and draws that are proven while it goes on. */
static void wins_among_estimates_are_found_alike(void **context)
{
    uint64_t sum = 0;
    struct rng rng = rng_seeded(51);
    int decided = 0, drawn = 0;
    (void)context;
    for (size_t i = 0; i < 40 * COUNT(later); i++) {
        struct game *game = opened(later[i % COUNT(later)].spec);
        struct engine_options options = {.threads = 1, .hash_mib = 1};
        struct engine *engine = engine_open(game, &options, NULL);
        struct position position;
        struct search_result verdict;
        assert_non_null(engine);
        game->start(game, &position);
        for (int ply = 0; ply < later[i % COUNT(later)].plies; ply++) {
            struct moves moves;
            game->moves(game, &position, &moves);
            if (moves.count == 0)
                break;
            game->play(game, &position,
                       moves.move[rng_below(&rng, (uint32_t)moves.count)]);
        }
        engine_think(engine, &position, &(struct limits){.depth = 6}, NULL, NULL,
                     &verdict);
        sum = fold_result(sum, &verdict);
        engine_think(engine, &position, &(struct limits){.nodes = 5000}, NULL, NULL,
                     &verdict);
        sum = fold_result(sum, &verdict);
        drawn += verdict.kind == VALUE_DRAW;
        decided += verdict.kind == VALUE_WIN || verdict.kind == VALUE_LOSS;
        engine_close(engine);
        game_close(game);
    }
    print_message("# %d decided, %d drawn\n", decided, drawn);
    assert_true(decided > 30 && drawn > 30);
    if (sum != wanted_later)
        print_error("now it is 0x%llx\n", (unsigned long long)sum);
    assert_true(sum == wanted_later);
}

/* So many plies are played at random, and up to twice as many, unless the game ends before. */
static const struct {
    const char *spec;
    int plies;
    uint64_t digest;
} kinds[] = {
    {"cave:7x7x4", 12, 0xf996169616a6606c},
    {"cave:8x8x3", 2, 0xb00ca50c1097a842},
    {"cave:4x4x4", 3, 0x2665824cb9076271},
    {"cave:8x8x5:left", 16, 0xb1bce7e4f11ab7e4},
    {"cave:5x8x6", 12, 0xac9a6c8d4cce3e25},
    {"mancala:6x4:steal", 6, 0xe6eb27761ac4dc43},
    {"mancala:6x4:kalah", 12, 0x28fe422add909ac8},
    {"mancala:6x5:nosteal", 10, 0xc87a547c465a5291},
    {"mancala:6x12:kalah", 4, 0x436a9afdeffe2245},
    {"mancala:5x4:steal", 6, 0x36582f6cb562aa2d},
    {"mancala:5x5:kalah", 8, 0x9b96287f6c144bac},
    {"mancala:5x3:nosteal", 6, 0x5312b3637fb015e4},
    {"mancala:3x12:steal", 4, 0x8ce26be57850f69},
    {"mancala:7x3:nosteal", 8, 0xea0e2621e01bdfbf},
    {"mancala:8x3:steal", 8, 0xe00b7d84c0049e53},
    {"mancala:9x4:kalah", 6, 0x8839a658825b5119},
    {"mancala:12x2:nosteal", 12, 0xf265b0545493bbd8},
    {"mancala:12x6:steal", 4, 0x93cc45c77854fd0b},
};

static uint64_t fold_kind(const struct game *game, int plies, uint64_t seed)
{
    struct rng rng = rng_seeded(seed);
    struct engine_options options = {.threads = 1, .hash_mib = 1};
    struct engine *engine = engine_open(game, &options, NULL);
    uint64_t sum = 0;
    assert_non_null(engine);
    for (int i = 0; i < 20; i++) {
        const struct position position =
            after_random(game, plies * (20 + i) / 20, &rng);
        struct search_result verdict;
        engine_think(engine, &position, &(struct limits){.depth = 5}, fold_progress,
                     &sum, &verdict);
        sum = fold_result(sum, &verdict);
        engine_think(engine, &position, &(struct limits){.nodes = 2500}, fold_progress,
                     &sum, &verdict);
        sum = fold_result(sum, &verdict);
    }
    engine_close(engine);
    return sum;
}

/* The next position of a kind finds what was learned from those before it. */
static void positions_of_every_kind_are_judged_alike(void **context)
{
    int wrong = 0;
    (void)context;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        struct game *game = opened(kinds[i].spec);
        const uint64_t digest = fold_kind(game, kinds[i].plies, 52 + i);
        if (digest != kinds[i].digest)
            print_error("%s: now it is 0x%llx\n", kinds[i].spec,
                        (unsigned long long)digest);
        wrong += digest != kinds[i].digest;
        game_close(game);
    }
    assert_int_equal(wrong, 0);
}

static void answers_are_the_same_everywhere(void **context)
{
    (void)context;
    uint64_t sum = 0;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct game *game = opened(cases[i].spec);
        struct position position = after(game, NULL, cases[i].moves);
        struct engine_options options = {.threads = 1, .hash_mib = 1};
        struct engine *engine = engine_open(game, &options, NULL);
        assert_non_null(engine);
        for (uint64_t nodes = 100; nodes < 60000; nodes = nodes * 3 / 2) {
            struct search_result verdict;
            engine_clear(engine);
            engine_think(engine, &position, &(struct limits){.nodes = nodes}, NULL,
                         NULL, &verdict);
            sum = fold_result(sum, &verdict);
        }
        engine_close(engine);
        game_close(game);
    }
    if (sum != wanted)
        print_error("now it is 0x%llx\n", (unsigned long long)sum);
    assert_true(sum == wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_among_estimates_are_found_alike),
        cmocka_unit_test(answers_are_the_same_everywhere),
        cmocka_unit_test(positions_of_every_kind_are_judged_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
