/* test_search_nodes.c: the bench searches to fixed depths; this stops in the middle of
 * iterations and goes on until a value is proven, and wants the same answers and nodes
 * everywhere. A commit that changes the search on purpose changes the number here as it
 * changes that of the bench. */
#include "base/bits.h"
#include "base/rng.h"
#include "search/engine.h"
#include "support.h"

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

static uint64_t fold(uint64_t sum, const struct search_result *verdict)
{
    const int64_t parts[] = {
        verdict->move,           verdict->kind,      verdict->proven, verdict->score,
        verdict->plies,          verdict->least,     verdict->most,   verdict->depth,
        (int64_t)verdict->nodes, verdict->pv_length,
    };
    for (size_t i = 0; i < COUNT(parts); i++)
        sum = bits_mix(sum + (uint64_t)parts[i]);
    for (int i = 0; i < verdict->pv_length; i++)
        sum = bits_mix(sum + (uint64_t)verdict->pv[i]);
    return sum;
}

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
        sum = fold(sum, &verdict);
        engine_think(engine, &position, &(struct limits){.nodes = 5000}, NULL, NULL,
                     &verdict);
        sum = fold(sum, &verdict);
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
            sum = fold(sum, &verdict);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
