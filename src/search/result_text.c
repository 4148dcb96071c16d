/* result_text.c: what the engine found, in words. */
#include "search/result_text.h"

#include <stdlib.h>

#include "base/i18n.h"

const char *search_result_kind_name(enum value_kind kind)
{
    static const char *const names[] = {"estimate", "win", "draw", "loss"};
    return names[kind];
}

static void add_cave_value(const struct search_result *verdict, struct text *text)
{
    switch (verdict->kind) {
    case VALUE_WIN:
        text_addf(text, verdict->proven ? _("wins in %d") : _("wins in at most %d"),
                  verdict->plies);
        break;
    case VALUE_LOSS:
        text_addf(text, verdict->proven ? _("loses in %d") : _("loses in at most %d"),
                  verdict->plies);
        break;
    case VALUE_DRAW:
        text_add(text, _("draw"));
        break;
    case VALUE_ESTIMATE:
        text_addf(text, "%+.2f", verdict->score / 100.0);
        break;
    }
}

static void add_mancala_value(const struct search_result *verdict, struct text *text)
{
    if (!verdict->proven)
        text_add(text, _("about "));
    if (verdict->proven && verdict->score == 0)
        text_add(text, _("tie"));
    else
        text_addf(text, P_("%+d stone", "%+d stones", abs(verdict->score)),
                  verdict->score);
}

void search_result_value_text(const struct game *game,
                              const struct search_result *verdict, struct text *text)
{
    if (verdict->points) {
        text_addf(text, P_("%+d point", "%+d points", abs(verdict->score)),
                  verdict->score);
        return;
    }
    switch (game->spec.kind) {
    case GAME_CAVE:
        add_cave_value(verdict, text);
        break;
    case GAME_MANCALA:
        add_mancala_value(verdict, text);
        break;
    }
}

void search_result_text(const struct game *game, const struct search_result *verdict,
                        struct text *text)
{
    char name[MOVE_TEXT_SIZE];
    game->format_move(verdict->move, name);
    text_addf(text, _("%s in %.2f s"), name, verdict->seconds);
    if (!search_result_is_searched(verdict))
        return;
    text_addf(text, _(", depth %d, "), verdict->depth);
    search_result_value_text(game, verdict, text);
}
