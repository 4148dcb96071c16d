/* rules_text.c: the rules of the games in words, with drawn examples. */
#include "tui/rules_text.h"

#include "base/i18n.h"
#include "base/text.h"
#include "tui/wrap.h"

/* A paragraph, and a board that shows it; after the move, if there is one. */
struct passage {
    const char *text;
    const char *spec, *position; /* NULL: no board */
    const char *move;
    bool legal; /* mark the legal moves */
};

static const struct passage cave_rules[] = {
    {N_("Two players, ■ and □, take turns; ■ begins. Both side walls of the cave are "
        "magnetic. A brick sticks to a wall, or to a brick on its left or right, of "
        "either colour. Bricks above and below don't count, so each row fills from "
        "its walls inwards. The legal cells are marked:"),
     "cave:8x8x5", "8/8/8/8/xo5x/x6o/8/8 o", NULL, true},
    {N_("Five or more of your bricks in an unbroken row, column or diagonal win at "
        "once. Here ■ plays D4 and wins:"),
     "cave:8x8x5", "7o/7o/8/8/xxx1xoxo/8/8/7o x", "D4", false},
    {N_("A full board without a line is a tie. Other sizes: cave:RxCxK has R rows, C "
        "columns and K in a line; with :left only the left wall is magnetic. A move is "
        "a column's letter and a row's number: A1 is bottom left, H8 top right."),
     NULL, NULL, NULL, false},
    {0},
};

static const struct passage mancala_rules[] = {
    {N_("Player 1 owns holes 1 to 6 and store 7 on the right, player 2 holes 8 to 13 "
        "and store 0 on the left. A move takes all stones of one of your holes and "
        "sows "
        "them one by one, counter-clockwise, skipping the opponent's store."),
     "mancala:6x4:steal", "4,4,4,4,4,4,0/4,4,4,4,4,4,0 1", NULL, false},
    {N_("Extra turn: when your last stone falls into your store, you move again. After "
        "hole 3:"),
     "mancala:6x4:steal", "4,4,4,4,4,4,0/4,4,4,4,4,4,0 1", "3", false},
    {N_("Stealing: when your last stone falls into an empty hole of your own, you "
        "capture it together with the stones in the opposite hole. Before:"),
     "mancala:6x4:steal", "4,0,1,0,2,2,13/2,0,6,1,0,3,14 1", NULL, false},
    {N_("Player 1 sows hole 3 into the empty hole 4 and captures 7, the six stones of "
        "hole 10 and the own stone:"),
     "mancala:6x4:steal", "4,0,1,0,2,2,13/2,0,6,1,0,3,14 1", "3", false},
    {N_("With 'steal' this also happens when the opposite hole is empty: the lone "
        "stone "
        "goes to the store. With 'kalah' the stone then stays, and with 'nosteal' "
        "nothing "
        "is ever captured."),
     NULL, NULL, NULL, false},
    {N_("The game ends when all holes of one side are empty. The stones left on the "
        "other side go to that side's store. Player 1 sows hole 6, and player 2 gets "
        "the rest, but loses 22 to 26:"),
     "mancala:6x4:steal", "0,0,0,0,0,1,25/0,2,0,3,1,1,15 1", "6", false},
    {N_("The fuller store wins; equal stores tie. Other sizes: mancala:HxS:steal has H "
        "holes a side and S stones in each. A move is the hole's number."),
     NULL, NULL, NULL, false},
    {0},
};

/* The positions are our own: if one were wrong, its board would be missing. */
static void add_board(const struct passage *passage, struct drawing drawing,
                      struct text *text)
{
    struct game *game = game_open(passage->spec, NULL);
    struct position position;
    bool ok = game && game->parse_position(game, passage->position, &position, NULL);
    drawing.last = MOVE_NONE;
    drawing.legal = passage->legal;
    if (ok && passage->move &&
        game->parse_move(game, &position, passage->move, &drawing.last, NULL))
        game->play(game, &position, drawing.last);
    text_add(text, "\n");
    if (ok)
        game->draw(game, &position, &drawing, text);
    game_close(game);
}

static void add_passages(const char *title, const struct passage *passages,
                         struct drawing drawing, int width, struct text *text)
{
    text_addf(text, "%s\n", title);
    for (const struct passage *passage = passages; passage->text; passage++) {
        text_add(text, "\n");
        wrap_add(_(passage->text), width, drawing.ascii, text);
        if (passage->spec)
            add_board(passage, drawing, text);
    }
}

void rules_text_add(enum game_kind kind, struct drawing drawing, int width,
                    struct text *text)
{
    switch (kind) {
    case GAME_CAVE:
        add_passages(_("Magnetic Cave"), cave_rules, drawing, width, text);
        return;
    case GAME_MANCALA:
        add_passages(_("Mancala"), mancala_rules, drawing, width, text);
        return;
    }
}
