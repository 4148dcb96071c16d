/* console.c: a pseudo-terminal, without echo. */
#include "adapt/console.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include "adapt/board.h"
#include "base/clock.h"
#include "base/i18n.h"

enum {
    MOST_OUTPUT = 1 << 22, /* of one answer; the rest is dropped */
};

bool console_start(struct console *console, const char *command, const char *folder,
                   struct error *error)
{
    struct winsize size = {.ws_row = 200, .ws_col = 200};
    struct termios terminal;
    int slave;
    *console = (struct console){.master = -1};
    if (openpty(&console->master, &slave, NULL, NULL, &size) != 0)
        return error_set(error, _("no pseudo-terminal: %s"), strerror(errno));
    /* What we type must not come back as if the program had printed it. */
    tcgetattr(slave, &terminal);
    terminal.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    terminal.c_oflag &= ~(tcflag_t)ONLCR;
    tcsetattr(slave, TCSANOW, &terminal);
    pid_t pid = fork();
    if (pid == 0) {
        close(console->master);
        if (login_tty(slave) != 0 || (folder && chdir(folder) != 0))
            _exit(126);
        signal(SIGPIPE, SIG_DFL);
        setenv("TERM", "dumb", 1);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(slave);
    if (pid < 0) {
        close(console->master);
        return error_set(error, "fork: %s", strerror(errno));
    }
    console->pid = pid;
    return true;
}

/* Calls `see` for every process of its session; stops when that returns false. */
static void list_session(pid_t session,
                         bool (*see)(pid_t pid, char state, void *context),
                         void *context)
{
    DIR *folder = opendir("/proc");
    const struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        char path[300], line[512] = "";
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        FILE *file = entry->d_name[0] >= '1' && entry->d_name[0] <= '9'
                         ? fopen(path, "re")
                         : NULL;
        if (!file)
            continue;
        size_t got = fread(line, 1, sizeof line - 1, file);
        fclose(file);
        line[got] = '\0';
        const char *rest = strrchr(line, ')'); /* the name may contain anything */
        char state;
        int parent, group, its_session;
        if (rest &&
            sscanf(rest + 1, " %c %d %d %d", &state, &parent, &group, &its_session) ==
                4 &&
            its_session == session && !see((pid_t)atoi(entry->d_name), state, context))
            break;
    }
    if (folder)
        closedir(folder);
}

static bool kill_one(pid_t pid, char state, void *context)
{
    (void)state;
    (void)context;
    kill(pid, SIGKILL);
    return true;
}

void console_stop(struct console *console)
{
    if (console->pid > 0) {
        list_session(console->pid, kill_one, NULL);
        kill(console->pid, SIGKILL);
        waitpid(console->pid, NULL, 0);
        close(console->master);
    }
    text_free(&console->output);
    text_free(&console->raw);
    *console = (struct console){.master = -1};
}

void console_type(struct console *console, const char *text)
{
    size_t length = strlen(text), written = 0;
    /* Enter ends the line of a question; without echo nothing shows it. */
    if (console->output.length)
        text_add(&console->output, "\n");
    while (written < length) {
        ssize_t put = write(console->master, text + written, length - written);
        if (put <= 0 && errno != EINTR)
            return; /* it is gone: reading tells */
        written += put > 0 ? (size_t)put : 0;
    }
}

/* Adds what was read, except for an escape sequence that has only begun. */
static void add_output(struct console *console)
{
    const char *bytes = text_string(&console->raw);
    size_t count = console->raw.length, whole = count;
    const char *escape = memrchr(bytes, '\033', count);
    if (escape && count - (size_t)(escape - bytes) < 16) {
        const char *end = escape + 1;
        while (*end && !((*end >= '@' && *end <= 'Z') || (*end >= 'a' && *end <= 'z')))
            end++;
        if (!*end)
            whole = (size_t)(escape - bytes);
    }
    if (console->output.length < MOST_OUTPUT)
        board_strip(bytes, whole, &console->output);
    char rest[16];
    memcpy(rest, bytes + whole, count - whole);
    text_clear(&console->raw);
    text_add_bytes(&console->raw, rest, count - whole);
}

bool console_read(struct console *console, int milliseconds)
{
    struct pollfd fd = {.fd = console->master, .events = POLLIN};
    char chunk[4096];
    if (console->ended || poll(&fd, 1, milliseconds) <= 0)
        return false;
    ssize_t got = read(console->master, chunk, sizeof chunk);
    if (got <= 0) {
        console->ended = errno != EINTR;
        return false;
    }
    text_add_bytes(&console->raw, chunk, (size_t)got);
    add_output(console);
    return true;
}

void console_forget(struct console *console)
{
    text_clear(&console->output);
}

static bool note_awake(pid_t pid, char state, void *context)
{
    (void)pid;
    bool *sleeps = context;
    if (state != 'S' && state != 'Z' && state != 'T')
        *sleeps = false;
    return *sleeps;
}

bool console_sleeps(const struct console *console)
{
    bool sleeps = true;
    list_session(console->pid, note_awake, &sleeps);
    return sleeps;
}

void console_settle(struct console *console, int quiet, int most)
{
    int64_t begin = clock_now(), since = begin;
    while (!console->ended && clock_now() - begin < (int64_t)most * 1000000) {
        if (console_read(console, 20) || !console_sleeps(console))
            since = clock_now();
        if (clock_now() - since > (int64_t)quiet * 1000000)
            return;
    }
}
