/* analysis.c: a game gone through move by move. */
#include "ui/analysis.h"

#include <stdlib.h>

#include "base/words.h"
#include "rules/board_text.h"
#include "search/verdict_text.h"
#include "ui/interrupt.h"
#include "ui/judge.h"

enum {
    /* A loss of this much is clear even where nothing is proven. */
    CAVE_CLEAR = 150,
    MANCALA_CLEAR = 4,
    /* More than this ahead is as good as won: what is proven counts as this much when
     * it is compared with an estimate. */
    CAVE_DECIDED = 600,
    GRAPH_ROWS = 5,
    GRAPH_WIDTH = 72,
    GRAPH_STEPS = 8, /* heights within a row */
};

const char *analysis_mark_text(enum analysis_mark mark)
{
    static const char *const marks[] = {"", "?", "??"};
    return marks[mark];
}

/* 1, 0 or -1 for a proven win, draw or loss. */
static int class_of(enum value_kind kind)
{
    return (kind == VALUE_WIN) - (kind == VALUE_LOSS);
}

static int comparable_score(const struct game *game, const struct verdict *verdict)
{
    int score = verdict->score;
    if (game->spec.kind == GAME_MANCALA)
        return score;
    return score > CAVE_DECIDED    ? CAVE_DECIDED
           : score < -CAVE_DECIDED ? -CAVE_DECIDED
                                   : score;
}

static enum analysis_mark judge_mark(const struct game *game, move_t played,
                                     const struct analysis_move *move)
{
    const struct verdict *before = &move->before, *after = &move->after;
    bool proven = before->kind != VALUE_ESTIMATE && after->kind != VALUE_ESTIMATE;
    if (played == before->move)
        return ANALYSIS_FINE;
    if (proven && class_of(after->kind) < class_of(before->kind))
        return ANALYSIS_BLUNDER;
    /* In the cave a longer way to the same result is no mistake. */
    if (proven && game->spec.kind == GAME_CAVE)
        return ANALYSIS_FINE;
    int clear = game->spec.kind == GAME_CAVE ? CAVE_CLEAR : MANCALA_CLEAR;
    return comparable_score(game, before) - comparable_score(game, after) >= clear
               ? ANALYSIS_MISTAKE
               : ANALYSIS_FINE;
}

static void think(struct player *player, const struct game *game,
                  const struct position *position, const struct limits *limits,
                  struct verdict *verdict)
{
    if (game->outcome(game, position).result != RESULT_NONE) {
        judge_outcome(game, position, verdict);
        return;
    }
    interrupt_watch(player);
    player_choose(player, position, limits, NULL, NULL, verdict);
    interrupt_watch(NULL);
}

/* From the end to the beginning: what is found out about a late position is still in
 * the engine's table when it looks at the earlier ones, so the values before and after
 * a move rest on the same knowledge. */
bool analysis_run(struct analysis *analysis, const struct record *record,
                  struct player *player, const struct limits *limits,
                  analysis_progress *progress, void *context, struct error *error)
{
    const struct game *game = record->game;
    int interrupts = interrupt_count();
    struct verdict later;
    *analysis = (struct analysis){.count = record->count};
    analysis->move = calloc((size_t)record->count + 1, sizeof *analysis->move);
    if (!analysis->move)
        return error_set(error, _("out of memory"));
    if (progress)
        progress(context, 0, record->count + 1);
    think(player, game, &record->now, limits, &later);
    for (int i = record->count - 1; i >= 0; i--) {
        const struct record_step *step = &record->step[i];
        struct analysis_move *move = &analysis->move[i];
        if (interrupt_count() != interrupts) {
            analysis_free(analysis);
            return error_set(error, _("the analysis was interrupted"));
        }
        if (progress)
            progress(context, record->count - i, record->count + 1);
        think(player, game, &step->before, limits, &move->before);
        judge_from_before(game, &step->before, step->move, &later, &move->after);
        move->mark = judge_mark(game, step->move, move);
        later = move->before;
    }
    return true;
}

void analysis_free(struct analysis *analysis)
{
    free(analysis->move);
    *analysis = (struct analysis){0};
}

