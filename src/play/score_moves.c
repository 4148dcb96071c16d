/* score_moves.c: what a move is worth. */
#include "play/score_moves.h"

enum {
    CERTAIN = 10000 /* a cave score of this less the moves it takes is proven */
};

static void set_kind(const struct game *game, struct verdict *verdict)
{
    if (game->has_margin || verdict->kind == VALUE_ESTIMATE)
        return;
    int sign = (verdict->kind == VALUE_WIN) - (verdict->kind == VALUE_LOSS);
    verdict->score = sign * (CERTAIN - verdict->plies);
}

void judge_outcome(const struct game *game, const struct position *position,
                   struct verdict *verdict)
{
    struct outcome outcome = game->outcome(game, position);
    int turn = game->turn(position);
    *verdict = (struct verdict){.move = MOVE_NONE, .exact = true};
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

void judge_from_before(const struct game *game, const struct position *before,
                       move_t move, const struct verdict *after, struct verdict *value)
{
    static const enum value_kind other_side[] = {
        [VALUE_ESTIMATE] = VALUE_ESTIMATE,
        [VALUE_WIN] = VALUE_LOSS,
        [VALUE_DRAW] = VALUE_DRAW,
        [VALUE_LOSS] = VALUE_WIN,
    };
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

void judge_move(struct player *player, const struct game *game,
                const struct position *position, move_t move,
                const struct limits *limits, struct verdict *value)
{
    struct position next = *position;
    struct verdict after;
    game->play(game, &next, move);
    if (game->outcome(game, &next).result != RESULT_NONE)
        judge_outcome(game, &next, &after);
    else
        player_choose(player, &next, limits, NULL, NULL, &after);
    judge_from_before(game, position, move, &after, value);
}

void judge_insert(struct judged *judged, int count, const struct judged *next)
{
    int at = count;
    for (; at > 0 && judged[at - 1].value.score < next->value.score; at--)
        judged[at] = judged[at - 1];
    judged[at] = *next;
}

int judge_moves(struct player *player, const struct game *game,
                const struct position *position, const struct limits *limits,
                judge_progress *progress, void *context,
                struct judged judged[GAME_MAX_MOVES])
{
    struct moves moves;
    int count = 0;
    game->moves(game, position, &moves);
    for (int i = 0; i < moves.count && (i == 0 || !limits_stopped(limits)); i++) {
        struct judged next = {.move = moves.move[i]};
        judge_move(player, game, position, next.move, limits, &next.value);
        judge_insert(judged, count++, &next);
        if (progress)
            progress(context, judged, count);
    }
    return count;
}

int judge_outlook(const struct game *game, int player, const struct verdict *value,
                  int full)
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
