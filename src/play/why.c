/* why.c: why a move is good or bad. */
#include "play/why.h"

#include <stdio.h>

#include "base/i18n.h"
#include "play/score_moves.h"
#include "rules/mancala/sowing.h"
#include "search/result_text.h"

/* A move of the side `player` that wins at once, if it were its turn; MOVE_NONE. The
 * cells of the line come with it. */
static move_t winning_cell(const struct game *game, const struct position *position,
                           int player, uint64_t *line)
{
    const struct cave_board *board = &game->board.cave;
    uint64_t bricks = position->cave.brick[player];
    for (uint64_t open = cave_open(board, cave_occupied(&position->cave)); open;
         open &= open - 1) {
        uint64_t cell = open & -open;
        if (!cave_has_line(board, bricks | cell))
            continue;
        *line = 0;
        for (int d = 0; d < CAVE_DIRECTIONS && !*line; d++)
            *line = cave_line_cells(board, bricks | cell, d);
        return (move_t)__builtin_ctzll(cell);
    }
    return MOVE_NONE;
}

static int count_winning_cells(const struct game *game, const struct position *position,
                               int player)
{
    const struct cave_board *board = &game->board.cave;
    int count = 0;
    for (uint64_t open = cave_open(board, cave_occupied(&position->cave)); open;
         open &= open - 1)
        count += cave_has_line(board, position->cave.brick[player] | (open & -open));
    return count;
}

/* "A1–A5": the first and the last cell of a line. */
static void add_line(const struct game *game, uint64_t line, bool ascii,
                     struct text *text)
{
    char first[MOVE_TEXT_SIZE], last[MOVE_TEXT_SIZE];
    game->format_move((move_t)__builtin_ctzll(line), first);
    game->format_move((move_t)(63 - __builtin_clzll(line)), last);
    text_addf(text, "%s%s%s", first, ascii ? "-" : "–", last);
}

/* The move that makes two threats at once; MOVE_NONE. */
static move_t forking_cell(const struct game *game, const struct position *position,
                           int player)
{
    struct moves moves;
    game->moves(game, position, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct position next = *position;
        game->play(game, &next, moves.move[i]);
        if (count_winning_cells(game, &next, player) >= 2 &&
            count_winning_cells(game, &next, !player) == 0)
            return moves.move[i];
    }
    return MOVE_NONE;
}

/* What the cave's board shows by itself; false when that is nothing. */
static bool add_cave_reason(const struct game *game, const struct position *before,
                            const struct position *after, bool ascii, struct text *text)
{
    int mover = game->turn(before);
    const char *other = game->side_name(!mover, ascii);
    uint64_t line;
    char name[MOVE_TEXT_SIZE];
    move_t cell;
    if (game->outcome(game, after).ending == ENDING_LINE) {
        text_add(text, _("it completes a line"));
    } else if ((cell = winning_cell(game, after, !mover, &line)) != MOVE_NONE) {
        text_addf(text, _("it lets %s complete "), other);
        add_line(game, line, ascii, text);
    } else if ((cell = winning_cell(game, before, mover, &line)) != MOVE_NONE) {
        game->format_move(cell, name);
        text_addf(text, _("it misses %s, which completes "), name);
        add_line(game, line, ascii, text);
    } else if (count_winning_cells(game, after, mover) >= 2) {
        text_add(text, _("it threatens twice, and only one threat can be blocked"));
    } else if ((cell = forking_cell(game, after, !mover)) != MOVE_NONE) {
        game->format_move(cell, name);
        text_addf(text, _("it lets %s threaten twice with %s"), other, name);
    } else if (winning_cell(game, before, !mover, &line) != MOVE_NONE) {
        text_addf(text, _("it keeps %s from completing "), other);
        add_line(game, line, ascii, text);
    } else {
        return false;
    }
    return true;
}

/* The stones that a move captures, its own stone included. */
static int captured(const struct game *game, const struct position *position,
                    move_t move)
{
    struct sowing sowing;
    int taken = 0;
    sowing_begin(&sowing, game, position, move);
    while (sowing_step(&sowing))
        if (sowing.event == SOWING_STEAL)
            taken = sowing.taken;
    return taken;
}

/* The largest capture that the side to move has; MOVE_NONE when there is none. */
static move_t largest_capture(const struct game *game, const struct position *position,
                              int *taken)
{
    struct moves moves;
    move_t best = MOVE_NONE;
    *taken = 1; /* one's own stone alone is not worth a word */
    game->moves(game, position, &moves);
    for (int i = 0; i < moves.count; i++) {
        int stones = captured(game, position, moves.move[i]);
        if (stones > *taken) {
            *taken = stones;
            best = moves.move[i];
        }
    }
    return best;
}

static bool moves_again(const struct game *game, const struct position *before,
                        move_t move)
{
    struct position next = *before;
    game->play(game, &next, move);
    return game->turn(&next) == game->turn(before) &&
           game->outcome(game, &next).result == RESULT_NONE;
}

