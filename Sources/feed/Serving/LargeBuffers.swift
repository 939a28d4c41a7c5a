#if Server
import CMemory

/// What a server allocates by the hundred kilobytes: images of the feed, and what is written of them.
enum LargeBuffers {
  /// From how many bytes on the system gets memory back as soon as it is freed.
  private static let size: Int32 = 128 << 10

  /// Has large buffers be mappings of their own, which leave no holes behind.
  ///
  /// glibc begins with this size too, but raises it to that of each mapping that is freed, up to 32 MiB. From then on
  /// images that come and go lie among what stays: beside a thousand clients that do not read, a server grew
  /// by 14 % within two minutes, and by 3 % so. See `mallopt(3)`, M_MMAP_THRESHOLD.
  static func giveBackWhenFreed() {
    feed_map_from(size)
  }
}
#endif
