/* fuzz_web_frames.c: the frames of a WebSocket are followed alike however they are cut
 * into pieces, and never past a wrong one. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "web/gate.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count < 1)
        return 0;
    size_t piece = bytes[0] % 17 + 1;
    bytes++;
    count--;
    struct web_frames whole = {0}, cut = {0};
    size_t fine = web_frames_follow(&whole, bytes, count), passed = 0;
    for (size_t at = 0; at < count && !cut.fault; at += piece) {
        size_t size = count - at < piece ? count - at : piece;
        size_t through = web_frames_follow(&cut, bytes + at, size);
        if (through > size || (!cut.fault && through != size))
            abort();
        passed += through;
    }
    if (whole.fault != cut.fault || fine > count || (!whole.fault && fine != count))
        abort();
    /* In pieces, the beginning of a header may have gone through before its end came.
     */
    if (passed < fine || passed > fine + WEB_FRAME_HEAD)
        abort();
    return 0;
}
