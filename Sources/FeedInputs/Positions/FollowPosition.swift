import FeedWire

/// The position of an input in the files that it follows, from the oldest to the newest.
///
/// A position is stored as `INODE OFFSET HEAD TAIL`, several places with commas between them.
struct FollowPosition: Hashable, Sendable {
  /// The places, from the oldest file to the newest.
  var places: [FollowPlace]

  init(_ places: [FollowPlace]) { self.places = places }

  /// Parses a stored position.
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
/// File systems reuse the number of a removed file, and a file may be truncated and grow again. So a place also
/// contains hashes of the first bytes of the file and of the last bytes before the place.
struct FollowPlace: Hashable, Sendable {
  /// The number of the file.
  var inode: UInt64
  /// The offset of the next line.
  var offset: UInt64
  /// The hash of the first bytes of the file, as far as they lie before the offset.
  var head: UInt64
  /// The hash of the last bytes before the offset; `nil` in positions of version 0.2 and older.
  var tail: UInt64?

  /// The largest size of a head and of a tail, in bytes.
  static let windowBytes = 256

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - head: The first bytes of the file.
  ///   - tail: The last bytes before the offset.
  init(inode: UInt64, offset: UInt64, head: ArraySlice<UInt8>, tail: ArraySlice<UInt8>) {
    self.init(inode: inode, offset: offset, head: Self.hash(head, at: offset), tail: tail)
  }

  /// Creates a place whose head is already hashed.
  init(inode: UInt64, offset: UInt64, head: UInt64, tail: ArraySlice<UInt8>) {
    (self.inode, self.offset, self.head) = (inode, offset, head)
    self.tail = Self.hash(tail.suffix(Self.windowBytes), at: offset)
  }

  /// Parses a stored place.
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

  /// Returns whether a file has the bytes that were read before the place.
  ///
  /// - Parameters:
  ///   - head: The first bytes of the file.
  ///   - tail: The last bytes before the offset.
  /// - Returns: Whether both have the stored hashes.
  func isBehind(head: [UInt8], tail: [UInt8]) -> Bool {
    head.count >= window && tail.count == window && Self.hash(head[...], at: offset) == self.head
      && self.tail.map { $0 == Self.hash(tail[...], at: offset) } ?? true
  }

  /// Returns the hash of the first bytes of a file that are before an offset.
  static func hash(_ bytes: ArraySlice<UInt8>, at offset: UInt64) -> UInt64 {
    var hash = FNV1a()
    hash.add(bytes: bytes.prefix(min(windowBytes, Int(clamping: offset))))
    return hash.value
  }
}
