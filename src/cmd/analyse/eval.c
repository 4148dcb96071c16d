/* eval.c: lodestone eval: what a heuristic thinks of a position, and why. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "cmd/command.h"
#include "players/heuristic_terms.h"
#include "tui/terminal.h"

static const struct option options[] = {
    {"position", N_("P"), N_("start from this position")},
    {"moves", N_("M"), N_("play these moves first")},
    {"heuristic", N_("H"), N_("the heuristic, by name or by weights")},
    {"json", NULL, N_("one JSON object instead of text")},
    {"ascii", NULL, N_("plain letters instead of symbols")},
    {0},
};

/* JSON. */

static json_t *cells_json(const struct game *game, uint64_t cells)
{
    json_t *list = json_array();
    while (cells) {
        char name[MOVE_TEXT_SIZE];
        game->format_move((move_t)bits_pop(&cells), name);
        json_array_append_new(list, json_string(name));
    }
    return list;
}

/* A whole number as such: most heuristics have no others. */
static json_t *number_json(double number)
{
    json_int_t whole = (json_int_t)number;
    return (double)whole == number ? json_integer(whole) : json_real(number);
}

static json_t *term_json(const struct game *game, const struct heuristic_term *term)
{
    json_t *object = json_object();
    json_object_set_new(object, "player",
                        term->player < 0 ? json_null()
                                         : json_integer(term->player + 1));
    json_object_set_new(object, "what", json_string(term->what));
    if (term->cells) {
        json_object_set_new(object, "place",
                            json_string(heuristic_place_name(term->place)));
        json_object_set_new(object, "cells", cells_json(game, term->cells));
        json_object_set_new(object, "bricks", json_integer(term->count));
    } else {
        json_object_set_new(object, "count", json_integer(term->count));
    }
    json_object_set_new(object, "points", number_json(term->points));
    return object;
}

static json_t *sums_json(const struct heuristic_terms *terms)
{
    json_t *list = json_array();
    for (int player = 0; player < 2; player++) {
        json_t *sums = json_object();
        for (int place = 0; place <= PLACES; place++)
            json_object_set_new(sums, heuristic_place_name((enum heuristic_place)place),
                                number_json(heuristic_terms_sum(
                                    terms, player, (enum heuristic_place)place)));
        json_array_append_new(list, sums);
    }
    return list;
}

static void print_json(const struct game *game, const struct heuristic *heuristic,
                       double value, const struct heuristic_terms *terms)
{
    json_t *object = json_object(), *list = json_array();
    for (int i = 0; i < terms->count; i++)
        json_array_append_new(list, term_json(game, &terms->term[i]));
    json_object_set_new(object, "value", number_json(value));
    json_object_set_new(object, "heuristic", json_string(heuristic->name));
    json_object_set_new(object, "weights", json_string(heuristic->text));
    json_object_set_new(object, "terms", list);
    json_object_set_new(object, "sums", sums_json(terms));
    json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(15));
    printf("\n");
    json_decref(object);
}

/* Text. */

/* "+3", "-0.5", "0": short enough for a column. */
static const char *signed_text(double points, char out[24])
{
    snprintf(out, 24, points == 0 ? "0" : "%+.6g", points);
    return out;
}

static void print_term(const struct game *game, const struct heuristic_term *term,
                       bool ascii)
{
    char points[24], name[MOVE_TEXT_SIZE];
    printf("  %s ", term->player < 0 ? " " : game->side_sign(term->player, ascii));
    if (!term->cells) {
        printf("%-20s %4d %24s\n", _(term->what), term->count,
               signed_text(term->points, points));
        return;
    }
    printf("%-16s ", _(heuristic_place_name(term->place)));
    int width = 0;
    for (uint64_t cells = term->cells; cells;) {
        game->format_move((move_t)bits_pop(&cells), name);
        width += printf("%s ", name);
    }
    printf("%*s%d %-7s %8s\n", width < 24 ? 24 - width : 0, "", term->count,
           P_("brick", "bricks", term->count), signed_text(term->points, points));
}

