/* http.c: HTTP: the files of the page, and the operations of the API by POST. */
#include "web/net/http.h"

#include <string.h>

#include "base/i18n.h"
#include "web/api/api.h"
#include "web/net/connection.h"
#include "web/net/files.h"

enum {
    CHUNK = 16 << 10,
    HEADERS = 2048,
    BODY_SECONDS = 20,   /* to send a body, and to read an answer */
    ANSWER_SECONDS = 90, /* to find an answer */
};

static const char type_of_json[] = "application/json";

static void clean_up(struct web_connection *connection)
{
    if (!connection->wsi)
        return;
    web_peer_close(&connection->peer);
    text_free(&connection->in);
    *connection = (struct web_connection){0};
}

/* The connection ends when it takes longer. */
static void set_timer(struct web_connection *connection, int seconds)
{
    lws_set_timer_usecs(connection->wsi, seconds * LWS_USEC_PER_SEC);
}

static bool add_header(struct lws *wsi, const char *name, const char *value,
                       unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value),
                                       at, end) == 0;
}

static int send_headers(struct web_connection *connection)
{
    struct lws *wsi = connection->wsi;
    unsigned char buffer[LWS_PRE + HEADERS], *start = buffer + LWS_PRE, *at = start;
    unsigned char *end = buffer + sizeof buffer - 1;
    bool no_body = connection->status == 304;
    if (lws_add_http_common_headers(
            wsi, (unsigned)connection->status, no_body ? NULL : connection->type,
            no_body ? LWS_ILLEGAL_HTTP_CONTENT_LEN : connection->size, &at, end))
        return -1;
    if (connection->etag[0] && (!add_header(wsi, "etag:", connection->etag, &at, end) ||
                                !add_header(wsi, "vary:", "accept-encoding", &at, end)))
        return -1;
    if (connection->is_gzip && !no_body &&
        !add_header(wsi, "content-encoding:", "gzip", &at, end))
        return -1;
    if (!add_header(wsi, "cache-control:",
                    !connection->etag[0]     ? "no-store"
                    : connection->is_lasting ? "public, max-age=31536000, immutable"
                                             : "no-cache",
                    &at, end) ||
        (connection->status == 405 &&
         !add_header(wsi, "allow:", "GET, HEAD", &at, end)) ||
        lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    connection->has_headers = true;
    connection->head_only |= no_body;
    return 0;
}

static int complete(struct web_connection *connection)
{
    struct lws *wsi = connection->wsi;
    bool keeps = connection->keeps;
    clean_up(connection);
    return lws_http_transaction_completed(wsi) || !keeps ? -1 : 0;
}

static int write_body(struct web_connection *connection)
{
    unsigned char buffer[LWS_PRE + CHUNK];
    size_t left = connection->size - connection->sent,
           size = left < CHUNK ? left : CHUNK;
    const unsigned char *bytes =
        connection->body ? connection->body : connection->peer.out->room + WEB_HEADROOM;
    memcpy(buffer + LWS_PRE, bytes + connection->sent, size);
    connection->sent += size;
    bool last = connection->sent == connection->size;
    if (lws_write(connection->wsi, buffer + LWS_PRE, size,
                  last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)size)
        return -1;
    if (last)
        return complete(connection);
    lws_callback_on_writable(connection->wsi);
    return 0;
}

static int write_next(struct web_connection *connection)
{
    if (!connection->status) { /* an operation: is its answer there? */
        struct web_out *out =
            connection->peer.hub ? web_peer_next(&connection->peer) : NULL;
        if (!out)
            return 0;
        connection->status = out->status;
        connection->type = type_of_json;
        connection->size = out->length;
        set_timer(connection, BODY_SECONDS);
    }
    if (!connection->has_headers) {
        if (send_headers(connection))
            return -1;
        if (connection->head_only || connection->size == 0)
            return complete(connection);
        lws_callback_on_writable(connection->wsi);
        return 0;
    }
    return write_body(connection);
}

static int answer_text(struct web_connection *connection, int status, const char *text)
{
    connection->status = status;
    connection->type = "text/plain; charset=utf-8";
    connection->body = (const unsigned char *)text;
    connection->size = strlen(text);
    lws_callback_on_writable(connection->wsi);
    return 0;
}

static int answer_file(struct web_connection *connection, const char *path)
{
    const struct embed_file *file = web_files_find(path);
    char known[512] = "", encodings[256] = "";
    if (!file)
        return answer_text(connection, 404, _("There is no such page.\n"));
    lws_hdr_copy(connection->wsi, known, sizeof known, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    lws_hdr_copy(connection->wsi, encodings, sizeof encodings,
                 WSI_TOKEN_HTTP_ACCEPT_ENCODING);
    connection->is_gzip = file->gzip && web_files_accepts_gzip(encodings);
    connection->is_lasting = web_files_is_lasting(file);
    snprintf(connection->etag, sizeof connection->etag, "\"%s%s\"", file->digest,
             connection->is_gzip ? "-gzip" : "");
    connection->status = web_files_is_known(known, connection->etag) ? 304 : 200;
    connection->type = web_files_type(file);
    connection->body = connection->is_gzip ? file->gzip : file->bytes;
    connection->size = connection->is_gzip ? file->gzip_size : file->size;
    lws_callback_on_writable(connection->wsi);
    return 0;
}

static bool has_header(struct lws *wsi, enum lws_token_indexes header)
{
    return lws_hdr_total_length(wsi, header) > 0;
}

/* Refuses an operation before its body has come; the connection ends with it. */
static int reject(struct web_connection *connection, enum web_code code,
                  const char *message)
{
    connection->keeps = false;
    web_api_reject(&connection->peer, code, message);
    return 0;
}

/* The head of an operation's request. */
static int begin_post(struct web_connection *connection, const char *path)
{
    static const char prefix[] = "/api/";
    struct lws *wsi = connection->wsi;
    char type[64] = "", length[24] = "";
    uint64_t size = 0;
    const char *name = path + sizeof prefix - 1;
    if (strncmp(path, prefix, sizeof prefix - 1) != 0 ||
        strlen(name) >= sizeof connection->operation)
        return reject(connection, WEB_UNKNOWN_OP, _("operations are at /api/NAME"));
    lws_hdr_copy(wsi, type, sizeof type, WSI_TOKEN_HTTP_CONTENT_TYPE);
    lws_hdr_copy(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    if (strncasecmp(type, type_of_json, sizeof type_of_json - 1) != 0)
        return reject(connection, WEB_BAD_REQUEST,
                      _("the Content-Type must be application/json"));
    if (!text_number(length, strlen(length), UINT32_MAX, &size))
        return reject(connection,
                      has_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) ? WEB_TOO_LARGE
                                                                     : WEB_BAD_REQUEST,
                      _("a Content-Length of at most 65536 is required"));
    if (size > WEB_MESSAGE_MOST)
        return reject(connection, WEB_TOO_LARGE,
                      _("the body can have at most 65536 bytes"));
    strcpy(connection->operation, name);
    if (size == 0) { /* no body will come */
        set_timer(connection, ANSWER_SECONDS);
        web_api_post(&connection->peer, connection->operation, "", 0);
        connection->operation[0] = '\0';
    }
    return 0;
}

static bool begin_request(struct lws *wsi, struct web_connection *connection)
{
    struct web_site *site = web_connection_site(wsi);
    clean_up(connection);
    struct web_client *client = web_connection_identify(wsi);
    if (!client)
        return false;
    *connection = (struct web_connection){.wsi = wsi, .keeps = true};
    set_timer(connection, BODY_SECONDS);
    web_peer_open(&site->hub, &connection->peer, client, true, connection);
    return true;
}

static int begin(struct lws *wsi, struct web_connection *connection, const char *path)
{
    if (!begin_request(wsi, connection))
        return -1;
    struct web_client *client = connection->peer.client;
    bool post = has_header(wsi, WSI_TOKEN_POST_URI);
    connection->head_only = has_header(wsi, WSI_TOKEN_HEAD_URI);
    connection->keeps = !post || has_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    if (web_connection_head_is_long(wsi)) {
        connection->keeps = false;
        return answer_text(connection, 431,
                           _("The head of a request can have at most 8192 bytes.\n"));
    }
    if (!web_connection_is_ours(wsi)) {
        connection->keeps = false;
        return answer_text(connection, 403,
                           _("This Host or Origin is not allowed. If the name in the "
                             "address is right, start the server with --host NAME.\n"));
    }
    if (client->connections > web_client_connections_most(client)) {
        connection->keeps = false;
        return answer_text(connection, 429, _("Too many connections.\n"));
    }
    if (!web_client_may_ask(client)) {
        static const char why[] = N_("too many requests per second");
        connection->keeps = false;
        return post ? reject(connection, WEB_LIMIT, _(why))
                    : answer_text(connection, 429, _("Too many requests.\n"));
    }
    if (post)
        return begin_post(connection, path);
    if (has_header(wsi, WSI_TOKEN_GET_URI) || connection->head_only)
        return answer_file(connection, path);
    connection->keeps = false;
    return answer_text(connection, 405, _("Only GET, HEAD and POST are allowed.\n"));
}

static int take_body(struct web_connection *connection, const char *bytes, size_t count)
{
    if (!connection->operation[0])
        return 0; /* already refused: ignore the rest */
    if (connection->in.length + count > WEB_MESSAGE_MOST)
        return -1;
    text_add_bytes(&connection->in, bytes, count);
    return connection->in.failed ? -1 : 0;
}

static int end_body(struct web_connection *connection)
{
    if (!connection->wsi || !connection->operation[0])
        return 0;
    set_timer(connection, ANSWER_SECONDS);
    web_api_post(&connection->peer, connection->operation, text_string(&connection->in),
                 connection->in.length);
    connection->operation[0] = '\0';
    text_clear(&connection->in);
    return 0;
}

int web_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                      void *in, size_t length)
{
    struct web_connection *connection = user;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return begin(wsi, connection, in);
    case LWS_CALLBACK_HTTP_BODY:
        return take_body(connection, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return end_body(connection);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return connection->wsi ? write_next(connection) : 0;
    case LWS_CALLBACK_TIMER: /* too slow */
        return connection && connection->is_socket ? 0 : -1;
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (connection)
            clean_up(connection);
        return 0;
    default:
        return 0;
    }
}
