/* fuzz_record.c: any bytes as a game file: refused with a reason, or written and read
 * back the same. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "rules/record.h"

/* Undo and redo lead through the same positions to the same file. */
static void walk(struct record *record)
{
    enum result result = record->result;
    int count = record->count;
    while (record_undo(record))
        continue;
    demand(record->count == 0 && record->redoable == count);
    while (record_redo(record))
        continue;
    demand(record->count == count && record->redoable == 0);
    /* What the rules don't know, that a game ended otherwise, they cannot redo. */
    demand(record->result == result || record->tag[RECORD_TERMINATION]);
    record->result = result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct record record = {0}, again = {0};
    struct error error = {""};
    if (!record_parse(&record, (const char *)data, size, &error)) {
        demand(error.text[0] && !record.game && !record.step);
        return 0;
    }
    struct text first = {0}, second = {0};
    record_format(&record, &first);
    demand(!first.failed);
    demand(record_parse(&again, text_string(&first), first.length, NULL));
    walk(&again);
    record_format(&again, &second);
    demand(first.length == second.length &&
           memcmp(text_string(&first), text_string(&second), first.length) == 0);

    /* A file cut anywhere is refused; one place of many is enough each time. */
    struct record cut = {0};
    size_t length = text_crc32(0, data, size) % first.length;
    demand(!record_parse(&cut, text_string(&first), length, NULL));
    text_free(&first);
    text_free(&second);
    record_free(&record);
    record_free(&again);
    return 0;
}
