/* gate.h: looks at the frames of a WebSocket before libwebsockets does.
 *
 * RFC 6455 has a server close a connection on which a client sends a frame without a
 * mask; libwebsockets does so only in later versions than Debian 12 has. It reads
 * sockets with recv(), so this file defines that function: it reads what the C
 * library's would have read, follows the frames' headers, and withholds whatever comes
 * from the first wrong one on. A frame that says it is longer than any message may be
 * is wrong as well, before its bytes have come. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WEB_FRAME_HEAD = 14, /* the longest header */
    WEB_GATE_LAST = 4096,
};

/* Where a stream of frames stands. Start from {0}. */
struct web_frames {
    unsigned char head[WEB_FRAME_HEAD];
    int have;         /* bytes of a header */
    uint64_t payload; /* bytes of a frame still to come */
    int fault;        /* the code to close with, 0: all is well */
};

/* Follows the frames; returns how many of the bytes are fine, which is all of them as
 * long as there is no fault. */
size_t web_frames_follow(struct web_frames *frames, const unsigned char *bytes,
                         size_t count);

/* All streams of a server, by their sockets. One for each thread that serves. */
struct web_gates {
    struct web_frames **frames; /* by socket, NULL where it is none of ours */
    int size;
    bool faults; /* there are some that nobody has dealt with */
    /* What was read last from a socket that is not watched: a client can send frames
     * right behind its request, in one piece with it. */
    int last_socket;
    size_t last_count;
    unsigned char last[WEB_GATE_LAST];
};

/* From now on recv() in this thread looks at the streams of these gates. */
bool web_gates_open(struct web_gates *gates, int size);
void web_gates_close(struct web_gates *gates);

/* Begins to follow a socket that has just become a WebSocket. */
void web_gates_watch(struct web_gates *gates, int socket, struct web_frames *frames);
void web_gates_forget(struct web_gates *gates, int socket);
