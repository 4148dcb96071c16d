/* serve.c: lodestone serve: plays the games in the browser. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "cmd/command.h"
#include "web/net/server.h"

enum {
    USUAL_PORT = 8642,
    WORKERS_MOST = 16,
    HASH_MOST_MIB = 4096,
};

static const struct option options[] = {
    {"port", N_("N"), N_("the port to listen on (8642); 0: any free port")},
    {"listen", N_("ADDR"), N_("listen on this address, not on loopback; see below")},
    {"host", N_("NAME"), N_("the name that browsers use, for example behind a proxy")},
    {"data", N_("DIR"), N_("where games are saved (~/.local/state/lodestone)")},
    {"tournament", N_("DIR"), N_("show the tournament in DIR, even while it runs")},
    {"threads", N_("N"), N_("engine workers of each kind (one per core)")},
    {"hash", N_("MiB"), N_("memory for each transposition table (64)")},
    {0},
};

/* The line that scripts wait for. */
static void say_ready(const char *address)
{
    printf("listening on %s\n", address);
    fflush(stdout);
}

static void warn(const char *address)
{
    if (strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0)
        return;
    fprintf(stderr,
            _("lodestone serve: everyone who can reach %s can play and use this "
              "machine's\n"
              "processor; games are protected only by their secret links, and "
              "nothing is\n"
              "encrypted. On the Internet, put a TLS proxy in front of it.\n"),
            address);
}

static bool is_host_name(const char *name)
{
    return !name || (*name && !strpbrk(name, ":/ @?#"));
}

static int run(const struct args *args)
{
    struct error error = {""};
    uint64_t port = USUAL_PORT, threads = 0, hash = 0;
    if (!args_number(args, "port", 0, 65535, &port, &error) ||
        !args_number(args, "threads", 1, WORKERS_MOST, &threads, &error) ||
        !args_number(args, "hash", 1, HASH_MOST_MIB, &hash, &error))
        return command_refuse(args, STATUS_USAGE, &error);
    if (!is_host_name(args_value(args, "host"))) {
        error_set(&error, _("--host takes a name alone, like games.example, without "
                            "http:// and port"));
        return command_refuse(args, STATUS_USAGE, &error);
    }
    struct web_server_options server_options = {
        .listen = args_value(args, "listen"),
        .host = args_value(args, "host"),
        .port = (int)port,
        .data = args_value(args, "data"),
        .tournament = args_value(args, "tournament"),
        .workers = (int)threads,
        .hash_mib = (int)hash,
    };
    if (server_options.listen)
        warn(server_options.listen);
    switch (web_server_run(&server_options, say_ready, &error)) {
    case WEB_SERVER_STOPPED:
        return STATUS_DONE;
    case WEB_SERVER_INTERRUPTED:
        return STATUS_INTERRUPTED;
    default:
        return command_refuse(args, STATUS_FAILED, &error);
    }
}

const struct command serve_command = {
    .name = "serve",
    .summary = N_("play in the browser"),
    .details = N_("Prints the page's address and serves it until Ctrl-C. Only this "
                  "machine can\n"
                  "reach it unless --listen names a network address: then everyone "
                  "on that network\n"
                  "can play, use the processor for engine work, and read the "
                  "traffic. Games are\n"
                  "saved after every move."),
    .options = options,
    .run = run,
};
