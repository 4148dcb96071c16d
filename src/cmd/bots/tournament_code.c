/* tournament_code.c: changed code is noticed, and asked about. */
#include "cmd/bots/tournament_code.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/text.h"
#include "referee/journal.h"
#include "referee/journal_change.h"
#include "referee/tournament.h"

struct code {
    char fingerprint[CONTEST_BOTS][FINGERPRINT_SIZE];
    bool changed[CONTEST_BOTS];
};

bool tournament_code_option(const struct args *args, const char **wanted,
                            struct error *error)
{
    *wanted = args_value(args, "changed");
    return !*wanted || strcmp(*wanted, "keep") == 0 || strcmp(*wanted, "rerun") == 0 ||
           error_set(error, _("--changed must be keep or rerun"));
}

/* "ann, ben"; "" if none has changed. */
static void list_changed(const struct contest *contest, const struct code *code,
                         struct text *names)
{
    for (int i = 0; i < contest->bots; i++)
        if (code->changed[i])
            text_addf(names, "%s%s", names->length ? ", " : "", contest->bot[i].name);
}

/* "keep", "rerun", or NULL. Ctrl-C ends the program here, where nothing is under
 * way. */
static const char *ask(const char *names)
{
    sigset_t interrupt, before;
    char line[32];
    const char *answer = NULL;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_UNBLOCK, &interrupt, &before);
    while (!answer) {
        fprintf(stderr,
                _("The files of %s have changed since games were played with them.\n"
                  "Play these games again (r), keep them (k), or stop here (s)? "),
                names);
        if (!fgets(line, sizeof line, stdin) || line[0] == 's')
            break;
        answer = line[0] == 'r' ? "rerun" : line[0] == 'k' ? "keep" : NULL;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return answer;
}

static bool rerun(const struct tournament_request *request, const struct code *code,
                  struct error *error)
{
    const struct contest *contest = request->contest;
    for (int i = 0; i < contest->bots; i++) {
        int kept, dropped;
        if (!code->changed[i])
            continue;
        if (!journal_change(request->out, contest, NULL, contest->bot[i].name, &kept,
                            &dropped, error))
            return false;
        fprintf(stderr,
                P_("%s has changed: %d game is played again\n",
                   "%s has changed: %d games are played again\n", dropped),
                contest->bot[i].name, dropped);
    }
    return true;
}

static int settle(const struct tournament_request *request, struct code *code,
                  struct error *error)
{
    const struct contest *contest = request->contest;
    struct text names = {0};
    const char *wanted = request->changed;
    int status = STATUS_DONE;
    for (int i = 0; i < contest->bots; i++) {
        if (tournament_is_signalled()) {
            error_set(error, _("stopped; run the same command to continue"));
            return STATUS_INTERRUPTED;
        }
        if (!fingerprint_take(contest, i, request->out, code->fingerprint[i], error)) {
            error_prefix(error, _("bot %s: "), contest->bot[i].name);
            return STATUS_FAILED;
        }
    }
    if (!journal_find_changed(request->out, contest, code->fingerprint, code->changed,
                              error))
        return STATUS_FAILED;
    list_changed(contest, code, &names);
    if (names.length && !wanted && isatty(STDIN_FILENO) && isatty(STDERR_FILENO)) {
        wanted = ask(text_string(&names));
        status = wanted ? STATUS_DONE : STATUS_INTERRUPTED;
        error_set(error, _("stopped; nothing has changed in %s"), request->out);
    } else if (names.length && !wanted) {
        error_set(
            error,
            _("the files of %.300s have changed since games were played with them; "
              "--changed=rerun plays these games again, --changed=keep keeps them"),
            text_string(&names));
        status = STATUS_FAILED;
    }
    if (names.length && wanted && strcmp(wanted, "rerun") == 0 &&
        !rerun(request, code, error))
        status = STATUS_FAILED;
    text_free(&names);
    if (status == STATUS_DONE &&
        !journal_set_code(request->out, contest, code->fingerprint, error))
        status = STATUS_FAILED;
    return status;
}

int tournament_code_settle(const struct tournament_request *request,
                           struct error *error)
{
    struct code *code = calloc(1, sizeof *code);
    int status = STATUS_FAILED;
    if (code)
        status = settle(request, code, error);
    else
        error_set(error, _("out of memory"));
    free(code);
    return status;
}
