/* plain_commands.c: what can be entered at the prompt besides moves. */
#include "tui/plain_commands.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "play/archive.h"
#include "play/results.h"
#include "search/result_text.h"
#include "tui/rules_text.h"
#include "tui/terminal.h"

void plain_add_player(const struct plain *plain, int player, struct text *text)
{
    session_add_player(plain->session, player, plain->drawing.ascii, text);
}

void plain_introduce(const struct plain *plain)
{
    struct text text = {0};
    text_addf(&text, "%s: ", session_game(plain->session)->name);
    for (int i = 0; i < 2; i++) {
        plain_add_player(plain, i, &text);
        text_addf(&text, " %s%s", session_called(plain->session, i), i ? "\n" : ", ");
    }
    fputs(text_string(&text), stdout);
    text_free(&text);
}

void plain_show(const struct plain *plain, bool legal)
{
    const struct game *game = session_game(plain->session);
    const struct position *now = &plain->session->record.now;
    struct drawing drawing = plain->drawing;
    struct text text = {0};
    drawing.last = session_last_move(plain->session);
    drawing.legal = legal;
    game->draw(game, now, &drawing, &text);
    if (session_is_over(plain->session)) {
        session_add_result(plain->session, drawing.ascii, &text);
        text_add(&text, "\n");
    }
    fputs(text_string(&text), stdout);
    fflush(stdout);
    text_free(&text);
}

void plain_autosave(struct plain *plain)
{
    struct error error;
    if (local_game_autosave(plain->local, &error))
        return;
    fflush(stdout);
    fprintf(stderr, _("lodestone: the game continues, but can't be saved: %s\n"),
            error.text);
}

static void say_error(const struct error *error)
{
    printf("%s\n", error->text);
}

static void run_undo(struct plain *plain, const char *argument)
{
    (void)argument;
    if (!session_undo(plain->session)) {
        puts(_("you have no move to take back"));
        return;
    }
    plain_autosave(plain);
    plain_show(plain, false);
}

static void run_redo(struct plain *plain, const char *argument)
{
    (void)argument;
    if (!session_redo(plain->session)) {
        puts(_("there is no move to redo"));
        return;
    }
    plain_autosave(plain);
    plain_show(plain, false);
}

static bool refuse_when_over(const struct plain *plain)
{
    if (!session_is_over(plain->session))
        return false;
    puts(_("the game is over: there are no legal moves"));
    return true;
}

static void run_hint(struct plain *plain, const char *argument)
{
    (void)argument;
    struct search_result verdict;
    struct error error;
    if (refuse_when_over(plain))
        return;
    if (!local_game_hint(plain->local, NULL, NULL, &verdict, &error)) {
        say_error(&error);
        return;
    }
    struct text text = {0};
    search_result_text(session_game(plain->session), &verdict, &text);
    printf(_("hint: %s\n"), text_string(&text));
    text_free(&text);
}

static void run_scores(struct plain *plain, const char *argument)
{
    (void)argument;
    const struct game *game = session_game(plain->session);
    struct scored_move scored[GAME_MAX_MOVES];
    struct error error;
    if (refuse_when_over(plain))
        return;
    int count = local_game_scores(plain->local, NULL, NULL, scored, &error);
    if (count == 0)
        say_error(&error);
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_SIZE];
        struct text text = {0};
        game->format_move(scored[i].move, name);
        search_result_value_text(game, &scored[i].value, &text);
        printf("%-3s  %s\n", name, text_string(&text));
        text_free(&text);
    }
}

static void run_moves(struct plain *plain, const char *argument)
{
    (void)argument;
    const struct game *game = session_game(plain->session);
    struct moves moves;
    if (refuse_when_over(plain))
        return;
    plain_show(plain, true);
    game->moves(game, &plain->session->record.now, &moves);
    fputs(_("legal moves:"), stdout);
    for (int i = 0; i < moves.count; i++) {
        char name[MOVE_TEXT_SIZE];
        game->format_move(moves.move[i], name);
        printf(" %s", name);
    }
    printf("\n");
}

