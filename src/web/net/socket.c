/* socket.c: WebSockets: messages in, messages out, and the right code at the end. */
#include "web/net/socket.h"

#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "web/api/api.h"

enum {
    REFUSED_MOST = 300,     /* frames that come too fast */
    REST_MOST = 1 << 20,    /* bytes a second that are no messages */
    FRAME_HEADER_MOST = 14, /* bytes */
};

_Static_assert(LWS_PRE <= WEB_HEADROOM, "messages have room for a frame's header");

/* Nothing is written after this but the Close frame, which libwebsockets sends. */
static int hang_up(struct web_connection *connection, int code, const char *why)
{
    lws_close_reason(connection->wsi, (enum lws_close_status)code, (unsigned char *)why,
                     strlen(why));
    connection->closing = true;
    web_peer_close(&connection->peer);
    return -1;
}

/* Closes at the next opportunity; may be called outside of a callback. */
static void close_soon(struct web_connection *connection, int code, const char *why)
{
    if (connection->closing || connection->close_code)
        return;
    connection->close_code = code;
    connection->close_why = why;
    lws_callback_on_writable(connection->wsi);
}

static int establish(struct lws *wsi, struct web_connection *connection)
{
    struct web_site *site = web_connection_site(wsi);
    struct web_client *client = web_connection_client(wsi);
    if (!client)
        return -1;
    *connection =
        (struct web_connection){.wsi = wsi, .is_socket = true, .after = site->sockets};
    if (site->sockets)
        site->sockets->before = connection;
    site->sockets = connection;
    web_peer_open(&site->hub, &connection->peer, client, false, connection);
    return 0;
}

static void forget(struct web_connection *connection)
{
    struct web_site *site = web_connection_site(connection->wsi);
    web_peer_close(&connection->peer);
    text_free(&connection->in);
    if (connection->before)
        connection->before->after = connection->after;
    else
        site->sockets = connection->after;
    if (connection->after)
        connection->after->before = connection->before;
    *connection = (struct web_connection){0};
}

/* Something was paid for, or should have been. What was paid makes up for two that were
 * not, so a peer that is far above its rate is closed even though some get through. */
static int count_refused(struct web_connection *connection, bool paid)
{
    connection->refused += paid ? -2 : 1;
    if (connection->refused < 0)
        connection->refused = 0;
    if (connection->refused > REFUSED_MOST)
        return hang_up(connection, LWS_CLOSE_STATUS_POLICY_VIOLATION,
                       "too many messages");
    return 0;
}

/* A frame that is not a message: a part of one, a ping or a pong. */
static int charge(struct web_connection *connection)
{
    return count_refused(connection, web_peer_may_ask(&connection->peer));
}

/* A whole message has arrived. */
static int take_message(struct web_connection *connection)
{
    bool paid = web_api_message(&connection->peer, text_string(&connection->in),
                                connection->in.length);
    text_clear(&connection->in);
    return count_refused(connection, paid);
}

