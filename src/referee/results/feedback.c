/* feedback.c: what one bot did. */
#include "referee/results/feedback.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

enum {
    LOG_SHOWN = 2000, /* bytes of a log's end */
    LOGS_SHOWN = 5,
};

bool feedback_played(const struct feedback *feedback, const struct outcome_row *row,
                     int *side)
{
    *side = row->fixture.bot[1] == feedback->bot;
    return row->result != RESULT_NONE && row->fixture.bot[*side] == feedback->bot;
}

bool feedback_forfeited(const struct outcome_row *row, int side)
{
    return row->forfeit && row->result == (side ? RESULT_FIRST : RESULT_SECOND);
}

static const char *outcome_word(const struct outcome_row *row, int side)
{
    return row->result == RESULT_TIE                              ? "drawn"
           : row->result == (side ? RESULT_SECOND : RESULT_FIRST) ? "won"
                                                                  : "lost";
}

static int count_moves(const char *moves)
{
    int count = 0;
    for (const char *c = moves; *c; c += strspn(c, " ")) {
        c += strcspn(c, " ");
        count++;
    }
    return count;
}

/* The last bytes of a file, as a string; false if there are none. */
static bool read_end(const char *path, char bytes[LOG_SHOWN + 1])
{
    FILE *file = fopen(path, "rbe");
    if (!file)
        return false;
    if (fseek(file, -LOG_SHOWN, SEEK_END) != 0)
        rewind(file);
    size_t got = fread(bytes, 1, LOG_SHOWN, file);
    fclose(file);
    bytes[got] = '\0';
    return *bytes != '\0';
}

/* The end of its error output in a game, line by line and fit for a terminal. */
static void add_log(const struct feedback *feedback, const struct outcome_row *row,
                    int side, struct text *text)
{
    char path[PATH_MAX], log[LOG_SHOWN + 1];
    snprintf(path, sizeof path, "%s/logs/%05d-%s.log", feedback->out,
             row->fixture.number + 1, side ? "second" : "first");
    if (!read_end(path, log))
        return;
    const char *rest = log;
    text_add(text, _("\nIts error output ends with:\n\n"));
    while (*rest) {
        size_t length = strcspn(rest, "\n");
        char quoted[512];
        text_addf(text, "    %s\n", text_quotable(rest, length, quoted, sizeof quoted));
        rest += length + (rest[length] == '\n');
    }
}

static void add_forfeits(const struct feedback *feedback, struct text *text)
{
    int shown = 0;
    for (int i = 0; i < feedback->games; i++) {
        const struct outcome_row *row = &feedback->row[i];
        int side;
        if (!feedback_played(feedback, row, &side) || !feedback_forfeited(row, side))
            continue;
        if (!shown++)
            text_add(text, _("\n## What went wrong\n"));
        text_addf(text,
                  _("\n**Game %d, move %d** against %s: `%s`. %s "
                    "([transcript](../transcripts/%05d.txt))\n"),
                  row->fixture.number + 1, count_moves(row->moves) + 1,
                  feedback->contest->bot[row->fixture.bot[!side]].name,
                  outcome_row_end(row), row->reason, row->fixture.number + 1);
        if (shown <= LOGS_SHOWN)
            add_log(feedback, row, side, text);
    }
}

void feedback_text(const struct feedback *feedback, struct text *text)
{
    const struct standing *standing = &feedback->standings->standing[feedback->bot];
    text_addf(text, "# %s\n\n", feedback->contest->bot[feedback->bot].name);
    double points = standing_points(standing);
    char time[64];
    contest_describe_time(feedback->contest, time);
    text_addf(text, _("Rank %d of %d, "), standing->rank, feedback->contest->bots);
    text_addf(text, P_("%g point", "%g points", points == 1 ? 1 : 2), points);
    text_addf(text,
              _(", mark %.1f. %d won, %d drawn, %d lost in %s.\n"
                "Longest move: %.3f s, with %s.\n"),
              feedback->mark, standing->wins, standing->draws, standing->losses,
              feedback->contest->game->name, (double)standing->longest * 1e-9, time);
    if (standing->proven_moves)
        text_addf(text, _("Perfect moves in proven endings: %d of %d.\n"),
                  standing->perfect_moves, standing->proven_moves);
    add_forfeits(feedback, text);
    text_add(text, _("\n## Games\n\n| game | opponent | moves | result | end |\n"
                     "|---|---|---|---|---|\n"));
    for (int i = 0; i < feedback->games; i++) {
        const struct outcome_row *row = &feedback->row[i];
        int side;
        if (feedback_played(feedback, row, &side))
            text_addf(text, "| [%d](../games/%05d.lode) | %s | %d | %s | %s |\n",
                      row->fixture.number + 1, row->fixture.number + 1,
                      feedback->contest->bot[row->fixture.bot[!side]].name,
                      count_moves(row->moves), outcome_word(row, side),
                      outcome_row_end(row));
    }
}

static json_t *games_json(const struct feedback *feedback)
{
    json_t *list = json_array();
    for (int i = 0; i < feedback->games; i++) {
        const struct outcome_row *row = &feedback->row[i];
        int side;
        if (!feedback_played(feedback, row, &side))
            continue;
        bool forfeited = feedback_forfeited(row, side);
        json_array_append_new(
            list,
            json_pack("{s:i, s:s, s:s, s:s, s:s, s:b, s:i, s:s}", "number",
                      row->fixture.number + 1, "opponent",
                      feedback->contest->bot[row->fixture.bot[!side]].name, "side",
                      side ? "second" : "first", "result", outcome_word(row, side),
                      "end", outcome_row_end(row), "forfeited", forfeited, "moves",
                      count_moves(row->moves), "reason", forfeited ? row->reason : ""));
    }
    return list;
}

char *feedback_json(const struct feedback *feedback)
{
    const struct standing *standing = &feedback->standings->standing[feedback->bot];
    json_t *root =
        json_pack("{s:s, s:i, s:f, s:f, s:i, s:i, s:i, s:o}", "name",
                  feedback->contest->bot[feedback->bot].name, "rank", standing->rank,
                  "points", standing_points(standing), "mark", feedback->mark, "wins",
                  standing->wins, "draws", standing->draws, "losses", standing->losses,
                  "games", games_json(feedback));
    char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
    json_decref(root);
    return text;
}

/* Gradescope's results.json: a score, tests, and the bot's line of the leaderboard. */
char *feedback_gradescope(const struct feedback *feedback, const double *marks)
{
    const struct standing *standing = &feedback->standings->standing[feedback->bot];
    int games = 0, forfeits = 0;
    for (int i = 0; i < feedback->games; i++) {
        int side;
        if (!feedback_played(feedback, &feedback->row[i], &side))
            continue;
        games++;
        forfeits += feedback_forfeited(&feedback->row[i], side);
    }
    struct text text = {0};
    feedback_text(feedback, &text);
    double mark = marks[feedback->bot];
    json_t *root = json_pack(
        "{s:f, s:s, s:s, s:[{s:s, s:f, s:f}], s:[{s:s, s:f}, {s:s, s:i, s:s}]}",
        "score", mark > 0 ? mark : 0, "output", text_string(&text), "output_format",
        "md", "tests", "name", "games without a forfeit", "score",
        (double)(games - forfeits), "max_score", (double)games, "leaderboard", "name",
        "points", "value", standing_points(standing), "name", "rank", "value",
        standing->rank, "order", "asc");
    char *json = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
    json_decref(root);
    text_free(&text);
    return json;
}
