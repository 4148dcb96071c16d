/* socket.h: WebSockets: messages in, messages out, and the right code at the end. */
#pragma once

#include "web/net/connection.h"

/* What libwebsockets calls for WebSockets; as lws_callback_function. */
int web_socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                        void *in, size_t length);

/* Closes WebSockets that keep us busy with frames that are no messages. The library
 * answers pings itself and says little about it, so this compares what the system has
 * received with what we were given. To be called in each round. */
void web_socket_look_after(struct web_site *site);

/* Tells all WebSockets that the server stops. */
void web_socket_close_all(struct web_site *site);
