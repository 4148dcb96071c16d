/* web_study.h: what the engine knows: hints, values, scores of all moves, analyses. */
#pragma once

#include "ui/web.h"

/* A peer has gone: what was under way for him stops, and nobody is answered. */
void web_study_orphan(struct web_peer *peer);
