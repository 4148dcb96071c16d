/* http.c: HTTP: the files of the page, and the operations of the API by POST. */
#include <string.h>

#include "base/i18n.h"
#include "web/api.h"
#include "web/peer_inside.h"

enum {
    CHUNK = 16 << 10,
    HEADERS = 2048,
    BODY_SECONDS = 20,   /* for a body to come, and for an answer to be read */
    ANSWER_SECONDS = 90, /* for an answer to be found */
};

static const char type_of_json[] = "application/json";

static void clean_up(struct web_session *session)
{
    if (!session->wsi)
        return;
    web_peer_close(&session->peer);
    text_free(&session->in);
    *session = (struct web_session){0};
}

/* The connection ends when it takes longer. */
static void set_timer(struct web_session *session, int seconds)
{
    lws_set_timer_usecs(session->wsi, seconds * LWS_USEC_PER_SEC);
}

static bool add_header(struct lws *wsi, const char *name, const char *value,
                       unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value),
                                       at, end) == 0;
}

static int send_headers(struct web_session *session)
{
    struct lws *wsi = session->wsi;
    unsigned char buffer[LWS_PRE + HEADERS], *start = buffer + LWS_PRE, *at = start;
    unsigned char *end = buffer + sizeof buffer - 1;
    bool no_body = session->status == 304;
    if (lws_add_http_common_headers(
            wsi, (unsigned)session->status, no_body ? NULL : session->type,
            no_body ? LWS_ILLEGAL_HTTP_CONTENT_LEN : session->size, &at, end))
        return -1;
    if (session->etag[0] && !add_header(wsi, "etag:", session->etag, &at, end))
        return -1;
    if (!add_header(wsi, "cache-control:", session->etag[0] ? "no-cache" : "no-store",
                    &at, end) ||
        (session->status == 405 && !add_header(wsi, "allow:", "GET, HEAD", &at, end)) ||
        lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    session->has_headers = true;
    session->head_only |= no_body;
    return 0;
}

static int complete(struct web_session *session)
{
    struct lws *wsi = session->wsi;
    bool keeps = session->keeps;
    clean_up(session);
    return lws_http_transaction_completed(wsi) || !keeps ? -1 : 0;
}

static int write_body(struct web_session *session)
{
    unsigned char buffer[LWS_PRE + CHUNK];
    size_t left = session->size - session->sent, size = left < CHUNK ? left : CHUNK;
    const unsigned char *bytes =
        session->body ? session->body : session->peer.out->room + WEB_HEADROOM;
    memcpy(buffer + LWS_PRE, bytes + session->sent, size);
    session->sent += size;
    bool last = session->sent == session->size;
    if (lws_write(session->wsi, buffer + LWS_PRE, size,
                  last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)size)
        return -1;
    if (last)
        return complete(session);
    lws_callback_on_writable(session->wsi);
    return 0;
}

static int write_next(struct web_session *session)
{
    if (!session->status) { /* an operation: is its answer there? */
        struct web_out *out = session->peer.web ? web_peer_next(&session->peer) : NULL;
        if (!out)
            return 0;
        session->status = out->status;
        session->type = type_of_json;
        session->size = out->length;
        set_timer(session, BODY_SECONDS);
    }
    if (!session->has_headers) {
        if (send_headers(session))
            return -1;
        if (session->head_only || session->size == 0)
            return complete(session);
        lws_callback_on_writable(session->wsi);
        return 0;
    }
    return write_body(session);
}

static int answer_text(struct web_session *session, int status, const char *text)
{
    session->status = status;
    session->type = "text/plain; charset=utf-8";
    session->body = (const unsigned char *)text;
    session->size = strlen(text);
    lws_callback_on_writable(session->wsi);
    return 0;
}

static int answer_file(struct web_session *session, const char *path)
{
    const struct embed_file *file = web_files_find(path);
    char known[64] = "";
    if (!file)
        return answer_text(session, 404, _("There is no such page.\n"));
    lws_hdr_copy(session->wsi, known, sizeof known, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    snprintf(session->etag, sizeof session->etag, "\"%s\"", file->digest);
    session->status = strcmp(known, session->etag) == 0 ? 304 : 200;
    session->type = web_files_type(file);
    session->body = file->bytes;
    session->size = file->size;
    lws_callback_on_writable(session->wsi);
    return 0;
}

static bool has_header(struct lws *wsi, enum lws_token_indexes header)
{
    return lws_hdr_total_length(wsi, header) > 0;
}

/* Refuses an operation before its body has come; the connection ends with it. */
static int reject(struct web_session *session, enum web_code code, const char *message)
{
    session->keeps = false;
    web_api_reject(&session->peer, code, message);
    return 0;
}

/* The head of an operation's request. */
static int begin_post(struct web_session *session, const char *path)
{
    static const char prefix[] = "/api/";
    struct lws *wsi = session->wsi;
    char type[64] = "", length[24] = "";
    uint64_t size = 0;
    const char *name = path + sizeof prefix - 1;
    if (strncmp(path, prefix, sizeof prefix - 1) != 0 ||
        strlen(name) >= sizeof session->operation)
        return reject(session, WEB_UNKNOWN_OP, _("operations are at /api/NAME"));
    lws_hdr_copy(wsi, type, sizeof type, WSI_TOKEN_HTTP_CONTENT_TYPE);
    lws_hdr_copy(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    if (strncasecmp(type, type_of_json, sizeof type_of_json - 1) != 0)
        return reject(session, WEB_BAD_REQUEST,
                      _("the Content-Type must be application/json"));
    if (!text_number(length, strlen(length), UINT32_MAX, &size))
        return reject(session,
                      has_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) ? WEB_TOO_LARGE
                                                                     : WEB_BAD_REQUEST,
                      _("a Content-Length must be there, of at most 65536"));
    if (size > WEB_MESSAGE_MOST)
        return reject(session, WEB_TOO_LARGE, _("at most 65536 bytes"));
    strcpy(session->operation, name);
    if (size == 0) { /* nothing will come */
        set_timer(session, ANSWER_SECONDS);
        web_api_post(&session->peer, session->operation, "", 0);
        session->operation[0] = '\0';
    }
    return 0;
}

static bool begin_session(struct lws *wsi, struct web_session *session)
{
    struct web_server *server = web_session_server(wsi);
    struct web_client *client = web_session_client(wsi);
    clean_up(session);
    if (!client)
        return false;
    *session = (struct web_session){.wsi = wsi, .keeps = true};
    set_timer(session, BODY_SECONDS);
    web_peer_open(&server->web, &session->peer, client, true, session);
    return true;
}

static int begin(struct lws *wsi, struct web_session *session, const char *path)
{
    if (!begin_session(wsi, session))
        return -1;
    const struct web_client *client = session->peer.client;
    bool post = has_header(wsi, WSI_TOKEN_POST_URI);
    session->head_only = has_header(wsi, WSI_TOKEN_HEAD_URI);
    session->keeps = !post || has_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    if (!web_session_is_ours(wsi)) {
        session->keeps = false;
        return answer_text(session, 403, _("Not for this Host or Origin.\n"));
    }
    if (client->connections > web_client_connections_most(client)) {
        session->keeps = false;
        return answer_text(session, 429, _("Too many connections.\n"));
    }
    if (post)
        return begin_post(session, path);
    if (has_header(wsi, WSI_TOKEN_GET_URI) || session->head_only)
        return answer_file(session, path);
    session->keeps = false;
    return answer_text(session, 405, _("Only GET, HEAD and POST.\n"));
}

static int take_body(struct web_session *session, const char *bytes, size_t count)
{
    if (!session->operation[0])
        return 0; /* refused already: what comes is not looked at */
    if (session->in.length + count > WEB_MESSAGE_MOST)
        return -1;
    text_add_bytes(&session->in, bytes, count);
    return session->in.failed ? -1 : 0;
}

static int end_body(struct web_session *session)
{
    if (!session->wsi || !session->operation[0])
        return 0;
    set_timer(session, ANSWER_SECONDS);
    web_api_post(&session->peer, session->operation, text_string(&session->in),
                 session->in.length);
    session->operation[0] = '\0';
    text_clear(&session->in);
    return 0;
}

int web_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                      void *in, size_t length)
{
    struct web_session *session = user;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return begin(wsi, session, in);
    case LWS_CALLBACK_HTTP_BODY:
        return take_body(session, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return end_body(session);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return session->wsi ? write_next(session) : 0;
    case LWS_CALLBACK_TIMER: /* too slow */
        return session && session->is_socket ? 0 : -1;
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (session)
            clean_up(session);
        return 0;
    default:
        return 0;
    }
}
