/* args.h: what operations ask of a request: games by key, records, numbers. */
#pragma once

#include "web/api/call.h"

/* Members of the request; NULL or `usual` when they are missing. */
const char *web_text_arg(const struct web_call *call, const char *name);
bool web_flag_arg(const struct web_call *call, const char *name, bool usual);
/* Seconds within limits; refuses others. */
bool web_seconds_arg(struct web_call *call, const char *name, double least, double most,
                     double *seconds);
/* A whole number within limits; `*number` stays as it is when the member is missing. */
bool web_count_arg(struct web_call *call, const char *name, int most, int *number);

/* The game and role of the member "key"; NULL and refused when there is none. */
struct web_game *web_key_arg(struct web_call *call, enum web_role *role);
/* The same for a given key; NULL without a refusal when no game has it. */
struct web_game *web_find_key(struct web_hub *hub, const char *key, enum web_role *role,
                              struct error *error);
/* A record from "spec", "position" and "moves"; false when refused. */
bool web_record_arg(struct web_call *call, struct record *record);
/* A record from the text of a file in "lode"; false when refused. */
bool web_lode_arg(struct web_call *call, struct record *record);

/* The place that a request names, by a key or by a spec: see docs/api.md. The record
 * has the moves before it; false when refused. */
bool web_key_place_arg(struct web_call *call, struct record *record);
bool web_place_arg(struct web_call *call, struct record *record);
/* Its members, and the time for the engine. */
/* clang-format off */
#define WEB_PLACE                         \
    {"key", WEB_TEXT, WEB_OPTIONAL},      \
    {"ply", WEB_WHOLE, WEB_OPTIONAL},     \
    {"spec", WEB_TEXT, WEB_OPTIONAL},     \
    {"position", WEB_TEXT, WEB_OPTIONAL}, \
    {"moves", WEB_TEXT, WEB_OPTIONAL},    \
    {"seconds", WEB_NUMBER, WEB_OPTIONAL}
/* clang-format on */
