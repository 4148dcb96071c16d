/* lessons.h: short lessons on a real board. They are data, page/lessons.json, which the
 * web page reads as well:
 *
 *     {"format": 1, "lessons": [
 *       {"id": "cave-bricks", "game": "cave", "title": "...", "goal": "...", "steps": [
 *         {"text": what to do, "spec": "cave:8x8x5",
 *          "position": "8/8/8/8/8/8/8/8 x", "moves": "A1 H1" (played from there; optional),
 *          "accept": ["A2"], the right moves; "claim": why these (below),
 *          "value": "win" or a margin, what the position is worth (optional),
 *          "right": "...", "wrong": "...",
 *          "feedback": {"B4": what to say to this move instead} (optional)}]}]}
 *
 * A claim says which legal moves the accepted ones are, all of them and no others;
 * tests/unit/test_lessons.c holds each against the rules or the solver:
 *
 *     legal    every legal move            wins      those that win at once
 *     beside   those that touch no wall    holds     those that leave no win at once
 *     forks    those that threaten twice   parries   those that leave no win and no fork
 *     again    another turn                captures  a capture
 *     crosses  end on the other side       laps      come round to one's own side
 *     best     those of the highest proven value
 *
 * Texts call the players of the cave ■ and □. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "rules/record.h"

enum {
    LESSONS_MOST = 64
};

struct lesson_step {
    const char *text, *spec, *position, *moves; /* moves may be NULL */
    const char *claim, *right, *wrong;
    const char *const *accept; /* as they are written; NULL ends the list */
    /* What to say to single moves instead: moves[i] gets texts[i]. */
    const char *const *feedback_move, *const *feedback_text;
    const char *value; /* "win", "draw", "loss", a margin, or NULL */
};

struct lesson {
    const char *id, *game, *title, *goal;
    const struct lesson_step *step;
    int steps;
};

struct lessons;

/* All lessons; NULL with a reason when the file is not what it should be. */
struct lessons *lessons_open(struct error *error);
/* The same from a text. */
struct lessons *lessons_parse(const char *text, size_t length, struct error *error);
void lessons_close(struct lessons *lessons);

int lessons_count(const struct lessons *lessons);
const struct lesson *lessons_at(const struct lessons *lessons, int index);
/* By id, by the beginning of one that no other id has, or by number from 1; -1 if there
 * is none. */
int lessons_find(const struct lessons *lessons, const char *name);

/* Starts a record at the step's position. */
bool lesson_step_record(const struct lesson_step *step, struct record *record,
                        struct error *error);
/* Whether the move is one of the accepted ones, and what to say to it. */
bool lesson_step_judge(const struct lesson_step *step, const char *move,
                       const char **feedback);

/* Which lessons the user has solved, and that they solved one; kept in the file
 * "lessons" beside the saved games. */
void lessons_read_done(const struct lessons *lessons, bool done[LESSONS_MOST]);
/* The first that they have not solved, or the first of all. */
int lessons_next(const struct lessons *lessons);
bool lessons_mark_done(const char *id, struct error *error);
