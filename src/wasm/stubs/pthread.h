/* pthread.h: one thread: nothing to lock, nothing to wait for, and no other thread can
 * be started. */
#pragma once

#include <errno.h>
#include <time.h>

typedef int pthread_t, pthread_attr_t;
typedef int pthread_mutex_t, pthread_mutexattr_t;
typedef int pthread_cond_t, pthread_condattr_t;

static inline int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                 void *(*run)(void *), void *context)
{
    (void)thread, (void)attributes, (void)run, (void)context;
    return EAGAIN;
}

#define pthread_join(thread, result) ((void)(thread))
#define pthread_mutex_init(mutex, attributes) ((void)(mutex))
#define pthread_mutex_destroy(mutex) ((void)(mutex))
#define pthread_mutex_lock(mutex) ((void)(mutex))
#define pthread_mutex_unlock(mutex) ((void)(mutex))
#define pthread_condattr_init(attributes) ((void)(attributes))
#define pthread_condattr_setclock(attributes, clock) ((void)(attributes))
#define pthread_condattr_destroy(attributes) ((void)(attributes))
#define pthread_cond_init(condition, attributes) ((void)(condition))
#define pthread_cond_destroy(condition) ((void)(condition))
#define pthread_cond_broadcast(condition) ((void)(condition))
#define pthread_cond_wait(condition, mutex) ((void)(condition))
#define pthread_cond_timedwait(condition, mutex, until) \
    ((void)(condition), (void)(until))
