/* kgp_bridge.c: the server of one client. */
#include "protocol/kgp_bridge.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "search/timeman.h"

enum {
    LOOK_MS = 50,  /* between two checks of a command that has not connected yet */
    LEAVE_MS = 500 /* for it to exit after goodbye */
};

static const double mode_seconds = 10;

struct kgp_bridge {
    struct kgp_host host;
    bool connected;
    pid_t child; /* 0: there is none, or it has ended */
};

/* Starts the command in a process group of its own. */
static pid_t start_command(const char *command, const char *host, int port)
{
    pid_t child = fork();
    if (child != 0)
        return child;
    char number[16];
    snprintf(number, sizeof number, "%d", port);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setenv("KGP_HOST", host, 1);
    setenv("KGP_PORT", number, 1);
    /* Standard output is the bot's. */
    dup2(STDERR_FILENO, STDOUT_FILENO);
    close(STDIN_FILENO);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static bool has_ended(struct kgp_bridge *bridge)
{
    if (bridge->child > 0 && waitpid(bridge->child, NULL, WNOHANG) == bridge->child) {
        /* Whatever is left of its process group. */
        kill(-bridge->child, SIGKILL);
        bridge->child = 0;
        return true;
    }
    return false;
}

/* Waits for a client to connect; -1 with a reason when none does. */
static int await_client(struct kgp_bridge *bridge, int listener, double seconds,
                        struct error *error)
{
    int64_t deadline = clock_now() + clock_from_seconds(seconds);
    while (clock_now() < deadline) {
        struct pollfd wait = {.fd = listener, .events = POLLIN};
        if (poll(&wait, 1, LOOK_MS) > 0)
            return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (has_ended(bridge)) {
            error_set(error, _("the client's command exited without connecting"));
            return -1;
        }
    }
    error_set(error, _("no client connected within %g s"), seconds);
    return -1;
}

static bool welcome(struct kgp_bridge *bridge, int fd, const struct game *game,
                    struct error *error)
{
    bridge->connected = true;
    if (!kgp_host_open(&bridge->host, fd, -1, game, (uint64_t)clock_now(),
                       mode_seconds))
        return error_set(error, _("the client did not choose a mode"));
    if (bridge->host.mode != KGP_FREEPLAY)
        return error_set(error, _("the client does not want to play: its mode must be "
                                  "freeplay"));
    kgp_host_set(&bridge->host, "time:mode", "relative");
    return true;
}

struct kgp_bridge *kgp_bridge_open(const struct game *game, int listener,
                                   const char *host, int port, const char *command,
                                   double seconds, struct error *error)
{
    struct kgp_bridge *bridge = calloc(1, sizeof *bridge);
    if (!bridge) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    if (command)
        bridge->child = start_command(command, host, port);
    int fd = await_client(bridge, listener, seconds, error);
    if (fd >= 0 && welcome(bridge, fd, game, error))
        return bridge;
    kgp_bridge_close(bridge);
    return NULL;
}

void kgp_bridge_close(struct kgp_bridge *bridge)
{
    if (!bridge)
        return;
    if (bridge->connected)
        kgp_host_close(&bridge->host);
    for (int waited = 0; bridge->child > 0 && waited < LEAVE_MS; waited += LOOK_MS)
        if (!has_ended(bridge))
            poll(NULL, 0, LOOK_MS);
    if (bridge->child > 0) {
        kill(-bridge->child, SIGKILL);
        waitpid(bridge->child, NULL, 0);
    }
    free(bridge);
}

bool kgp_bridge_choose(void *context, const struct position *position, double seconds,
                       move_t *move)
{
    struct kgp_bridge *bridge = context;
    struct moves moves;
    bool by_client;
    bridge->host.game->moves(bridge->host.game, position, &moves);
    *move = moves.move[0];
    if (moves.count == 1)
        return true;
    double share = timeman_budget(seconds);
    kgp_say(&bridge->host.link, 0, "set time:clock %d", share > 1 ? (int)share : 1);
    return kgp_host_ask(&bridge->host, position, share, move, &by_client);
}
