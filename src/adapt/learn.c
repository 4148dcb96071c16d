/* learn.c: tries the usual dialogues one by one. What is proposed has been played. */
#include "adapt/learn.h"

#include <stdio.h>
#include <string.h>

#include "adapt/board.h"
#include "adapt/dialogue.h"
#include "base/i18n.h"
#include "base/rng.h"

enum {
    QUIET = 300,  /* milliseconds of silence and sleep after which it waits for us */
    MOST = 10000, /* for its answer */
    TRIED_MOVES = 4,
};

static const double patience = 20;

static const char *const menus[] = {"-",   "1",   "2",   "3",   "4", "1 1", "2 1",
                                    "3 1", "1 2", "2 2", "3 2", "y", "n",   "b",
                                    "w",   "x",   "o",   "h",   "c", "p",   "\"\""};

enum {
    MENUS = sizeof menus / sizeof *menus
};

static const char *const cave_moves[] = {
    "{C}{y}",    "{c}{y}",      "{y}{C}",      "{y}{c}",      "{y} {x}",
    "{x} {y}",   "{y0} {x0}",   "{x0} {y0}",   "{C} {y}",     "{y} {C}",
    "{y}\\n{x}", "{x}\\n{y}",   "{y0}\\n{x0}", "{x0}\\n{y0}", "{y}\\n{C}",
    "{C}\\n{y}", "{Y} {x}",     "{Y0} {x0}",   "{x} {Y}",     "{x0} {Y0}",
    "{Y}\\n{x}", "{Y0}\\n{x0}", "{x}\\n{Y}",   "{x0}\\n{Y0}", "{C}{Y}",
    "{Y}{C}",    "{y},{x}",     "{y0},{x0}",   "{x},{y}",     "{x0},{y0}",
    "{Y0},{x0}", NULL};

static const char *const mancala_moves[] = {"{hole}", "{n}", "{n0}", NULL};

static const char *const pairs[][2] = {{"X", "O"}, {"x", "o"}, {"■", "□"}, {"B", "W"},
                                       {"b", "w"}, {"1", "2"}, {"●", "○"}, {"R", "Y"},
                                       {"#", "O"}, {"H", "C"}, {"P", "C"}};
static const char *const empties[] = {"-", ".", "_", "",  "0", "*", "+",
                                      "·", "E", "e", "~", "#", " ", "□"};

enum {
    PAIRS = sizeof pairs / sizeof *pairs,
    EMPTIES = sizeof empties / sizeof *empties,
    CAVE_READINGS = 2 * PAIRS * EMPTIES,
};

struct learner {
    const struct game *game;
    const char *folder;
    learn_progress *progress;
    void *context;
    struct description *it;
    struct text seen; /* what the program printed */
};

/* Ways to read a board. */

static const char *const layouts[] = {
    "T / 0 S / B",   "L / T / 0 S / B / L", "T / 0 / S / B", "0 T / B S", "0 T S / B",
    "0 / T / B / S", "B S / U 0",           "B S U 0",       "0 B S U"};

/* Writes a layout for H holes: T the second player's holes from right to left, U from
 * left to right, B the first player's, S its store, L labels. */
static void expand_layout(const char *form, int holes, struct text *text)
{
    for (; *form; form++) {
        for (int i = 1; strchr("TUBL", *form) && i <= holes; i++)
            if (*form == 'L')
                text_add(text, "_ ");
            else
                text_addf(text, "%d ",
                          *form == 'T'   ? 2 * holes + 2 - i
                          : *form == 'U' ? holes + 1 + i
                                         : i);
        if (*form == 'S')
            text_addf(text, "%d ", holes + 1);
        else if (*form == '0' || *form == '/')
            text_addf(text, "%c ", *form);
    }
}

