/* menu.c: a few questions that lead to a game. An answer can be given as its number,
 * its word, or the beginning of that word. */
#include "tui/menu.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/signals.h"
#include "base/text.h"
#include "play/autosave.h"
#include "rules/board_text.h"
#include "tui/lines.h"
#include "tui/terminal.h"
#include "tui/wrap.h"

enum {
    MENU_ANSWERS = 6
};

struct question {
    const char *title;
    struct {
        const char *word, *help;
        const char *also;   /* another word for it, or NULL */
    } answer[MENU_ANSWERS]; /* ends with a NULL word */
    int usual;              /* the default answer, from 0 */
    int zero; /* what 0 stands for: nobody, the weakest, no stealing; -1 */
};

struct menu {
    struct lines *lines;
    bool ascii;
    struct settings *settings;
    enum menu_end end; /* anything but MENU_PLAY: no more questions */
};

/* Reads an entry; false at the end of input or when the user wants to leave. */
static bool read_answer(struct menu *menu, const char *prompt, char entry[LINES_SIZE])
{
    enum lines_result result = lines_read(menu->lines, prompt, entry);
    if (result == LINES_END)
        menu->end = MENU_INPUT_ENDED;
    else if (result == LINES_INTERRUPTED)
        menu->end = MENU_INTERRUPTED;
    else if (strcasecmp(entry, "q") == 0 || strcasecmp(entry, "quit") == 0)
        menu->end = MENU_QUIT;
    return menu->end == MENU_PLAY;
}

static const struct question new_or_saved = {
    N_("A new game, or the latest saved one?"),
    {{N_("play"), N_("a new game"), "new"},
     {N_("load"), N_("the latest saved game"), NULL},
     {0}},
    .zero = -1,
};

static const struct question mancala_rules = {
    N_("With stealing?"),
    {{N_("steal"), N_("a last stone in your own empty hole captures the opposite hole"),
      "yes"},
     {N_("nosteal"), N_("every stone stays where it falls"), "no"},
     {0}},
    .zero = 1,
};

static const struct question which_game = {
    N_("Which game?"),
    {{N_("cave"), N_("Magnetic Cave: five bricks in a line win"), NULL},
     {N_("mancala"), N_("Mancala: the fuller store wins"), NULL},
     {N_("variant"), N_("another size or other rules"), NULL},
     {N_("learn"), N_("short lessons for both games"), NULL},
     {N_("settings"), N_("level, name, theme and others"), NULL},
     {0}},
    .zero = -1,
};

/* The answer that an entry stands for, -1 if there is none or it is ambiguous. */
static int find_answer(const struct question *question, const char *entry)
{
    uint64_t number;
    size_t length = strlen(entry);
    int found = -1, count = 0;
    while (question->answer[count].word)
        count++;
    if (length == 0)
        return question->usual;
    if (text_number(entry, length, (uint64_t)count, &number))
        return number ? (int)number - 1 : question->zero;
    for (int i = 0; i < count; i++) {
        const char *word = _(question->answer[i].word),
                   *also = question->answer[i].also;
        if (strcasecmp(word, entry) == 0 ||
            (also && strncasecmp(also, entry, length) == 0))
            return i;
        if (strncasecmp(word, entry, length) == 0)
            found = found == -1 ? i : -2;
    }
    return found < 0 ? -1 : found;
}

/* Says what was probably meant, or that a word of the list is needed. */
static void refuse(const struct question *question, const char *entry)
{
    char quoted[64];
    text_quotable(entry, strlen(entry), quoted, sizeof quoted);
    for (int i = 0; question->answer[i].word; i++)
        if (text_is_typo(entry, _(question->answer[i].word))) {
            printf(_("'%s' isn't an option; did you mean '%s'?\n"), quoted,
                   _(question->answer[i].word));
            return;
        }
    printf(_("'%s' isn't an option; type a number or a word from the list\n"), quoted);
}

static int ask(struct menu *menu, const struct question *question)
{
    char entry[LINES_SIZE], prompt[64];
    if (menu->end != MENU_PLAY)
        return 0;
    printf("%s\n", _(question->title));
    for (int i = 0; question->answer[i].word; i++) {
        struct text help = {0};
        wrap_add(question->answer[i].help, INT_MAX, menu->ascii, &help);
        printf("  %d %-8s %s", i + 1, _(question->answer[i].word), text_string(&help));
        text_free(&help);
    }
    snprintf(prompt, sizeof prompt, _("your choice [%d]: "), question->usual + 1);
    while (read_answer(menu, prompt, entry)) {
        int found = find_answer(question, entry);
        if (found >= 0)
            return found;
        refuse(question, entry);
    }
    return 0;
}

static const struct question cave_mode = {
    N_("Who plays?"),
    {{N_("people"), N_("both sides by hand"), NULL},
     {N_("first"), N_("■ by hand, □ automatic"), NULL},
     {N_("second"), N_("□ by hand, ■ automatic"), NULL},
     {N_("watch"), N_("both sides automatic"), NULL},
     {0}},
    .usual = 1,
};

static const struct question mancala_opponent = {
    N_("Against whom?"),
    {{N_("person"), N_("two people take turns"), NULL},
     {N_("engine"), N_("you against the program"), NULL},
     {0}},
    .usual = 1,
};

