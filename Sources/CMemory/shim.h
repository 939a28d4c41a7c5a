// Giving memory back that has been freed, where the C library can do that: glibc can.
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// From so many bytes on, what is allocated is a mapping of its own, which freeing takes away.
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
