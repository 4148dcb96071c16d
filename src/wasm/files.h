/* files.h: the files that the native program has built in, in a module: the weights of
 * the cave's evaluation, packed, and places for the opening books, which a page loads
 * apart because they are as large as the rest. */
#pragma once

#include <stddef.h>

/* Where the content of a book belongs, and how much there is; NULL when there is no
 * such file. Until it is there, the book is empty. */
unsigned char *files_place(const char *name, size_t *size);
