/* test_perft.c: the sequences of moves are as many as is known, and as the plain games
 * count. */
#include <inttypes.h>
#include <stdlib.h>

#include "reference.h"
#include "support.h"

struct count {
    const char *spec, *moves;
    int depths;
    uint64_t nodes[9]; /* from depth 1 on */
};

static const struct count counts[] = {
    {"cave", "", 5, {16, 256, 4096, 65536, 1048576}},
    {"side-stacker", "", 6, {14, 196, 2744, 38416, 537824, 7529536}},
    {"connect-four", "", 8, {7, 49, 343, 2401, 16807, 117649, 823536, 5673234}},
    {"cave",
     "A5 H6 A1 A8 H4 H1 H3 H2 G6 H8 G4 A7 G2 F4 B1 A4 H7 B5 G3 B7 F3 A2 A3 B8",
     6,
     {16, 256, 4096, 64801, 1035164, 16199943}},
    {"mancala", "", 8, {6, 35, 185, 942, 4685, 23169, 113959, 559885}},
    {"kalah", "", 8, {6, 35, 185, 942, 4690, 23233, 114430, 563055}},
    {"mancala:6x4:nosteal", "", 8, {6, 35, 185, 949, 4782, 23964, 119377, 595400}},
    /* Nothing follows a finished game. */
    {"cave", "A1 H1 A2 H2 A3 H3 A4 H4 A5", 3, {0, 0, 0}},
    {"mancala:1x1:steal", "1", 2, {0, 0}},
    {"cave:2x2x3", "", 5, {4, 12, 24, 24, 0}},
    {"cave:1x1x2", "", 2, {1, 0}},
};

static void the_sequences_of_moves_are_as_many_as_known(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(counts); i++) {
        struct game *game = opened(counts[i].spec);
        struct position position = after(game, NULL, counts[i].moves);
        assert_int_equal(game->perft(game, &position, 0, NULL), 1);
        for (int depth = 1; depth <= counts[i].depths; depth++) {
            uint64_t nodes = game->perft(game, &position, depth, NULL);
            if (nodes != counts[i].nodes[depth - 1])
                fail_msg("%s '%s' depth %d: %" PRIu64, counts[i].spec, counts[i].moves,
                         depth, nodes);
        }
        game_close(game);
    }
}

/* To count the ends every last move is played, which must not change the number. */
static void counting_the_ends_counts_the_same_sequences(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(counts); i++) {
        struct game *game = opened(counts[i].spec);
        struct position position = after(game, NULL, counts[i].moves);
        for (int depth = 1; depth <= counts[i].depths; depth++) {
            uint64_t ended = 0;
            if (counts[i].nodes[depth - 1] > 3000000)
                continue;
            assert_true(game->perft(game, &position, depth, &ended) ==
                        counts[i].nodes[depth - 1]);
            assert_true(ended <= counts[i].nodes[depth - 1]);
        }
        game_close(game);
    }
    /* All four bricks of a 2x2 board: each of the 24 orders ends there. */
    struct game *game = opened("cave:2x2x3");
    struct position start = after(game, NULL, "");
    uint64_t ended = 0;
    game->perft(game, &start, 3, &ended);
    assert_int_equal(ended, 0);
    game->perft(game, &start, 4, &ended);
    assert_int_equal(ended, 24);
    game_close(game);
}

static uint64_t plain_cave_count(const struct game *game, const char *moves, int depth)
{
    struct reference_cave plain =
        reference_cave_start(game->spec.cave.rows, game->spec.cave.columns,
                             game->spec.cave.line, game->spec.cave.left_only);
    uint64_t ended = 0;
    for (; *moves; moves += moves[2] ? 3 : 2)
        reference_cave_play(&plain, moves[0] - 'A', moves[1] - '1');
    return reference_cave_perft(&plain, depth, &ended);
}

static uint64_t plain_mancala_count(const struct game *game, const char *moves,
                                    int depth)
{
    struct reference_mancala plain =
        reference_mancala_start(game->spec.mancala.holes, game->spec.mancala.stones,
                                (enum reference_stealing)game->spec.mancala.stealing);
    uint64_t ended = 0;
    for (char *end; *moves; moves = end)
        reference_mancala_play(&plain, (int)strtol(moves, &end, 10));
    return reference_mancala_perft(&plain, depth, &ended);
}

static void the_plain_games_count_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(counts); i++) {
        struct game *game = opened(counts[i].spec);
        for (int depth = 1; depth <= counts[i].depths; depth++) {
            if (counts[i].nodes[depth - 1] > 70000)
                break;
            uint64_t nodes = game->spec.kind == GAME_CAVE
                                 ? plain_cave_count(game, counts[i].moves, depth)
                                 : plain_mancala_count(game, counts[i].moves, depth);
            assert_int_equal(nodes, counts[i].nodes[depth - 1]);
        }
        game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sequences_of_moves_are_as_many_as_known),
        cmocka_unit_test(counting_the_ends_counts_the_same_sequences),
        cmocka_unit_test(the_plain_games_count_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
