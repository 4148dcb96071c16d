/* gtp_process.c: sends requests and reads answers, with deadlines. */
#include "referee/game/gtp_process.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"

enum {
    CHUNK = 65536,
    MOVE_GRACE_LEAST = 500000000, /* nanoseconds to wait for a late answer */
    WATCH = 100000000,    /* nanoseconds between looks at a bot that may wake itself */
    TOLERANCE = 20000000, /* nanoseconds that we may look too late ourselves */
};
static const int64_t grace_most = 5000000000;

const char *const gtp_process_colours[2] = {"b", "w"};
const double gtp_process_goodbye = 0.5;

/* An exchange in progress. */
struct exchange {
    struct gtp_process *bot;
    struct gtp_answer *answer;
    const char *request;
    int64_t begin;          /* as if what was spent had been spent just now */
    int64_t sent;           /* when it really began */
    int64_t deadline, last; /* `last`: when waiting ends */
    int64_t overslept;      /* how late we looked after the deadline */
    bool looked;            /* after the deadline */
};

bool gtp_process_start(struct gtp_process *bot, const struct process_start *start,
                       struct error *error)
{
    *bot = (struct gtp_process){.abandon = -1};
    bot->running = process_start(&bot->process, start, error);
    return bot->running;
}

static bool forfeit(struct gtp_answer *answer, enum forfeit forfeit, const char *reason)
{
    answer->forfeit = forfeit;
    return error_set(&answer->reason, "%s", reason);
}

/* Quotes what it wrote, as far as it fits into a message. */
static bool forfeit_quoting(struct gtp_answer *answer, enum forfeit forfeit,
                            const char *format, const struct text *text)
{
    char quoted[80];
    answer->forfeit = forfeit;
    return error_set(
        &answer->reason, format,
        text_quotable(text_string(text), text->length, quoted, sizeof quoted));
}

/* Reading. */

