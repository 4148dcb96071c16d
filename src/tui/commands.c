/* commands.c: what can be entered in a game besides moves. */
#include "tui/commands.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"

/* No brief name is a letter from A to H: those are columns. */
const struct command_text command_texts[TUI_COMMANDS] = {
    [TUI_HELP] = {"help", "?", NULL, N_("this list")},
    [TUI_BOARD] = {"board", NULL, NULL, N_("show the board again")},
    [TUI_MOVES] = {"moves", NULL, NULL, N_("show the legal moves")},
    [TUI_HINT] = {"hint", NULL, NULL, N_("what the engine would play")},
    [TUI_SCORES] = {"scores", NULL, NULL, N_("what every legal move is worth")},
    [TUI_UNDO] = {"undo", "u", NULL,
                  N_("take back your last move and the reply to it")},
    [TUI_REDO] = {"redo", "r", NULL, N_("redo a move that was taken back")},
    [TUI_SAVE] = {"save", "s", N_("[FILE]"), N_("save the game to a file")},
    [TUI_LOAD] = {"load", "l", N_("[FILE]"), N_("load a game from a file")},
    [TUI_NEW] = {"new", NULL, N_("[SPEC]"), N_("start a new game")},
    [TUI_POSITION] = {"position", NULL, N_("[P]"),
                      N_("start from a position, or show this one")},
    [TUI_SWAP] = {"swap", NULL, NULL, N_("swap sides with the engine")},
    [TUI_LEVEL] = {"level", NULL, N_("L"),
                   N_("1 to 8, easy, medium, hard, master, a named bot or human")},
    [TUI_ANALYZE] = {"analyze", NULL, NULL,
                     N_("go through the game and mark the mistakes")},
    [TUI_RESIGN] = {"resign", NULL, NULL, N_("give up the game")},
    [TUI_DRAW] = {"draw", NULL, NULL, N_("offer a draw")},
    [TUI_REMATCH] = {"rematch", NULL, NULL, N_("a new game with the sides swapped")},
    [TUI_WHY] = {"why", NULL, NULL, N_("why your last move was good or bad")},
    [TUI_RESULTS] = {"results", NULL, NULL, N_("your results by level, and a rating")},
    [TUI_RULES] = {"rules", NULL, NULL, N_("the rules of this game")},
    [TUI_SETTINGS] = {"settings", NULL, N_("[K V]"),
                      N_("show your settings, or change one")},
    [TUI_QUIT] = {"quit", "q", NULL, N_("quit; the game is saved")},
    [TUI_LINES] = {"lines", NULL, NULL,
                   N_("the best moves with their lines, while you think")},
    [TUI_EDIT] = {"edit", NULL, NULL, N_("set up a position")},
    [TUI_GAMES] = {"games", NULL, NULL,
                   N_("the kept games: continue, replay, rename, export, delete")},
    [TUI_THEME] = {"theme", NULL, N_("[NAME]"),
                   N_("change the colours: dusk, paper, contrast, mono")},
    [TUI_MARKS] = {"marks", NULL, NULL,
                   N_("mark the legal moves, or stop marking them")},
    [TUI_PAUSE] = {"pause", NULL, NULL, N_("pause or resume automatic players")},
};

static bool is_word(const char *name, const char *word, size_t length)
{
    return name && strlen(name) == length && strncasecmp(name, word, length) == 0;
}

/* The command of this name; TUI_COMMANDS when there is none. */
static int find(const char *word, size_t length)
{
    /* What people type without looking. */
    if (is_word("exit", word, length))
        return TUI_QUIT;
    if (is_word("analyse", word, length))
        return TUI_ANALYZE;
    int i = 0;
    while (i < TUI_COMMANDS && !is_word(command_texts[i].name, word, length) &&
           !is_word(command_texts[i].brief, word, length))
        i++;
    return i;
}

/* Says which command was probably meant; false when none was. */
static bool suggest(const char *word, size_t length, int count, struct error *error)
{
    char typed[32], quoted[64];
    if (length >= sizeof typed)
        return false;
    memcpy(typed, word, length);
    typed[length] = '\0';
    for (int i = 0; i < count; i++) {
        if (!text_is_typo(typed, command_texts[i].name))
            continue;
        error_set(error, _("there is no command '%s'; did you mean '%s'?"),
                  text_quotable(typed, length, quoted, sizeof quoted),
                  command_texts[i].name);
        return true;
    }
    return false;
}

enum command_reading command_read(const char *entry, const struct game *game, int count,
                                  enum tui_command *command, const char **argument,
                                  struct error *error)
{
    size_t length = strcspn(entry, " \t");
    const char *rest = entry + length + strspn(entry + length, " \t");
    int found = find(entry, length);
    if (found == TUI_COMMANDS)
        return !game->looks_like_move(entry) && suggest(entry, length, count, error)
                   ? COMMAND_REFUSED
                   : COMMAND_NONE;
    if (found >= count) {
        error_set(error, _("'%s' is a command of the full screen"),
                  command_texts[found].name);
        return COMMAND_REFUSED;
    }
    if (*rest && !command_texts[found].argument) {
        error_set(error, _("'%s' takes no argument: leave out what follows it"),
                  command_texts[found].name);
        return COMMAND_REFUSED;
    }
    *command = (enum tui_command)found;
    *argument = *rest ? rest : NULL;
    return COMMAND_FOUND;
}

void command_format(enum tui_command command, char text[32])
{
    const struct command_text *entry = &command_texts[command];
    snprintf(text, 32, "%s %s", entry->name, entry->argument ? _(entry->argument) : "");
}