static void run_board(struct plain *plain, const char *argument)
{
    (void)argument;
    plain_show(plain, false);
}

static void run_save(struct plain *plain, const char *argument)
{
    struct error error;
    char path[PATH_MAX];
    if (local_game_save(plain->local, argument, path, &error))
        printf(_("saved to %s\n"), path);
    else
        say_error(&error);
}

static void run_load(struct plain *plain, const char *argument)
{
    struct error error;
    char path[PATH_MAX];
    if (!local_game_load(plain->local, argument, path, &error)) {
        say_error(&error);
        return;
    }
    printf(_("loaded from %s\n"), path);
    plain_autosave(plain);
    plain_introduce(plain);
    plain_show(plain, false);
}

static void run_new(struct plain *plain, const char *argument)
{
    struct error error;
    if (!local_game_new(plain->local, argument, &error)) {
        say_error(&error);
        return;
    }
    plain_introduce(plain);
    plain_show(plain, false);
}

static void run_position(struct plain *plain, const char *argument)
{
    struct error error;
    if (!argument) {
        struct text text = {0};
        const struct game *game = session_game(plain->session);
        game->format_position(game, &plain->session->record.now, &text);
        printf("%s\n", text_string(&text));
        text_free(&text);
        return;
    }
    if (!local_game_start_from(plain->local, argument, &error)) {
        say_error(&error);
        return;
    }
    plain_introduce(plain);
    plain_show(plain, false);
}

static void run_results(struct plain *plain, const char *argument)
{
    (void)plain;
    (void)argument;
    struct archive archive;
    struct error error;
    struct text text = {0};
    if (!archive_open(&archive, &error)) {
        say_error(&error);
        return;
    }
    results_add(&archive, &text);
    archive_close(&archive);
    fputs(text_string(&text), stdout);
    text_free(&text);
}

static void run_swap(struct plain *plain, const char *argument)
{
    (void)argument;
    if (!plain->local->player[0] && !plain->local->player[1]) {
        puts(_("both sides are played by hand; 'level L' brings in the engine"));
        return;
    }
    local_game_swap(plain->local);
    plain_autosave(plain);
    plain_introduce(plain);
}

static void run_level(struct plain *plain, const char *argument)
{
    struct error error;
    if (!argument) {
        puts(
            _("which level? 1 to 8, easy, medium, hard, master, a named bot or human"));
    } else if (local_game_level(plain->local, argument, &error)) {
        plain_autosave(plain);
        plain_introduce(plain);
    } else {
        say_error(&error);
    }
}

