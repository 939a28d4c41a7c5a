import FeedWire

/// Where an input is in a file that it follows: `INODE OFFSET HEAD`.
///
/// File systems use the number of a file again once it is removed, and a file may be cut off and grow again. So
/// the beginning of the file belongs to the position.
struct FollowPosition: Hashable, Sendable {
  /// The number of the file.
  var inode: UInt64
  /// Where the next line begins.
  var offset: UInt64
  /// A hash of the first bytes of the file, as far as they lie before the offset.
  var head: UInt64

  /// How many bytes of a file are its head.
  static let headBytes = 256

  init(inode: UInt64, offset: UInt64, head: [UInt8]) {
    self.inode = inode
    self.offset = offset
    self.head = Self.hash(head, upTo: offset)
  }

  /// Reads a position that was stored.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 3, let inode = UInt64(words[0]), let offset = UInt64(words[1]),
      let head = UInt64(words[2])
    else { return nil }
    (self.inode, self.offset, self.head) = (inode, offset, head)
  }

  /// The position as it is stored.
  var text: String { "\(inode) \(offset) \(head)" }

  /// Whether a file is the one of the position, and still holds what was read of it.
  ///
  /// - Parameters:
  ///   - inode: The number of the file.
  ///   - size: How many bytes it has.
  ///   - head: Its first bytes.
  /// - Returns: Whether the input can go on in it.
  func isOf(inode: UInt64, size: UInt64, head: [UInt8]) -> Bool {
    self.inode == inode && size >= offset && Self.hash(head, upTo: offset) == self.head
  }

  private static func hash(_ head: [UInt8], upTo offset: UInt64) -> UInt64 {
    var hash = FNV1a()
    hash.add(bytes: head.prefix(min(headBytes, Int(clamping: offset))))
    return hash.value
  }
}
