/* plain.c: a game as a conversation of lines. */
#include "tui/plain.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "base/signals.h"
#include "search/result_text.h"
#include "tui/plain_commands.h"
#include "tui/terminal.h"

/* "■ to move (A1–H8, or help): " */
static void add_prompt(const struct plain *plain, struct text *text)
{
    const struct spec *spec = &session_game(plain->session)->spec;
    const char *dash = plain->drawing.ascii ? "-" : "–";
    int turn = session_turn(plain->session);
    if (session_is_over(plain->session)) {
        text_add(text, _("the game is over (undo, new, save, quit or help): "));
        return;
    }
    const char *player = plain_player(plain, turn);
    switch (spec->kind) {
    case GAME_CAVE:
        text_addf(text, _("%s to move (A1%s%c%d, or help): "), player, dash,
                  'A' + spec->cave.columns - 1, spec->cave.rows);
        break;
    case GAME_MANCALA:
        text_addf(
            text, _("%s to move (%d%s%d, or help): "), player,
            mancala_hole_number(spec->mancala.holes, turn, 0), dash,
            mancala_hole_number(spec->mancala.holes, turn, spec->mancala.holes - 1));
        break;
    }
}

static void begin_turn(struct plain *plain)
{
    plain->session->turn_began = clock_now();
}

static int turn_ms(const struct plain *plain)
{
    return (int)session_turn_ms(plain->session, clock_now());
}

/* Whether the clock of the side to move has run out; if so, ends the game. */
static bool has_run_out(struct plain *plain)
{
    struct session *session = plain->session;
    if (clock_now() < session_flag_time(session))
        return false;
    session_finish(session, SESSION_END_TIME, session_turn(session));
    plain_autosave(plain);
    plain_show(plain, false);
    return true;
}

/* "■ 4:58, □ 5:00" */
static void print_clocks(const struct plain *plain)
{
    const struct session *session = plain->session;
    if (session->clock.mode == SESSION_CLOCK_NONE || session_is_over(session))
        return;
    for (int i = 0; i < 2; i++) {
        int64_t ms = session_left_ms(session, i, clock_now()) + 999; /* rounded up */
        printf("%s %d:%02d%s", plain_player(plain, i), (int)(ms / 60000),
               (int)(ms / 1000 % 60), i ? "\n" : ", ");
    }
}

/* Plays a move that is known to be legal and took so long, and shows what it did. */
static void play(struct plain *plain, move_t move, int ms)
{
    struct error error;
    int turn = session_turn(plain->session);
    if (!session_play(plain->session, move, ms, &error)) {
        printf("%s\n", error.text);
        return;
    }
    begin_turn(plain);
    plain_autosave(plain);
    plain_show(plain, false);
    print_clocks(plain);
    if (!session_is_over(plain->session) && session_turn(plain->session) == turn)
        printf(_("%s moves again\n"), plain_player(plain, turn));
}

/* Plays a move, or several separated by commas or blanks as long as people move. */
static void play_entry(struct plain *plain, const char *entry)
{
    const struct game *game = session_game(plain->session);
    const struct position *now = &plain->session->record.now;
    struct move_reader reader = {entry, 0};
    struct error error;
    move_t move;
    if (plain->session->end != SESSION_END_NONE && plain_refuse_when_over(plain))
        return;
    if (!entry[strcspn(entry, ", \t")]) {
        if (game->parse_move(game, now, entry, &move, &error))
            play(plain, move, turn_ms(plain));
        else
            printf("%s\n", error.text);
        return;
    }
    for (;;) {
        if (!game_next_move(game, now, &reader, &move, &error)) {
            printf("%s\n", error.text);
            return;
        }
        if (move == MOVE_NONE)
            return;
        play(plain, move, turn_ms(plain));
        if (!session_by_hand(plain->session)) {
            if (reader.rest[strspn(reader.rest, ", \t")])
                puts(session_is_over(plain->session)
                         ? _("the rest is not played: the game is over")
                         : _("the rest is not played: it is the engine's turn"));
            return;
        }
    }
}

