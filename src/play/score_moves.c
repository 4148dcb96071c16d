/* score_moves.c: scores for moves. */
#include "play/score_moves.h"

#include <string.h>

enum {
    CERTAIN = 10000 /* a cave score of this minus the plies is proven */
};

static void set_kind(const struct game *game, struct search_result *verdict)
{
    if (game->has_margin || verdict->kind == VALUE_ESTIMATE)
        return;
    int sign = (verdict->kind == VALUE_WIN) - (verdict->kind == VALUE_LOSS);
    verdict->score = sign * (CERTAIN - verdict->plies);
}

void score_outcome(const struct game *game, const struct position *position,
                   struct search_result *verdict)
{
    struct outcome outcome = game->outcome(game, position);
    int turn = game->turn(position);
    *verdict = (struct search_result){.move = MOVE_NONE, .proven = true};
    if (outcome.result == RESULT_TIE)
        verdict->kind = VALUE_DRAW;
    else if ((outcome.result == RESULT_FIRST) == (turn == 0))
        verdict->kind = VALUE_WIN;
    else
        verdict->kind = VALUE_LOSS;
    if (game->has_margin)
        verdict->score = outcome.store[turn] - outcome.store[!turn];
    set_kind(game, verdict);
}

void score_position(struct player *player, const struct game *game,
                    const struct position *position, const struct limits *limits,
                    engine_progress *progress, void *context,
                    struct search_result *verdict)
{
    const struct limits one_ply = {.depth = 1, .stop = limits->stop};
    if (game->outcome(game, position).result != RESULT_NONE) {
        score_outcome(game, position, verdict);
        return;
    }
    player_choose(player, position, limits, progress, context, verdict);
    if (!search_result_is_searched(verdict))
        player_choose(player, position, &one_ply, progress, context, verdict);
}

static const enum value_kind other_side[] = {
    [VALUE_ESTIMATE] = VALUE_ESTIMATE,
    [VALUE_WIN] = VALUE_LOSS,
    [VALUE_DRAW] = VALUE_DRAW,
    [VALUE_LOSS] = VALUE_WIN,
};

void score_to_after(const struct game *game, const struct position *before, move_t move,
                    const struct search_result *value, struct search_result *after)
{
    struct position next = *before;
    game->play(game, &next, move);
    bool other = game->turn(&next) != game->turn(before);
    after->kind = other ? other_side[value->kind] : value->kind;
    after->score = other ? -value->score : value->score;
    after->proven = value->proven;
    after->plies = value->plies > 0 ? value->plies - 1 : 0;
    set_kind(game, after);
}

void score_from_before(const struct game *game, const struct position *before,
                       move_t move, const struct search_result *after,
                       struct search_result *value)
{
    struct position next = *before;
    game->play(game, &next, move);
    *value = *after;
    value->move = move;
    if (game->turn(&next) != game->turn(before)) {
        value->kind = other_side[after->kind];
        value->score = -after->score;
    }
    if (value->kind != VALUE_ESTIMATE)
        value->plies++;
    set_kind(game, value);
}

void score_move(struct player *player, const struct game *game,
                const struct position *position, move_t move,
                const struct limits *limits, struct search_result *value)
{
    struct position next = *position;
    struct search_result after;
    game->play(game, &next, move);
    score_position(player, game, &next, limits, NULL, NULL, &after);
    score_from_before(game, position, move, &after, value);
}

void score_insert(struct scored_move *scored, int count, const struct scored_move *next)
{
    int at = count;
    for (; at > 0 && scored[at - 1].value.score < next->value.score; at--)
        scored[at] = scored[at - 1];
    scored[at] = *next;
}

/* The same in a list that may already have an older value of this move; returns how
 * many there are then. */
static int replace(struct scored_move *scored, int count,
                   const struct scored_move *next)
{
    int at = 0;
    while (at < count && scored[at].move != next->move)
        at++;
    if (at < count) {
        count--;
        memmove(&scored[at], &scored[at + 1], (size_t)(count - at) * sizeof *scored);
    }
    score_insert(scored, count, next);
    return count + 1;
}