static void add_move(const struct game *game, const struct record_step *step,
                     const struct analysis_move *move, int number, bool ascii,
                     struct text *text)
{
    int turn = game->turn(&step->before);
    char name[MOVE_TEXT_SIZE], better[MOVE_TEXT_SIZE];
    struct text before = {0}, after = {0};
    game->format_move(step->move, name);
    verdict_value_text(game, &move->before, &before);
    verdict_value_text(game, &move->after, &after);
    text_addf(text, "%4d  ", number);
    if (game->spec.kind == GAME_CAVE)
        text_add(text, board_text_player(ascii, turn));
    else
        text_addf(text, "%d", turn + 1);
    text_addf(text, "  %-3s  %-20s  ", name, text_string(&before));
    if (move->mark == ANALYSIS_FINE) {
        text_add(text, text_string(&after));
    } else {
        game->format_move(move->before.move, better);
        text_addf(text, _("%-20s  %-2s  better %s"), text_string(&after),
                  analysis_mark_text(move->mark), better);
    }
    text_add(text, "\n");
    text_free(&before);
    text_free(&after);
}

/* How well the first player stood after the move, from 0 (lost) to `full` (won). */
static int outlook(const struct game *game, const struct record_step *step,
                   const struct analysis_move *move, int full)
{
    const struct verdict *after = &move->after;
    bool cave = game->spec.kind == GAME_CAVE;
    int sign = game->turn(&step->before) == 0 ? 1 : -1;
    if (cave && after->kind != VALUE_ESTIMATE)
        return full * (1 + sign * class_of(after->kind)) / 2;
    /* The first steps away from even say most. */
    double half = cave ? CAVE_CLEAR : MANCALA_CLEAR, score = sign * after->score;
    double share = score / ((score < 0 ? -score : score) + half);
    return (int)((1 + share) / 2 * full + 0.5);
}

/* One column a move, and fewer when there are too many for a line:
 *
 *      won  |       ▃▆█
 *           |  ▁▂▃▅▇███
 *      lost |▇█████████                                                      */
static void add_graph(const struct analysis *analysis, const struct record *record,
                      bool ascii, struct text *text)
{
    static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int width = analysis->count < GRAPH_WIDTH ? analysis->count : GRAPH_WIDTH;
    const struct game *game = record->game;
    for (int row = GRAPH_ROWS - 1; row >= 0; row--) {
        text_addf(text, "%-5s|",
                  row == GRAPH_ROWS - 1 ? _("won")
                  : row                 ? ""
                                        : _("lost"));
        for (int column = 0; column < width; column++) {
            int i = column * analysis->count / width;
            int height = outlook(game, &record->step[i], &analysis->move[i],
                                 GRAPH_ROWS * GRAPH_STEPS) -
                         row * GRAPH_STEPS;
            height = height < 0 ? 0 : height > GRAPH_STEPS ? GRAPH_STEPS : height;
            if (ascii)
                text_add(text, 2 * height > GRAPH_STEPS ? "#" : " ");
            else
                text_add(text, blocks[height]);
        }
        while (text->length && text->data[text->length - 1] == ' ')
            text->data[--text->length] = '\0';
        text_add(text, "\n");
    }
}

static void add_player(const struct game *game, int player, bool ascii,
                       struct text *text)
{
    if (game->spec.kind == GAME_CAVE)
        text_add(text, board_text_player(ascii, player));
    else
        text_addf(text, _("player %d"), player + 1);
}

static void add_sums(const struct analysis *analysis, const struct record *record,
                     bool ascii, struct text *text)
{
    int sums[2][3] = {{0}};
    for (int i = 0; i < analysis->count; i++)
        sums[record->game->turn(&record->step[i].before)][analysis->move[i].mark]++;
    for (int player = 0; player < 2; player++) {
        add_player(record->game, player, ascii, text);
        text_addf(text, _(": %d ?, %d ??\n"), sums[player][ANALYSIS_MISTAKE],
                  sums[player][ANALYSIS_BLUNDER]);
    }
}

void analysis_text(const struct analysis *analysis, const struct record *record,
                   bool ascii, struct text *text)
{
    text_addf(text, "%4s  %s  %-3s  %-20s  %s\n", "", " ", "", _("before"), _("after"));
    for (int i = 0; i < analysis->count; i++)
        add_move(record->game, &record->step[i], &analysis->move[i], i + 1, ascii,
                 text);
    if (analysis->count) {
        text_add(text, _("\nhow the first player stood:\n"));
        add_graph(analysis, record, ascii, text);
        text_add(text, "\n");
    }
    add_sums(analysis, record, ascii, text);
}
