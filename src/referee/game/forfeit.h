/* forfeit.h: the ways in which a bot loses a game by what it did, not by the rules. */
#pragma once

enum forfeit {
    FORFEIT_NONE,
    FORFEIT_ILLEGAL, /* a move that the position does not allow */
    FORFEIT_LATE,    /* an answer after the deadline */
    FORFEIT_CRASH,   /* it exited, closed its output, or could not be started */
    FORFEIT_STALL,   /* no answer at all */
    FORFEIT_RUBBISH, /* something that is not an answer */
    FORFEIT_FLOOD,   /* far too much output */
    FORFEIT_ABSENT,  /* not played: it had lost too many games in these ways */
    FORFEITS,
};

/* "illegal", "late", "crash", "stall", "rubbish", "flood", "absent"; "" for
 * none. */
const char *forfeit_name(enum forfeit forfeit);

/* FORFEITS if there is none with this name. */
enum forfeit forfeit_named(const char *name);
