/* i18n.h: every text that a user sees is written _("in English") and can be translated
 * by gettext; N_ marks a text in a constant table that is looked up later, and P_
 * chooses between P_("%d game", "%d games", count). */
#pragma once

#include <libintl.h>

/* The domain is named here so that the library works in other programs too. */
#define _(english) dgettext("lodestone", english)
#define N_(english) english
#define P_(one, many, count) dngettext("lodestone", one, many, (unsigned long)(count))
