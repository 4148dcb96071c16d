/* serve.c: lodestone serve: the games in the browser. */
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
    {"port", N_("N"), N_("the port to listen on (8642); 0: any that is free")},
    {"listen", N_("ADDR"), N_("another address than loopback; see below")},
    {"host", N_("NAME"), N_("a name under which browsers may come, with --listen")},
    {"data", N_("DIR"), N_("where games are kept (~/.local/state/lodestone)")},
    {"tournament", N_("DIR"), N_("show the tournament in DIR, also while it runs")},
    {"threads", N_("N"), N_("engine workers of each kind (one for each core)")},
    {"hash", N_("MiB"), N_("memory for each worker's table (64)")},
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
    fprintf(
        stderr,
        _("lodestone serve: on %s everybody who reaches this machine can play and "
          "use its\nprocessor; games are protected by their secret links alone, and "
          "nothing is\nencrypted. Put a proxy with TLS in front of it on the "
          "Internet.\n"),
        address);
}

static int run(const struct args *args)
{
    struct error error = {""};
    uint64_t port = USUAL_PORT, threads = 0, hash = 0;
    if (!args_number(args, "port", 0, 65535, &port, &error) ||
        !args_number(args, "threads", 1, WORKERS_MOST, &threads, &error) ||
        !args_number(args, "hash", 1, HASH_MOST_MIB, &hash, &error))
        return command_refuse(args, STATUS_USAGE, &error);
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
    .summary = N_("the games in the browser"),
    .details =
        N_("Prints the address of the page and serves it until Ctrl-C. Only this\n"
           "machine can reach it, unless --listen names an address of the network:\n"
           "then everybody there can play, use the processor for engine work, and\n"
           "read what goes over the wire. Games are kept after every move."),
    .options = options,
    .run = run,
};
