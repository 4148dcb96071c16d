/* seat.h: who sits at the board in a match: a player of this program, or another
 * program that speaks GTP. It stays seated from game to game. */
#pragma once

#include "base/error.h"
#include "match/opening.h"
#include "players/player.h"
#include "referee/sandbox/sandbox.h"

struct seat_options {
    const struct game *game;
    /* A level or a named bot, perhaps after "builtin:"; or "cmd:" and a command. */
    const char *who;
    /* For our own players; a command has its limits in its words. */
    struct engine_options engine;
    struct limits limits;
    /* For commands: */
    const struct sandbox *sandbox; /* switched off: the programs are trusted */
    int number;                    /* differs from that of every other seat */
    int abandon;                   /* a descriptor: readable means stop; or -1 */
};

struct seat;

/* The options must outlive the seat. A seat is used by the thread that opened it. */
struct seat *seat_open(const struct seat_options *options, struct error *error);
void seat_close(struct seat *seat);

/* Begins a game after an opening. Players with random moves depend on the seed; other
 * programs are asked to forget the last game by clear_board. */
bool seat_begin(struct seat *seat, uint64_t seed, const struct opening *opening,
                struct error *error);

/* Tells a move that the other seat has chosen. */
bool seat_tell(struct seat *seat, int mover, move_t move, struct error *error);

/* Chooses a move and plays it on its own board. False with a reason if it fails to give
 * a legal move, or without one if it was told to stop. */
bool seat_choose(struct seat *seat, const struct position *position, move_t *move,
                 double *seconds, struct error *error);
