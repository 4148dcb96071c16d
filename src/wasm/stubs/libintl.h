/* libintl.h: texts stay in English. */
#pragma once

#define dgettext(domain, english) (english)
#define dngettext(domain, one, many, count) ((count) == 1 ? (one) : (many))
