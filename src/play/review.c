/* review.c: reviews a game move by move. */
#include "play/review.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "play/score_moves.h"
#include "rules/board_text.h"
#include "search/result_text.h"

enum {
    GRAPH_ROWS = 5,
    GRAPH_WIDTH = 72,
    GRAPH_STEPS = 8,  /* heights within a row */
    SOME_STONES = 4,  /* a loss of so many within a class is inaccurate, */
    MUCH_STONES = 10, /* of so many a mistake */
};

const char *review_mark_text(enum review_mark mark)
{
    static const char *const marks[] = {"", "?", "??", "?!"};
    return marks[mark];
}

/* 1, 0 or -1 for a proven win, draw or loss. */
static int class_of(enum value_kind kind)
{
    return (kind == VALUE_WIN) - (kind == VALUE_LOSS);
}

/* The same where there is only an estimate: a clear advantage counts as a win. */
static int likely_class(const struct game *game, const struct search_result *verdict)
{
    int clear = game->clear_score;
    if (verdict->kind != VALUE_ESTIMATE)
        return class_of(verdict->kind);
    return (verdict->score >= clear) - (verdict->score <= -clear);
}

/* What a move lost without changing the class of the result: "?!", and in stones also
 * "?" when it was a lot. */
static enum review_mark classify_loss(const struct game *game,
                                      const struct review_move *move)
{
    int lost = move->before.score - move->after.score;
    if (game->has_margin)
        return lost >= MUCH_STONES   ? REVIEW_MISTAKE
               : lost >= SOME_STONES ? REVIEW_INACCURACY
                                     : REVIEW_FINE;
    bool estimates =
        move->before.kind == VALUE_ESTIMATE && move->after.kind == VALUE_ESTIMATE;
    return estimates && lost >= game->clear_score ? REVIEW_INACCURACY : REVIEW_FINE;
}

void review_reconcile(move_t played, struct review_move *move)
{
    struct search_result *before = &move->before, *after = &move->after;
    if (after->score <= before->score)
        return;
    if (before->kind == VALUE_ESTIMATE) {
        /* The move that was played is better than the one that was found. */
        uint64_t nodes = before->nodes;
        int depth = before->depth;
        *before = *after;
        before->move = played;
        before->pv_length = 0;
        before->nodes = nodes;
        if (before->depth < depth)
            before->depth = depth;
    } else if (after->kind == VALUE_ESTIMATE || played != before->move) {
        /* It is proven that no move is worth as much as that. */
        after->kind = before->kind;
        after->score = before->score;
        after->plies = before->plies;
        after->proven = false;
    }
}

enum review_mark review_classify(const struct game *game, move_t played,
                                 const struct review_move *move)
{
    const struct search_result *before = &move->before, *after = &move->after;
    bool proven = before->kind != VALUE_ESTIMATE && after->kind != VALUE_ESTIMATE;
    if (played == before->move)
        return REVIEW_FINE;
    if (likely_class(game, after) >= likely_class(game, before))
        return classify_loss(game, move);
    /* Two estimates just on either side of a border are not different classes. */
    if (!proven && before->score - after->score < game->clear_score)
        return REVIEW_FINE;
    return after->kind == VALUE_LOSS ? REVIEW_BLUNDER : REVIEW_MISTAKE;
}

void review_carry(struct review *analysis, const struct record *record)
{
    const struct game *game = record->game;
    for (int i = 0; i < analysis->count; i++) {
        const struct record_step *step = &record->step[i];
        struct review_move *move = &analysis->move[i];
        const struct search_result *before = &move->before;
        bool keeps = step->move == before->move && before->kind != VALUE_ESTIMATE;
        if (move->after.kind == VALUE_ESTIMATE &&
            (keeps || before->kind == VALUE_LOSS)) {
            move->after.kind = before->kind;
            move->after.score = before->score;
            move->after.plies = before->plies;
            move->after.proven = keeps && before->proven;
        }
        if (i + 1 < analysis->count && move->after.kind != VALUE_ESTIMATE) {
            struct review_move *next = &analysis->move[i + 1];
            if (next->before.kind == VALUE_ESTIMATE)
                score_to_after(game, &step->before, step->move, &move->after,
                               &next->before);
            review_reconcile(record->step[i + 1].move, next);
        }
        move->mark = review_classify(game, step->move, move);
    }
}

