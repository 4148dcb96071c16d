/* tournament_entries.c: --directory. */
#include "cmd/bots/tournament_entries.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/i18n.h"
#include "referee/entries.h"
#include "referee/results/results.h"
#include "referee/sandbox/process.h"

/* Says who is left out and why, and how many are not. */
static void print_entries(const struct tournament_request *request,
                          const struct entries *entries)
{
    int fit = 0;
    for (int i = 0; i < entries->count; i++) {
        const struct entry *entry = &entries->entry[i];
        fit += entry->fit;
        if (!entry->fit)
            fprintf(stderr, _("left out: %s: %s\n"), entry->name,
                    entry->reason ? entry->reason : "");
    }
    fprintf(
        stderr,
        P_("fit for the tournament: %d of %d entry; %s/entries.json has the check\n",
           "fit for the tournament: %d of %d entries; %s/entries.json has the checks\n",
           entries->count),
        fit, entries->count, request->out);
}

/* Takes over those that are fit. Their longest answers say how fast they are. */
static bool adopt(struct tournament_request *request, const struct entries *entries,
                  struct error *error)
{
    double seconds = 0;
    int fit = 0;
    for (int i = 0; i < entries->count; i++) {
        const struct entry *entry = &entries->entry[i];
        if (!entry->fit)
            continue;
        fit++;
        seconds += entry->longest;
        if (!tournament_settings_add_entry(&request->settings, entry->name,
                                           entry->folder, entry->command, error))
            return false;
    }
    request->pace = fit ? seconds / fit : 0;
    return true;
}

static int check(struct tournament_request *request, struct entries *entries,
                 struct error *error)
{
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGHUP);
    /* The signals wait; that there is one ends the checks. */
    struct pollfd signals = {.fd = signalfd(-1, &held, SFD_CLOEXEC), .events = POLLIN};
    const struct entries_options options = {
        .out = request->out,
        .sandbox = &request->sandbox,
        .concurrency = request->concurrency ? request->concurrency
                                            : tournament_usual_concurrency(),
        .abandon = signals.fd,
    };
    process_prepare();
    bool ok = entries_check(entries, request->contest, &options, error);
    process_sweep();
    bool stopped = poll(&signals, 1, 0) > 0;
    if (signals.fd >= 0)
        close(signals.fd);
    if (!ok)
        return stopped ? STATUS_INTERRUPTED : STATUS_FAILED;
    print_entries(request, entries);
    return adopt(request, entries, error) ? STATUS_DONE : STATUS_FAILED;
}

int tournament_entries_take(struct tournament_request *request, struct error *error)
{
    struct entries entries = {0};
    const char *directory;
    if (!tournament_settings_directory(&request->settings, &directory, error))
        return STATUS_USAGE;
    if (!directory)
        return STATUS_DONE;
    int status = STATUS_FAILED;
    if (entries_find(&entries, directory, request->contest, error) &&
        results_prepare(request->out, error)) {
        if (!args_switch(request->args, "quiet"))
            fprintf(stderr,
                    P_("checking %d entry in %s\n", "checking %d entries in %s\n",
                       entries.count),
                    entries.count, directory);
        if (tournament_request_hide(request, error))
            status = check(request, &entries, error);
    }
    entries_free(&entries);
    return status;
}
