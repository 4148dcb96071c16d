/* test_search_long.c: searches of several hundred thousand nodes are the same on every
 * machine, as the shorter ones of test_search_nodes.c are. A commit that changes the search on
 * purpose changes the numbers here. */
#include "base/rng.h"
#include "engine_support.h"

/* Long searches in a small table: entries have to go, proofs begin beside the play, and get
 * most of the nodes in the end. */
static const struct {
    const char *spec;
    int plies;
    uint64_t nodes;
    uint64_t digest;
} searches[] = {

    {"cave", 12, 320000, 0xde447464e51a9c88},
    {"cave", 30, 120000, 0x36ba974adc1fdb2a},
    {"cave:6x6x5", 6, 320000, 0x29dea4345e8e8c8c},
    {"mancala:6x4:steal", 15, 320000, 0x84f727aae9291840},
    {"mancala:6x4:kalah", 18, 320000, 0x83ee336dd0857ffd},
    {"mancala:8x3:kalah", 18, 320000, 0x56b2ece8bf586dbd},
    {"mancala:5x6:nosteal", 2, 320000, 0x24127dda2e6a02d},
};

static void long_searches_forget_and_prove_alike(void **context)
{
    int wrong = 0;
    (void)context;
    for (size_t i = 0; i < COUNT(searches); i++) {
        struct game *game = opened(searches[i].spec);
        struct rng rng = rng_seeded(53);
        const struct position position = after_random(game, searches[i].plies, &rng);
        struct engine *engine = open_engine(game, 2, 1);
        struct search_result verdict;
        uint64_t digest = 0;
        engine_think(engine, &position, &(struct limits){.nodes = searches[i].nodes},
                     fold_progress, &digest, &verdict);
        digest = fold_result(digest, &verdict);
        if (digest != searches[i].digest)
            print_error("%s, %d plies: now it is 0x%llx\n", searches[i].spec,
                        searches[i].plies, (unsigned long long)digest);
        wrong += digest != searches[i].digest;
        engine_close(engine);
        game_close(game);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_searches_forget_and_prove_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
