// Counts what is allocated, while it is told to: glibc calls these instead of its own.
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stddef.h>

typedef struct {
  size_t count;
  size_t bytes;
} allocation_totals;

/// Begins to count from zero.
void allocations_begin(void);

/// Stops counting, and tells what was allocated since.
allocation_totals allocations_end(void);

/// The bytes that are in use, as the allocator itself accounts for them.
size_t allocations_in_use(void);

#endif
