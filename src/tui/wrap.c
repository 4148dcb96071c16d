/* wrap.c: prose in lines of a given width. */
#include "tui/wrap.h"

#include <string.h>

#include "base/columns.h"
#include "base/i18n.h"
#include "base/text.h"

/* A word's columns; in ASCII the two signs become letters. */
static int add_word(const char *word, size_t length, bool ascii, struct text *text)
{
    int columns = 0;
    for (size_t i = 0; i < length;) {
        int more;
        size_t size = columns_step(word + i, &more);
        columns += more;
        if (ascii && size == 3 && memcmp(word + i, "■", 3) == 0)
            text_add(text, "X");
        else if (ascii && size == 3 && memcmp(word + i, "□", 3) == 0)
            text_add(text, "O");
        else
            text_add_bytes(text, word + i, size);
        i += size;
    }
    return columns;
}

void wrap_add(const char *string, int width, bool ascii, struct text *text)
{
    int column = 0;
    string = _(string);
    while (*string) {
        struct text word = {0};
        size_t length = strcspn(string, " ");
        int columns = add_word(string, length, ascii, &word);
        if (column && column + 1 + columns > width) {
            text_add(text, "\n");
            column = 0;
        }
        text_addf(text, "%s%s", column ? " " : "", text_string(&word));
        column += columns + (column > 0);
        text_free(&word);
        string += length + strspn(string + length, " ");
    }
    text_add(text, "\n");
}
