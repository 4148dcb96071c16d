/* support.h: what unit tests have in common. Each function fails the running test when
 * something goes wrong. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "rules/game.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* How often to try what is drawn at random. Wrong answers are found by the builds without
 * sanitizers; those with them look for other faults, several times slower, and the same code
 * runs in a fifth of the tries. */
#define TRIES(count) (SANITIZED ? ((count) + 4) / 5 : (count))

/* Opens a game, which the caller closes. */
struct game *opened(const char *spec);

/* The position after some moves from a position, or from the start (NULL). */
struct position after(const struct game *game, const char *from, const char *moves);

/* The position after so many moves at random, or the last one before the end of the game. */
struct position after_random(const struct game *game, int plies, struct rng *rng);

/* A position as text, which the caller frees. */
struct text position_text(const struct game *game, const struct position *position);

void assert_same_text(const struct text *a, const struct text *b);

/* Makes a file of these bytes. */
void write_file(const char *path, const char *bytes, size_t count);

/* Damages a file: puts `byte` at this place. */
void overwrite_byte(const char *path, long at, char byte);

/* Permissions mean nothing to the administrator, so that a test about them is somebody
 * else for a while. False when that is not possible. */
bool become_nobody(void);
void become_oneself(void);

/* Whether the file holds exactly these bytes. */
void assert_file_holds(const char *path, const char *bytes, size_t count);
