/* reference_bots.c: one minimax for all heuristics. */
#include "players/reference_bots.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "players/careful.h"
#include "search/timeman.h"

enum {
    NODES_BETWEEN_LOOKS = 1024, /* at the clock */
    SCORE_MOST = 2000000000,
};

static const double usual_seconds = 3;

/* The bots with a name. Their heuristics are found by name, too. */
static const struct {
    const char *name;
    enum game_kind kind;
    int depth;
    const char *heuristic; /* NULL: plays at random */
    bool careful;
} bots[] = {
    {"squares", GAME_CAVE, 5, "squares", false},
    {"groups", GAME_CAVE, 5, "groups", false},
    {"powers", GAME_CAVE, 3, "powers", false},
    {"random", GAME_CAVE, 0, NULL, false},
    {"blocker", GAME_CAVE, 0, NULL, true},
    {"stores", GAME_MANCALA, 6, "stores", false},
    {"stores:easy", GAME_MANCALA, 2, "stores", false},
    {"stores:medium", GAME_MANCALA, 6, "stores", false},
    {"stores:hard", GAME_MANCALA, 10, "stores", false},
    {"random", GAME_MANCALA, 0, NULL, false},
};

/* Reads what stands after the '@'. */
static bool read_effort(const char *effort, struct reference_bot *bot,
                        struct error *error)
{
    static const char nodes[] = "nodes=";
    uint64_t number;
    bot->depth = ENGINE_MAX_DEPTH;
    if (strcmp(effort, "time") == 0)
        return true;
    if (strncmp(effort, nodes, strlen(nodes)) == 0) {
        const char *count = effort + strlen(nodes);
        if (text_number(count, strlen(count), UINT64_MAX, &bot->nodes) && bot->nodes)
            return true;
    } else if (text_number(effort, strlen(effort), ENGINE_MAX_DEPTH, &number) &&
               number) {
        bot->depth = (int)number;
        return true;
    }
    char quoted[32];
    return error_set(error,
                     _("'@%s': after a heuristic's @ stands a depth from 1 to %d, "
                       "nodes=N or time, as in windows:1,4,16,64@4"),
                     text_quotable(effort, strlen(effort), quoted, sizeof quoted),
                     ENGINE_MAX_DEPTH);
}

/* "H@DEPTH" */
static bool find_by_heuristic(const struct game *game, const char *name, const char *at,
                              struct reference_bot *bot, struct error *error)
{
    struct text heuristic = {0};
    text_add_bytes(&heuristic, name, (size_t)(at - name));
    bool ok = heuristic_parse(&bot->heuristic, game, text_string(&heuristic), error) &&
              read_effort(at + 1, bot, error);
    text_free(&heuristic);
    return ok;
}

bool reference_bot_find(const struct game *game, const char *name,
                        struct reference_bot *bot, struct error *error)
{
    const char *at = strrchr(name, '@');
    *bot = (struct reference_bot){0};
    if (at)
        return find_by_heuristic(game, name, at, bot, error);
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++)
        if (bots[i].kind == game->spec.kind && strcmp(bots[i].name, name) == 0) {
            bot->depth = bots[i].depth;
            bot->careful = bots[i].careful;
            return !bots[i].heuristic ||
                   heuristic_parse(&bot->heuristic, game, bots[i].heuristic, error);
        }
    return false;
}

struct bot_search {
    const struct reference_bot *bot;
    const struct game *game;
    const struct limits *limits;
    int own;          /* the player to move at the root */
    int64_t deadline; /* as clock_now counts */
    bool has_move;    /* until then nothing stops the search: the first ply is cheap */
    bool stopped;
    bool beyond; /* a game went on where the search ended */
    uint64_t nodes;
};

static bool must_stop(struct bot_search *state)
{
    if (state->has_move &&
        (limits_stopped(state->limits) ||
         (state->bot->nodes && state->nodes >= state->bot->nodes) ||
         (state->nodes % NODES_BETWEEN_LOOKS == 0 && clock_now() >= state->deadline)))
        state->stopped = true;
    return state->stopped;
}

/* For the player to move. */
static double evaluate(const struct bot_search *state, const struct position *position)
{
    double value =
        heuristic_evaluate(&state->bot->heuristic, state->game, position, state->own);
    return state->game->turn(position) == 0 ? value : -value;
}

/* Minimax with alpha-beta. In Mancala a player can move twice in a row, so a value
 * changes its sign only where the turn changes. `choice`, if given, gets the best move.
 * After a stop the value means nothing. */
static double search(struct bot_search *state, const struct position *position,
                     int depth, double alpha, double beta, move_t *choice)
{
    const struct game *game = state->game;
    struct moves moves;
    state->nodes++;
    if (depth > 0 || !state->beyond)
        game->moves(game, position, &moves);
    if (depth == 0) {
        state->beyond = state->beyond || moves.count > 0;
        return evaluate(state, position);
    }
    if (moves.count == 0)
        return evaluate(state, position);
    if (choice)
        *choice = moves.move[0];
    double best = -INFINITY;
    for (int i = 0; i < moves.count && best < beta; i++) {
        struct position next = *position;
        game->play(game, &next, moves.move[i]);
        double low = best > alpha ? best : alpha;
        double value = game->turn(&next) == game->turn(position)
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

/* Looks one ply ahead, then two, and so on, until there is no more to see. Only the
 * last search counts; the others cost little and are used when it can't be finished. */
static void deepen(struct bot_search *state, const struct position *position,
                   struct search_result *verdict)
{
    state->beyond = true;
    for (int depth = 1; depth <= state->bot->depth && state->beyond; depth++) {
        state->beyond = false;
        move_t choice = MOVE_NONE;
        double score = search(state, position, depth, -INFINITY, INFINITY, &choice);
        if (state->stopped)
            break;
        state->has_move = true;
        verdict->move = choice;
        verdict->score = (int)lround(fmax(-SCORE_MOST, fmin(score, SCORE_MOST)));
        verdict->depth = depth;
    }
}

void reference_bot_choose(const struct reference_bot *bot, const struct game *game,
                          const struct position *position, const struct limits *limits,
                          struct rng *rng, struct search_result *verdict)
{
    int64_t begin = clock_now();
    /* What only the time could end needs one. */
    bool endless =
        bot->depth == ENGINE_MAX_DEPTH && !bot->nodes && limits->seconds <= 0;
    double seconds = endless ? usual_seconds : limits->seconds;
    struct bot_search state = {
        .bot = bot,
        .game = game,
        .limits = limits,
        .own = game->turn(position),
        .deadline = timeman_deadline(begin, seconds),
    };
    struct moves moves;
    *verdict = (struct search_result){
        .move = MOVE_NONE,
        .kind = VALUE_ESTIMATE,
        /* The points of who counts nothing but the stores are stones. */
        .points = strcmp(bot->heuristic.text, "stones:store=1") != 0,
    };
    game->moves(game, position, &moves);
    if (bot->careful)
        careful_moves(game, position, &moves);
    if (bot->depth)
        deepen(&state, position, verdict);
    else if (moves.count)
        verdict->move = moves.move[rng_below(rng, (uint32_t)moves.count)];
    if (moves.count)
        verdict->pv[verdict->pv_length++] = verdict->move;
    verdict->nodes = state.nodes;
    verdict->seconds = clock_seconds(clock_now() - begin);
}
