#if Server
import CMemory

/// What a server allocates by the hundred kilobytes: images of the feed, and what is written of them.
enum LargeBuffers {
  /// From how many bytes on the system gets memory back as soon as it is freed.
  private static let size: Int32 = 128 << 10

  /// Makes the C library return large buffers to the system as soon as they are freed.
  ///
  /// glibc does so at first, but raises the size with each large buffer that is freed, up to 32 MiB. After that it
  /// keeps images in its heap, between data that stays: beside a thousand clients that do not read, a server
  /// grew by 14 % within two minutes. With a fixed size it grows by 3 %. See `mallopt(3)`, M_MMAP_THRESHOLD.
  static func giveBackWhenFreed() {
    feed_map_from(size)
  }
}
#endif
