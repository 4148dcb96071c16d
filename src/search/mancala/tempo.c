/* tempo.c: the tables of tempo.h. */
#include "search/mancala/tempo.h"

#include <stdlib.h>
#include <string.h>

/* A row of the board: the stones of each hole, in the order of sowing. */
struct row {
    int stones[TEMPO_HOLES];
};

static int row_sum(const struct tempo *tempo, const struct row *row)
{
    int sum = 0;
    for (int i = 0; i < tempo->holes; i++)
        sum += row->stones[i];
    return sum;
}

/* Sows a hole. Returns how many stones go beyond the store, to the other side first. */
static int sow(const struct tempo *tempo, struct row *row, int hole)
{
    const int count = row->stones[hole], beyond = count - (tempo->holes - hole);
    row->stones[hole] = 0;
    for (int i = hole + 1; i < tempo->holes && i <= hole + count; i++)
        row->stones[i]++;
    for (int i = 0; i < beyond - tempo->holes; i++)
        row->stones[i]++;
    return beyond;
}

static uint32_t run_number(const struct tempo *tempo, const struct row *row)
{
    const int sum = row_sum(tempo, row);
    uint32_t number = tempo->first[sum];
    for (int i = 1, rest = sum - row->stones[0]; i < tempo->holes; i++) {
        number += tempo->step[i][rest];
        rest -= row->stones[i];
    }
    return number;
}

static struct tempo_run run_of(const struct tempo *tempo, const struct row *row)
{
    struct tempo_run most = {0};
    for (int hole = 0; hole < tempo->holes; hole++) {
        if (row->stones[hole] == 0)
            continue;
        struct row next = *row;
        const int beyond = sow(tempo, &next, hole);
        const struct tempo_run *rest = &tempo->run[run_number(tempo, &next)];
        const int turns = rest->turns + (beyond != 0),
                  banked = rest->banked + (beyond >= 0),
                  crossings = rest->crossings + (beyond > 0);
        most.turns = (uint8_t)(turns > most.turns ? turns : most.turns);
        most.banked = (uint8_t)(banked > most.banked ? banked : most.banked);
        most.crossings =
            (uint8_t)(crossings > most.crossings ? crossings : most.crossings);
    }
    return most;
}

/* Goes through all rows with `rest` stones from this hole on, those with most stones near
 * the store first: sowing leads there, or to rows with fewer stones. */
static void make_runs(struct tempo *tempo, struct row *row, int hole, int rest)
{
    if (hole == tempo->holes - 1) {
        row->stones[hole] = rest;
        tempo->run[run_number(tempo, row)] = run_of(tempo, row);
        return;
    }
    for (int here = 0; here <= rest; here++) {
        row->stones[hole] = here;
        make_runs(tempo, row, hole + 1, rest - here);
    }
}

static uint32_t keeper_number(const struct tempo *tempo, const struct row *row)
{
    uint32_t number = 0;
    for (int i = 0; i < tempo->holes; i++) {
        const int most = tempo->holes - i + 1, stones = row->stones[i];
        number += tempo->weight[i] * (uint32_t)(stones < most ? stones : most);
    }
    return number;
}

static struct row keeper_row(const struct tempo *tempo, uint32_t number)
{
    struct row row = {{0}};
    for (int i = 0; i < tempo->holes; i++) {
        row.stones[i] = (int)(number / tempo->weight[i]);
        number %= tempo->weight[i];
    }
    return row;
}

/* Where a keeper's row leads: for each hole the number after sowing it, and after stones
 * have come into this hole and all before. */
struct keeper {
    uint16_t sown[TEMPO_HOLES], fed[TEMPO_HOLES];
    bool waits[TEMPO_HOLES]; /* sowing it ends the turn */
};

