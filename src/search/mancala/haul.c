/* haul.c: the tables of haul.h. */
#include "search/mancala/haul.h"

#include <stdlib.h>

enum {
    ROUNDS = 4 /* turns that are looked ahead; more make hardly a difference */
};

/* What the tables are made with. A row is its number here: three bits for each hole. */
struct maker {
    struct haul *haul;
    int holes;
    enum mancala_stealing stealing;
    /* The stones that a row surely banks within the turns looked ahead so far: if its
     * player is to move, and if the opponent is. */
    uint8_t *to_move, *to_wait;
};

static int stones_of(uint32_t row, int hole)
{
    return (int)(row >> (3 * hole) & 7);
}

static uint32_t without(uint32_t row, int hole)
{
    return row & ~((uint32_t)7 << (3 * hole));
}

/* One stone more in a hole; one more than its steps stands for all above. */
static uint32_t with_more(const struct maker *maker, uint32_t row, int hole)
{
    const uint32_t more = stones_of(row, hole) <= maker->holes - hole;
    return row + (more << (3 * hole));
}

static int entry_at(uint64_t entry, int lane)
{
    return (int)(entry >> (8 * lane) & 255);
}

static void raise_lane(uint64_t *entry, int lane, int value)
{
    if (value > entry_at(*entry, lane))
        *entry += (uint64_t)(value - entry_at(*entry, lane)) << (8 * lane);
}

/* After an extra turn everything is one stone more. */
static void add_turn(const struct maker *maker, uint32_t next, uint64_t *entry)
{
    const uint64_t rest = maker->haul->row[next];
    for (int lane = 0; lane <= maker->holes; lane++)
        if (entry_at(rest, lane) > 0)
            raise_lane(entry, lane, entry_at(rest, lane) + 1);
}

/* A steal: if nothing is stolen, the last stone may stay. */
static void add_steal(const struct maker *maker, uint32_t next, int last,
                      uint64_t *entry)
{
    const int stays = maker->to_wait[next], goes = maker->to_wait[without(next, last)],
              value = maker->stealing == MANCALA_STEAL ? goes + 1
                      : goes < stays                   ? goes
                                                       : stays;
    raise_lane(entry, maker->holes - 1 - last, HAUL_CAN + value);
}

static void add_move(const struct maker *maker, uint32_t row, int hole, uint64_t *entry)
{
    const int holes = maker->holes, last = hole + stones_of(row, hole);
    uint32_t next = without(row, hole);
    for (int i = hole + 1; i < holes && i <= last; i++)
        next = with_more(maker, next, i);
    if (last == holes)
        add_turn(maker, next, entry);
    else if (last < holes && stones_of(row, last) == 0)
        add_steal(maker, next, last, entry);
    else
        raise_lane(entry, holes, HAUL_CAN + (last > holes) + maker->to_wait[next]);
}

static void move_row(const struct maker *maker, uint32_t row)
{
    uint64_t entry = (uint64_t)HAUL_CAN << (8 * maker->holes);
    int most = 0;
    for (int hole = 0; hole < maker->holes; hole++)
        if (stones_of(row, hole) > 0)
            add_move(maker, row, hole, &entry);
    for (int lane = 0; lane <= maker->holes; lane++)
        most = entry_at(entry, lane) > most ? entry_at(entry, lane) : most;
    maker->haul->row[row] = entry;
    maker->to_move[row] = (uint8_t)(most - HAUL_CAN);
}

static void lower(uint8_t *least, uint8_t value)
{
    if (value < *least)
        *least = value;
}

/* The opponent may have sent stones over, which can do harm. */
static void feed_row(const struct maker *maker, uint32_t row)
{
    for (int hole = 0; hole < maker->holes; hole++)
        lower(&maker->to_move[row], maker->to_move[with_more(maker, row, hole)]);
}

/* And may have stolen the stones of a hole. */
static void rob_row(const struct maker *maker, uint32_t row)
{
    maker->to_wait[row] = maker->to_move[row];
    for (int hole = 0; hole < maker->holes; hole++)
        lower(&maker->to_wait[row], maker->to_move[without(row, hole)]);
}

/* Goes through all rows: sowing leads to those that come first on the way up. */
static void for_rows(const struct maker *maker, uint32_t row, int hole, bool up,
                     void (*visit)(const struct maker *maker, uint32_t row))
{
    const uint32_t most = (uint32_t)(maker->holes - hole + 1);
    if (hole == maker->holes) {
        visit(maker, row);
        return;
    }
    for (uint32_t i = 0; i <= most; i++)
        for_rows(maker, row + ((up ? i : most - i) << (3 * hole)), hole + 1, up, visit);
}

static bool make_rows(struct haul *haul, int holes, enum mancala_stealing stealing)
{
    const size_t numbers = haul_number(haul, haul->most) + 1;
    struct maker maker = {haul, holes, stealing, calloc(numbers, 1),
                          calloc(numbers, 1)};
    haul->row = calloc(numbers, sizeof *haul->row);
    const bool ok = haul->row && maker.to_move && maker.to_wait;
    for (int i = 0; ok && i < ROUNDS; i++) {
        for_rows(&maker, 0, 0, true, move_row);
        for_rows(&maker, 0, 0, false, feed_row);
        for_rows(&maker, 0, 0, true, rob_row);
    }
    free(maker.to_move);
    free(maker.to_wait);
    return ok;
}

struct haul *haul_make(int holes, enum mancala_stealing stealing)
{
    if (holes > HAUL_HOLES || stealing == MANCALA_NOSTEAL)
        return NULL;
    struct haul *haul = calloc(1, sizeof *haul);
    if (!haul)
        return NULL;
    for (int lane = 0; lane < holes; lane++) {
        haul->most += (uint64_t)(holes - lane + 1) << (8 * lane);
        haul->extra += (uint64_t)(stealing == MANCALA_KALAH) << (8 * lane);
    }
    if (!make_rows(haul, holes, stealing)) {
        haul_free(haul);
        return NULL;
    }
    return haul;
}

void haul_free(struct haul *haul)
{
    if (!haul)
        return;
    free(haul->row);
    free(haul);
}
