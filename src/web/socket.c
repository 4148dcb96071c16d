/* socket.c: WebSockets: messages in, messages out, and the right code at the end.
 */
#include <string.h>

#include "base/i18n.h"
#include "web/api.h"
#include "web/peer_inside.h"

enum {
    REFUSED_MOST = 400 /* messages that come too fast, in a row */
};

_Static_assert(LWS_PRE <= WEB_HEADROOM, "messages have room for a frame's header");

/* Nothing is written after this but the Close frame, which libwebsockets sends. */
static int hang_up(struct web_session *session, int code, const char *why)
{
    lws_close_reason(session->wsi, (enum lws_close_status)code, (unsigned char *)why,
                     strlen(why));
    session->closing = true;
    web_peer_close(&session->peer);
    return -1;
}

/* Closes at the next opportunity, from outside of a callback. */
static void close_soon(struct web_session *session, int code, const char *why)
{
    if (session->closing || session->close_code)
        return;
    session->close_code = code;
    session->close_why = why;
    lws_callback_on_writable(session->wsi);
}

static int establish(struct lws *wsi, struct web_session *session)
{
    struct web_server *server = web_session_server(wsi);
    struct web_client *client = web_session_client(wsi);
    if (!client)
        return -1;
    *session =
        (struct web_session){.wsi = wsi, .is_socket = true, .after = server->sockets};
    if (server->sockets)
        server->sockets->before = session;
    server->sockets = session;
    web_peer_open(&server->web, &session->peer, client, false, session);
    return 0;
}

static void forget(struct web_session *session)
{
    struct web_server *server = web_session_server(session->wsi);
    web_peer_close(&session->peer);
    text_free(&session->in);
    if (session->before)
        session->before->after = session->after;
    else
        server->sockets = session->after;
    if (session->after)
        session->after->before = session->before;
    *session = (struct web_session){0};
}

/* A whole message is there. */
static int take_message(struct web_session *session)
{
    double tokens = session->peer.tokens;
    web_api_message(&session->peer, text_string(&session->in), session->in.length);
    text_clear(&session->in);
    session->refused =
        session->peer.tokens < 1 && tokens < 1 ? session->refused + 1 : 0;
    if (session->refused > REFUSED_MOST)
        return hang_up(session, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too many messages");
    return 0;
}

static int receive(struct web_session *session, const char *bytes, size_t count)
{
    struct lws *wsi = session->wsi;
    if (session->closing || session->close_code)
        return 0;
    if (lws_frame_is_binary(wsi))
        return hang_up(session, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text only");
    if (lws_is_first_fragment(wsi))
        text_clear(&session->in);
    if (session->in.length + count + lws_remaining_packet_payload(wsi) >
        WEB_MESSAGE_MOST)
        return hang_up(session, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE,
                       "message too large");
    text_add_bytes(&session->in, bytes, count);
    if (session->in.failed)
        return hang_up(session, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "out of memory");
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi))
        return 0;
    if (!text_is_utf8(text_string(&session->in), session->in.length))
        return hang_up(session, LWS_CLOSE_STATUS_INVALID_PAYLOAD, "bad UTF-8");
    return take_message(session);
}

static int write_next(struct web_session *session)
{
    if (session->closing)
        return 0;
    if (session->close_code)
        return hang_up(session, session->close_code, session->close_why);
    struct web_out *out = web_peer_next(&session->peer);
    if (!out)
        return 0;
    int written =
        lws_write(session->wsi, out->room + WEB_HEADROOM, out->length, LWS_WRITE_TEXT);
    if (written < (int)out->length) {
        session->closing = true;
        return -1;
    }
    web_peer_drop(&session->peer);
    if (web_peer_next(&session->peer))
        lws_callback_on_writable(session->wsi);
    return 0;
}

/* Before the upgrade: who is asking, and for what. */
static int confirm(struct lws *wsi, const char *protocol)
{
    struct web_server *server = web_session_server(wsi);
    struct web_client *client = web_session_client(wsi);
    char path[16] = "", version[8] = "";
    if (strcasecmp(protocol, "websocket") != 0)
        return -1;
    lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    lws_hdr_copy(wsi, version, sizeof version, WSI_TOKEN_VERSION);
    int status = strcmp(path, "/ws") != 0                                    ? 404
                 : !web_session_is_ours(wsi)                                 ? 403
                 : strcmp(version, "13") != 0                                ? 426
                 : !client || server->stopping                               ? 503
                 : client->connections > web_client_connections_most(client) ? 429
                                                                             : 0;
    if (status == 0)
        return 0;
    lws_return_http_status(wsi, (unsigned)status, NULL);
    return 1;
}

int web_socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                        void *in, size_t length)
{
    struct web_session *session = user;
    switch (reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm(wsi, in);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return web_session_is_ours(wsi) ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED:
        return establish(wsi, session);
    case LWS_CALLBACK_RECEIVE:
        return receive(session, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return write_next(session);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        if (length == 1) /* half a code */
            return hang_up(session, LWS_CLOSE_STATUS_PROTOCOL_ERR, "bad close");
        session->closing = true;
        web_peer_close(&session->peer);
        return 0;
    case LWS_CALLBACK_CLOSED:
        if (session->wsi)
            forget(session);
        return 0;
    default:
        return 0;
    }
}

void web_socket_close_all(struct web_server *server)
{
    for (struct web_session *session = server->sockets; session;
         session = session->after)
        close_soon(session, LWS_CLOSE_STATUS_GOINGAWAY, "the server stops");
}