static struct keeper keeper_of(const struct tempo *tempo, uint32_t number)
{
    const struct row row = keeper_row(tempo, number);
    struct row fed = row;
    struct keeper keeper = {0};
    for (int hole = 0; hole < tempo->holes; hole++) {
        const int steps = tempo->holes - hole, stones = row.stones[hole];
        struct row next = row;
        fed.stones[hole]++;
        keeper.fed[hole] = (uint16_t)keeper_number(tempo, &fed);
        keeper.waits[hole] = stones < steps;
        keeper.sown[hole] = (uint16_t)number; /* it can't be sown */
        if (stones == 0 || stones > steps)
            continue;
        sow(tempo, &next, hole);
        keeper.sown[hole] = (uint16_t)keeper_number(tempo, &next);
    }
    return keeper;
}

static void count_turns(struct tempo *tempo, int crossings, uint32_t number,
                        const struct keeper *keeper)
{
    uint8_t *to_move = tempo->to_move[crossings], *to_wait = tempo->to_wait[crossings];
    uint8_t turns = 0;
    for (int hole = 0; hole < tempo->holes; hole++) {
        const uint32_t next = keeper->sown[hole];
        if (next == number)
            continue;
        const uint8_t then =
            keeper->waits[hole] ? (uint8_t)(1 + to_wait[next]) : to_move[next];
        turns = then > turns ? then : turns;
    }
    to_move[number] = turns;
    for (int hole = 0; crossings > 0 && hole < tempo->holes; hole++) {
        const uint8_t then = tempo->to_move[crossings - 1][keeper->fed[hole]];
        turns = then < turns ? then : turns;
    }
    to_wait[number] = turns;
}

/* Ways to choose k of n. */
static uint32_t binomial(int n, int k)
{
    uint32_t ways = k <= n;
    for (int i = 1; ways && i <= k; i++)
        ways = ways * (uint32_t)(n - k + i) / (uint32_t)i;
    return ways;
}

static void set_numbers(struct tempo *tempo)
{
    const int holes = tempo->holes;
    for (int s = 0; s <= tempo->stones; s++) {
        tempo->first[s] = s > 0 ? binomial(s - 1 + holes, holes) : 0;
        for (int i = 1; i < holes; i++)
            tempo->step[i][s] = binomial(s + holes - i - 1, holes - i);
    }
    tempo->rows = 1;
    for (int i = holes - 1; i >= 0; i--) {
        tempo->weight[i] = tempo->rows;
        tempo->rows *= (uint32_t)(holes - i + 2);
    }
}

/* Sowing only makes the number of a keeper's row smaller. */
static bool make_keepers(struct tempo *tempo)
{
    const size_t rows = tempo->rows;
    uint8_t *turns = malloc(2 * (size_t)(tempo->stones + 1) * rows);
    struct keeper *keeper = malloc(rows * sizeof *keeper);
    tempo->to_move[0] = turns;
    for (uint32_t i = 0; keeper && i < rows; i++)
        keeper[i] = keeper_of(tempo, i);
    for (int c = 0; turns && keeper && c <= tempo->stones; c++) {
        tempo->to_move[c] = turns + 2 * (size_t)c * rows;
        tempo->to_wait[c] = tempo->to_move[c] + rows;
        for (uint32_t i = 0; i < rows; i++)
            count_turns(tempo, c, i, &keeper[i]);
    }
    const bool ok = turns && keeper;
    free(keeper);
    return ok;
}

struct tempo *tempo_make(int holes)
{
    struct tempo *tempo = holes > TEMPO_HOLES ? NULL : calloc(1, sizeof *tempo);
    if (!tempo)
        return NULL;
    tempo->holes = holes;
    tempo->stones = 2 * holes;
    set_numbers(tempo);
    tempo->run = calloc(binomial(tempo->stones + holes, holes), sizeof *tempo->run);
    if (!tempo->run || !make_keepers(tempo)) {
        tempo_free(tempo);
        return NULL;
    }
    for (int stones = 1; stones <= tempo->stones; stones++)
        make_runs(tempo, &(struct row){{0}}, 0, stones);
    return tempo;
}

void tempo_free(struct tempo *tempo)
{
    if (!tempo)
        return;
    free(tempo->run);
    free(tempo->to_move[0]);
    free(tempo);
}
