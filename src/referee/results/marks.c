/* marks.c: writes the files for teachers. */
#include "referee/results/marks.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/i18n.h"
#include "referee/results/feedback.h"
#include "referee/results/formula.h"
#include "referee/results/results.h"

const char marks_usual_formula[] = "100 * points / games";

static int forfeits_of(const struct standing *standing)
{
    int count = 0;
    for (int i = FORFEIT_ILLEGAL; i < FORFEITS; i++)
        count += standing->forfeits[i];
    return count;
}

/* 0 where nothing is proven. */
static double share_perfect(const struct standing *standing)
{
    return standing->proven_moves
               ? (double)standing->perfect_moves / standing->proven_moves
               : 0;
}

static bool compute(const struct standings *standings, const struct standing *it,
                    const char *formula, double *mark, struct error *error)
{
    const struct standing *best = &standings->standing[standings->order[0]];
    const struct formula_name names[] = {
        {"rank", it->rank},
        {"bots", standings->bots},
        {"points", standing_points(it)},
        {"best", standing_points(best)},
        {"games", it->wins + it->draws + it->losses + 2 * it->byes},
        {"wins", it->wins},
        {"draws", it->draws},
        {"losses", it->losses},
        {"forfeits", forfeits_of(it)},
        {"perfect", share_perfect(it)},
        {"elo", it->rating},
        {0},
    };
    return formula_compute(formula, names, mark, error);
}

bool marks_check_formula(const char *formula, struct error *error)
{
    struct standings *empty = calloc(1, sizeof *empty);
    double mark;
    bool ok = empty ? compute(empty, &empty->standing[0], formula, &mark, error)
                    : error_set(error, _("out of memory"));
    free(empty);
    return ok;
}

/* A field of a CSV file (RFC 4180). What a spreadsheet would take for a formula gets an
 * apostrophe. */
static void add_field(struct text *text, const char *value)
{
    text_add(text, "\"");
    if (strchr("=+-@", *value) && *value)
        text_add(text, "'");
    for (const char *c = value; *c; c++)
        text_addf(text, *c == '"' ? "\"\"" : "%c", *c);
    text_add(text, "\"");
}

static void add_csv(const struct contest *contest, const struct standings *standings,
                    const double *marks, struct text *text)
{
    text_add(text, "rank,bot,points,games,wins,draws,losses,byes");
    for (int k = FORFEIT_ILLEGAL; k < FORFEITS; k++)
        text_addf(text, ",%s", forfeit_name((enum forfeit)k));
    text_add(text, ",proven_moves,perfect,elo,mark\n");
    for (int i = 0; i < standings->bots; i++) {
        const struct standing *it = &standings->standing[standings->order[i]];
        text_addf(text, "%d,", it->rank);
        add_field(text, contest->bot[it->bot].name);
        text_addf(text, ",%g,%d,%d,%d,%d,%d", standing_points(it),
                  it->wins + it->draws + it->losses, it->wins, it->draws, it->losses,
                  it->byes);
        for (int k = FORFEIT_ILLEGAL; k < FORFEITS; k++)
            text_addf(text, ",%d", it->forfeits[k]);
        text_addf(text, ",%d", it->proven_moves);
        text_addf(text, it->proven_moves ? ",%.3f" : ",", share_perfect(it));
        text_addf(text, ",%.1f,%.2f\n", it->rating, marks[it->bot]);
    }
}

/* JUnit. */

static void add_xml(struct text *text, const char *value)
{
    char quoted[1024];
    for (const char *c = text_quotable(value, strlen(value), quoted, sizeof quoted); *c;
         c++)
        if (*c == '&' || *c == '<' || *c == '>' || *c == '"')
            text_addf(text, "&#%d;", *c);
        else
            text_add_bytes(text, c, 1);
}

