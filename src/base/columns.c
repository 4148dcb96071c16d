/* columns.c: how much room a text takes in a terminal. */
#include "base/columns.h"

#include <limits.h>
#include <string.h>
#include <wchar.h>

#include "base/text.h"

size_t columns_step(const char *text, int *columns)
{
    wchar_t wide = L'?';
    size_t length = text_utf8_length(text, strnlen(text, MB_LEN_MAX));
    *columns = 0;
    if (!*text)
        return 0;
    if (!length) {
        *columns = 1;
        return 1;
    }
    if (mbrtowc(&wide, text, length, &(mbstate_t){0}) != length)
        wide = L'?';
    *columns = wcwidth(wide);
    if (*columns < 0) /* a terminal shows something in its place */
        *columns = 1;
    return length;
}

size_t columns_fit(const char *text, int width, int *columns)
{
    size_t used = 0;
    *columns = 0;
    for (;;) {
        int more;
        size_t length = columns_step(text + used, &more);
        if (!length || *columns + more > width)
            return used;
        used += length;
        *columns += more;
    }
}

int columns_count(const char *text)
{
    int columns;
    columns_fit(text, INT_MAX, &columns);
    return columns;
}
