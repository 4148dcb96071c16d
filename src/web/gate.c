/* gate.c: looks at the frames of a WebSocket before libwebsockets does. */
#include "web/gate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "web/hub.h"

enum {
    PROTOCOL_ERROR = 1002,
    TOO_LARGE = 1009,
    MASKED = 0x80,
};

/* recv() is given nothing but a socket, so this is the one thing that it has to know: a
 * pointer that is set once, before the thread serves. */
static _Thread_local struct web_gates *gates_of_thread;

/* How long a header is, by what is there of it; 0: not known yet. */
static int head_length(const struct web_frames *frames)
{
    if (frames->have < 2)
        return 0;
    int size = frames->head[1] & 0x7f;
    return 2 + (size == 126 ? 2 : size == 127 ? 8 : 0) + 4;
}

static uint64_t payload_length(const struct web_frames *frames)
{
    int size = frames->head[1] & 0x7f, bytes = size == 126 ? 2 : size == 127 ? 8 : 0;
    uint64_t length = bytes ? 0 : (uint64_t)size;
    for (int i = 0; i < bytes; i++)
        length = length << 8 | frames->head[2 + i];
    return length;
}

/* Looks at a header as soon as enough of it is there. */
static void look(struct web_frames *frames)
{
    int length = head_length(frames);
    if (frames->have == 2 && !(frames->head[1] & MASKED))
        frames->fault = PROTOCOL_ERROR;
    if (frames->fault || length == 0 || frames->have < length)
        return;
    frames->payload = payload_length(frames);
    frames->have = 0;
    if (frames->payload > WEB_MESSAGE_MOST)
        frames->fault = TOO_LARGE;
}

size_t web_frames_follow(struct web_frames *frames, const unsigned char *bytes,
                         size_t count)
{
    size_t at = 0, fine = 0; /* up to here everything is right */
    while (at < count && !frames->fault) {
        if (frames->payload) {
            size_t left = count - at;
            size_t skip = frames->payload < left ? (size_t)frames->payload : left;
            frames->payload -= skip;
            at += skip;
        } else {
            frames->head[frames->have++] = bytes[at++];
            look(frames);
        }
        if (!frames->fault && frames->have == 0)
            fine = at;
    }
    /* The few bytes of a header that is cut by the end of the piece can do no harm. */
    return frames->fault ? fine : at;
}

bool web_gates_open(struct web_gates *gates, int size)
{
    *gates = (struct web_gates){.size = size, .last_socket = -1};
    gates->frames = calloc((size_t)size, sizeof *gates->frames);
    if (gates->frames)
        gates_of_thread = gates;
    return gates->frames;
}

void web_gates_close(struct web_gates *gates)
{
    if (gates_of_thread == gates)
        gates_of_thread = NULL;
    free(gates->frames);
    *gates = (struct web_gates){0};
}

/* Where what follows the request begins in what was read last. */
static size_t end_of_request(const struct web_gates *gates)
{
    static const char end[] = "\r\n\r\n";
    const unsigned char *found = memmem(gates->last, gates->last_count, end, 4);
    return found ? (size_t)(found - gates->last) + 4 : gates->last_count;
}

void web_gates_watch(struct web_gates *gates, int socket, struct web_frames *frames)
{
    if (socket < 0 || socket >= gates->size)
        return;
    *frames = (struct web_frames){0};
    gates->frames[socket] = frames;
    if (gates->last_socket == socket) {
        size_t at = end_of_request(gates);
        web_frames_follow(frames, gates->last + at, gates->last_count - at);
        gates->faults |= frames->fault != 0;
    }
}

void web_gates_forget(struct web_gates *gates, int socket)
{
    if (socket >= 0 && socket < gates->size)
        gates->frames[socket] = NULL;
    if (gates->last_socket == socket)
        gates->last_socket = -1;
}

/* Keeps what came from a socket that is not watched, behind the end of what came
 * before: the end of a request can come in two pieces. */
static void remember(struct web_gates *gates, int socket, const void *bytes,
                     size_t count)
{
    size_t kept = 0;
    if (gates->last_socket == socket) {
        kept = gates->last_count < 3 ? gates->last_count : 3;
        memmove(gates->last, gates->last + gates->last_count - kept, kept);
    }
    if (count > sizeof gates->last - kept)
        count = sizeof gates->last - kept;
    memcpy(gates->last + kept, bytes, count);
    gates->last_socket = socket;
    gates->last_count = kept + count;
}

ssize_t recv(int socket, void *buffer, size_t size, int flags)
{
    ssize_t got = recvfrom(socket, buffer, size, flags, NULL, NULL);
    struct web_gates *gates = gates_of_thread;
    if (got <= 0 || !gates || socket >= gates->size || (flags & MSG_PEEK))
        return got;
    struct web_frames *frames = gates->frames[socket];
    if (!frames) {
        remember(gates, socket, buffer, (size_t)got);
        return got;
    }
    size_t fine = web_frames_follow(frames, buffer, (size_t)got);
    gates->faults |= frames->fault != 0;
    if (fine)
        return (ssize_t)fine;
    errno = EAGAIN;
    return -1;
}
