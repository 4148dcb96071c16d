/* kgp_link.c: sockets and the lines that go through them. */
#include "protocol/kgp_link.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"

enum {
    SEND_MS = 5000, /* for the other end to take a line */
    CONNECT_MS = 10000,
    BACKLOG = 16,
};

void kgp_link_open(struct kgp_link *link, int fd, uint64_t first_id, int quit)
{
    int on = 1;
    *link = (struct kgp_link){.fd = fd, .next_id = first_id, .quit = quit};
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

/* Sending. */

static void send_bytes(struct kgp_link *link, const char *bytes, size_t count)
{
    int64_t deadline = clock_now() + (int64_t)SEND_MS * 1000000;
    while (count > 0 && !link->gone) {
        ssize_t sent = send(link->fd, bytes, count, MSG_NOSIGNAL);
        int64_t rest = deadline - clock_now();
        if (sent > 0) {
            bytes += sent;
            count -= (size_t)sent;
        } else if (errno == EAGAIN && rest > 0) {
            struct pollfd fd = {.fd = link->fd, .events = POLLOUT};
            poll(&fd, 1, (int)(rest / 1000000) + 1);
        } else if (errno != EINTR) {
            link->gone = true;
        }
    }
}

static void send_line(struct kgp_link *link, const struct text *line)
{
    if (line->failed)
        link->gone = true;
    send_bytes(link, text_string(line), line->length);
}

uint64_t kgp_say(struct kgp_link *link, uint64_t ref, const char *format, ...)
{
    uint64_t id = link->next_id;
    char *body = NULL;
    struct text line = {0};
    va_list list;
    va_start(list, format);
    bool made = vasprintf(&body, format, list) >= 0;
    va_end(list);
    if (!made) {
        link->gone = true;
        return id;
    }
    link->next_id += 2;
    text_addf(&line, "%llu", (unsigned long long)id);
    if (ref)
        text_addf(&line, "@%llu", (unsigned long long)ref);
    text_addf(&line, " %s\r\n", body);
    send_line(link, &line);
    text_free(&line);
    free(body);
    return id;
}

void kgp_complain(struct kgp_link *link, uint64_t ref, const char *text)
{
    struct text quoted = {0};
    kgp_add_string(&quoted, text);
    kgp_say(link, ref, "error %s", text_string(&quoted));
    text_free(&quoted);
}

void kgp_greet(struct kgp_link *link)
{
    static const char greeting[] = "kgp 1 0 1\r\n";
    send_bytes(link, greeting, sizeof greeting - 1);
}

void kgp_link_close(struct kgp_link *link)
{
    if (!link->gone)
        kgp_say(link, 0, "goodbye");
    /* Unread input would reset the connection before our last words arrive. */
    shutdown(link->fd, SHUT_WR);
    for (int i = 0; i < 64 && recv(link->fd, link->buffer, KGP_LINE_BYTES, 0) > 0; i++)
        ;
    close(link->fd);
    link->gone = true;
    link->fd = -1;
}

/* Receiving. */

/* Takes the next whole line out of the buffer. Returns false when there is none. */
static bool take_line(struct kgp_link *link, size_t *length)
{
    char *newline = memchr(link->buffer, '\n', link->filled);
    size_t end = newline ? (size_t)(newline - link->buffer) + 1 : link->filled;
    bool too_long = !newline && link->filled == KGP_LINE_BYTES;
    if (!newline && !too_long)
        return false;
    bool skip = link->skipping;
    link->skipping = too_long;
    *length = skip ? 0 : end;
    memcpy(link->line, link->buffer, *length);
    link->line[*length] = '\0';
    link->filled -= end;
    memmove(link->buffer, link->buffer + end, link->filled);
    if (too_long && !skip) {
        kgp_complain(link, 0, _("a line has at most 16384 characters"));
        *length = 0;
    }
    return true;
}

static void answer_ping(struct kgp_link *link, const struct kgp_line *line)
{
    struct text text = {0};
    if (line->arguments > 0 && line->argument[0].kind != KGP_BOARD) {
        text_add(&text, " ");
        if (line->argument[0].kind == KGP_STRING)
            kgp_add_string(&text, line->argument[0].text);
        else
            text_add(&text, line->argument[0].text);
    }
    kgp_say(link, line->id, "pong%s", text_string(&text));
    text_free(&text);
}

/* Whether the line is for the caller. */
static bool understand(struct kgp_link *link, size_t length, struct kgp_line *line)
{
    struct error error;
    if (strspn(link->line, " \t\r\n") == length)
        return false;
    if (!kgp_parse(link->line, length, line, &error)) {
        kgp_complain(link, line->id, error.text);
        return false;
    }
    if (strcmp(line->command, "ping") == 0) {
        answer_ping(link, line);
        return false;
    }
    return true;
}

static void receive(struct kgp_link *link)
{
    ssize_t got =
        recv(link->fd, link->buffer + link->filled, KGP_LINE_BYTES - link->filled, 0);
    if (got > 0)
        link->filled += (size_t)got;
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        link->gone = true;
}

enum kgp_event kgp_next(struct kgp_link *link, int wake, int64_t deadline,
                        struct kgp_line *line)
{
    for (;;) {
        size_t length;
        while (!link->gone && take_line(link, &length)) {
            if (understand(link, length, line))
                return KGP_LINE;
            if (clock_now() >= deadline)
                return KGP_TIME;
        }
        if (link->gone)
            return KGP_GONE;
        struct pollfd fd[] = {
            {.fd = link->fd, .events = POLLIN},
            {.fd = wake, .events = POLLIN},
            {.fd = link->quit, .events = POLLIN},
        };
        int64_t rest = deadline - clock_now();
        if (rest <= 0)
            return KGP_TIME;
        /* Rounded up, and at most an hour at a time: an int of milliseconds is small.
         */
        poll(fd, 3, rest > 3600000000000 ? 3600000 : (int)((rest + 999999) / 1000000));
        if (fd[2].revents)
            return KGP_GONE;
        if (fd[1].revents)
            return KGP_WOKEN;
        if (fd[0].revents)
            receive(link);
    }
}

/* Addresses. */

static bool resolve(const char *host, int port, bool passive, struct addrinfo **found,
                    struct error *error)
{
    char service[16];
    struct addrinfo wanted = {
        .ai_family = AF_UNSPEC,
        .ai_socktype = SOCK_STREAM,
        .ai_flags = passive ? AI_PASSIVE : 0,
    };
    snprintf(service, sizeof service, "%d", port);
    int failure = getaddrinfo(host, service, &wanted, found);
    if (failure)
        return error_set(error, _("cannot find the address '%s': %s"), host,
                         gai_strerror(failure));
    return true;
}

static int bound_port(int fd)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &size) != 0)
        return 0;
    return ntohs(address.ss_family == AF_INET6
                     ? ((struct sockaddr_in6 *)&address)->sin6_port
                     : ((struct sockaddr_in *)&address)->sin_port);
}

