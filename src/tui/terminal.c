/* terminal.c: what the terminal on standard output can show, and how it is restored
 * when a signal ends the program. A signal handler may call hardly anything, so
 * everything it needs is prepared in advance in `guard`. */
#include "tui/terminal.h"

#include <curses.h>
#include <langinfo.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>

#include "base/i18n.h"

/* The signals that end a program. Ctrl-C isn't among them: the screen counts it. */
static const int fatal_signals[] = {SIGHUP, SIGQUIT, SIGILL,  SIGTRAP, SIGABRT, SIGBUS,
                                    SIGFPE, SIGSEGV, SIGTERM, SIGXCPU, SIGSYS};

enum {
    FATAL_SIGNALS = sizeof fatal_signals / sizeof *fatal_signals,
    STACK_SIZE = 1 << 16
};

static struct {
    atomic_bool armed;             /* the game is using the terminal */
    struct termios before, during; /* its modes outside and inside the game */
    char escape[256];              /* what brings the usual screen back */
    size_t length;
    struct sigaction old[FATAL_SIGNALS];
    void *stack; /* for a handler called because the usual one overflowed */
    stack_t old_stack;
} guard;

static bool has_colours(void)
{
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no_colour && *no_colour) && term &&
           strcmp(term, "dumb") != 0;
}

struct drawing terminal_drawing(bool ascii)
{
    return (struct drawing){
        .ascii = ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0,
        .colour = has_colours(),
        .last = MOVE_NONE,
    };
}

bool terminal_is_conversation(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

/* What the environment says, as curses would take it, else the usual size. */
static int guess_size(const char *variable, int usual)
{
    const char *value = getenv(variable);
    int number = value ? atoi(value) : 0;
    return number > 0 ? number : usual;
}

/* Whether the terminal's description is known and the cursor can be sent anywhere. */
static bool has_movable_cursor(const char *term)
{
    int ignored;
    if (strcmp(term, "dumb") == 0 || setupterm(NULL, STDOUT_FILENO, &ignored) != OK)
        return false;
    const char *address = tigetstr("cup");
    bool found = address && address != (char *)-1;
    del_curterm(cur_term);
    return found;
}

bool terminal_can_be_filled(bool guess, int *height, int *width, struct error *error)
{
    const char *term = getenv("TERM");
    struct winsize size = {0};
    char quoted[32];
    if (!terminal_is_conversation())
        return error_set(error, _("standard input and output are not a terminal"));
    if (!term || !*term)
        return error_set(error, _("TERM does not say what kind of terminal this is"));
    if (!has_movable_cursor(term))
        return error_set(error, _("the terminal (TERM=%s) cannot move its cursor"),
                         text_quotable(term, strlen(term), quoted, sizeof quoted));
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col) {
        *height = size.ws_row;
        *width = size.ws_col;
        return true;
    }
    *height = guess_size("LINES", 24);
    *width = guess_size("COLUMNS", 80);
    return guess || error_set(error, _("the terminal does not report its size"));
}

/* Appends a capability without the delays that only old terminals needed. */
static void add_capability(const char *name)
{
    const char *text = tigetstr((char *)name);
    if (!text || text == (char *)-1)
        return;
    while (*text && guard.length < sizeof guard.escape) {
        if (text[0] == '$' && text[1] == '<' && strchr(text, '>'))
            text = strchr(text, '>') + 1;
        else
            guard.escape[guard.length++] = *text++;
    }
}

static void make_escape(void)
{
    static const char no_mouse[] = "\033[?1000l\033[?1002l\033[?1003l\033[?1006l";
    static const char *const names[] = {"sgr0", "op", "cnorm", "rmkx", "rmcup"};
    const char *mouse = tigetstr("kmous");
    guard.length = 0;
    if (mouse && mouse != (char *)-1) {
        memcpy(guard.escape, no_mouse, sizeof no_mouse - 1);
        guard.length = sizeof no_mouse - 1;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        add_capability(names[i]);
}

/* Calls only functions that a signal handler may call. */
static void restore(void)
{
    struct termios now;
    /* If another program, such as the shell, has changed the modes since, they stay. */
    if (tcgetattr(STDIN_FILENO, &now) == 0 && now.c_lflag == guard.during.c_lflag &&
        now.c_iflag == guard.during.c_iflag)
        tcsetattr(STDIN_FILENO, TCSANOW, &guard.before);
    if (write(STDOUT_FILENO, guard.escape, guard.length) < 0)
        return;
}

static void die(int signal_number)
{
    for (int i = 0; i < FATAL_SIGNALS; i++)
        if (fatal_signals[i] == signal_number)
            sigaction(signal_number, &guard.old[i], NULL);
    if (atomic_exchange(&guard.armed, false))
        restore();
    raise(signal_number);
}

void terminal_guard_begin(const struct termios *modes)
{
    guard.before = *modes;
    tcgetattr(STDIN_FILENO, &guard.during);
    make_escape();
    terminal_guard_resume();
    guard.stack = malloc(STACK_SIZE);
    stack_t stack = {.ss_sp = guard.stack, .ss_size = STACK_SIZE};
    if (guard.stack)
        sigaltstack(&stack, &guard.old_stack);
    struct sigaction action = {.sa_handler = die, .sa_flags = SA_NODEFER | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < FATAL_SIGNALS; i++) {
        sigaction(fatal_signals[i], &action, &guard.old[i]);
        if (guard.old[i].sa_handler == SIG_IGN) /* under nohup, for instance */
            sigaction(fatal_signals[i], &guard.old[i], NULL);
        else if (fatal_signals[i] == SIGTERM) /* curses has set a handler of its own */
            guard.old[i].sa_handler = SIG_DFL;
    }
}

void terminal_guard_pause(void)
{
    atomic_store(&guard.armed, false);
}

void terminal_guard_resume(void)
{
    atomic_store(&guard.armed, true);
}

void terminal_guard_end(void)
{
    terminal_guard_pause();
    for (int i = 0; i < FATAL_SIGNALS; i++)
        sigaction(fatal_signals[i], &guard.old[i], NULL);
    if (guard.stack)
        sigaltstack(&guard.old_stack, NULL);
    free(guard.stack);
    guard.stack = NULL;
}
