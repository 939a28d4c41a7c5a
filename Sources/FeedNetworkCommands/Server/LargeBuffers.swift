import CSupport
import FeedCommands

/// The large allocations of a server: images of the feed, and their encodings.
enum LargeBuffers {
  /// The size in bytes from which freed memory returns to the system at once.
  private static let size: Int32 = 128 << 10

  /// Makes the C library return large buffers to the system as soon as they are freed.
  ///
  /// glibc does so at first, but raises the threshold with each large buffer that is freed, up to
  /// 32 MiB. After that it keeps images in its heap, between live data: with a thousand clients
  /// that do not read, a server grew by 14 % within two minutes. With a fixed size it grows by 3 %.
  /// See `mallopt(3)`, M_MMAP_THRESHOLD.
  static func giveBackWhenFreed() {
    feed_map_from(size)
  }
}
