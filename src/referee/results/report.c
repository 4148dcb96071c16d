/* report.c: fills in report_page.html. Names and reasons come from bots and their
 * authors: whatever they contain is shown as text. */
#include "referee/results/report.h"

#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/embed.h"
#include "base/file.h"
#include "base/i18n.h"

extern const struct embed_file report_files[];

struct report {
    const struct contest *contest;
    const struct standings *standings;
    const struct outcome_row *row;
    int games;
    struct text *page;
};

void report_add_escaped(struct text *page, const char *text)
{
    for (; *text; text++) {
        const char *entity = *text == '<'    ? "&lt;"
                             : *text == '>'  ? "&gt;"
                             : *text == '&'  ? "&amp;"
                             : *text == '"'  ? "&quot;"
                             : *text == '\'' ? "&#39;"
                                             : NULL;
        if (entity)
            text_add(page, entity);
        else
            text_add_bytes(page, text, 1);
    }
}

static const char *name_of(const struct report *report, int bot)
{
    return report->contest->bot[bot].name;
}

static void add_name(const struct report *report, int bot)
{
    text_add(report->page, "<td class=\"name\">");
    report_add_escaped(report->page, name_of(report, bot));
    text_add(report->page, "</td>");
}

static void add_title(const struct report *report)
{
    text_addf(report->page, _("Tournament of %d bots: %s"), report->contest->bots,
              report->contest->game->name);
}

static void add_lead(const struct report *report)
{
    char time[64];
    contest_describe_time(report->contest, time);
    text_addf(report->page, P_("%s, %d game, %s", "%s, %d games, %s", report->games),
              contest_schedule_name(report->contest->schedule), report->games, time);
}

/* A knockout tournament, match by match. */
static void add_bracket(const struct report *report)
{
    struct knockout_match match[2 * CONTEST_BOTS];
    int count = standings_bracket(report->row, report->games, match);
    text_add(report->page, "<table><thead><tr><th>round</th><th class=\"name\">bot</th>"
                           "<th></th><th></th><th class=\"name\">bot</th>"
                           "<th class=\"name\">advances</th></tr></thead><tbody>\n");
    for (int i = 0; i < count; i++) {
        const struct knockout_match *m = &match[i];
        text_addf(report->page, "<tr><td>%d</td>", m->round + 1);
        add_name(report, m->bot[0]);
        text_addf(report->page, "<td>%g</td><td>%g</td>", m->points[0], m->points[1]);
        add_name(report, m->bot[1]);
        if (m->winner >= 0)
            add_name(report, m->bot[m->winner]);
        text_add(report->page, "</tr>\n");
    }
    text_add(report->page, "</tbody></table>");
}

static void add_standings(const struct report *report)
{
    const struct standings *standings = report->standings;
    const bool swiss = report->contest->schedule == SCHEDULE_SWISS;
    if (report->contest->schedule == SCHEDULE_KNOCKOUT)
        add_bracket(report);
    text_addf(report->page, "<p>%s</p>",
              standings_tie_breaks(report->contest->schedule));
    text_add(report->page, "<table><thead><tr><th>#</th><th class=\"name\">bot</th>");
    text_add(report->page, swiss ? "<th>Buchholz</th>" : "");
    text_add(report->page,
             "<th>points</th><th>won</th><th>drawn</th><th>lost</th><th>Elo</th>"
             "<th>longest move</th><th>mean move</th><th>CPU</th>");
    for (int i = FORFEIT_ILLEGAL; i < FORFEITS; i++)
        text_addf(report->page, "<th>%s</th>", forfeit_name((enum forfeit)i));
    text_add(report->page, "</tr></thead><tbody>\n");
    for (int i = 0; i < standings->bots; i++) {
        const struct standing *s = &standings->standing[standings->order[i]];
        text_addf(report->page, "<tr><td>%d</td>", s->rank);
        add_name(report, s->bot);
        if (swiss)
            text_addf(report->page, "<td>%g</td>", s->buchholz);
        text_addf(report->page,
                  "<td><b>%g</b></td><td>%d</td><td>%d</td><td>%d</td><td>%+.0f</td>"
                  "<td>%.3f s</td><td>%.3f s</td><td>%.1f s</td>",
                  standing_points(s), s->wins, s->draws, s->losses, s->rating,
                  clock_seconds(s->longest),
                  s->asked ? clock_seconds(s->thought) / s->asked : 0.0,
                  clock_seconds(s->cpu));
        for (int k = FORFEIT_ILLEGAL; k < FORFEITS; k++)
            text_addf(report->page, "<td class=\"%s\">%d</td>",
                      s->forfeits[k] ? "lost" : "zero", s->forfeits[k]);
        text_add(report->page, "</tr>\n");
    }
    text_add(report->page, "</tbody></table>");
}