static bool add_mancala_reason(const struct game *game, const struct position *before,
                               const struct position *after, move_t played, move_t best,
                               bool ascii, struct text *text)
{
    char name[MOVE_TEXT_SIZE];
    int taken, mine = captured(game, before, played);
    bool other_turn = game->turn(after) != game->turn(before);
    move_t threat = other_turn ? largest_capture(game, after, &taken) : MOVE_NONE;
    game->format_move(best, name);
    if (played == best && mine > 1) {
        text_addf(text, P_("it captures %d stone", "it captures %d stones", mine),
                  mine);
    } else if (played == best && moves_again(game, before, played)) {
        text_add(text, _("it gives another turn"));
    } else if (played != best && captured(game, before, best) > mine + 1) {
        taken = captured(game, before, best);
        text_addf(text,
                  P_("the last stone of hole %s would have captured %d stone",
                     "the last stone of hole %s would have captured %d stones", taken),
                  name, taken);
    } else if (played != best && moves_again(game, before, best) &&
               !moves_again(game, before, played)) {
        text_addf(text, _("hole %s would have given another turn"), name);
    } else if (threat != MOVE_NONE) {
        game->format_move(threat, name);
        text_addf(text,
                  P_("it lets %s capture %d stone with hole %s",
                     "it lets %s capture %d stones with hole %s", taken),
                  game->side_name(game->turn(after), ascii), taken, name);
    } else {
        return false;
    }
    return true;
}

static bool add_reason(const struct game *game, const struct position *before,
                       const struct position *after, move_t played, move_t best,
                       bool ascii, struct text *text)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return add_cave_reason(game, before, after, ascii, text);
    case GAME_MANCALA:
        return add_mancala_reason(game, before, after, played, best, ascii, text);
    }
    __builtin_unreachable();
}

/* The principal variation after the move: the line that punishes it, or proves it
 * right. */
static void add_variation(const struct game *game, struct why *why)
{
    for (int i = 0; i < why->count; i++) {
        char name[MOVE_TEXT_SIZE];
        game->format_move(why->line[i], name);
        text_addf(&why->text, "%s%s", i ? " " : _("; then "), name);
    }
}

/* When the board doesn't show why. */
static const char *plain_reason(bool is_best, const struct review_move *value)
{
    enum value_kind before = value->before.kind, after = value->after.kind;
    if (is_best)
        return _("it is the best move");
    if (before == VALUE_WIN && after != VALUE_WIN)
        return _("it gives a win away");
    if (before != VALUE_LOSS && after == VALUE_LOSS)
        return _("it loses, though not at once");
    return value->mark == REVIEW_FINE ? _("nothing is lost or won at once")
                                      : _("it is worth less than the best move");
}

static void copy_line(const struct game *game, const struct position *after,
                      const struct search_result *value, struct why *why)
{
    struct position position = *after;
    for (int i = 0; i < value->pv_length && i < WHY_MOVES; i++) {
        if (!game_is_legal(game, &position, value->pv[i]))
            return;
        game->play(game, &position, value->pv[i]);
        why->line[why->count++] = value->pv[i];
    }
}

void why_tell(const struct record *record, int at, const struct review_move *value,
              bool ascii, struct why *why)
{
    const struct game *game = record->game;
    const struct position *before = &record->step[at].before;
    struct position after = *before;
    move_t played = record->step[at].move;
    /* Where the search has named none, what was played is the best that is known. */
    move_t best = value->before.move == MOVE_NONE ? played : value->before.move;
    struct text *text = &why->text;
    char name[MOVE_TEXT_SIZE];
    *why = (struct why){.at = at, .mark = value->mark};
    game->play(game, &after, played);
    copy_line(game, &after, &value->after, why);
    game->format_move(played, name);
    text_addf(text, "%s%s: ", name, review_mark_text(value->mark));
    if (!add_reason(game, before, &after, played, best, ascii, text))
        text_add(text, plain_reason(played == best, value));
    text_add(text, " (");
    search_result_value_text(game, &value->after, text);
    text_add(text, ")");
    add_variation(game, why);
    if (value->mark != REVIEW_FINE && best != played) {
        game->format_move(best, name);
        text_addf(text, _("; better %s ("), name);
        search_result_value_text(game, &value->before, text);
        text_add(text, ")");
    }
}

void why_find(const struct record *record, int at, struct player *player,
              const struct limits *limits, bool ascii, struct why *why)
{
    const struct game *game = record->game;
    const struct record_step *step = &record->step[at];
    struct review_move value;
    struct search_result later;
    score_position(player, game,
                   at + 1 < record->count ? &record->step[at + 1].before : &record->now,
                   limits, NULL, NULL, &later);
    score_position(player, game, &step->before, limits, NULL, NULL, &value.before);
    score_from_before(game, &step->before, step->move, &later, &value.after);
    review_reconcile(step->move, &value);
    value.mark = review_classify(game, step->move, &value);
    why_tell(record, at, &value, ascii, why);
}

void why_go(const struct record *record, const struct why *why, int count,
            struct position *position, move_t *last)
{
    const struct game *game = record->game;
    *position = record->step[why->at].before;
    *last = record->step[why->at].move;
    game->play(game, position, *last);
    for (int i = 0; i < count && i < why->count; i++) {
        *last = why->line[i];
        game->play(game, position, *last);
    }
}
