/* solution_print.c: proven values in words and in JSON. */
#include "cmd/exact/solution_print.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "search/result_text.h"

void solution_add_bound(const struct game *game, int bound, struct text *text)
{
    if (game->has_margin)
        text_addf(text, "%+d", bound);
    else
        text_add(text, bound < 0 ? _("loss") : bound > 0 ? _("win") : _("draw"));
}

static void add_value(const struct game *game, const struct solution *solution,
                      struct text *text)
{
    if (solution->least != solution->most) {
        text_add(text, _("not proven: between "));
        solution_add_bound(game, solution->least, text);
        text_add(text, _(" and "));
        solution_add_bound(game, solution->most, text);
    } else if (game->has_margin) {
        text_addf(text,
                  solution->margin
                      ? P_("%+d stone", "%+d stones", abs(solution->margin))
                      : _("tie"),
                  solution->margin);
    } else {
        solution_add_bound(game, solution->least, text);
        if (solution->proven)
            text_addf(text, P_(" in %d ply", " in %d plies", solution->plies),
                      solution->plies);
        else
            text_add(text, _(", length not proven"));
    }
}

static void print_text(const struct game *game, const struct solution *solution)
{
    struct text text = {0};
    char name[MOVE_TEXT_SIZE];
    if (solution->move != MOVE_NONE) {
        game->format_move(solution->move, name);
        text_addf(&text, "%s: ", name);
    }
    add_value(game, solution, &text);
    printf(P_("%s (%" PRIu64 " position, %.2f s)\n",
              "%s (%" PRIu64 " positions, %.2f s)\n", solution->nodes),
           text_string(&text), solution->nodes, solution->seconds);
    text_free(&text);
}

static json_t *value_json(const struct game *game, const struct solution *solution)
{
    if (solution->least != solution->most)
        return json_null();
    if (game->has_margin)
        return json_integer(solution->margin);
    return json_string(search_result_kind_name(solution->kind));
}

static void print_json(const struct game *game, const struct solution *solution)
{
    json_t *object = json_object();
    char name[MOVE_TEXT_SIZE];
    json_object_set_new(object, "value", value_json(game, solution));
    if (!game->has_margin)
        json_object_set_new(object, "plies",
                            solution->proven ? json_integer(solution->plies)
                                             : json_null());
    if (solution->move == MOVE_NONE) {
        json_object_set_new(object, "move", json_null());
    } else {
        game->format_move(solution->move, name);
        json_object_set_new(object, "move", json_string(name));
    }
    json_object_set_new(object, "nodes", json_integer((json_int_t)solution->nodes));
    json_object_set_new(object, "seconds", json_real(solution->seconds));
    json_object_set_new(object, "proved", json_boolean(solution->proven));
    if (!solution->proven) {
        json_object_set_new(object, "least", json_integer(solution->least));
        json_object_set_new(object, "most", json_integer(solution->most));
    }
    json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
    printf("\n");
    json_decref(object);
}

void solution_print(const struct game *game, const struct solution *solution, bool json)
{
    if (json)
        print_json(game, solution);
    else
        print_text(game, solution);
    fflush(stdout);
}