static void add_cross(const struct report *report)
{
    const struct standings *standings = report->standings;
    text_add(report->page,
             "<table class=\"cross\"><thead><tr><th>#</th><th class=\"name\">bot</th>");
    for (int i = 0; i < standings->bots; i++)
        text_addf(report->page, "<th>%d</th>", i + 1);
    text_add(report->page, "</tr></thead><tbody>\n");
    for (int i = 0; i < standings->bots; i++) {
        int a = standings->order[i];
        text_addf(report->page, "<tr><td>%d</td>", i + 1);
        add_name(report, a);
        for (int k = 0; k < standings->bots; k++) {
            int b = standings->order[k], games = standings->games[a][b];
            int half = standings->half_points[a][b];
            if (games)
                text_addf(report->page, "<td class=\"%s\">%g</td>",
                          half > games   ? "won"
                          : half < games ? "lost"
                                         : "even",
                          0.5 * half);
            else
                text_add(report->page,
                         a == b ? "<td class=\"self\"></td>" : "<td></td>");
        }
        text_add(report->page, "</tr>\n");
    }
    text_add(report->page, "</tbody></table>");
}

/* The ratings: a point and a bar for each bot, best first. */

struct scale {
    double least, most;
    int left, width;
};

static double place(const struct scale *scale, double rating)
{
    return scale->left +
           scale->width * (rating - scale->least) / (scale->most - scale->least);
}

static struct scale make_scale(const struct standings *standings, double *step)
{
    struct scale scale = {.least = -50, .most = 50, .left = 190, .width = 600};
    for (int i = 0; i < standings->bots; i++) {
        scale.least = fmin(scale.least, standings->standing[i].low);
        scale.most = fmax(scale.most, standings->standing[i].high);
    }
    double span = scale.most - scale.least;
    *step = span > 2400 ? 500 : span > 1000 ? 200 : span > 400 ? 100 : 50;
    scale.least = floor(scale.least / *step) * *step;
    scale.most = ceil(scale.most / *step) * *step;
    return scale;
}

static void add_axis(const struct report *report, const struct scale *scale,
                     double step, int height)
{
    for (double at = scale->least; at <= scale->most; at += step) {
        double x = place(scale, at);
        text_addf(report->page,
                  "<path d=\"M%.1f 8V%d\" stroke=\"var(--line)\"%s/>"
                  "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" "
                  "opacity=\".7\">%+.0f</text>\n",
                  x, height - 24, at == 0 ? " stroke-width=\"2\"" : "", x, height - 6,
                  at);
    }
}

/* The start of a name that fits beside its bar. */
static void add_short_name(const struct report *report, const char *name)
{
    char cut[CONTEST_NAME];
    size_t length = strlen(name), used = 0;
    for (int count = 0; used < length && count < 22; count++)
        used += text_utf8_length(name + used, length - used);
    snprintf(cut, sizeof cut, "%.*s", (int)used, name);
    report_add_escaped(report->page, cut);
    if (used < length)
        text_add(report->page, "…");
}

