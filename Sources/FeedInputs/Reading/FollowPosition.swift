import FeedWire

/// The position of an input in the files that it follows: rotated files that may still grow, then the newest.
///
/// A position is stored as `INODE OFFSET HEAD TAIL`, several places with commas between them.
struct FollowPosition: Hashable, Sendable {
  /// The places, from the oldest file to the newest.
  var places: [FollowPlace]

  init(_ places: [FollowPlace]) { self.places = places }

  /// Reads a position that was stored.
  init?(_ text: String) {
    places = []
    for part in text.split(separator: ",") {
      guard let place = FollowPlace(part) else { return nil }
      places.append(place)
    }
    if places.isEmpty { return nil }
  }

  /// The stored form of the position.
  var text: String { places.map(\.text).joined(separator: ",") }
}

/// A place in a file that is followed, with hashes of what was read before it.
///
/// File systems use the number of a removed file again, and a file may be cut off and grow again. So the first bytes
/// of the file and the last bytes before the place belong to it.
struct FollowPlace: Hashable, Sendable {
  /// The number of the file.
  var inode: UInt64
  /// Where the next line begins.
  var offset: UInt64
  /// The hash of the first bytes of the file, as far as they lie before the offset.
  var head: UInt64
  /// The hash of the last bytes before the offset; `nil` in positions of version 0.2 and older.
  var tail: UInt64?

  /// The largest size of a head and of a tail, in bytes.
  static let windowBytes = 256

  /// Describes a place.
  ///
  /// - Parameters:
  ///   - inode: The number of the file.
  ///   - offset: The offset of the next line.
  ///   - head: The first bytes of the file.
  ///   - tail: The last bytes before the offset.
  init(inode: UInt64, offset: UInt64, head: ArraySlice<UInt8>, tail: ArraySlice<UInt8>) {
    self.init(inode: inode, offset: offset, head: Self.hash(head, at: offset), tail: tail)
  }

  /// Describes a place whose head is hashed already.
  init(inode: UInt64, offset: UInt64, head: UInt64, tail: ArraySlice<UInt8>) {
    (self.inode, self.offset, self.head) = (inode, offset, head)
    self.tail = Self.hash(tail.suffix(Self.windowBytes), at: offset)
  }

  /// Reads a place that was stored.
  init?(_ text: some StringProtocol) {
    let words = text.split(separator: " ")
    guard words.count == 3 || words.count == 4, let inode = UInt64(words[0]),
      let offset = UInt64(words[1]), let head = UInt64(words[2])
    else { return nil }
    (self.inode, self.offset, self.head) = (inode, offset, head)
    if words.count == 4 {
      guard let hash = UInt64(words[3]) else { return nil }
      tail = hash
    }
  }

  /// The stored form of the place.
  var text: String { "\(inode) \(offset) \(head)" + (tail.map { " \($0)" } ?? "") }

  /// The size of its head and of its tail, in bytes.
  var window: Int { min(Self.windowBytes, Int(clamping: offset)) }

  /// Returns whether a file has the bytes before the place that were read there, whatever its number.
  ///
  /// - Parameters:
  ///   - head: The first bytes of the file.
  ///   - tail: The last bytes before the offset.
  /// - Returns: Whether both are what they were.
  func isBehind(head: [UInt8], tail: [UInt8]) -> Bool {
    head.count >= window && tail.count == window && Self.hash(head[...], at: offset) == self.head
      && self.tail.map { $0 == Self.hash(tail[...], at: offset) } ?? true
  }

  /// The hash of the first bytes of a file, as far as they lie before an offset.
  static func hash(_ bytes: ArraySlice<UInt8>, at offset: UInt64) -> UInt64 {
    var hash = FNV1a()
    hash.add(bytes: bytes.prefix(min(windowBytes, Int(clamping: offset))))
    return hash.value
  }
}