/* Reads what is available. False at the end of the output. */
static bool read_output(struct gtp_process *bot)
{
    char chunk[CHUNK];
    ssize_t got = read(bot->process.out, chunk, sizeof chunk);
    if (got > 0)
        text_add_bytes(&bot->buffer, chunk, (size_t)got);
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

/* The beginning of a log says what it is about, and the end why it ended. */
static void cut_middle(struct text *log)
{
    const char *mark = _("\n(something is left out here)\n");
    size_t head = GTP_PROCESS_LOG_BYTES / 2, tail = GTP_PROCESS_LOG_BYTES / 4,
           length = strlen(mark);
    memmove(log->data + head + length, log->data + log->length - tail, tail + 1);
    memcpy(log->data + head, mark, length);
    log->length = head + length + tail;
}

static void read_log(struct gtp_process *bot)
{
    char chunk[CHUNK];
    ssize_t got = read(bot->process.err, chunk, sizeof chunk);
    if (got == 0) {
        close(bot->process.err);
        bot->process.err = -1;
    }
    if (got <= 0)
        return;
    if (bot->log.length + (size_t)got > GTP_PROCESS_LOG_BYTES)
        cut_middle(&bot->log);
    text_add_bytes(&bot->log, chunk, (size_t)got);
}

/* Whether a bot wrote something before it was asked. Blank lines do no harm. */
static bool spoke_early(struct gtp_process *bot)
{
    /* Only once: a bot that never stops writing would hold us up. */
    read_output(bot);
    const char *text = text_string(&bot->buffer);
    size_t blank = strspn(text, " \t\r\n");
    if (blank < bot->buffer.length)
        return true;
    text_clear(&bot->buffer);
    return false;
}

static void drop_front(struct text *text, size_t count)
{
    text->length -= count;
    memmove(text->data, text->data + count, text->length + 1);
}

/* Cuts blank lines off the front. */
static void skip_blank_lines(struct text *buffer)
{
    if (buffer->length == 0)
        return;
    size_t blank = strspn(buffer->data, " \t\r\n");
    while (blank > 0 && buffer->data[blank - 1] != '\n')
        blank--;
    if (blank > 0)
        drop_front(buffer, blank);
}

/* Where the answer ends: after its empty line; 0 if that has not arrived yet. */
static size_t answer_end(const struct text *buffer)
{
    const char *text = text_string(buffer), *newline = text;
    while ((newline = strchr(newline, '\n'))) {
        newline++;
        size_t blank = strspn(newline, " \t\r");
        if (newline[blank] == '\n')
            return (size_t)(newline + blank + 1 - text);
    }
    return 0;
}

/* Takes an answer such as "= A1" from the buffer, without its sign, id and blanks. */
static void take_answer(struct exchange *exchange, size_t end)
{
    struct gtp_process *bot = exchange->bot;
    const char *text = bot->buffer.data + 1;
    size_t length = end - 1;
    exchange->answer->refused = bot->buffer.data[0] == '?';
    size_t id = strspn(text, "0123456789");
    text += id;
    length -= id;
    while (length > 0 && strchr(" \t\r\n", text[length - 1]))
        length--;
    while (length > 0 && strchr(" \t", *text)) {
        text++;
        length--;
    }
    text_clear(&bot->answer);
    text_add_bytes(&bot->answer, text, length);
    drop_front(&bot->buffer, end);
    exchange->answer->text = text_string(&bot->answer);
}

/* Deciding. */

/* An answer that was there as soon as we looked is in time if we were hardly late
 * ourselves: nobody can tell, and nothing is gained by being a little late. Otherwise
 * only a delay that the deadline fell into, and that was at least as long, excuses
 * it. */
static void note_late(struct exchange *exchange)
{
    struct gtp_answer *answer = exchange->answer;
    int64_t late = answer->time - (exchange->deadline - exchange->begin);
    answer->unseen = late <= exchange->overslept;
    if (answer->unseen && late <= TOLERANCE)
        return;
    answer->excused =
        answer->unseen ||
        late <= host_latency_around(exchange->bot->latency, exchange->deadline,
                                    exchange->deadline + late);
    answer->forfeit = FORFEIT_LATE;
    error_set(&answer->reason, _("answered '%s' after %lld ms, %lld ms too late"),
              exchange->request, (long long)((answer->time + 999999) / 1000000),
              (long long)((late + 999999) / 1000000));
}

/* Looks at what has arrived. Returns whether the exchange is over. */
static bool decide(struct exchange *exchange, int64_t now)
{
    struct gtp_process *bot = exchange->bot;
    struct gtp_answer *answer = exchange->answer;
    skip_blank_lines(&bot->buffer);
    const char *text = text_string(&bot->buffer);
    const char *newline = memchr(text, '\n', bot->buffer.length);
    if (bot->buffer.failed || bot->buffer.length > GTP_PROCESS_ANSWER_BYTES)
        return !forfeit(answer, FORFEIT_FLOOD,
                        _("wrote more than a mebibyte instead of an answer"));
    if (memchr(text, '\0', bot->buffer.length) ||
        (newline && *text != '=' && *text != '?'))
        return !forfeit_quoting(answer, FORFEIT_RUBBISH,
                                _("wrote '%s', which is not a GTP answer"),
                                &bot->buffer);
    size_t end = newline ? answer_end(&bot->buffer) : 0;
    if (!end)
        return false;
    take_answer(exchange, end);
    answer->time = now - exchange->begin;
    if (answer->time > exchange->deadline - exchange->begin)
        note_late(exchange);
    if (!answer->forfeit &&
        strspn(text_string(&bot->buffer), " \t\r\n") < bot->buffer.length)
        forfeit_quoting(answer, FORFEIT_RUBBISH, _("wrote '%s' after its answer"),
                        &bot->buffer);
    return true;
}

/* When waiting is over. */
static void note_silence(struct exchange *exchange)
{
    struct gtp_answer *answer = exchange->answer;
    double seconds = clock_seconds(exchange->last - exchange->begin);
    double limit =
        clock_seconds((exchange->deadline - exchange->begin) / 1000000 * 1000000);
    answer->time = exchange->last - exchange->begin;
    if (strchr(text_string(&exchange->bot->buffer), '\n')) {
        forfeit(answer, FORFEIT_RUBBISH,
                _("wrote no empty line after its answer, which GTP requires"));
        return;
    }
    int64_t delay =
        host_latency_around(exchange->bot->latency, exchange->deadline, exchange->last);
    answer->forfeit = FORFEIT_STALL;
    answer->excused = 2 * delay > exchange->last - exchange->deadline;
    error_set(&answer->reason,
              exchange->bot->buffer.length
                  ? _("no newline after the answer to '%s' within %.1f s (limit %g s)")
                  : _("no answer to '%s' within %.1f s (limit %g s)"),
              exchange->request, seconds, limit);
}

/* Writing and waiting. */

/* Looks after a stopped opponent that may wake itself, every now and then, whatever
 * else keeps us awake. Returns how long to sleep at most. */
static int64_t watch_other(struct gtp_process *bot)
{
    struct gtp_process *other = bot->other;
    if (!other || !other->running || !process_may_wake(&other->process))
        return INT64_MAX;
    int64_t now = clock_now();
    if (now - other->watched >= WATCH) {
        process_keep_stopped(&other->process);
        other->watched = now;
    }
    return other->watched + WATCH - now;
}

/* Sleeps until something happens to this bot, at most until `moment`. Returns false if
 * its output has ended or nothing more can arrive. */
static bool wait_for_bot(struct gtp_process *bot, bool writing, int64_t moment,
                         bool *abandoned)
{
    struct pollfd fd[] = {
        {.fd = bot->process.out, .events = POLLIN},
        {.fd = bot->process.err, .events = POLLIN},
        {.fd = bot->process.exit_fd, .events = POLLIN},
        {.fd = bot->abandon, .events = POLLIN},
        {.fd = bot->other && bot->other->running ? bot->other->process.err : -1,
         .events = POLLIN},
        {.fd = writing ? bot->process.in : -1, .events = POLLOUT},
    };
    int64_t rest = moment - clock_now(), until_look = watch_other(bot);
    if (rest > until_look)
        rest = until_look;
    struct timespec timeout = {0};
    if (rest > 0)
        timeout = (struct timespec){.tv_sec = rest / 1000000000,
                                    .tv_nsec = rest % 1000000000};
    if (ppoll(fd, sizeof fd / sizeof *fd, &timeout, NULL) <= 0)
        return true;
    *abandoned = fd[3].revents != 0;
    if (fd[1].revents)
        read_log(bot);
    if (fd[4].revents)
        read_log(bot->other);
    if (fd[0].revents)
        return read_output(bot);
    /* It is gone, though another process may still hold its output open. */
    return !fd[2].revents;
}

static void note_end(struct exchange *exchange)
{
    struct gtp_process *bot = exchange->bot;
    struct gtp_answer *answer = exchange->answer;
    /* It exits a moment after the end of its output. */
    bool gone = process_wait_exit(&bot->process, 1);
    for (int i = 0; i < 16 && bot->process.err >= 0; i++)
        read_log(bot);
    answer->time = clock_now() - exchange->begin;
    answer->forfeit = FORFEIT_CRASH;
    if (gone)
        error_set(&answer->reason, _("exited with status %d instead of answering '%s'"),
                  process_exit_status(&bot->process), exchange->request);
    else
        error_set(&answer->reason, _("closed its output instead of answering '%s'"),
                  exchange->request);
}

/* Writes the request. False if that ended the exchange. */
static bool send_request(struct exchange *exchange)
{
    struct gtp_process *bot = exchange->bot;
    struct text line = {0};
    text_addf(&line, "%s\n", exchange->request);
    size_t written = 0;
    bool ok = !line.failed, abandoned = false;
    while (ok && written < line.length && !abandoned) {
        ssize_t put =
            write(bot->process.in, line.data + written, line.length - written);
        if (put > 0) {
            written += (size_t)put;
        } else if (put < 0 && errno != EAGAIN && errno != EINTR) {
            note_end(exchange);
            ok = false;
        } else if (clock_now() >= exchange->deadline) {
            forfeit(exchange->answer, FORFEIT_STALL, _("does not read its input"));
            ok = false;
        } else {
            wait_for_bot(bot, true, exchange->deadline, &abandoned);
        }
    }
    text_free(&line);
    exchange->answer->abandoned = abandoned;
    return ok && !abandoned;
}

/* The first look after the deadline, or after the request if that was later. */
static void note_look(struct exchange *exchange, int64_t now)
{
    int64_t due =
        exchange->deadline > exchange->sent ? exchange->deadline : exchange->sent;
    exchange->looked = true;
    exchange->overslept = now - due;
}

static void receive_answer(struct exchange *exchange)
{
    struct gtp_process *bot = exchange->bot;
    struct gtp_answer *answer = exchange->answer;
    for (;;) {
        int64_t now = clock_now();
        bool after = now >= exchange->deadline;
        if (after && !exchange->looked)
            note_look(exchange, now);
        bool more =
            wait_for_bot(bot, false, after ? exchange->last : exchange->deadline,
                         &answer->abandoned);
        now = clock_now();
        if (!exchange->looked && now >= exchange->deadline)
            note_look(exchange, now);
        if (decide(exchange, now) || answer->abandoned)
            return;
        if (!more) {
            note_end(exchange);
            return;
        }
        if (now >= exchange->last) {
            note_silence(exchange);
            return;
        }
    }
}

void gtp_process_ask(struct gtp_process *bot, const char *request, double seconds,
                     struct gtp_answer *answer)
{
    *answer = (struct gtp_answer){.text = ""};
    struct exchange exchange = {.bot = bot, .answer = answer, .request = request};
    int64_t limit = clock_from_seconds(seconds), grace = limit, spent = bot->spent;
    bot->spent = 0;
    grace = grace < MOVE_GRACE_LEAST ? MOVE_GRACE_LEAST : grace;
    grace = grace > grace_most ? grace_most : grace;
    if (spoke_early(bot)) {
        forfeit_quoting(answer, FORFEIT_RUBBISH, _("wrote '%s' before it was asked"),
                        &bot->buffer);
        return;
    }
    if (bot->process.stopped)
        process_continue(&bot->process);
    exchange.begin = clock_now() - spent;
    exchange.deadline = exchange.begin + limit;
    if (!send_request(&exchange))
        return;
    exchange.sent = clock_now();
    exchange.begin = exchange.sent - spent;
    exchange.deadline = exchange.begin + limit;
    exchange.last = exchange.deadline + grace;
    if (exchange.last < exchange.sent + grace)
        exchange.last = exchange.sent + grace;
    receive_answer(&exchange);
}

void gtp_process_stop(struct gtp_process *bot)
{
    process_stop(&bot->process);
    bot->watched = clock_now();
}

void gtp_process_end(struct gtp_process *bot, double seconds, struct process_end *end)
{
    *end = (struct process_end){0};
    if (!bot->running)
        return;
    if (seconds > 0) {
        if (bot->process.stopped)
            process_continue(&bot->process);
        ssize_t ignored = write(bot->process.in, "quit\n", 5);
        (void)ignored;
        close(bot->process.in);
        bot->process.in = -1;
        process_wait_exit(&bot->process, seconds);
    }
    for (int i = 0; i < 32 && bot->process.err >= 0; i++)
        read_log(bot);
    process_end(&bot->process, end);
    bot->running = false;
}

void gtp_process_free(struct gtp_process *bot)
{
    text_free(&bot->buffer);
    text_free(&bot->answer);
    text_free(&bot->log);
}