static void add_ratings(const struct report *report)
{
    const struct standings *standings = report->standings;
    double step;
    struct scale scale = make_scale(standings, &step);
    int row = 26, height = standings->bots * row + 40;
    text_addf(report->page,
              "<svg viewBox=\"0 0 830 %d\" width=\"830\" role=\"img\" "
              "aria-label=\"ratings with their bounds\">\n",
              height);
    add_axis(report, &scale, step, height);
    for (int i = 0; i < standings->bots; i++) {
        const struct standing *s = &standings->standing[standings->order[i]];
        double y = 8 + row * (i + 0.5), low = place(&scale, s->low);
        double high = place(&scale, s->high), middle = place(&scale, s->rating);
        text_addf(report->page, "<text x=\"178\" y=\"%.1f\" text-anchor=\"end\">",
                  y + 4);
        add_short_name(report, name_of(report, s->bot));
        text_addf(report->page,
                  "</text><path d=\"M%.1f %.1fH%.1fM%.1f %.1fv10M%.1f %.1fv10\" "
                  "stroke=\"var(--accent)\" stroke-width=\"2\"/>"
                  "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"var(--accent)\">"
                  "<title>%+.0f (%+.0f to %+.0f)</title></circle>\n",
                  low, y, high, low, y - 5, high, y - 5, middle, y, s->rating, s->low,
                  s->high);
    }
    text_add(report->page, "</svg>");
}

static void add_end(const struct report *report, const char *name, bool forfeit,
                    int count, int most)
{
    if (!count)
        return;
    text_addf(report->page,
              "<span>%s</span><i%s style=\"width:%.1f%%\"></i><span>%d</span>\n", name,
              forfeit ? " class=\"forfeit\"" : "", 100.0 * count / most, count);
}

static void add_ends(const struct report *report)
{
    static const char *const words[] = {"", "a line", "a full board", "counted stones"};
    int ending[ENDING_STONES + 1] = {0}, forfeit[FORFEITS] = {0}, ties = 0, most = 1;
    for (int i = 0; i < report->games; i++) {
        const struct outcome_row *row = &report->row[i];
        if (row->forfeit)
            forfeit[row->forfeit]++;
        else
            ending[row->ending]++;
        ties += row->result == RESULT_TIE;
    }
    for (int i = 0; i <= ENDING_STONES; i++)
        most = ending[i] > most ? ending[i] : most;
    for (int i = 0; i < FORFEITS; i++)
        most = forfeit[i] > most ? forfeit[i] : most;
    text_add(report->page, "<div class=\"ends\">\n");
    for (int i = ENDING_LINE; i <= ENDING_STONES; i++)
        add_end(report, words[i], false, ending[i], most);
    for (int i = FORFEIT_ILLEGAL; i < FORFEITS; i++)
        add_end(report, forfeit_name((enum forfeit)i), true, forfeit[i], most);
    text_addf(report->page, "</div><p class=\"lead\">Ties: %d of %d.</p>", ties,
              report->games);
}

static void add_games(const struct report *report)
{
    text_add(report->page, "<table><thead><tr><th>#</th><th class=\"name\">first</th>"
                           "<th class=\"name\">second</th><th>result</th>"
                           "<th class=\"name\">end</th></tr></thead><tbody>\n");
    for (int i = 0; i < report->games; i++) {
        const struct outcome_row *row = &report->row[i];
        text_addf(report->page, "<tr data-game=\"%d\"><td>%d</td>", i,
                  row->fixture.number + 1);
        add_name(report, row->fixture.bot[0]);
        add_name(report, row->fixture.bot[1]);
        text_addf(report->page, "<td>%s</td><td class=\"name%s\">%s</td></tr>\n",
                  game_result_text(row->result), row->forfeit ? " lost" : "",
                  outcome_row_end(row));
    }
    text_add(report->page, "</tbody></table>");
}

/* The data for the script. */

static json_t *spec_json(const struct game *game)
{
    const struct spec *spec = &game->spec;
    switch (spec->kind) {
    case GAME_CAVE:
        return json_pack("{s:s, s:i, s:i, s:b}", "kind", game->stem, "rows",
                         spec->cave.rows, "columns", spec->cave.columns, "left",
                         spec->cave.left_only);
    case GAME_MANCALA:
        return json_pack("{s:s, s:i}", "kind", game->stem, "holes",
                         spec->mancala.holes);
    }
    __builtin_unreachable();
}

static int count_words(const char *text)
{
    int count = *text != '\0';
    for (; *text; text++)
        count += *text == ' ';
    return count;
}

/* JSON inside a script element: no '<' in it may end the element or start a comment. */
static void add_json(struct text *page, const char *json)
{
    for (; *json; json++) {
        if (*json == '<')
            text_add(page, "\\u003c");
        else
            text_add_bytes(page, json, 1);
    }
}

