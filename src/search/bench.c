/* bench.c: searches fixed positions of both games to a fixed depth or number of
 * nodes. */
#include "search/bench.h"

#include <stdio.h>

static const struct {
    const char *spec, *moves;
    int depth;
    uint64_t nodes; /* instead of a depth: with proofs */
} positions[] = {
    {"cave", "", 9, 0},
    {"cave", "A4 H5 A5 H4 B4 G5 B5 A3", 9, 0},
    {"cave", "A5 H6 A1 A8 H4 H1 H3 H2 G6 H8 G4 A7 G2 F4 B1 A4 H7 B5 G3 B7 F3 A2 A3 B8",
     11, 0},
    {"cave", "A1 A2 B1 B2 A3 A4 B3 B4 H8 H7 G8 G7 H6 H5 G6 G5", 10, 0},
    {"side-stacker", "", 10, 0},
    {"connect-four", "", 12, 0},
    {"connect-four", "A4 B4 C4 A3 A5 B5", 14, 0},
    {"cave:6x6x5", "A3 F4 B3 E4", 12, 0},
    {"cave",
     "H5 A1 A5 H1 A8 G5 F5 E5 D5 C5 B5 A6 H4 H3 G3 H6 H8 B8 C8 F3 E3 D3 C3 B3 D8 E8 F8 "
     "G4 F4 "
     "E4",
     0, 300000},
    {"connect-four", "A4 B4 C4 A3 A5 B5", 0, 300000},
    {"mancala", "", 13, 0},
    {"mancala", "3 6 12 2", 14, 0},
    {"kalah", "3 6 12 2", 14, 0},
    {"mancala:6x4:nosteal", "", 13, 0},
    {"mancala:6x6:kalah", "1 2 8", 11, 0},
    {"mancala:10x3:steal", "", 8, 0},
};

/* `name` becomes the long name of the position's game. */
static bool search_position(int i, char name[SPEC_NAME_SIZE],
                            struct search_result *found, struct error *error)
{
    struct engine_options options = {.threads = 1, .hash_mib = 16};
    struct limits limits = {.depth = positions[i].depth, .nodes = positions[i].nodes};
    struct position position;
    struct game *game = game_open(positions[i].spec, error);
    struct engine *engine = game ? engine_open(game, &options, error) : NULL;
    bool ok = engine != NULL;
    if (ok) {
        game->start(game, &position);
        ok = game_play_moves(game, &position, positions[i].moves, error);
    }
    if (ok) {
        snprintf(name, SPEC_NAME_SIZE, "%s", game->name);
        engine_think(engine, &position, &limits, NULL, NULL, found);
    }
    engine_close(engine);
    game_close(game);
    return ok;
}

bool bench_run(bench_progress *progress, struct bench_sum *sum, struct error *error)
{
    *sum = (struct bench_sum){0};
    for (int i = 0; i < (int)(sizeof positions / sizeof *positions); i++) {
        struct search_result found;
        char name[SPEC_NAME_SIZE];
        if (!search_position(i, name, &found, error))
            return false;
        sum->positions++;
        sum->nodes += found.nodes;
        sum->seconds += found.seconds;
        if (progress)
            progress(sum, name, &found);
    }
    return true;
}
