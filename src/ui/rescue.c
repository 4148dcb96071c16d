/* rescue.c: the terminal is left clean however the program ends. A signal handler can
 * call hardly anything, so all it needs is made beforehand and kept here. */
#include "ui/rescue.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The signals that end a program. */
static const int deaths[] = {SIGHUP, SIGQUIT, SIGILL,  SIGTRAP, SIGABRT, SIGBUS,
                             SIGFPE, SIGSEGV, SIGTERM, SIGXCPU, SIGSYS};

enum {
    DEATHS = sizeof deaths / sizeof *deaths,
    STACK_SIZE = 1 << 16
};

static struct {
    struct termios before, during; /* the modes outside and inside of the game */
    char escape[256];              /* what makes the screen usual again */
    size_t length;
    atomic_bool armed;
    int guard_pipe; /* tells the guard whether it is needed; -1: there is none */
    pid_t guard;
    struct sigaction old[DEATHS];
    void *stack; /* for a handler called because the usual one overflowed */
    stack_t old_stack;
} rescue = {.guard_pipe = -1};

/* Appends a capability without the delays that only old terminals needed. */
static void add_capability(const char *name)
{
    const char *text = tigetstr((char *)name);
    if (!text || text == (char *)-1)
        return;
    while (*text && rescue.length < sizeof rescue.escape) {
        if (text[0] == '$' && text[1] == '<' && strchr(text, '>'))
            text = strchr(text, '>') + 1;
        else
            rescue.escape[rescue.length++] = *text++;
    }
}

static void make_escape(void)
{
    static const char no_mouse[] = "\033[?1000l\033[?1002l\033[?1003l\033[?1006l";
    static const char *const names[] = {"sgr0", "op", "cnorm", "rmkx", "rmcup"};
    const char *mouse = tigetstr("kmous");
    rescue.length = 0;
    if (mouse && mouse != (char *)-1) {
        memcpy(rescue.escape, no_mouse, sizeof no_mouse - 1);
        rescue.length = sizeof no_mouse - 1;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        add_capability(names[i]);
}

/* Only functions that a signal handler may call. */
static void restore(void)
{
    struct termios now;
    /* Whoever has set other modes meanwhile, the shell for instance, knows better. */
    if (tcgetattr(STDIN_FILENO, &now) == 0 && now.c_lflag == rescue.during.c_lflag &&
        now.c_iflag == rescue.during.c_iflag)
        tcsetattr(STDIN_FILENO, TCSANOW, &rescue.before);
    if (write(STDOUT_FILENO, rescue.escape, rescue.length) < 0)
        return;
}

/* Tells the guard whether the terminal is ours at the moment. */
static void tell_guard(bool armed)
{
    char byte = armed;
    if (rescue.guard_pipe >= 0 && write(rescue.guard_pipe, &byte, 1) < 0)
        return;
}

static void die(int signal_number)
{
    for (int i = 0; i < DEATHS; i++)
        if (deaths[i] == signal_number)
            sigaction(signal_number, &rescue.old[i], NULL);
    if (atomic_exchange(&rescue.armed, false)) {
        restore();
        tell_guard(false);
    }
    raise(signal_number);
}

/* The process that waits for the end of the game: the kernel closes the other end of
 * the pipe, whatever the reason. In a session of its own, no key reaches it. */
static _Noreturn void guard(int pipe_end)
{
    bool armed = true;
    char byte;
    ssize_t got;
    setsid();
    for (int i = 0; i < DEATHS; i++)
        signal(deaths[i], i < 2 ? SIG_IGN : SIG_DFL);
    signal(SIGINT, SIG_IGN);
    while ((got = read(pipe_end, &byte, 1)) == 1 || (got < 0 && errno == EINTR))
        if (got == 1)
            armed = byte;
    if (armed)
        restore();
    _exit(0);
}

static void start_guard(void)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return;
    rescue.guard = fork();
    if (rescue.guard == 0) {
        close(ends[1]);
        guard(ends[0]);
    }
    close(ends[0]);
    if (rescue.guard > 0) {
        rescue.guard_pipe = ends[1];
        fcntl(ends[1], F_SETFL, O_NONBLOCK);
    } else {
        close(ends[1]);
    }
}

void rescue_begin(const struct termios *modes)
{
    rescue.before = *modes;
    tcgetattr(STDIN_FILENO, &rescue.during);
    make_escape();
    start_guard();
    rescue.stack = malloc(STACK_SIZE);
    stack_t stack = {.ss_sp = rescue.stack, .ss_size = STACK_SIZE};
    if (rescue.stack)
        sigaltstack(&stack, &rescue.old_stack);
    struct sigaction action = {.sa_handler = die, .sa_flags = SA_NODEFER | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    atomic_store(&rescue.armed, true);
    for (int i = 0; i < DEATHS; i++) {
        sigaction(deaths[i], &action, &rescue.old[i]);
        if (rescue.old[i].sa_handler == SIG_IGN) /* nohup, for instance */
            sigaction(deaths[i], &rescue.old[i], NULL);
        else if (deaths[i] == SIGTERM) /* curses has set a handler of its own */
            rescue.old[i].sa_handler = SIG_DFL;
    }
}

void rescue_pause(void)
{
    atomic_store(&rescue.armed, false);
    tell_guard(false);
}

void rescue_resume(void)
{
    atomic_store(&rescue.armed, true);
    tell_guard(true);
}

void rescue_end(void)
{
    rescue_pause();
    for (int i = 0; i < DEATHS; i++)
        sigaction(deaths[i], &rescue.old[i], NULL);
    if (rescue.stack)
        sigaltstack(&rescue.old_stack, NULL);
    free(rescue.stack);
    rescue.stack = NULL;
    if (rescue.guard_pipe < 0)
        return;
    close(rescue.guard_pipe);
    rescue.guard_pipe = -1;
    while (waitpid(rescue.guard, NULL, 0) < 0 && errno == EINTR)
        ;
}
