/* tune.h: every number of the search that was chosen by experiment: its name, its
 * value, its useful range, and what it does. */
#pragma once

/* clang-format off */
#define TUNE_LIST(X) \
    X(ASPIRATION_DEPTH,   4,   1,   20, "iterations before the window is narrowed") \
    X(ASPIRATION_WINDOW, 40,   1, 1000, "half the first window around the last score") \
    X(ASPIRATION_MOST, 1000,   1, 20000, "half the widest window but the full one") \
    X(REDUCE_DEPTH,       3,   2,   20, "least depth at which late moves are reduced") \
    X(REDUCE_MOVE,        3,   1,   16, "moves that are searched in full before that") \
    X(REDUCE_MORE_DEPTH,  6,   2,   40, "plies of depth for one more ply of reduction") \
    X(REDUCE_MORE_MOVE,   6,   2,   16, "moves for one more ply of reduction") \
    X(HISTORY_LIMIT,   8000, 100, 15000, "size at which history scores are halved") \
    X(NODES_A_STORE,      2,   1,   64, "nodes of the search for one entry in the table") \
    X(SYMMETRY_BRICKS,   12,   0,   64, "bricks up to which reflections share entries") \
    X(PLANS_CELLS,       44,   0,   64, "empty cells up to which blocked positions are seen") \
    X(PROVE_CELLS,       40,   0,   64, "empty cells up to which a proof is tried") \
    X(PROVE_JOIN_CELLS,  32,   0,   64, "and up to which it begins at once, with all threads") \
    X(PROVE_NODES,      500,   0, 100000000, "nodes for it, beside as many as for playing") \
    X(PROVE_MOST,         6,   1,  100, "times as many for a proof near the end, after PLAY_NODES") \
    X(PROVE_STONES,      48,   0,  288, "six holes: stones up to which a margin is proven") \
    X(PLAY_FIRST,     50000,   0, 1000000000, "nodes of play before any other proof begins") \
    X(PLAY_NODES,    300000,   0, 1000000000, "nodes of play before all go into the proof") \
    X(LINE_NODES,    300000,   0, 1000000000, "nodes for the principal variation after it") \
    X(ENDGAME,       700000,   0, 1000000000, "positions of the engine's own endgame tables") \
    X(ENDGAME_PATIENT, 10000000, 0, 1000000000, "the same when there is time for long proofs") \
    X(ENDGAME_SOLVE, 250000000, 0, 1000000000, "the most that the solver makes") \
    X(ENDGAME_NODE,      12,   1, 1000, "positions it makes for each node searched before") \
    X(VERIFY_PERCENT,   100,   0, 1000, "nodes for a proven win's length, of those before it") \
    X(VERIFY_NODES, 10000000,   0, 1000000000, "and these on top")
/* clang-format on */

enum tune {
#define TUNE_ENUM(name, value, least, most, help) TUNE_##name = (value),
    TUNE_LIST(TUNE_ENUM)
#undef TUNE_ENUM
};
