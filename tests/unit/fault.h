/* fault.h: failure injection. The linker leads the calls below from the program under
 * test to fault.c (-Wl,--wrap), which lets one of them fail: the first, the second, and
 * so on until a run gets through. The program itself has no hooks for this. */
#pragma once

#include <stdbool.h>

#include "base/error.h"

enum fault_kind {
    FAULT_MEMORY, /* malloc and its kin, anonymous mmap, SQLite's and zstd's memory */
    FAULT_INPUT,  /* open, read, opendir, eventfd, mmap of a file, SQLite's reading */
    FAULT_OUTPUT, /* write, fsync, rename and so on, SQLite's writing */
    FAULT_STEP,   /* sqlite3_step */
    FAULT_THREAD, /* pthread_create */
    FAULT_KINDS,
};

/* Something that must survive any failure. */
struct fault_trial {
    const char *name;
    /* Makes things as they were before; or NULL. */
    void (*prepare)(void *context);
    /* Does it, and lets go of everything that it took. False with a reason. */
    bool (*run)(void *context, struct error *error);
    /* Looks at what is left, after a run that went well or not: NULL, or what is wrong;
     * or there is nothing to look at. */
    const char *(*check)(void *context, bool ok);
};

/* Runs the trial with the 1st, 2nd, 3rd ... call of each kind failing, once alone and
 * once with all that follow, until nothing was left to fail. Fails the test when a run
 * leaks, keeps a descriptor open, fails without a message or without cause, or when the
 * check objects. */
void fault_try(const struct fault_trial *trial, void *context);

/* Prints how many points of failure were tried in this program, as a TAP comment. */
void fault_report(void);

/* Puts SQLite's memory and files under the same regime; before its first use. */
void fault_install_sqlite(void);

/* For those who let calls fail. Whether this one is to: */
bool fault_strikes(enum fault_kind kind);
/* Nothing fails in this thread as long as that is wanted. */
void fault_spare(bool wanted);
/* Memory that was taken and given back; NULL is none. */
void *fault_count(void *memory);
void fault_uncount(const void *memory);
