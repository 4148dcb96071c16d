/* i18n.h: every text that a user sees is written _("in English") and can be translated
 * by gettext; N_ marks a text in a constant table, which is translated when shown. */
#pragma once

#include <libintl.h>

/* The domain is named, so that this works in programs that use the library, too. */
#define _(english) dgettext("lodestone", english)
#define N_(english) english