static void append_position(json_t *positions, const struct game *game,
                            const struct position *position)
{
    struct text text = {0};
    game->format_position(game, position, &text);
    json_array_append_new(positions, json_string(text_string(&text)));
    text_free(&text);
}

/* The cells of the winning lines. */
static json_t *line_json(const struct game *game, uint64_t cells)
{
    json_t *line = json_array();
    for (int cell = 0; cell < 64; cell++) {
        char name[MOVE_TEXT_SIZE];
        if (!(cells >> cell & 1))
            continue;
        game->format_move((move_t)cell, name);
        json_array_append_new(line, json_string(name));
    }
    return line;
}

/* A game with the position after every move, so that the page needs no rules. */
static json_t *game_json(const struct game *game, const struct outcome_row *row)
{
    struct position now;
    json_t *moves = json_array(), *positions = json_array();
    game->start(game, &now);
    append_position(positions, game, &now);
    for (const char *c = row->moves; *c; c += strspn(c, " ")) {
        char name[MOVE_TEXT_SIZE];
        size_t length = strcspn(c, " ");
        move_t move = MOVE_NONE;
        snprintf(name, sizeof name, "%.*s", (int)length, c);
        if (!game->parse_move(game, &now, name, &move, NULL))
            break;
        game->play(game, &now, move);
        json_array_append_new(moves, json_string(name));
        append_position(positions, game, &now);
        c += length;
    }
    return json_pack("{s:i, s:i, s:i, s:s, s:s, s:s, s:o, s:o, s:o}", "first",
                     row->fixture.bot[0], "second", row->fixture.bot[1], "plies",
                     count_words(row->opening), "result", game_result_text(row->result),
                     "end", outcome_row_end(row), "reason", row->reason, "moves", moves,
                     "positions", positions, "line",
                     line_json(game, game->outcome(game, &now).line));
}

static void add_data(const struct report *report)
{
    json_t *root = json_object(), *bots = json_array(), *games = json_array();
    json_object_set_new(root, "spec", spec_json(report->contest->game));
    json_object_set_new(root, "bots", bots);
    json_object_set_new(root, "games", games);
    for (int i = 0; i < report->contest->bots; i++)
        json_array_append_new(bots, json_string(name_of(report, i)));
    for (int i = 0; i < report->games; i++) {
        json_array_append_new(games, game_json(report->contest->game, &report->row[i]));
    }
    char *json = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    if (json)
        add_json(report->page, json);
    else
        report->page->failed = true;
    free(json);
}

static void add_version(const struct report *report)
{
    text_add(report->page, LODESTONE_VERSION);
}

static const struct {
    const char *name;
    void (*add)(const struct report *report);
} parts[] = {
    {"title", add_title}, {"lead", add_lead},       {"standings", add_standings},
    {"cross", add_cross}, {"ratings", add_ratings}, {"ends", add_ends},
    {"games", add_games}, {"data", add_data},       {"version", add_version},
};

static void add_part(const struct report *report, const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strlen(parts[i].name) == length && memcmp(parts[i].name, name, length) == 0)
            parts[i].add(report);
}

/* The page with every {{part}} filled in. */
static void fill_page(const struct report *report)
{
    const struct embed_file *file = embed_find(report_files, "report_page.html");
    const char *at = (const char *)file->bytes, *end = at + file->size, *open, *close;
    while ((open = memmem(at, (size_t)(end - at), "{{", 2)) &&
           (close = memmem(open, (size_t)(end - open), "}}", 2))) {
        text_add_bytes(report->page, at, (size_t)(open - at));
        add_part(report, open + 2, (size_t)(close - open - 2));
        at = close + 2;
    }
    text_add_bytes(report->page, at, (size_t)(end - at));
}

bool report_write(const char *out, const struct contest *contest,
                  const struct standings *standings, const struct outcome_row *row,
                  int games, struct error *error)
{
    struct text page = {0};
    struct report report = {.contest = contest,
                            .standings = standings,
                            .row = row,
                            .games = games,
                            .page = &page};
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/report.html", out);
    fill_page(&report);
    bool ok = page.failed ? error_set(error, _("out of memory"))
                          : file_write(path, page.data, page.length, error);
    text_free(&page);
    return ok;
}
