#include <stddef.h>
#include <sys/epoll.h>

// Of GNU, and not in Swift's module of the C library.
void *memmem(const void *haystack, size_t size, const void *needle, size_t needle_size);