static int receive(struct web_connection *connection, const char *bytes, size_t count)
{
    struct lws *wsi = connection->wsi;
    connection->messages += count + FRAME_HEADER_MOST;
    if (connection->closing || connection->close_code)
        return 0;
    if (lws_frame_is_binary(wsi))
        return hang_up(connection, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text only");
    if (lws_is_first_fragment(wsi))
        text_clear(&connection->in);
    if (connection->in.length + count + lws_remaining_packet_payload(wsi) >
        WEB_MESSAGE_MOST)
        return hang_up(connection, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE,
                       "message too large");
    text_add_bytes(&connection->in, bytes, count);
    if (connection->in.failed)
        return hang_up(connection, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION,
                       "out of memory");
    if (lws_remaining_packet_payload(wsi))
        return 0;
    if (!lws_is_final_fragment(wsi))
        return charge(connection);
    if (!text_is_utf8(text_string(&connection->in), connection->in.length))
        return hang_up(connection, LWS_CLOSE_STATUS_INVALID_PAYLOAD, "bad UTF-8");
    return take_message(connection);
}

static int write_next(struct web_connection *connection)
{
    if (connection->closing)
        return 0;
    if (connection->close_code)
        return hang_up(connection, connection->close_code, connection->close_why);
    struct web_out *out = web_peer_next(&connection->peer);
    if (!out) /* the library has answered a ping, of which it tells nothing else */
        return charge(connection);
    int written = lws_write(connection->wsi, out->room + WEB_HEADROOM, out->length,
                            LWS_WRITE_TEXT);
    if (written < (int)out->length) {
        connection->closing = true;
        return -1;
    }
    web_peer_drop(&connection->peer);
    if (web_peer_next(&connection->peer))
        lws_callback_on_writable(connection->wsi);
    return 0;
}

/* Before the upgrade: who is asking, and for what. The name of the protocol that comes
 * with this callback must not be read: the library has already freed it when it doesn't
 * know it, and would read it again if we let the request pass (CVE-2025-11677;
 * docs/decisions/web-server.md). The header itself is then gone, too, and reads as
 * empty. */
static int confirm(struct lws *wsi)
{
    struct web_site *site = web_connection_site(wsi);
    char path[16] = "", version[8] = "", protocol[16] = "";
    lws_hdr_copy(wsi, protocol, sizeof protocol, WSI_TOKEN_UPGRADE);
    if (strcasecmp(protocol, "websocket") != 0)
        return -1;
    struct web_client *client = web_connection_identify(wsi);
    lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    lws_hdr_copy(wsi, version, sizeof version, WSI_TOKEN_VERSION);
    int status = strcmp(path, "/ws") != 0                                    ? 404
                 : web_connection_head_is_long(wsi)                          ? 431
                 : !web_connection_is_ours(wsi)                              ? 403
                 : strcmp(version, "13") != 0                                ? 426
                 : !client || site->stopping                                 ? 503
                 : client->connections > web_client_connections_most(client) ? 429
                 : !web_client_may_ask(client)                               ? 429
                                                                             : 0;
    if (status == 0)
        return 0;
    lws_return_http_status(wsi, (unsigned)status, NULL);
    return 1;
}

int web_socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                        void *in, size_t length)
{
    struct web_connection *connection = user;
    switch (reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm(wsi);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return web_connection_is_ours(wsi) ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED:
        return establish(wsi, connection);
    case LWS_CALLBACK_RECEIVE:
        return receive(connection, in, length);
    case LWS_CALLBACK_RECEIVE_PONG:
        return connection->closing ? 0 : charge(connection);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return write_next(connection);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        if (length == 1) /* half a code */
            return hang_up(connection, LWS_CLOSE_STATUS_PROTOCOL_ERR, "bad close");
        connection->closing = true;
        web_peer_close(&connection->peer);
        return 0;
    case LWS_CALLBACK_CLOSED:
        if (connection->wsi)
            forget(connection);
        return 0;
    default:
        return 0;
    }
}

void web_socket_look_after(struct web_site *site)
{
    static const int64_t second = 1000000000;
    int64_t now = clock_now(), passed = now - site->looked_after;
    if (passed < second)
        return;
    site->looked_after = now;
    for (struct web_connection *connection = site->sockets; connection;
         connection = connection->after) {
        uint64_t received = web_connection_received(connection->wsi);
        uint64_t known = connection->received + connection->messages;
        /* What is under way when two seconds meet is counted once too often in one of
         * them, and is less than this by far. */
        if (connection->received &&
            received > known + (uint64_t)(clock_seconds(passed) * REST_MOST)) {
            connection->closing = true; /* it need not be told */
            lws_set_timeout(connection->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT,
                            LWS_TO_KILL_ASYNC);
        }
        connection->received = received;
        connection->messages = 0;
    }
}

void web_socket_close_all(struct web_site *site)
{
    for (struct web_connection *connection = site->sockets; connection;
         connection = connection->after)
        close_soon(connection, LWS_CLOSE_STATUS_GOINGAWAY, "the server stops");
}