static const struct question mancala_begins = {
    N_("Who goes first?"),
    {{N_("you"), N_("you are player 1"), NULL},
     {N_("engine"), N_("you are player 2"), NULL},
     {0}},
    .usual = 0,
};

static const char *const levels[] = {"easy", "medium", "hard", "master"};

static const struct question how_strong = {
    N_("How strong?"),
    {{N_("easy"), N_("for your first games"), NULL},
     {N_("medium"), N_("makes mistakes now and then"), NULL},
     {N_("hard"), N_("makes few mistakes"), NULL},
     {N_("master"), N_("as strong as it gets"), NULL},
     {0}},
    .usual = 0,
};

/* The name of a level. What the settings say is one more answer, and the default. */
static const char *ask_level(struct menu *menu)
{
    struct question question = how_strong;
    char help[48];
    enum {
        NAMED = sizeof levels / sizeof *levels
    };
    if (menu->settings->level[0]) {
        snprintf(help, sizeof help, _("%s, as your settings say"),
                 menu->settings->level);
        question.answer[NAMED].word = N_("yours");
        question.answer[NAMED].help = help;
        question.usual = NAMED;
    }
    int answer = ask(menu, &question);
    return answer < NAMED ? levels[answer] : menu->settings->level;
}

static void ask_spec(struct menu *menu, struct spec *spec)
{
    char entry[LINES_SIZE];
    struct error error;
    static const char usual[] = "side-stacker";
    puts(_("Which variant? For example side-stacker, connect-four, cave:6x7x4:left,\n"
           "kalah or mancala:6x6:nosteal."));
    while (read_answer(menu, _("your choice [side-stacker]: "), entry)) {
        if (spec_parse(entry[0] ? entry : usual, spec, &error))
            return;
        printf("%s\n", error.text);
    }
}

static void ask_cave(struct menu *menu, struct menu_choice *choice)
{
    int mode = ask(menu, &cave_mode);
    const char *engine = mode ? ask_level(menu) : session_human;
    choice->name[0] = mode < 2 ? session_human : engine;
    choice->name[1] = mode % 2 ? engine : session_human;
}

static void ask_mancala(struct menu *menu, bool variant, struct spec *spec,
                        struct menu_choice *choice)
{
    bool against_engine = ask(menu, &mancala_opponent) == 1;
    if (!variant && ask(menu, &mancala_rules) == 1)
        spec->mancala.stealing = MANCALA_NOSTEAL;
    choice->name[0] = choice->name[1] = session_human;
    if (against_engine) {
        int engine = !ask(menu, &mancala_begins);
        choice->name[engine] = ask_level(menu);
    }
}

/* Whether there is a saved game of this kind. */
static bool is_saved(enum game_kind kind)
{
    struct record record;
    struct error error;
    char path[PATH_MAX];
    bool found = autosave_load_latest(NULL, &kind, &record, path, &error);
    if (found)
        record_free(&record);
    return found;
}

/* Changes settings until the user has enough of it. */
static void ask_settings(struct menu *menu)
{
    char entry[LINES_SIZE];
    settings_print(menu->settings);
    while (read_answer(menu, _("change one, such as settings level hard [done]: "),
                       entry) &&
           entry[0]) {
        const char *line = entry;
        if (strncasecmp(line, "settings ", 9) == 0)
            line += 9;
        settings_obey(menu->settings, line);
    }
    menu->ascii = terminal_drawing(menu->settings->ascii).ascii;
}

static void ask_all(struct menu *menu, struct menu_choice *choice)
{
    enum { /* the answers that follow the kinds of games */
        VARIANT = GAME_KINDS,
        LEARN,
        CHANGE_SETTINGS,
    };
    struct spec spec = {0};
    int game;
    while ((game = ask(menu, &which_game)) == CHANGE_SETTINGS)
        ask_settings(menu);
    if (game == LEARN) {
        menu->end = MENU_LEARN;
        return;
    }
    if (game == VARIANT)
        ask_spec(menu, &spec);
    else
        spec_parse(spec_usual((enum game_kind)game), &spec, NULL);
    if (menu->end != MENU_PLAY)
        return;
    choice->kind = spec.kind;
    spec_format(&spec, choice->spec);
    /* First of all: the answers to the other questions would be dropped. */
    if (game != VARIANT && is_saved(spec.kind) && ask(menu, &new_or_saved) == 1) {
        choice->latest = true;
        return;
    }
    switch (spec.kind) {
    case GAME_CAVE:
        ask_cave(menu, choice);
        break;
    case GAME_MANCALA:
        ask_mancala(menu, game == VARIANT, &spec, choice);
        break;
    }
    spec_format(&spec, choice->spec);
}

enum menu_end menu_run(struct settings *settings, struct menu_choice *choice)
{
    struct menu menu = {.ascii = terminal_drawing(settings->ascii).ascii,
                        .settings = settings,
                        .end = MENU_PLAY};
    *choice = (struct menu_choice){0};
    menu.lines = lines_open(NULL, NULL);
    if (!menu.lines) {
        fprintf(stderr, "lodestone: %s\n", strerror(errno));
        return MENU_FAILED;
    }
    signals_install();
    ask_all(&menu, choice);
    lines_close(menu.lines);
    return menu.end;
}
