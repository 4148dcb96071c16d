/* reference_bots.c: four evaluations, one minimax. */
#include "players/reference_bots.h"

#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "players/careful.h"
#include "search/timeman.h"

enum {
    GROUPS_FULL = 10000,
    /* Less than four windows of four bricks, so the bot sometimes misses a win. The
     * original did so, too. */
    POWERS_WON = 1000,
    MAX_LINE = 8,
    NODES_BETWEEN_LOOKS = 1024, /* at the clock */
};

/* Counts the windows that hold n of the `bricks`, for n from 1 to K, leaving out those
 * that touch a cell of `barred`.
 *
 * All windows of one direction are counted at once, each by the bit of its first cell:
 * the board is moved K times, and each time its bits are added to a column of binary
 * digits, ones to eights, that stand in four words. */
static void tally_windows(const struct cave_board *board, uint64_t bricks,
                          uint64_t barred, int tally[MAX_LINE + 1])
{
    memset(tally, 0, (MAX_LINE + 1) * sizeof *tally);
    for (int d = 0; d < CAVE_DIRECTIONS; d++) {
        uint64_t digit[4] = {0}, touched = 0;
        for (int i = 0; i < board->line; i++) {
            uint64_t carry = bricks >> (i * cave_step[d]);
            touched |= barred >> (i * cave_step[d]);
            for (int k = 0; k < 4; k++) {
                uint64_t sum = digit[k] ^ carry;
                carry &= digit[k];
                digit[k] = sum;
            }
        }
        uint64_t counted = board->starts[d] & ~touched;
        for (int n = 1; n <= board->line; n++) {
            uint64_t match = counted;
            for (int k = 0; k < 4; k++)
                match &= n >> k & 1 ? digit[k] : ~digit[k];
            tally[n] += match ? bits_count(match) : 0;
        }
    }
}

/* The windows of the player to move and of the opponent; `shared` says whether windows
 * with bricks of both count. */
struct windows {
    int own[MAX_LINE + 1], other[MAX_LINE + 1];
};

static struct windows windows_of(const struct game *game,
                                 const struct position *position, bool shared)
{
    const struct cave *cave = &position->cave;
    uint64_t own = cave->brick[cave_turn(cave)], other = cave->brick[!cave_turn(cave)];
    struct windows windows;
    tally_windows(&game->board.cave, own, shared ? 0 : other, windows.own);
    tally_windows(&game->board.cave, other, shared ? 0 : own, windows.other);
    return windows;
}

/* A full board without a line is evaluated by its windows, here and below: the
 * bots don't know ties. */
static int squares_evaluate(const struct game *game, const struct position *position)
{
    int line = game->board.cave.line, score = 0;
    struct windows windows = windows_of(game, position, true);
    if (windows.own[line] || windows.other[line])
        return windows.own[line] ? REFERENCE_BOT_INFINITY : -REFERENCE_BOT_INFINITY;
    for (int n = 1; n < line; n++)
        score += n * n * (windows.own[n] - windows.other[n]);
    return score;
}

/* An owned window has one point, and one, two or three more for two, three or four
 * bricks, which is a point a brick; longer lines continue the pattern. */
static int groups_evaluate(const struct game *game, const struct position *position)
{
    int line = game->board.cave.line;
    struct windows windows = windows_of(game, position, false);
    int score = GROUPS_FULL * (windows.own[line] - windows.other[line]);
    for (int n = 1; n < line; n++)
        score += n * (windows.own[n] - windows.other[n]);
    return score;
}

static int powers_evaluate(const struct game *game, const struct position *position)
{
    int line = game->board.cave.line, score = 0;
    struct windows windows = windows_of(game, position, false);
    if (windows.own[line] || windows.other[line])
        return windows.own[line] ? POWERS_WON : -POWERS_WON;
    for (int n = 1; n < line; n++)
        score += (1 << 2 * n) * (windows.own[n] - windows.other[n]);
    return score;
}

static int stores_evaluate(const struct game *game, const struct position *position)
{
    const mancala_row *row = position->mancala.row;
    return mancala_store(&game->board.mancala, row[0]) -
           mancala_store(&game->board.mancala, row[1]);
}

