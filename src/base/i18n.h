/* i18n.h: every text that a user sees is written _("in English") and can be translated
 * by gettext; N_ marks a text that stands in a constant table and is looked up later.
 */
#pragma once

#include <libintl.h>

/* The domain is named here, so that the library is right in other programs, too. */
#define _(english) dgettext("lodestone", english)
#define N_(english) english
