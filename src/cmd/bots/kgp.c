/* kgp.c: lodestone kgp: the Kalah Game Protocol, as a server, as a client, and as a GTP
 * bot whose moves come from a client. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/rng.h"
#include "cmd/bots/bot_args.h"
#include "cmd/command.h"
#include "cmd/engine_args.h"
#include "protocol/gtp.h"
#include "protocol/kgp_bridge.h"
#include "protocol/kgp_client.h"
#include "protocol/kgp_server.h"

enum {
    USUAL_PORT = 2671,
    CLIENT_HASH_MIB = 16, /* of a server's many players */
    TOLD_BYTES = 4000,    /* of a client's description of itself: a line has 16384 */
};

static const struct option options[] = {
    {"listen", N_("PORT"), N_("serve games on this port; 0: any free port")},
    {"connect", N_("HOST:PORT"), N_("connect as a client (port 2671)")},
    {"gtp", NULL, N_("act as a GTP bot whose moves come from a client")},
    {"run", N_("COMMAND"), N_("with --gtp: start this client through the shell")},
    {"host", N_("ADDR"), N_("the address to listen on (127.0.0.1)")},
    {"game", N_("SPEC"), N_("the Mancala game (kalah); a client plays any size")},
    {"level", N_("L"),
     N_("1 to 8, easy, medium, hard, master (default) or a named bot")},
    {"move-time", N_("S"), N_("at most S seconds for each of our moves (3)")},
    {"client-time", N_("S"), N_("seconds for each of the client's moves (5)")},
    {"start-time", N_("S"), N_("with --gtp: seconds for the client to connect (15)")},
    {"clients", N_("N"), N_("at most N clients at a time (8)")},
    {"games", N_("N"), N_("games or problems, then leave (0: no limit)")},
    {"mode", N_("MODE"), N_("as a client: freeplay (default) or verify")},
    {"name", N_("NAME"), N_("as a client: the name to give (Lodestone)")},
    {"authors", N_("NAMES"), N_("as a client: the authors to give")},
    {"description", N_("TEXT"), N_("as a client: a description of the bot")},
    {"token", N_("TOKEN"), N_("as a client: the token that identifies it")},
    {"threads", N_("N"), N_("threads per player (1; as a client: one per core)")},
    {"hash", N_("MiB"), N_("memory for transposition tables (16; as a client: 128)")},
    {"seed", N_("N"), N_("random seed, for repeatable play")},
    {0},
};

static void print_note(void *context, const char *line)
{
    (void)context;
    printf("%s\n", line);
    fflush(stdout);
}

/* A descriptor that becomes readable when the program should end. */
static int watch_signals(struct error *error)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    int fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (fd < 0)
        error_set(error, _("cannot watch for signals: %m"));
    return fd;
}

/* The exit status, according to the signal that ended us, if any. */
static int status_of(int signals)
{
    struct signalfd_siginfo info;
    ssize_t got = read(signals, &info, sizeof info);
    return got == (ssize_t)sizeof info && info.ssi_signo == SIGINT ? STATUS_INTERRUPTED
                                                                   : STATUS_DONE;
}

static int serve(const struct args *args, const struct game *game,
                 struct engine_options *engine, struct error *error)
{
    uint64_t port = USUAL_PORT, clients = 8, games = 0;
    double client_time = 5;
    struct limits limits = {0};
    if (!args_number(args, "listen", 0, 65535, &port, error) ||
        !args_number(args, "clients", 1, 1000, &clients, error) ||
        !args_number(args, "games", 0, INT_MAX, &games, error) ||
        !args_seconds(args, "client-time", &client_time, error) ||
        !args_limits(args, &limits, error))
        return command_refuse(args, STATUS_USAGE, error);
    const char *level = args_value(args, "level"), *host = args_value(args, "host");
    host = host ? host : "127.0.0.1";
    level = level ? level : "master";
    engine->threads = engine->threads ? engine->threads : 1;
    engine->hash_mib = engine->hash_mib ? engine->hash_mib : CLIENT_HASH_MIB;
    struct player *player = player_open(game, level, engine, error);
    if (!player) /* better to fail now than for every client */
        return command_refuse(args, STATUS_FAILED, error);
    player_close(player);
    int number = (int)port, signals = watch_signals(error);
    int fd = signals < 0 ? -1 : kgp_listen(host, &number, error);
    if (fd < 0)
        return command_refuse(args, STATUS_FAILED, error);
    struct kgp_server_options wanted = {
        .game = game,
        .level = level,
        .engine = engine,
        .move_time = limits.seconds,
        .client_time = client_time,
        .clients = (int)clients,
        .games = (int)games,
        .quit = signals,
        .note = print_note,
    };
    printf(_("listening on %s port %d for games of %s\n"), host, number, game->name);
    fflush(stdout);
    kgp_serve(fd, &wanted);
    close(fd);
    return status_of(signals);
}

/* "HOST", "HOST:PORT" or "[ADDRESS]:PORT". */
static bool read_address(const char *text, char host[256], int *port,
                         struct error *error)
{
    const char *end = *text == '[' ? strchr(text, ']') : strrchr(text, ':');
    bool bracket = *text == '[' && end;
    const char *colon = bracket ? (end[1] == ':' ? end + 1 : NULL) : end;
    size_t length = bracket ? (size_t)(end - text) - 1
                            : (colon ? (size_t)(colon - text) : strlen(text));
    uint64_t number = USUAL_PORT;
    if (length == 0 || length > 255 ||
        (colon && !text_number(colon + 1, strlen(colon + 1), 65535, &number)))
        return error_set(error, _("--connect takes HOST:PORT, such as localhost:2671"));
    memcpy(host, text + bracket, length);
    host[length] = '\0';
    *port = (int)number;
    return true;
}