static bool is_proven(const struct scored_move *scored, int count, move_t move)
{
    for (int i = 0; i < count; i++)
        if (scored[i].move == move)
            return scored[i].value.proven;
    return false;
}

int score_moves_in_passes(struct player *player, const struct game *game,
                          const struct position *position, const struct limits *limits,
                          score_progress *progress, void *context,
                          struct scored_move scored[GAME_MAX_MOVES])
{
    static const double share[] = {0.1, 0.3, 0.6};
    const int passes = limits->seconds > 0 ? 3 : 1;
    struct limits each = *limits;
    struct moves moves;
    int count = 0;
    game->moves(game, position, &moves);
    for (int pass = 0; pass < passes; pass++) {
        each.seconds = limits->seconds * share[pass] / moves.count;
        for (int i = 0; i < moves.count; i++) {
            struct scored_move next = {.move = moves.move[i]};
            if (count > 0 && limits_stopped(limits))
                return count;
            if (is_proven(scored, count, next.move))
                continue;
            score_move(player, game, position, next.move, &each, &next.value);
            count = replace(scored, count, &next);
            if (progress)
                progress(context, scored, count);
        }
    }
    return count;
}

/* One round over all moves of the list, which is in the order of the round before. */
static bool score_round(struct player *player, const struct game *game,
                        const struct position *position, const struct limits *limits,
                        const struct moves *moves, score_progress *progress,
                        void *context, struct scored_move scored[], int *count)
{
    bool changed = false;
    for (int i = 0; i < moves->count; i++) {
        struct scored_move next = {.move = moves->move[i]};
        if (*count > 0 && limits_stopped(limits))
            return false;
        if (is_proven(scored, *count, next.move))
            continue;
        score_move(player, game, position, next.move, limits, &next.value);
        *count = replace(scored, *count, &next);
        progress(context, scored, *count);
        changed = true;
    }
    return changed;
}

int score_moves_live(struct player *player, const struct game *game,
                     const struct position *position, const atomic_bool *stop, int most,
                     score_progress *progress, void *context,
                     struct scored_move scored[GAME_MAX_MOVES])
{
    const int full_rounds = 2;
    struct limits limits = {.seconds = 0.02, .stop = stop};
    struct moves moves;
    int count = 0;
    game->moves(game, position, &moves);
    for (int round = 0; score_round(player, game, position, &limits, &moves, progress,
                                    context, scored, &count);
         round++) {
        if (round >= full_rounds && moves.count > most)
            moves.count = most;
        for (int i = 0; i < moves.count && i < count; i++)
            moves.move[i] = scored[i].move;
        limits.seconds *= 2;
    }
    return count;
}

int score_moves(struct player *player, const struct game *game,
                const struct position *position, const struct limits *limits,
                score_progress *progress, void *context,
                struct scored_move scored[GAME_MAX_MOVES])
{
    struct moves moves;
    int count = 0;
    game->moves(game, position, &moves);
    for (int i = 0; i < moves.count && (i == 0 || !limits_stopped(limits)); i++) {
        struct scored_move next = {.move = moves.move[i]};
        score_move(player, game, position, next.move, limits, &next.value);
        score_insert(scored, count++, &next);
        if (progress)
            progress(context, scored, count);
    }
    return count;
}

int score_outlook(const struct game *game, int player,
                  const struct search_result *value, int full)
{
    int sign = player == 0 ? 1 : -1;
    if (!game->has_margin && value->kind != VALUE_ESTIMATE) {
        int class = (value->kind == VALUE_WIN) - (value->kind == VALUE_LOSS);
        return full * (1 + sign * class) / 2;
    }
    /* The first steps away from even say most. */
    double score = sign * value->score;
    double share = score / ((score < 0 ? -score : score) + game->clear_score);
    return (int)((1 + share) / 2 * full + 0.5);
}
