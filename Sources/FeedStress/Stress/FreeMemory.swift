import CMemory

/// Memory that has been freed, which the C library keeps in case somebody wants it again.
enum FreeMemory {
  /// Gives it back to the system, where the C library can do that.
  ///
  /// A comparison holds the feed a second time. It runs on whatever thread there is, and glibc keeps
  /// the memory of each thread apart: what is left behind there grows from one comparison to the
  /// next until every thread has had its turn, and looks like a feed that leaks.
  static func giveBack() { feed_give_back_free_memory() }
}