/* Sets the number-th way to read a board; false after the last. */
static bool set_reading(struct description *it, const struct game *game, int number)
{
    struct text text = {0};
    struct description parsed;
    bool ok = false;
    switch (game->spec.kind) {
    case GAME_CAVE: {
        int pair = number / EMPTIES % PAIRS, swapped = number / EMPTIES / PAIRS;
        const char *empty = empties[number % EMPTIES];
        if (number >= CAVE_READINGS)
            return false;
        for (int i = 0; i < 2; i++)
            snprintf(it->symbol[i], DESCRIPTION_SYMBOL, "%s", pairs[pair][i ^ swapped]);
        /* A symbol that is taken makes a way to read that finds nothing. */
        bool taken =
            strcmp(empty, pairs[pair][0]) == 0 || strcmp(empty, pairs[pair][1]) == 0;
        snprintf(it->symbol[2], DESCRIPTION_SYMBOL, "%s", taken ? "?" : empty);
        return true;
    }
    case GAME_MANCALA:
        if (number >= (int)(sizeof layouts / sizeof *layouts))
            return false;
        expand_layout(layouts[number], game->spec.mancala.holes, &text);
        struct text file = {0};
        text_addf(&file, "command x\nfirst -\nmove x\nlayout %s\n", text_string(&text));
        ok = description_parse(&parsed, game, text_string(&file), "", NULL);
        if (ok) {
            memcpy(it->layout, parsed.layout, sizeof it->layout);
            it->layouts = parsed.layouts;
        }
        text_free(&file);
        text_free(&text);
        return ok;
    }
    return false;
}

static const char *move_format(const struct game *game, int number)
{
    switch (game->spec.kind) {
    case GAME_CAVE:
        return cave_moves[number];
    case GAME_MANCALA:
        return mancala_moves[number];
    }
    return NULL;
}

static void set_field(struct description *it, const struct game *game, const char *name,
                      const char *value)
{
    /* Through the parser, so that both mean the same. */
    struct text file = {0};
    struct description parsed;
    text_addf(&file, "%s %s\n", name, value);
    /* It is not complete, but what it has is read. */
    description_parse(&parsed, game, text_string(&file), "", NULL);
    if (strcmp(name, "move") == 0)
        memcpy(it->move, parsed.move, sizeof it->move);
    else
        memcpy(it->menu[*name == 's'], parsed.menu[*name == 's'], DESCRIPTION_TEXT);
    text_free(&file);
}

/* Trying. */

/* Starts the program, answers its menu, types a move if there is one, and reads what it
 * prints until it waits. False if it can't be started. */
static bool look(struct learner *learner, const char *menu, move_t move,
                 struct error *error)
{
    struct description *it = learner->it;
    struct console console;
    if (!console_start(&console, it->command, learner->folder, error))
        return false;
    console_settle(&console, QUIET, MOST);
    set_field(it, learner->game, "first", menu);
    for (const char *c = it->menu[0]; *c;) {
        char answer[DESCRIPTION_TEXT];
        size_t length = strcspn(c, "\n") + 1;
        snprintf(answer, sizeof answer, "%.*s", (int)length, c);
        console_type(&console, answer);
        console_settle(&console, QUIET, MOST);
        c += length;
    }
    if (move != MOVE_NONE) {
        struct text typed = {0};
        console_forget(&console);
        description_type_move(it, learner->game, move, &typed);
        console_type(&console, text_string(&typed));
        console_settle(&console, QUIET, MOST);
        text_free(&typed);
    }
    text_clear(&learner->seen);
    text_add(&learner->seen, text_string(&console.output));
    text_add(&learner->seen, "\n");
    console_stop(&console);
    return true;
}

enum sight {
    SEES_NOTHING,
    SEES_POSITION, /* the board is that of the position */
    SEES_MOVE,     /* and then the program has moved */
};

static enum sight read_sight(const struct learner *learner, const struct position *from)
{
    const struct game *game = learner->game;
    struct adapt_board board, at;
    move_t path[BOARD_TURN];
    if (!board_read_last(learner->it, game, text_string(&learner->seen), &board))
        return SEES_NOTHING;
    board_of(game, from, &at);
    if (board_same(&board, &at))
        return SEES_POSITION;
    return board_explain(game, from, &board, path) ? SEES_MOVE : SEES_NOTHING;
}

/* The best that any way to read the board makes of what was printed; the description
 * keeps that way. */
static enum sight read_any(struct learner *learner, const struct position *from)
{
    enum sight best = SEES_NOTHING;
    struct description keep = *learner->it;
    for (int i = 0; set_reading(learner->it, learner->game, i); i++) {
        enum sight sight = read_sight(learner, from);
        if (sight > best) {
            best = sight;
            keep = *learner->it;
        }
        if (best == SEES_MOVE)
            break;
    }
    *learner->it = keep;
    return best;
}

