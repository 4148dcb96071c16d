/* sandbox.h: what keeps a hostile program from doing harm: bubblewrap with namespaces
 * of its own, a seccomp filter, an unprivileged user, control groups and limits. If a
 * host lacks one of them, we do without and say so. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/text.h"
#include "referee/sandbox/cgroup.h"
#include "referee/sandbox/program.h"

enum sandbox_mode {
    SANDBOX_AUTO,     /* as much as the host offers */
    SANDBOX_REQUIRED, /* bubblewrap, the filter and limits, or nothing is started */
    SANDBOX_OFF,      /* the bots are trusted: they run as they are */
};

/* "auto", "required" or "off". */
bool sandbox_parse_mode(const char *name, enum sandbox_mode *mode, struct error *error);

struct sandbox_limits {
    int memory_mib;  /* for all processes of a bot together where groups exist */
    int processes;   /* processes and threads */
    int storage_mib; /* each of its private folders, and its largest file */
};

enum {
    SANDBOX_HIDDEN = 2048, /* the most places that can be hidden */
};

struct sandbox {
    enum sandbox_mode mode;
    struct sandbox_limits limits;
    bool root;       /* we are root: bots get a user of their own */
    bool bubblewrap; /* it works here */
    char bwrap[256], prlimit[256], setpriv[256];
    int filter[2]; /* descriptors: without and with network; -1 when there is none */
    struct cgroups cgroups;
    rlim_t open_files; /* how many we could have before we asked for more */
    char why[256];     /* why bubblewrap does not work */
    /* Places that no bot may see unless its own command names them. */
    char *hidden[SANDBOX_HIDDEN];
    int hiddens;
};

extern const struct sandbox_limits sandbox_usual_limits;

/* Finds out what the host offers. False in required mode if something is missing. */
bool sandbox_open(struct sandbox *sandbox, enum sandbox_mode mode,
                  const struct sandbox_limits *limits, struct error *error);
void sandbox_close(struct sandbox *sandbox);

/* Hides a file or folder, such as those of the other bots. */
bool sandbox_hide(struct sandbox *sandbox, const char *path, struct error *error);

/* Hides this program and its library wherever they are installed: a bot could ask them
 * for its moves. Bots whose command is this program still have it. */
bool sandbox_hide_engine(struct sandbox *sandbox, struct error *error);

/* One line for each guarantee: whether it holds, and by what. With `gaps`, only what
 * does not hold, or not fully; "" if everything does. */
void sandbox_describe(const struct sandbox *sandbox, bool gaps, struct text *text);
