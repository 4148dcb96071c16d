/* fuzz_web_message.c: whatever comes on a WebSocket or in a request, the server answers
 * and its games stay whole. Each line is a message; KEY in it stands for the key of a
 * game that is there, SPECTATOR for the one to look on. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "web/api/api.h"
#include "web/hub/hub.h"

static void ignore(struct web_peer *peer)
{
    (void)peer;
}

/* Throws away what would be sent; there must be something. */
static void drain(struct web_peer *peer)
{
    if (!peer->out)
        abort();
    web_hub_round(peer->hub);
    while (web_peer_next(peer))
        web_peer_drop(peer);
}

/* A game to speak about; its keys. */
static void make_game(struct web_peer *peer, char key[2][WEB_KEY_TEXT_SIZE])
{
    static const char create[] =
        "{\"id\":0,\"op\":\"create\",\"spec\":\"mancala\",\"second\":\"human\"}";
    struct error error;
    web_api_message(peer, create, sizeof create - 1);
    drain(peer);
    struct web_game *game = web_hub_find_game(peer->hub, 1, &error);
    if (!game)
        abort();
    web_key_format(1, &game->key[WEB_FIRST], key[0]);
    web_key_format(1, &game->key[WEB_SPECTATOR], key[1]);
}

static void say(struct web_peer *peer, const uint8_t *line, size_t length,
                const char key[2][WEB_KEY_TEXT_SIZE])
{
    struct text text = {0};
    for (size_t i = 0; i < length;) {
        if (length - i >= 3 && memcmp(line + i, "KEY", 3) == 0) {
            text_add(&text, key[0]);
            i += 3;
        } else if (length - i >= 9 && memcmp(line + i, "SPECTATOR", 9) == 0) {
            text_add(&text, key[1]);
            i += 9;
        } else {
            text_add_bytes(&text, line + i++, 1);
        }
    }
    peer->messages.left = WEB_BURST;
    if (text.length && text.data[0] == '/') {
        char name[32] = "";
        size_t at = strcspn(text.data, " ");
        if (at < sizeof name)
            memcpy(name, text.data + 1, at - 1);
        web_api_post(peer, name, text.data + at, text.length - at);
    } else {
        web_api_message(peer, text_string(&text), text.length);
    }
    drain(peer);
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct error error;
    struct web_hub hub;
    struct web_peer peer;
    char key[2][WEB_KEY_TEXT_SIZE];
    struct web_store *store = web_store_open(":memory:", &error);
    if (!store)
        abort();
    web_hub_init(&hub, store, ignore);
    web_peer_open(&hub, &peer, web_client_find(&hub, "127.0.0.1"), false, NULL);
    make_game(&peer, key);
    for (const uint8_t *line = bytes, *end = bytes + count; line < end;) {
        const uint8_t *newline = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((newline ? newline : end) - line);
        say(&peer, line, length, (const char(*)[WEB_KEY_TEXT_SIZE])key);
        line += length + 1;
    }
    web_peer_close(&peer);
    web_hub_free(&hub);
    return 0;
}