static void add_junit(struct feedback *feedback, struct text *text)
{
    const struct contest *contest = feedback->contest;
    text_add(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for (feedback->bot = 0; feedback->bot < contest->bots; feedback->bot++) {
        const struct standing *it = &feedback->standings->standing[feedback->bot];
        text_add(text, " <testsuite name=\"");
        add_xml(text, contest->bot[feedback->bot].name);
        text_addf(text, "\" tests=\"%d\" failures=\"%d\">\n",
                  it->wins + it->draws + it->losses, forfeits_of(it));
        for (int i = 0; i < feedback->games; i++) {
            const struct outcome_row *row = &feedback->row[i];
            int side;
            if (!feedback_played(feedback, row, &side))
                continue;
            text_addf(text, "  <testcase name=\"game %d against ",
                      row->fixture.number + 1);
            add_xml(text, contest->bot[row->fixture.bot[!side]].name);
            text_addf(text, "\" time=\"%.3f\"", (double)row->thought[side] * 1e-9);
            if (feedback_forfeited(row, side)) {
                text_addf(text, "><failure type=\"%s\" message=\"",
                          outcome_row_end(row));
                add_xml(text, row->reason);
                text_add(text, "\"/></testcase>\n");
            } else {
                text_add(text, "/>\n");
            }
        }
        text_add(text, " </testsuite>\n");
    }
    text_add(text, "</testsuites>\n");
}

/* Files. */

/* Makes an empty folder. */
static bool make_empty_folder(const char *out, const char *name, struct error *error)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", out, name);
    if (!results_make_folder(path, error))
        return false;
    /* What is there may be about bots that have been removed. */
    file_empty_folder(path);
    return true;
}

/* Writes a text and frees it. */
static bool write_text(const char *out, const char *name, struct text *text,
                       struct error *error)
{
    char *string = text->failed ? NULL : strdup(text_string(text));
    text_free(text);
    return results_write_text(out, name, string, error);
}

/* The bot's name as a file's: letters, digits, dots, dashes. If others would look the
 * same, its number follows a character that no name keeps. */
static void file_name(const struct contest *contest, int bot,
                      char name[CONTEST_NAME + 8])
{
    bool changed = false;
    snprintf(name, CONTEST_NAME + 8, "%s", contest->bot[bot].name);
    for (char *c = name; *c; c++) {
        bool fine = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                    (*c >= '0' && *c <= '9') || *c == '-' || *c == '_' ||
                    (*c == '.' && c > name);
        changed = changed || !fine;
        if (!fine)
            *c = '_';
    }
    if (changed) {
        char number[16];
        snprintf(number, sizeof number, "~%d", bot + 1);
        strcat(name, number);
    }
}

static bool write_feedback(const struct feedback *feedback, const double *marks,
                           struct error *error)
{
    char name[CONTEST_NAME + 8], path[CONTEST_NAME + 32];
    struct text text = {0};
    file_name(feedback->contest, feedback->bot, name);
    feedback_text(feedback, &text);
    snprintf(path, sizeof path, "feedback/%s.md", name);
    if (!write_text(feedback->out, path, &text, error))
        return false;
    snprintf(path, sizeof path, "feedback/%s.json", name);
    if (!results_write_text(feedback->out, path, feedback_json(feedback), error))
        return false;
    snprintf(path, sizeof path, "gradescope/%s.json", name);
    return results_write_text(feedback->out, path, feedback_gradescope(feedback, marks),
                              error);
}

bool marks_write(const char *out, const struct contest *contest,
                 const struct standings *standings, const struct outcome_row *row,
                 int games, const char *formula, struct error *error)
{
    double marks[CONTEST_BOTS];
    struct text csv = {0}, junit = {0};
    struct feedback feedback = {.out = out,
                                .contest = contest,
                                .standings = standings,
                                .row = row,
                                .games = games};
    for (int i = 0; i < contest->bots; i++)
        if (!compute(standings, &standings->standing[i],
                     formula ? formula : marks_usual_formula, &marks[i], error))
            return false;
    add_csv(contest, standings, marks, &csv);
    if (!write_text(out, "marks.csv", &csv, error))
        return false;
    add_junit(&feedback, &junit);
    if (!write_text(out, "junit.xml", &junit, error))
        return false;
    bool ok = make_empty_folder(out, "feedback", error) &&
              make_empty_folder(out, "gradescope", error);
    for (feedback.bot = 0; ok && feedback.bot < contest->bots; feedback.bot++) {
        feedback.mark = marks[feedback.bot];
        ok = write_feedback(&feedback, marks, error);
    }
    return ok;
}
