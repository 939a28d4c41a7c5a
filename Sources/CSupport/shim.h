// Giving memory back that has been freed, where the C library can do that: glibc can.
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Fixes the size from which the C library returns freed memory to the system at once, where it can: glibc can.
static inline void feed_map_from(int size) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, size);
#endif
}

static inline void feed_give_back_free_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
// The commit that is built, where FEED_BUILD_COMMIT in the environment of the build names it; empty elsewhere.
#ifndef FEED_BUILD_COMMIT
#define FEED_BUILD_COMMIT ""
#endif
#define FEED_COMMIT FEED_BUILD_COMMIT
