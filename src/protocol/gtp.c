/* gtp.c: the Go Text Protocol: commands come in lines, and each gets one answer. */
#include "protocol/gtp.h"

#include <errno.h>
#include <stdlib.h>

#include "protocol/gtp_commands.h"

/* Writes "=ID ANSWER" and an empty line. Returns 0 or the errno of what failed. */
static int write_answer(const struct gtp *gtp, bool ok, FILE *out)
{
    const char *answer = ok ? text_string(&gtp->answer) : gtp->error.text;
    const char *space = *answer && *answer != '\n' ? " " : "";
    errno = EIO;
    int written =
        fprintf(out, "%c%s%s%s\n\n", ok ? '=' : '?', gtp->request.id, space, answer);
    return written >= 0 && fflush(out) == 0 ? 0 : errno;
}

static int talk(struct gtp *gtp, FILE *in, FILE *out)
{
    int failure = 0;
    while (!gtp->quit && !failure && gtp_request_read(&gtp->request, in)) {
        text_clear(&gtp->answer);
        bool ok = gtp_command_run(gtp);
        failure = gtp->alone ? ENOTCONN : write_answer(gtp, ok, out);
    }
    return failure;
}

int gtp_run(const struct game *game, struct player *player,
            const struct gtp_options *options, FILE *in, FILE *out)
{
    struct gtp *gtp = calloc(1, sizeof *gtp);
    struct game *own = game_open(game->name, NULL);
    struct record record;
    int failure = ENOMEM;
    if (gtp && own && record_init(&record, own, NULL)) {
        own = NULL; /* the record's */
        session_init(&gtp->session, &record);
        gtp->player = player;
        gtp->options = options;
        failure = talk(gtp, in, out);
        session_free(&gtp->session);
        text_free(&gtp->answer);
    }
    game_close(own);
    free(gtp);
    return failure;
}