/* Goes from the end to the beginning: what is found about a late position is still in
 * the transposition table when the earlier ones are searched, so the values before and
 * after a move rest on the same knowledge. */
bool review_run(struct review *analysis, const struct record *record,
                struct player *player, const struct limits *limits,
                review_progress *progress, void *context, struct error *error)
{
    const struct game *game = record->game;
    struct search_result later;
    *analysis = (struct review){.count = record->count};
    analysis->move = calloc((size_t)record->count + 1, sizeof *analysis->move);
    if (!analysis->move)
        return error_set(error, _("out of memory"));
    if (progress)
        progress(context, 0, record->count + 1, analysis);
    score_position(player, game, &record->now, limits, NULL, NULL, &later);
    for (int i = record->count - 1; i >= 0; i--) {
        const struct record_step *step = &record->step[i];
        struct review_move *move = &analysis->move[i];
        if (limits_stopped(limits)) {
            review_free(analysis);
            return error_set(error, _("the analysis was interrupted"));
        }
        if (progress)
            progress(context, record->count - i, record->count + 1, analysis);
        score_position(player, game, &step->before, limits, NULL, NULL, &move->before);
        score_from_before(game, &step->before, step->move, &later, &move->after);
        review_reconcile(step->move, move);
        move->mark = review_classify(game, step->move, move);
        later = move->before;
    }
    review_carry(analysis, record);
    return true;
}

void review_free(struct review *analysis)
{
    free(analysis->move);
    *analysis = (struct review){0};
}

static void add_move(const struct game *game, const struct record_step *step,
                     const struct review_move *move, int number, bool ascii,
                     struct text *text)
{
    int turn = game->turn(&step->before);
    char name[MOVE_TEXT_SIZE], better[MOVE_TEXT_SIZE];
    struct text before = {0}, after = {0};
    game->format_move(step->move, name);
    search_result_value_text(game, &move->before, &before);
    search_result_value_text(game, &move->after, &after);
    text_addf(text, "%4d  %s  %-3s  %-20s  ", number, game->side_sign(turn, ascii),
              name, text_string(&before));
    if (move->mark == REVIEW_FINE) {
        text_add(text, text_string(&after));
    } else {
        game->format_move(move->before.move, better);
        text_addf(text, _("%-20s  %-2s  better %s"), text_string(&after),
                  review_mark_text(move->mark), better);
    }
    text_add(text, "\n");
    text_free(&before);
    text_free(&after);
}

/* One column a move, and fewer when there are too many for a line:
 *
 *      won  |       ▃▆█
 *           |  ▁▂▃▅▇███
 *      lost |▇█████████                                                      */
static void add_graph(const struct review *analysis, const struct record *record,
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
            int height =
                score_outlook(game, game->turn(&record->step[i].before),
                              &analysis->move[i].after, GRAPH_ROWS * GRAPH_STEPS) -
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

static void add_sums(const struct review *analysis, const struct record *record,
                     bool ascii, struct text *text)
{
    int sums[2][REVIEW_MARKS] = {{0}};
    for (int i = 0; i < analysis->count; i++)
        sums[record->game->turn(&record->step[i].before)][analysis->move[i].mark]++;
    for (int player = 0; player < 2; player++) {
        text_add(text, record->game->side_name(player, ascii));
        int mistakes = sums[player][REVIEW_MISTAKE];
        int blunders = sums[player][REVIEW_BLUNDER];
        text_addf(text, P_(": %d mistake, ", ": %d mistakes, ", mistakes), mistakes);
        text_addf(text, P_("%d blunder", "%d blunders", blunders), blunders);
        int slips = sums[player][REVIEW_INACCURACY];
        if (slips)
            text_addf(text, P_(", %d inaccuracy", ", %d inaccuracies", slips), slips);
        text_add(text, "\n");
    }
}

void review_text(const struct review *analysis, const struct record *record, bool ascii,
                 struct text *text)
{
    text_addf(text, "%4s  %s  %-3s  %-20s  %s\n", "", " ", "", _("before"), _("after"));
    for (int i = 0; i < analysis->count; i++)
        add_move(record->game, &record->step[i], &analysis->move[i], i + 1, ascii,
                 text);
    if (analysis->count) {
        text_add(text, _("\n"
                         "the game as the first player sees it:\n"));
        add_graph(analysis, record, ascii, text);
        text_add(text, "\n");
    }
    add_sums(analysis, record, ascii, text);
}