/* Plays a few moves as the description says. */
static bool plays(const struct learner *learner, int side)
{
    const struct game *game = learner->game;
    struct dialogue dialogue;
    struct rng rng = rng_seeded(7);
    struct error error;
    bool ok = true;
    dialogue_init(&dialogue, game, learner->it, learner->folder, patience);
    for (int made = 0; ok && made < TRIED_MOVES;) {
        struct moves legal;
        move_t move;
        game->moves(game, &dialogue.now, &legal);
        if (legal.count == 0)
            break;
        if (game->turn(&dialogue.now) == side) {
            ok = dialogue_choose(&dialogue, &move, &error) == DIALOGUE_MOVE;
            made++;
        } else {
            move = legal.move[rng_below(&rng, (uint32_t)legal.count)];
            ok = dialogue_tell(&dialogue, move, &error);
        }
    }
    dialogue_reset(&dialogue);
    return ok;
}

/* A first move that tells columns from rows and top from bottom, and ends the turn. */
static move_t probe_move(const struct game *game, struct position *after)
{
    struct moves legal;
    struct position start;
    game->start(game, &start);
    game->moves(game, &start, &legal);
    for (int i = legal.count > 2 ? 2 : 0; i < legal.count; i++) {
        *after = start;
        game->play(game, after, legal.move[i]);
        if (game->turn(after) != game->turn(&start))
            return legal.move[i];
    }
    return legal.move[0];
}

static void tell(const struct learner *learner, const char *text)
{
    if (learner->progress)
        learner->progress(learner->context, text);
}

/* Finds how a move is typed at a menu after which the program waits for one. */
static bool learn_second(struct learner *learner, const char *menu, const char **format)
{
    const struct game *game = learner->game;
    struct position after;
    struct error error;
    move_t move = probe_move(game, &after);
    for (int i = 0; move_format(game, i); i++) {
        const char *tried = move_format(game, i);
        if (*format && strcmp(tried, *format) != 0)
            continue;
        set_field(learner->it, game, "move", tried);
        if (!look(learner, menu, move, &error))
            return false;
        enum sight sight = read_any(learner, &after);
        if (sight == SEES_NOTHING)
            continue;
        *format = tried;
        if (sight == SEES_POSITION)
            return false; /* two people play here */
        set_field(learner->it, game, "second", menu);
        learner->it->plays[1] = true;
        learner->it->plays[0] = false;
        if (plays(learner, 1))
            return true;
        *format = NULL;
    }
    return false;
}

static bool learn_first(struct learner *learner, const bool *moves)
{
    for (int i = 0; i < MENUS; i++) {
        if (!moves[i])
            continue;
        set_field(learner->it, learner->game, "first", menus[i]);
        learner->it->plays[0] = true;
        /* In Mancala the same hole has several names; which one is meant shows here. */
        char kept[DESCRIPTION_TEXT];
        memcpy(kept, learner->it->move, sizeof kept);
        if (plays(learner, 0))
            return true;
        for (int k = 0; move_format(learner->game, k); k++) {
            set_field(learner->it, learner->game, "move",
                      move_format(learner->game, k));
            if (strcmp(learner->it->move, kept) != 0 && plays(learner, 1) &&
                plays(learner, 0))
                return true;
        }
        memcpy(learner->it->move, kept, sizeof kept);
    }
    learner->it->plays[0] = false;
    learner->it->menu[0][0] = '\0';
    return false;
}

bool adapt_learn(const struct game *game, const char *command, const char *folder,
                 learn_progress *progress, void *context,
                 struct description *description, struct error *error)
{
    struct learner learner = {.game = game,
                              .folder = folder,
                              .progress = progress,
                              .context = context,
                              .it = description};
    struct position start;
    bool waits[MENUS] = {false}, moves[MENUS] = {false}, any = false, ok = true;
    const char *format = NULL;
    *description = (struct description){0};
    snprintf(description->command, sizeof description->command, "%s", command);
    game->start(game, &start);
    for (int i = 0; ok && i < MENUS; i++) {
        tell(&learner, menus[i]);
        ok = look(&learner, menus[i], MOVE_NONE, error);
        enum sight sight = ok ? read_any(&learner, &start) : SEES_NOTHING;
        waits[i] = sight == SEES_POSITION;
        moves[i] = sight == SEES_MOVE;
        any = any || waits[i] || moves[i];
        /* Without a menu, what is typed is a move already. */
        if (i == 0 && any)
            break;
    }
    bool found = false;
    for (int i = 0; ok && !found && i < MENUS; i++)
        if (waits[i])
            found = learn_second(&learner, menus[i], &format);
    if (found)
        learn_first(&learner, moves);
    text_free(&learner.seen);
    if (!ok || found)
        return ok;
    if (!any)
        return error_set(error,
                         _("no board of %s was seen, whatever was answered at the "
                           "start"),
                         game->name);
    return error_set(error, _("a board was seen, but no move was understood and "
                              "answered"));
}
