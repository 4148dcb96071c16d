/* plain.c: a game as a conversation of lines. */
#include "ui/plain.h"

#include <stdio.h>

#include "base/words.h"
#include "search/verdict_text.h"
#include "ui/interrupt.h"
#include "ui/plain_commands.h"
#include "ui/terminal.h"

/* "■ to move (A1–H8, or help): " */
static void add_prompt(const struct plain *plain, struct text *text)
{
    const struct spec *spec = &sitting_game(plain->sitting)->spec;
    const char *dash = plain->drawing.ascii ? "-" : "–";
    int turn = sitting_turn(plain->sitting);
    if (sitting_is_over(plain->sitting)) {
        text_add(text, _("the game is over (undo, new, save, quit or help): "));
        return;
    }
    plain_add_player(plain, turn, text);
    if (spec->kind == GAME_CAVE) {
        text_addf(text, _(" to move (A1%s%c%d, or help): "), dash,
                  'A' + spec->cave.columns - 1, spec->cave.rows);
    } else {
        int holes = spec->mancala.holes;
        text_addf(text, _(" to move (%d%s%d, or help): "),
                  mancala_hole_number(holes, turn, 0), dash,
                  mancala_hole_number(holes, turn, holes - 1));
    }
}

/* Plays a move that is known to be legal, and shows what it did. */
static void play(struct plain *plain, move_t move)
{
    struct error error;
    int turn = sitting_turn(plain->sitting);
    if (!sitting_play(plain->sitting, move, &error)) {
        printf("%s\n", error.text);
        return;
    }
    plain_keep(plain);
    plain_show(plain, false);
    if (!sitting_is_over(plain->sitting) && sitting_turn(plain->sitting) == turn) {
        struct text text = {0};
        plain_add_player(plain, turn, &text);
        printf(_("%s moves again\n"), text_string(&text));
        text_free(&text);
    }
}

static void play_entry(struct plain *plain, const char *entry)
{
    const struct game *game = sitting_game(plain->sitting);
    struct error error;
    move_t move;
    if (game->parse_move(game, &plain->sitting->record.now, entry, &move, &error))
        play(plain, move);
    else
        printf("%s\n", error.text);
}

/* One entry of a person: a move, a command, or the wish to leave. */
static void take_entry(struct plain *plain)
{
    char entry[LINES_SIZE];
    struct text prompt = {0};
    add_prompt(plain, &prompt);
    enum lines_result result = lines_read(plain->lines, text_string(&prompt), entry);
    text_free(&prompt);
    if (result == LINES_END) {
        plain->leaving = true;
    } else if (result == LINES_INTERRUPTED) {
        if (interrupt_count() < 2)
            puts(_("Ctrl-C again leaves; the game is kept"));
    } else {
        interrupt_forget();
        if (entry[0] && !plain_command(plain, entry))
            play_entry(plain, entry);
    }
}

/* The players that don't look ahead have nothing to say about depth and score. */
static void print_choice(const struct plain *plain, const struct verdict *verdict)
{
    const struct game *game = sitting_game(plain->sitting);
    struct text text = {0};
    char name[MOVE_TEXT_SIZE];
    game->format_move(verdict->move, name);
    if (verdict->depth > 0)
        verdict_text(game, verdict, &text);
    else
        text_addf(&text, _("%s in %.2f s"), name, verdict->seconds);
    printf("%s\n", text_string(&text));
    text_free(&text);
}

static void play_automatic(struct plain *plain)
{
    struct verdict verdict;
    sitting_choose(plain->sitting, NULL, NULL, &verdict);
    if (interrupt_count() >= 2)
        return;
    print_choice(plain, &verdict);
    play(plain, verdict.move);
}

static void converse(struct plain *plain)
{
    const struct sitting *sitting = plain->sitting;
    plain_introduce(plain);
    plain_show(plain, false);
    while (!plain->leaving && interrupt_count() < 2 && !ferror(stdout)) {
        if (!sitting_is_over(sitting) && !sitting_by_hand(sitting))
            play_automatic(plain);
        else if (sitting_has_human(sitting))
            take_entry(plain);
        else
            return;
    }
    if (sitting->record.count && !sitting_is_over(sitting) && !sitting->keep_failed)
        puts(_("the game is kept: 'lodestone play --resume' goes on with it"));
}

enum sitting_end plain_run(struct sitting *sitting, bool ascii)
{
    struct plain plain = {.sitting = sitting, .drawing = terminal_drawing(ascii)};
    plain.lines = lines_open(plain_complete, &plain);
    if (!plain.lines) {
        fprintf(stderr, "lodestone: %s\n", _("out of memory"));
        return SITTING_UNSAVED;
    }
    interrupt_forget();
    interrupt_install();
    converse(&plain);
    lines_close(plain.lines);
    if (interrupt_count() >= 2)
        return SITTING_INTERRUPTED;
    return sitting->save_failed ? SITTING_UNSAVED : SITTING_DONE;
}
