/* peer.c: who is connected, what they may ask for, and what waits to be sent. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "web/hub.h"
#include "web/study.h"

enum {
    LOCAL_CONNECTIONS = 1024,
    FAR_CONNECTIONS = 32,
    LOCAL_GAMES = 2000, /* an hour */
    FAR_GAMES = 100,
    LOCAL_REQUESTS = 1000, /* a second, by HTTP */
    FAR_REQUESTS = 40,
};

static const double hour = 3600;

struct web_client *web_client_find(struct web *web, const char *address)
{
    struct web_client *client = web->clients;
    while (client && strcmp(client->address, address) != 0)
        client = client->after;
    if (!client) {
        client = calloc(1, sizeof *client);
        if (!client)
            return NULL;
        snprintf(client->address, sizeof client->address, "%s", address);
        client->local = strncmp(address, "127.", 4) == 0 ||
                        strcmp(address, "::1") == 0 ||
                        strncmp(address, "::ffff:127.", 11) == 0;
        client->games = web_client_games_most(client);
        client->requests = client->local ? LOCAL_REQUESTS : FAR_REQUESTS;
        client->counted = client->requests_counted = clock_now();
        client->after = web->clients;
        web->clients = client;
    }
    client->users++;
    return client;
}

/* Fills up a share that grows with time. */
static void fill_up(double *share, int64_t *counted, double rate, double most)
{
    int64_t now = clock_now();
    *share += clock_seconds(now - *counted) * rate;
    if (*share > most)
        *share = most;
    *counted = now;
}

static void fill_up_games(struct web_client *client)
{
    int most = web_client_games_most(client);
    fill_up(&client->games, &client->counted, most / hour, most);
}

void web_client_release(struct web *web, struct web_client *client)
{
    if (--client->users)
        return;
    /* One that has not used up anything can be forgotten; the others are looked at
     * when somebody else leaves. */
    for (struct web_client **at = &web->clients; *at;) {
        struct web_client *other = *at;
        fill_up_games(other);
        if (other->users == 0 && other->games >= web_client_games_most(other)) {
            *at = other->after;
            free(other);
        } else {
            at = &other->after;
        }
    }
}

int web_client_connections_most(const struct web_client *client)
{
    return client->local ? LOCAL_CONNECTIONS : FAR_CONNECTIONS;
}

int web_client_games_most(const struct web_client *client)
{
    return client->local ? LOCAL_GAMES : FAR_GAMES;
}

bool web_client_may_create(struct web_client *client)
{
    fill_up_games(client);
    if (client->games < 1)
        return false;
    client->games--;
    return true;
}

bool web_client_may_ask(struct web_client *client)
{
    int most = client->local ? LOCAL_REQUESTS : FAR_REQUESTS;
    fill_up(&client->requests, &client->requests_counted, most, most);
    if (client->requests < 1)
        return false;
    client->requests--;
    return true;
}

void web_peer_open(struct web *web, struct web_peer *peer, struct web_client *client,
                   bool http, void *link)
{
    *peer = (struct web_peer){
        .web = web,
        .id = ++web->peer_ids,
        .client = client,
        .http = http,
        .link = link,
        .tokens = WEB_BURST,
        .counted = clock_now(),
        .after = web->peers,
    };
    peer->out_end = &peer->out;
    if (web->peers)
        web->peers->before = peer;
    web->peers = peer;
}

void web_peer_close(struct web_peer *peer)
{
    if (!peer->web)
        return;
    while (peer->watches)
        web_unwatch(peer, peer->watches->game);
    web_study_orphan(peer);
    while (peer->out)
        web_peer_drop(peer);
    if (peer->before)
        peer->before->after = peer->after;
    else
        peer->web->peers = peer->after;
    if (peer->after)
        peer->after->before = peer->before;
    *peer = (struct web_peer){0};
}

bool web_peer_may_ask(struct web_peer *peer)
{
    fill_up(&peer->tokens, &peer->counted, WEB_RATE, WEB_BURST);
    if (peer->tokens < 1)
        return false;
    peer->tokens--;
    return true;
}

/* A state that nobody has seen is of no use once there is a newer one. */
static void drop_older_push(struct web_peer *peer, int64_t game)
{
    struct web_out **at = &peer->out;
    if (!*at)
        return;
    for (at = &(*at)->after; *at;) { /* the first may be half sent */
        struct web_out *out = *at;
        if (out->game == game) {
            *at = out->after;
            peer->out_bytes -= out->length;
            free(out);
        } else {
            at = &out->after;
        }
    }
    peer->out_end = at;
}

static void queue(struct web_peer *peer, json_t *message, struct web_out head)
{
    size_t size = message ? json_dumpb(message, NULL, 0, JSON_COMPACT) : 0;
    struct web_out *out =
        size && !peer->gone ? malloc(sizeof *out + WEB_HEADROOM + size) : NULL;
    if (out) {
        *out = head;
        out->length = size;
        out->round = peer->web->round;
        json_dumpb(message, (char *)out->room + WEB_HEADROOM, size, JSON_COMPACT);
        *peer->out_end = out;
        peer->out_end = &out->after;
        peer->out_bytes += size;
    }
    /* Who does not read, or what cannot be made for want of memory: the connection
     * ends, and a page comes back by itself. */
    if (!out || peer->out_bytes > WEB_OUT_MOST)
        peer->gone = true;
    json_decref(message);
}

void web_peer_push(struct web_peer *peer, json_t *message, int64_t game)
{
    if (game)
        drop_older_push(peer, game);
    queue(peer, message, (struct web_out){.game = game, .id = -1});
}

void web_peer_answer(struct web_peer *peer, json_t *message, int64_t id, int status)
{
    queue(peer, message,
          (struct web_out){.id = id, .is_answer = true, .status = status});
}

struct web_out *web_peer_next(struct web_peer *peer)
{
    return peer->out && peer->out->round < peer->web->round ? peer->out : NULL;
}

void web_peer_drop(struct web_peer *peer)
{
    struct web_out *out = peer->out;
    peer->out = out->after;
    if (!peer->out)
        peer->out_end = &peer->out;
    peer->out_bytes -= out->length;
    free(out);
}
