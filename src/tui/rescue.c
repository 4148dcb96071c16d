/* rescue.c: the terminal is left clean however the program ends. A signal handler can
 * call hardly anything, so all it needs is made beforehand and kept here. */
#include "tui/rescue.h"

#include <curses.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* The signals that end a program. */
static const int deaths[] = {SIGHUP, SIGQUIT, SIGILL,  SIGTRAP, SIGABRT, SIGBUS,
                             SIGFPE, SIGSEGV, SIGTERM, SIGXCPU, SIGSYS};

enum {
    DEATHS = sizeof deaths / sizeof *deaths,
    STACK_SIZE = 1 << 16
};

/* What the game and its guard share. The game holds the lock as long as it lives: the
 * kernel hands it over at once, whatever the game dies of. */
struct watch {
    pthread_mutex_t lock;
    atomic_bool armed;             /* the terminal is the game's at the moment */
    struct termios before, during; /* its modes outside and inside of the game */
    char escape[256];              /* what makes the screen usual again */
    size_t length;
};

static struct {
    struct watch *watch;
    pid_t guard; /* 0: there is none */
    struct sigaction old[DEATHS];
    void *stack; /* for a handler called because the usual one overflowed */
    stack_t old_stack;
} rescue;

/* Appends a capability without the delays that only old terminals needed. */
static void add_capability(const char *name)
{
    const char *text = tigetstr((char *)name);
    struct watch *watch = rescue.watch;
    if (!text || text == (char *)-1)
        return;
    while (*text && watch->length < sizeof watch->escape) {
        if (text[0] == '$' && text[1] == '<' && strchr(text, '>'))
            text = strchr(text, '>') + 1;
        else
            watch->escape[watch->length++] = *text++;
    }
}

static void make_escape(void)
{
    static const char no_mouse[] = "\033[?1000l\033[?1002l\033[?1003l\033[?1006l";
    static const char *const names[] = {"sgr0", "op", "cnorm", "rmkx", "rmcup"};
    const char *mouse = tigetstr("kmous");
    struct watch *watch = rescue.watch;
    watch->length = 0;
    if (mouse && mouse != (char *)-1) {
        memcpy(watch->escape, no_mouse, sizeof no_mouse - 1);
        watch->length = sizeof no_mouse - 1;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        add_capability(names[i]);
}

/* Only functions that a signal handler may call. */
static void restore(void)
{
    const struct watch *watch = rescue.watch;
    struct termios now;
    /* Whoever has set other modes meanwhile, the shell for instance, knows better. */
    if (tcgetattr(STDIN_FILENO, &now) == 0 && now.c_lflag == watch->during.c_lflag &&
        now.c_iflag == watch->during.c_iflag)
        tcsetattr(STDIN_FILENO, TCSANOW, &watch->before);
    if (write(STDOUT_FILENO, watch->escape, watch->length) < 0)
        return;
}

static void die(int signal_number)
{
    for (int i = 0; i < DEATHS; i++)
        if (deaths[i] == signal_number)
            sigaction(signal_number, &rescue.old[i], NULL);
    if (atomic_exchange(&rescue.watch->armed, false))
        restore();
    raise(signal_number);
}

/* The process that waits for the end of the game. In a session of its own, no key
 * reaches it. */
static _Noreturn void guard(void)
{
    setsid();
    for (int i = 0; i < DEATHS; i++)
        signal(deaths[i], deaths[i] == SIGHUP ? SIG_IGN : SIG_DFL);
    pthread_mutex_lock(&rescue.watch->lock);
    if (atomic_load(&rescue.watch->armed))
        restore();
    _exit(0);
}

/* Memory that a child shares. Without it there is no guard, only the handlers. */
static bool open_watch(void)
{
    pthread_mutexattr_t kind;
    rescue.watch = mmap(NULL, sizeof *rescue.watch, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (rescue.watch == MAP_FAILED) {
        static struct watch alone;
        rescue.watch = &alone;
        return false;
    }
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
    bool ok = pthread_mutex_init(&rescue.watch->lock, &kind) == 0;
    pthread_mutexattr_destroy(&kind);
    return ok && pthread_mutex_lock(&rescue.watch->lock) == 0;
}

void rescue_prepare(void)
{
    if (rescue.watch)
        return;
    bool shared = open_watch();
    rescue.guard = shared ? fork() : 0;
    if (shared && rescue.guard == 0)
        guard();
    if (rescue.guard < 0)
        rescue.guard = 0;
}

void rescue_begin(const struct termios *modes)
{
    rescue_prepare();
    rescue.watch->before = *modes;
    tcgetattr(STDIN_FILENO, &rescue.watch->during);
    make_escape();
    rescue_resume();
    rescue.stack = malloc(STACK_SIZE);
    stack_t stack = {.ss_sp = rescue.stack, .ss_size = STACK_SIZE};
    if (rescue.stack)
        sigaltstack(&stack, &rescue.old_stack);
    struct sigaction action = {.sa_handler = die, .sa_flags = SA_NODEFER | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
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
    atomic_store(&rescue.watch->armed, false);
}

void rescue_resume(void)
{
    atomic_store(&rescue.watch->armed, true);
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
    if (!rescue.guard)
        return;
    pthread_mutex_unlock(&rescue.watch->lock);
    while (waitpid(rescue.guard, NULL, 0) < 0 && errno == EINTR)
        ;
    pthread_mutex_destroy(&rescue.watch->lock);
    munmap(rescue.watch, sizeof *rescue.watch);
    rescue.watch = NULL;
    rescue.guard = 0;
}
