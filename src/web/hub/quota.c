/* quota.c: a token bucket. */
#include "web/hub/quota.h"

#include "base/clock.h"

struct web_quota web_quota_full(double most)
{
    return (struct web_quota){.left = most, .filled = clock_now()};
}

void web_quota_fill(struct web_quota *quota, double rate, double most)
{
    int64_t now = clock_now();
    quota->left += clock_seconds(now - quota->filled) * rate;
    if (quota->left > most)
        quota->left = most;
    quota->filled = now;
}

bool web_quota_take(struct web_quota *quota, double rate, double most)
{
    web_quota_fill(quota, rate, most);
    if (quota->left < 1)
        return false;
    quota->left--;
    return true;
}