/* The client's description of itself must fit into a line. */
static bool inspect_told(const struct args *args, struct error *error)
{
    static const char *const names[] = {"name", "authors", "description", "token"};
    for (int i = 0; i < 4; i++) {
        const char *value = args_value(args, names[i]);
        if (value && strlen(value) > TOLD_BYTES)
            return error_set(error, _("--%s can have at most %d bytes"), names[i],
                             TOLD_BYTES);
    }
    return true;
}

static int join(const struct args *args, const struct game *game,
                const struct engine_options *engine, struct error *error)
{
    char host[256];
    int port = USUAL_PORT;
    uint64_t games = 0;
    struct limits limits = {0};
    const char *mode = args_value(args, "mode"), *level = args_value(args, "level"),
               *name = args_value(args, "name");
    if (!read_address(args_value(args, "connect"), host, &port, error) ||
        !args_number(args, "games", 0, INT_MAX, &games, error) ||
        !args_limits(args, &limits, error) || !inspect_told(args, error))
        return command_refuse(args, STATUS_USAGE, error);
    if (mode && strcmp(mode, "freeplay") != 0 && strcmp(mode, "verify") != 0) {
        error_set(error, _("--mode must be freeplay or verify"));
        return command_refuse(args, STATUS_USAGE, error);
    }
    level = level ? level : "master";
    int signals = bot_args_check_level(game, level, error) ? watch_signals(error) : -1;
    int fd = signals < 0 ? -1 : kgp_connect(host, port, error);
    if (fd < 0)
        return command_refuse(args, STATUS_FAILED, error);
    struct kgp_client_options wanted = {
        .level = level,
        .engine = engine,
        .stealing = game->spec.mancala.stealing,
        .move_time = limits.seconds,
        .verify = mode && *mode == 'v',
        .games = (int)games,
        .name = name ? name : "Lodestone",
        .authors = args_value(args, "authors"),
        .description = args_value(args, "description"),
        .token = args_value(args, "token"),
        .quit = signals,
        .note = print_note,
    };
    if (!kgp_play(fd, &wanted, error))
        return command_refuse(args, STATUS_FAILED, error);
    return status_of(signals);
}

static int bridge(const struct args *args, const struct game *game, struct error *error)
{
    uint64_t port = 0;
    double seconds = 15;
    struct limits limits = {0};
    const char *host = args_value(args, "host");
    if (!args_number(args, "listen", 0, 65535, &port, error) ||
        !args_seconds(args, "start-time", &seconds, error) ||
        !args_bot_limits(args, &limits, error))
        return command_refuse(args, STATUS_USAGE, error);
    host = host ? host : "127.0.0.1";
    signal(SIGPIPE, SIG_IGN);
    int number = (int)port, listener = kgp_listen(host, &number, error);
    if (listener < 0)
        return command_refuse(args, STATUS_FAILED, error);
    const char *command = args_value(args, "run");
    if (!command)
        fprintf(stderr, _("listening on %s port %d\n"), host, number);
    struct kgp_bridge *kgp =
        kgp_bridge_open(game, listener, host, number, command, seconds, error);
    close(listener);
    if (!kgp)
        return command_refuse(args, STATUS_FAILED, error);
    struct gtp_options wanted = {
        .move_time = limits.seconds,
        .choose = kgp_bridge_choose,
        .context = kgp,
    };
    int failure = gtp_run(game, NULL, &wanted, stdin, stdout);
    kgp_bridge_close(kgp);
    if (failure != ENOTCONN)
        return STATUS_DONE;
    error_set(error, _("the client has disconnected"));
    return command_refuse(args, STATUS_FAILED, error);
}

static int choose_role(const struct args *args, const struct game *game,
                       struct error *error)
{
    struct engine_options engine = {0};
    if (!args_engine_options(args, &engine, error))
        return command_refuse(args, STATUS_USAGE, error);
    if (!args_value(args, "seed"))
        engine.seed = rng_any_seed();
    if (args_switch(args, "gtp"))
        return bridge(args, game, error);
    bool connects = args_value(args, "connect"), listens = args_value(args, "listen");
    if (connects && !listens)
        return join(args, game, &engine, error);
    if (listens && !connects)
        return serve(args, game, &engine, error);
    error_set(error, _("give one of --listen PORT, --connect HOST:PORT and --gtp"));
    return command_refuse(args, STATUS_USAGE, error);
}

static int run(const struct args *args)
{
    struct error error;
    const char *spec = args_value(args, "game");
    if (!spec)
        spec = getenv("LODESTONE_GAME");
    struct game *game = game_open(spec ? spec : "kalah", &error);
    if (!game)
        return command_refuse(args, STATUS_FAILED, &error);
    int status = STATUS_FAILED;
    switch (game->spec.kind) {
    case GAME_CAVE:
        error_set(&error, _("the Kalah Game Protocol is for Mancala: kalah, "
                            "mancala:HxS:kalah"));
        status = command_refuse(args, STATUS_FAILED, &error);
        break;
    case GAME_MANCALA:
        status = choose_role(args, game, &error);
        break;
    }
    game_close(game);
    return status;
}

const struct command kgp_command = {
    .name = "kgp",
    .summary = N_("the Kalah Game Protocol: a server, a client, or a bridge to GTP"),
    .details = N_("Serves games against the engine, plays as a client, or lets a "
                  "client take part\n"
                  "in a tournament of GTP bots. See docs/kgp.md."),
    .options = options,
    .run = run,
};
