/* report.c: a grade in words and as JSON. */
#include "grade/report.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

/* Share of moves that were among the best, from 0 to 1. */
static double share_of(const struct grade *grade)
{
    return grade->positions ? (double)grade->optimal / grade->positions : 0;
}

/* What a move is worth: "win", or "+3". */
static const char *value_text(const struct game *game, int value, char text[16])
{
    if (game->has_margin)
        snprintf(text, 16, "%+d", value);
    else
        snprintf(text, 16, "%s",
                 value > 0   ? _("win")
                 : value < 0 ? _("loss")
                             : _("draw"));
    return text;
}

static void add_results(const struct grade *grade, struct text *text)
{
    text_addf(text,
              P_("results given away: %d win became a draw, ",
                 "results given away: %d wins became draws, ", grade->win_draw),
              grade->win_draw);
    text_addf(text,
              P_("%d win became a loss, ", "%d wins became losses, ", grade->win_loss),
              grade->win_loss);
    text_addf(
        text,
        P_("%d draw became a loss\n", "%d draws became losses\n", grade->draw_loss),
        grade->draw_loss);
}

static void add_forfeits(const struct grade *grade, struct text *text)
{
    bool any = false;
    for (int i = FORFEIT_ILLEGAL; i < FORFEIT_ABSENT; i++) {
        if (!grade->forfeits[i])
            continue;
        text_addf(text, "%s %s %d", any ? "," : _("forfeits:"),
                  forfeit_name((enum forfeit)i), grade->forfeits[i]);
        any = true;
    }
    text_add(text, any ? "\n" : _("forfeits: none\n"));
    if (grade->gave_up)
        text_add(text,
                 _("it failed several times in a row, so the rest was not tried\n"));
}

static void add_worst(const struct grade_options *options, const struct grade *grade,
                      struct text *text)
{
    const struct game *game = options->game;
    if (grade->worsts)
        text_add(text, _("worst moves:\n"));
    for (int i = 0; i < grade->worsts; i++) {
        const struct grade_mistake *worst = &grade->worst[i];
        const struct grade_position *position = &options->set->list[worst->position];
        char played[MOVE_TEXT_SIZE], better[MOVE_TEXT_SIZE], value[16], best[16];
        game->format_move(worst->move, played);
        game->format_move(worst->better, better);
        text_addf(text, _("  %s (%s), better %s (%s), after: %s\n"), played,
                  value_text(game, worst->value, value), better,
                  value_text(game, worst->best, best), position->moves);
    }
}

void grade_report_text(const struct grade_options *options, const struct grade *grade,
                       const char *command, bool times, struct text *text)
{
    const struct game *game = options->game;
    char quoted[128];
    text_addf(text, _("%s in %s, judged by proven values\n"),
              text_quotable(command, strlen(command), quoted, sizeof quoted),
              game->name);
    text_addf(text, _("best moves: %d of %d, %.1f %%\n"), grade->optimal,
              grade->positions, 100 * share_of(grade));
    add_results(grade, text);
    if (game->has_margin)
        text_addf(text, _("stones given away: %d, %.2f a move\n"), grade->lost,
                  grade->positions ? (double)grade->lost / grade->positions : 0);
    text_addf(text,
              P_("against random moves: %d game, %d won, %d drawn, %d lost\n",
                 "against random moves: %d games, %d won, %d drawn, %d lost\n",
                 options->games),
              options->games, grade->wins, grade->draws, grade->losses);
    add_forfeits(grade, text);
    if (times)
        text_addf(text, _("time for a move: mean %.3f s, longest %.3f s\n"),
                  grade->asked ? (double)grade->thought * 1e-9 / grade->asked : 0,
                  (double)grade->longest * 1e-9);
    add_worst(options, grade, text);
}

/* JSON. */

static json_t *value_json(const struct game *game, int value)
{
    return game->has_margin ? json_integer(value)
                            : json_string(value > 0   ? "win"
                                          : value < 0 ? "loss"
                                                      : "draw");
}

static json_t *worst_json(const struct grade_options *options,
                          const struct grade *grade)
{
    const struct game *game = options->game;
    json_t *list = json_array();
    for (int i = 0; i < grade->worsts; i++) {
        const struct grade_mistake *worst = &grade->worst[i];
        const struct grade_position *at = &options->set->list[worst->position];
        char played[MOVE_TEXT_SIZE], better[MOVE_TEXT_SIZE];
        struct text position = {0};
        game->format_move(worst->move, played);
        game->format_move(worst->better, better);
        game->format_position(game, &at->position, &position);
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:o, s:s, s:o}", "moves", at->moves,
                            "position", text_string(&position), "played", played,
                            "value", value_json(game, worst->value), "better", better,
                            "best", value_json(game, worst->best)));
        text_free(&position);
    }
    return list;
}

static json_t *forfeits_json(const struct grade *grade)
{
    json_t *forfeits = json_object();
    for (int i = FORFEIT_ILLEGAL; i < FORFEIT_ABSENT; i++)
        json_object_set_new(forfeits, forfeit_name((enum forfeit)i),
                            json_integer(grade->forfeits[i]));
    return forfeits;
}

void grade_report_json(const struct grade_options *options, const struct grade *grade,
                       const char *command, bool times, struct text *text)
{
    const struct game *game = options->game;
    char quoted[1024];
    json_t *root = json_object();
    json_object_set_new(
        root, "bot",
        json_string(text_quotable(command, strlen(command), quoted, sizeof quoted)));
    json_object_set_new(root, "game", json_string(game->name));
    json_object_set_new(root, "positions", json_integer(grade->positions));
    json_object_set_new(root, "optimal", json_integer(grade->optimal));
    json_object_set_new(root, "share",
                        json_real(round(share_of(grade) * 10000) / 10000));
    json_object_set_new(root, "results_lost",
                        json_pack("{s:i, s:i, s:i}", "win_draw", grade->win_draw,
                                  "win_loss", grade->win_loss, "draw_loss",
                                  grade->draw_loss));
    if (game->has_margin)
        json_object_set_new(root, "stones_lost", json_integer(grade->lost));
    json_object_set_new(root, "games",
                        json_pack("{s:i, s:i, s:i}", "wins", grade->wins, "draws",
                                  grade->draws, "losses", grade->losses));
    json_object_set_new(root, "forfeits", forfeits_json(grade));
    json_object_set_new(root, "gave_up", json_boolean(grade->gave_up));
    json_object_set_new(root, "worst", worst_json(options, grade));
    if (times) {
        json_object_set_new(
            root, "mean_ms",
            json_real(grade->asked
                          ? round((double)grade->thought * 1e-5 / grade->asked) / 10
                          : 0));
        json_object_set_new(root, "max_ms",
                            json_integer((grade->longest + 999999) / 1000000));
    }
    char *line = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(12));
    text_addf(text, "%s\n", line ? line : "{}");
    free(line);
    json_decref(root);
}