int kgp_listen(const char *host, int *port, struct error *error)
{
    struct addrinfo *found;
    int fd = -1, on = 1;
    if (!resolve(host, *port, true, &found, error))
        return -1;
    for (struct addrinfo *a = found; a && fd < 0; a = a->ai_next) {
        fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
        if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
            bind(fd, a->ai_addr, a->ai_addrlen) != 0 || listen(fd, BACKLOG) != 0) {
            error_set(error, _("cannot listen on %s, port %d: %s"), host, *port,
                      strerror(errno));
            if (fd >= 0)
                close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(found);
    if (fd >= 0)
        *port = bound_port(fd);
    return fd;
}

/* Connects within a time limit. */
static bool reach(int fd, const struct addrinfo *address)
{
    int failure = 0;
    socklen_t size = sizeof failure;
    struct pollfd wait = {.fd = fd, .events = POLLOUT};
    if (connect(fd, address->ai_addr, address->ai_addrlen) == 0)
        return true;
    if (errno != EINPROGRESS)
        return false;
    if (poll(&wait, 1, CONNECT_MS) <= 0) {
        errno = ETIMEDOUT;
        return false;
    }
    getsockopt(fd, SOL_SOCKET, SO_ERROR, &failure, &size);
    errno = failure;
    return failure == 0;
}

int kgp_connect(const char *host, int port, struct error *error)
{
    struct addrinfo *found;
    int fd = -1;
    if (!resolve(host, port, false, &found, error))
        return -1;
    for (struct addrinfo *a = found; a && fd < 0; a = a->ai_next) {
        fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
                    a->ai_protocol);
        if (fd < 0 || !reach(fd, a)) {
            error_set(error, _("cannot connect to %s, port %d: %s"), host, port,
                      strerror(errno));
            if (fd >= 0)
                close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(found);
    return fd;
}