/* One entry of a person: a move, a command, or the wish to leave. */
static void take_entry(struct plain *plain)
{
    char entry[LINES_SIZE];
    struct text prompt = {0};
    add_prompt(plain, &prompt);
    enum lines_result result = lines_read_until(
        plain->lines, text_string(&prompt), entry, session_flag_time(plain->session));
    text_free(&prompt);
    if (result == LINES_END) {
        plain->leaving = true;
        return;
    }
    if (has_run_out(plain))
        return;
    if (result == LINES_INTERRUPTED) {
        if (signals_count() < 2)
            puts(autosave_is_saved(&plain->local->autosave)
                     ? _("press Ctrl-C again to leave; the game is saved")
                     : _("press Ctrl-C again to leave"));
    } else if (result == LINES_ENTRY) {
        int moves = plain->session->record.count, games = plain->local->games;
        signals_forget();
        if (entry[0] && !plain_command(plain, entry))
            play_entry(plain, entry);
        if (plain->session->record.count != moves || plain->local->games != games)
            begin_turn(plain);
    }
}

/* "□ A6 in 2.60 s (depth 16, +0.28)" */
static void print_choice(const struct plain *plain, const struct search_result *verdict)
{
    const struct game *game = session_game(plain->session);
    struct text text = {0};
    char name[MOVE_TEXT_SIZE];
    game->format_move(verdict->move, name);
    const char *player = plain_player(plain, session_turn(plain->session));
    /* "player 1: 3", not "player 1 3" */
    text_addf(&text, _("%s%s %s in %.2f s"), player, strchr(player, ' ') ? ":" : "",
              name, verdict->seconds);
    if (search_result_is_searched(verdict)) {
        text_addf(&text, _(" (depth %d, "), verdict->depth);
        search_result_value_text(game, verdict, &text);
        text_add(&text, ")");
    }
    printf("%s\n", text_string(&text));
    text_free(&text);
}

static void play_automatic(struct plain *plain)
{
    struct search_result verdict;
    local_game_choose(plain->local, NULL, NULL, &verdict);
    signals_obeyed();
    if (signals_count() >= 2 || has_run_out(plain))
        return;
    print_choice(plain, &verdict);
    play(plain, verdict.move, (int)(verdict.seconds * 1000));
    if (plain->settings->bell && session_by_hand(plain->session) &&
        isatty(STDOUT_FILENO))
        fputs("\a", stdout);
}

static void converse(struct plain *plain)
{
    const struct session *session = plain->session;
    plain_introduce(plain);
    plain_show(plain, false);
    begin_turn(plain);
    while (!plain->leaving && signals_count() < 2 && !ferror(stdout)) {
        if (!session_is_over(session) && !session_by_hand(session))
            play_automatic(plain);
        else if (session_has_human(session))
            take_entry(plain);
        else
            return;
    }
    if (!session_is_over(session) && autosave_is_saved(&plain->local->autosave))
        puts(_("the game is saved; 'lodestone play --resume' continues it"));
}

enum play_exit plain_run(struct local_game *local, struct settings *settings)
{
    struct plain plain = {
        .local = local,
        .session = &local->session,
        .drawing = terminal_drawing(settings->ascii),
        .settings = settings,
    };
    plain.lines = lines_open(plain_complete, &plain);
    if (!plain.lines) {
        fprintf(stderr, "lodestone: %s\n", strerror(errno));
        return PLAY_UNSAVED;
    }
    signals_forget();
    signals_install();
    local->limits.stop = signals_flag();
    converse(&plain);
    lines_close(plain.lines);
    if (signals_count() >= 2)
        return PLAY_INTERRUPTED;
    return local->autosave.copy_failed ? PLAY_UNSAVED : PLAY_DONE;
}