static const struct reference_bot bots[] = {
    {"squares", GAME_CAVE, 5, squares_evaluate, false},
    {"groups", GAME_CAVE, 5, groups_evaluate, false},
    {"powers", GAME_CAVE, 3, powers_evaluate, false},
    {"random", GAME_CAVE, 0, NULL, false},
    {"blocker", GAME_CAVE, 0, NULL, true},
    {"stores", GAME_MANCALA, 6, stores_evaluate, false},
    {"stores:easy", GAME_MANCALA, 2, stores_evaluate, false},
    {"stores:medium", GAME_MANCALA, 6, stores_evaluate, false},
    {"stores:hard", GAME_MANCALA, 10, stores_evaluate, false},
    {"random", GAME_MANCALA, 0, NULL, false},
};

const struct reference_bot *reference_bot_find(const char *name, enum game_kind kind)
{
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++)
        if (bots[i].kind == kind && strcmp(bots[i].name, name) == 0)
            return &bots[i];
    return NULL;
}

struct bot_search {
    const struct reference_bot *bot;
    const struct game *game;
    const struct limits *limits;
    int64_t deadline; /* as clock_now counts */
    bool has_move;    /* until then nothing stops the search: the first ply is cheap */
    bool stopped;
    uint64_t nodes;
};

static bool must_stop(struct bot_search *state)
{
    if (state->has_move &&
        (limits_stopped(state->limits) ||
         (state->nodes % NODES_BETWEEN_LOOKS == 0 && clock_now() >= state->deadline)))
        state->stopped = true;
    return state->stopped;
}

/* Minimax with alpha-beta. In Mancala a player can move twice in a row, so a value
 * changes its sign only where the turn changes. `choice`, if given, gets the best move.
 * After a stop the value means nothing. */
static int search(struct bot_search *state, const struct position *position, int depth,
                  int alpha, int beta, move_t *choice)
{
    const struct game *game = state->game;
    struct moves moves;
    state->nodes++;
    if (depth == 0)
        return state->bot->evaluate(game, position);
    game->moves(game, position, &moves);
    if (moves.count == 0)
        return state->bot->evaluate(game, position);
    if (choice)
        *choice = moves.move[0];
    /* No value lies outside the infinities, so a player who cannot do better than lose
     * keeps the first move. */
    int best = -REFERENCE_BOT_INFINITY;
    for (int i = 0; i < moves.count && best < beta; i++) {
        struct position next = *position;
        game->play(game, &next, moves.move[i]);
        int low = best > alpha ? best : alpha;
        int value = game->turn(&next) == game->turn(position)
                        ? search(state, &next, depth - 1, low, beta, NULL)
                        : -search(state, &next, depth - 1, -beta, -low, NULL);
        if (must_stop(state))
            break;
        if (value > best) {
            best = value;
            if (choice)
                *choice = moves.move[i];
        }
    }
    return best;
}

/* Looks one ply ahead, then two, and so on. Only the last search counts; the others
 * cost little and are used when it can't be finished. */
static void deepen(struct bot_search *state, const struct position *position,
                   struct search_result *verdict)
{
    for (int depth = 1; depth <= state->bot->depth; depth++) {
        move_t choice = MOVE_NONE;
        int score = search(state, position, depth, -REFERENCE_BOT_INFINITY,
                           REFERENCE_BOT_INFINITY, &choice);
        if (state->stopped)
            break;
        state->has_move = true;
        verdict->move = choice;
        verdict->score = score;
        verdict->depth = depth;
    }
}

void reference_bot_choose(const struct reference_bot *bot, const struct game *game,
                          const struct position *position, const struct limits *limits,
                          struct rng *rng, struct search_result *verdict)
{
    int64_t begin = clock_now();
    struct bot_search state = {
        .bot = bot,
        .game = game,
        .limits = limits,
        .deadline = timeman_deadline(begin, limits->seconds),
    };
    struct moves moves;
    *verdict = (struct search_result){.move = MOVE_NONE, .kind = VALUE_ESTIMATE};
    game->moves(game, position, &moves);
    if (bot->careful)
        careful_moves(game, position, &moves);
    if (bot->evaluate)
        deepen(&state, position, verdict);
    else if (moves.count)
        verdict->move = moves.move[rng_below(rng, (uint32_t)moves.count)];
    if (moves.count)
        verdict->pv[verdict->pv_length++] = verdict->move;
    verdict->nodes = state.nodes;
    verdict->seconds = clock_seconds(clock_now() - begin);
}
