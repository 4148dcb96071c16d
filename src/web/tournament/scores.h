/* scores.h: standings, cross-table and games of a tournament, from its files. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

struct web_scores;

/* NULL when memory runs out. */
struct web_scores *web_scores_open(const char *directory);
void web_scores_close(struct web_scores *scores);

/* Reads what has come since the last time; true when there was anything. */
bool web_scores_update(struct web_scores *scores);

/* The tournament as docs/api.md has it. */
json_t *web_scores_json(const struct web_scores *scores);
