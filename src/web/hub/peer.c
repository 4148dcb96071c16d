/* peer.c: what a peer may ask, and the messages that wait for it. */
#include "web/hub/peer.h"

#include <stdlib.h>

#include "web/engine/study.h"
#include "web/engine/trees.h"
#include "web/hub/hub.h"

void web_peer_open(struct web_hub *hub, struct web_peer *peer,
                   struct web_client *client, bool http, void *link)
{
    *peer = (struct web_peer){
        .hub = hub,
        .id = ++hub->peer_ids,
        .client = client,
        .http = http,
        .link = link,
        .messages = web_quota_full(WEB_BURST),
        .after = hub->peers,
    };
    peer->out_end = &peer->out;
    if (hub->peers)
        hub->peers->before = peer;
    hub->peers = peer;
}

void web_peer_close(struct web_peer *peer)
{
    if (!peer->hub)
        return;
    while (peer->watches)
        web_hub_unwatch(peer, peer->watches->game);
    web_study_orphan(peer);
    web_trees_drop(peer);
    while (peer->out)
        web_peer_drop(peer);
    if (peer->before)
        peer->before->after = peer->after;
    else
        peer->hub->peers = peer->after;
    if (peer->after)
        peer->after->before = peer->before;
    *peer = (struct web_peer){0};
}

bool web_peer_may_ask(struct web_peer *peer)
{
    /* Both pay, so that many connections get no more than their address may have. */
    bool own = web_quota_take(&peer->messages, WEB_RATE, WEB_BURST);
    return web_client_may_ask(peer->client) && own;
}

/* A state that was not sent yet is useless once there is a newer one. */
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

/* Whether too much waits behind the next message, which may have any size: what piles up
 * counts. Of the tournament only the newest waits, so it doesn't. */
static bool is_behind(const struct web_peer *peer)
{
    size_t bytes = 0;
    if (peer->out_bytes <= WEB_OUT_MOST)
        return false;
    for (const struct web_out *out = peer->out->after; out; out = out->after)
        if (out->game != WEB_TOURNAMENT_PUSH)
            bytes += out->length;
    return bytes > WEB_OUT_MOST;
}

static void queue(struct web_peer *peer, json_t *message, struct web_out head)
{
    size_t size = message ? json_dumpb(message, NULL, 0, JSON_COMPACT) : 0;
    struct web_out *out =
        size && !peer->gone ? malloc(sizeof *out + WEB_HEADROOM + size) : NULL;
    if (out) {
        *out = head;
        out->length = size;
        out->round = peer->hub->round;
    }
    /* Writing needs memory, too: without it the room holds what was there before. */
    if (out && json_dumpb(message, (char *)out->room + WEB_HEADROOM, size,
                          JSON_COMPACT) != size) {
        free(out);
        out = NULL;
    }
    if (out) {
        *peer->out_end = out;
        peer->out_end = &out->after;
        peer->out_bytes += size;
    }
    /* If the peer does not read, or memory runs out, the connection ends, and the page
     * reconnects automatically. */
    if (!out || is_behind(peer))
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
    return peer->out && peer->out->round < peer->hub->round ? peer->out : NULL;
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