static void run_analyze(struct plain *plain, const char *argument)
{
    (void)argument;
    struct error error;
    struct review analysis;
    if (!local_game_analyze(plain->local, &analysis, NULL, NULL, &error)) {
        say_error(&error);
        return;
    }
    struct text text = {0};
    review_text(&analysis, &plain->session->record, plain->drawing.ascii, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
    review_free(&analysis);
}

void plain_show_why(const struct record *record, const struct why *why,
                    const struct drawing *drawing)
{
    struct drawing last = *drawing;
    struct position position;
    struct text text = {0};
    printf("%s\n", text_string(&why->text));
    if (why->mark == REVIEW_FINE || !why->count)
        return;
    why_go(record, why, why->count, &position, &last.last);
    record->game->draw(record->game, &position, &last, &text);
    printf(_("the board after these moves:\n%s"), text_string(&text));
    text_free(&text);
}

static void run_why(struct plain *plain, const char *argument)
{
    (void)argument;
    struct error error;
    struct why why;
    if (!local_game_why(plain->local, plain->drawing.ascii, &why, &error)) {
        say_error(&error);
        return;
    }
    plain_show_why(&plain->session->record, &why, &plain->drawing);
    text_free(&why.text);
}

static void run_resign(struct plain *plain, const char *argument)
{
    (void)argument;
    if (refuse_when_over(plain))
        return;
    session_finish(plain->session, SESSION_END_RESIGNED, session_turn(plain->session));
    plain_autosave(plain);
    plain_show(plain, false);
}

/* A program answers for itself; a person is asked. */
static bool is_draw_taken(struct plain *plain)
{
    struct session *session = plain->session;
    struct search_result verdict;
    struct error error;
    char entry[LINES_SIZE];
    struct text prompt = {0};
    if (session_is_auto(session, !session_turn(session))) {
        if (!local_game_judge_draw(plain->local, &verdict, &error)) {
            say_error(&error);
            return false;
        }
        if (local_game_takes_draw(plain->local, &verdict))
            return true;
        puts(_("your opponent declines: it judges itself ahead"));
        return false;
    }
    plain_add_player(plain, !session_turn(session), &prompt);
    text_add(&prompt, _(": a draw is offered; accept? [no]: "));
    bool read = lines_read(plain->lines, text_string(&prompt), entry) == LINES_ENTRY;
    text_free(&prompt);
    bool taken =
        read && (strcasecmp(entry, "y") == 0 || strcasecmp(entry, "yes") == 0 ||
                 strcasecmp(entry, "accept") == 0);
    if (!taken)
        puts(_("the offer is declined; play continues"));
    return taken;
}

static void run_draw(struct plain *plain, const char *argument)
{
    (void)argument;
    if (refuse_when_over(plain) || !is_draw_taken(plain))
        return;
    session_finish(plain->session, SESSION_END_AGREED, -1);
    plain_autosave(plain);
    plain_show(plain, false);
}

static void run_settings(struct plain *plain, const char *argument)
{
    if (!argument) {
        settings_print(plain->settings);
    } else if (settings_obey(plain->settings, argument)) {
        plain->drawing = terminal_drawing(plain->settings->ascii);
        settings_apply(plain->settings, plain->local);
    }
}

static void run_rules(struct plain *plain, const char *argument)
{
    (void)argument;
    struct text text = {0};
    rules_text_add(session_game(plain->session)->spec.kind, plain->drawing, 76, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
}

static void run_rematch(struct plain *plain, const char *argument)
{
    (void)argument;
    struct error error;
    local_game_swap(plain->local);
    if (!local_game_new(plain->local, NULL, &error)) {
        say_error(&error);
        return;
    }
    plain_introduce(plain);
    plain_show(plain, false);
}

static void run_quit(struct plain *plain, const char *argument)
{
    (void)argument;
    plain->leaving = true;
}

static void run_help(struct plain *plain, const char *argument);

/* No brief name is a letter from A to H: those are columns. */
static const struct plain_entry {
    const char *name, *brief;
    const char *argument; /* its name, NULL when there is none */
    const char *help;
    void (*run)(struct plain *plain, const char *argument);
} entries[] = {
    {"help", "?", NULL, N_("this list"), run_help},
    {"board", NULL, NULL, N_("show the board again"), run_board},
    {"moves", NULL, NULL, N_("show the legal moves"), run_moves},
    {"hint", NULL, NULL, N_("what the engine would play"), run_hint},
    {"scores", NULL, NULL, N_("what every legal move is worth"), run_scores},
    {"undo", "u", NULL, N_("take back your last move and the reply to it"), run_undo},
    {"redo", "r", NULL, N_("redo a move that was taken back"), run_redo},
    {"save", "s", N_("[FILE]"), N_("save the game to a file"), run_save},
    {"load", "l", N_("[FILE]"), N_("load a game from a file"), run_load},
    {"new", NULL, N_("[SPEC]"), N_("start a new game"), run_new},
    {"position", NULL, N_("[P]"), N_("start from a position, or show this one"),
     run_position},
    {"swap", NULL, NULL, N_("swap sides with the engine"), run_swap},
    {"level", NULL, N_("L"),
     N_("1 to 8, easy, medium, hard, master, a named bot or human"), run_level},
    {"analyze", NULL, NULL, N_("go through the game and mark the mistakes"),
     run_analyze},
    {"resign", NULL, NULL, N_("give up the game"), run_resign},
    {"draw", NULL, NULL, N_("offer a draw"), run_draw},
    {"rematch", NULL, NULL, N_("a new game with the sides swapped"), run_rematch},
    {"why", NULL, NULL, N_("why your last move was good or bad"), run_why},
    {"results", NULL, NULL, N_("your results by level, and a rating"), run_results},
    {"rules", NULL, NULL, N_("the rules of this game"), run_rules},
    {"settings", NULL, N_("[K V]"), N_("show your settings, or change one"),
     run_settings},
    {"quit", "q", NULL, N_("quit; the game is saved"), run_quit},
};

enum {
    ENTRIES = sizeof entries / sizeof *entries
};

static void run_help(struct plain *plain, const char *argument)
{
    (void)argument;
    switch (session_game(plain->session)->spec.kind) {
    case GAME_CAVE:
        puts(_("To place a brick, enter its cell: the column's letter and the "
               "row's number,\n"
               "such as A1. It must touch a magnetic wall or a brick beside it."));
        break;
    case GAME_MANCALA:
        puts(_("To sow the stones of one of your holes, enter its number."));
        break;
    }
    puts(_("Other commands:"));
    for (int i = 0; i < ENTRIES; i++) {
        char left[32];
        snprintf(left, sizeof left, "%s %s", entries[i].name,
                 entries[i].argument ? _(entries[i].argument) : "");
        printf("  %-14s %s  %s\n", left, entries[i].brief ? entries[i].brief : " ",
               _(entries[i].help));
    }
}

static const struct plain_entry *find_entry(const char *word, size_t length)
{
    /* What people type without looking. */
    if (length == 4 && strncasecmp("exit", word, length) == 0)
        return find_entry("quit", 4);
    if (length == 7 && strncasecmp("analyse", word, length) == 0)
        return find_entry("analyze", 7);
    for (int i = 0; i < ENTRIES; i++) {
        const char *names[2] = {entries[i].name, entries[i].brief};
        for (int n = 0; n < 2; n++)
            if (names[n] && strlen(names[n]) == length &&
                strncasecmp(names[n], word, length) == 0)
                return &entries[i];
    }
    return NULL;
}

/* Says which command was probably meant; false when none was. */
static bool suggest(const char *word, size_t length)
{
    char typed[32];
    if (length >= sizeof typed)
        return false;
    memcpy(typed, word, length);
    typed[length] = '\0';
    for (int i = 0; i < ENTRIES; i++) {
        if (!text_is_typo(typed, entries[i].name))
            continue;
        printf(_("there is no command '%s'; did you mean '%s'?\n"), typed,
               entries[i].name);
        return true;
    }
    return false;
}

bool plain_command(struct plain *plain, const char *entry)
{
    size_t length = strcspn(entry, " \t");
    const char *argument = entry + length + strspn(entry + length, " \t");
    const struct plain_entry *found = find_entry(entry, length);
    if (!found)
        return suggest(entry, length);
    if (*argument && !found->argument)
        printf(_("'%s' takes no argument: leave out what follows it\n"), found->name);
    else
        found->run(plain, *argument ? argument : NULL);
    return true;
}

static void add_word(const char *word, struct text *words)
{
    text_addf(words, "%s\n", word);
}

void plain_complete(void *context, const char *before, struct text *words)
{
    const struct plain *plain = context;
    const struct game *game = session_game(plain->session);
    struct moves moves;
    if (strncasecmp(before, "level ", 6) == 0) {
        for (const char *const *name = player_names(game); *name; name++)
            add_word(*name, words);
        add_word("human", words);
        return;
    }
    if (*before)
        return;
    for (int i = 0; i < ENTRIES; i++)
        add_word(entries[i].name, words);
    game->moves(game, &plain->session->record.now, &moves);
    for (int i = 0; i < moves.count; i++) {
        char name[MOVE_TEXT_SIZE];
        game->format_move(moves.move[i], name);
        add_word(name, words);
    }
}
