import CSupport

/// Freed memory that the C library keeps for reuse.
enum FreeMemory {
  /// Returns freed memory to the system, if the C library supports it.
  ///
  /// A comparison creates the feed a second time, on any thread. glibc has a separate pool for each
  /// thread, so that free memory grows with each comparison until every thread has been used once, and
  /// looks like a memory leak.
  static func giveBack() { feed_give_back_free_memory() }
}