/* The players' sums, in the cave by direction. */
static void print_sums(const struct game *game, const struct heuristic_terms *terms,
                       bool ascii)
{
    char points[24];
    printf("\n   %10s %10s %10s %10s %10s\n", _("rows"), _("columns"), _("rising"),
           _("falling"), _("together"));
    for (int player = 0; player < 2; player++) {
        printf("  %s", game->side_sign(player, ascii));
        for (int place = 0; place <= PLACES; place++)
            if (place != PLACE_WHOLE)
                printf(" %10s",
                       signed_text(heuristic_terms_sum(terms, player,
                                                       (enum heuristic_place)place),
                                   points));
        printf("\n");
    }
}

/* The board with, in each cell, the points of the windows through it. */
static void print_heat(const struct game *game, const struct position *position,
                       const struct heuristic_terms *terms, bool ascii)
{
    const struct cave_board *board = &game->board.cave;
    char points[24];
    printf("\n%s\n   ", _("points of all lines through a cell:"));
    for (int column = 0; column < board->columns; column++)
        printf("%6c ", 'A' + column);
    for (int row = board->rows - 1; row >= 0; row--) {
        printf("\n%2d ", row + 1);
        for (int column = 0; column < board->columns; column++) {
            int cell = cave_cell(column, row);
            const char *sign = " ";
            for (int player = 0; player < 2; player++)
                if (position->cave.brick[player] >> cell & 1)
                    sign = game->side_sign(player, ascii);
            double heat = heuristic_terms_at(terms, cell);
            printf("%6s%s", heat == 0 ? "." : signed_text(heat, points), sign);
        }
    }
    printf("\n");
}

static void print_text(const struct game *game, const struct position *position,
                       const struct heuristic *heuristic, double value,
                       const struct heuristic_terms *terms, bool ascii)
{
    struct drawing drawing = terminal_drawing(ascii);
    struct text text = {0};
    drawing.last = MOVE_NONE;
    game->draw(game, position, &drawing, &text);
    text_add(&text, heuristic->name);
    if (strcmp(heuristic->name, heuristic->text) != 0)
        text_addf(&text, " = %s", heuristic->text);
    printf("%s\n\n", text_string(&text));
    for (int i = 0; i < terms->count; i++)
        print_term(game, &terms->term[i], drawing.ascii);
    switch (game->spec.kind) {
    case GAME_CAVE:
        print_sums(game, terms, drawing.ascii);
        print_heat(game, position, terms, drawing.ascii);
        break;
    case GAME_MANCALA:
        break;
    }
    text_clear(&text);
    heuristic_add_number(&text, value);
    printf(_("\nvalue %s, seen from %s\n"), text_string(&text),
           game->side_name(0, drawing.ascii));
    text_free(&text);
}

static int run(const struct args *args)
{
    struct error error;
    struct position position;
    struct heuristic heuristic;
    const char *name = args_value(args, "heuristic");
    if (!name) {
        error_set(&error, _("--heuristic is missing"));
        return command_refuse(args, STATUS_USAGE, &error);
    }
    struct game *game = command_open_game(args, &position, NULL, &error);
    if (!game)
        return command_refuse(args, STATUS_FAILED, &error);
    if (!heuristic_parse(&heuristic, game, name, &error)) {
        game_close(game);
        return command_refuse(args, STATUS_FAILED, &error);
    }
    struct heuristic_terms terms;
    int own = game->turn(&position);
    double value = heuristic_evaluate(&heuristic, game, &position, own);
    heuristic_explain(&heuristic, game, &position, own, &terms);
    if (args_switch(args, "json"))
        print_json(game, &heuristic, value, &terms);
    else
        print_text(game, &position, &heuristic, value, &terms,
                   args_switch(args, "ascii"));
    game_close(game);
    return STATUS_DONE;
}

const struct command eval_command = {
    .name = "eval",
    .positional = {"SPEC"},
    .summary = N_("a heuristic's value of a position, term by term"),
    .details = N_("H for the cave: squares, groups, powers, lines, learned, or "
                  "windows:W1,W2,W3,W4,\n"
                  "points for a line of five cells with 1 to 4 own bricks and none of "
                  "the opponent;\n"
                  "/V1,V2,V3,V4 for the opponent's, then mixed, owned=N, five=N. H for "
                  "Mancala:\n"
                  "stores, learned, or stones:store=N,side=N,near=N,moves=N,extra=N,"
                  "capture=N,turn=N.\n"
                  "Values are seen from the first player."),
    .options = options,
    .run = run,
};
