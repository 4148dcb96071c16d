/* heuristic_terms.h: why a heuristic gives a position its value: the terms of its
 * sum. */
#pragma once

#include "players/heuristic.h"

enum {
    /* Windows of the smallest lines on the largest board, once for each player. */
    HEURISTIC_MAX_TERMS = 448,
};

enum heuristic_place {
    PLACE_ROW,
    PLACE_COLUMN,
    PLACE_RISING,  /* diagonals to the upper right */
    PLACE_FALLING, /* diagonals to the lower right */
    PLACE_WHOLE,   /* the whole board */
    PLACES,
};

struct heuristic_term {
    int player; /* 0 or 1; -1 for what belongs to both */
    enum heuristic_place place;
    const char *what; /* "window", "line", "pattern", "store", ... */
    uint64_t cells;   /* cave: its cells */
    int count;        /* bricks of the player in them; Mancala: stones, holes, moves */
    double points;    /* seen from the first player */
};

struct heuristic_terms {
    double value; /* their sum, and what heuristic_evaluate says */
    int count;
    struct heuristic_term term[HEURISTIC_MAX_TERMS];
};

/* Takes the value apart. Terms without bricks are left out. */
void heuristic_explain(const struct heuristic *heuristic, const struct game *game,
                       const struct position *position, int own,
                       struct heuristic_terms *terms);

/* "row", "column", "rising diagonal", "falling diagonal", "board". */
const char *heuristic_place_name(enum heuristic_place place);

/* The sum of a player's points in one place; PLACES: everywhere. */
double heuristic_terms_sum(const struct heuristic_terms *terms, int player,
                           enum heuristic_place place);

/* The points of all terms that a cell is part of: a heat map. */
double heuristic_terms_at(const struct heuristic_terms *terms, int cell);
