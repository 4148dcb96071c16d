/* words.h: every text that a user sees is written _("in English") and can be translated
 * by gettext; N_ marks a text that stands in a constant table and is looked up later.
 */
#pragma once

#include <libintl.h>

#define _(english) gettext(english)
#define N_(english) english
