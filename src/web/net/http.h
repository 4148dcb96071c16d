/* http.h: HTTP: the files of the page, and the operations of the API by POST. */
#pragma once

#include <libwebsockets.h>

/* What libwebsockets calls for requests; as lws_callback_function. */
int web_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                      void *in, size_t length);
