/* user.h: user ids that nobody has, one for each running bot. They are taken host-wide,
 * so that two referees at a time never use the same: processes of one user count
 * together and may signal each other. */
#pragma once

#include <sys/types.h>

/* Takes an id. It is ours until `lock` is closed by everybody who has it; -1 when the
 * host has no place to note that, and `number` alone keeps our bots apart. */
uid_t user_take(int number, int *lock);
