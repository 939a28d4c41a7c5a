// Tells ThreadSanitizer of the waits of Synchronization.Mutex, for `make test-full` on Linux.
//
// A mutex that is free is taken and given back by atomic operations in the code of whoever uses it,
// which ThreadSanitizer sees. One that is taken is waited for inside Swift's runtime, which is not
// built for it: it does not see that who has waited comes after who gave the mutex back, and takes
// what they do for a race. These three stand before the runtime's functions, and say so.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Synchronization._MutexHandle._lockSlow(_: UInt32), _unlockSlow() and _tryLockSlow() -> Bool.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK);
SWIFT bool try_lock_slow(SELF void *mutex) __asm__(TRY_LOCK);

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
  typedef SWIFT void Function(uint32_t, SELF void *);
  ((Function *)dlsym(RTLD_NEXT, LOCK))(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock_slow(SELF void *mutex) {
  typedef SWIFT void Function(SELF void *);
  if (__tsan_release) __tsan_release(mutex);
  ((Function *)dlsym(RTLD_NEXT, UNLOCK))(mutex);
}

SWIFT bool try_lock_slow(SELF void *mutex) {
  typedef SWIFT bool Function(SELF void *);
  bool is_taken = ((Function *)dlsym(RTLD_NEXT, TRY_LOCK))(mutex);
  if (is_taken && __tsan_acquire) __tsan_acquire(mutex);
  return is_taken;
}
