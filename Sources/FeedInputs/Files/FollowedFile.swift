import FeedStore

/// An open file, and the reader at its current place.
struct FollowedFile {
  let file: GrowingFile
  var reader: FollowReader
  /// Whether the file is a copy from before a truncation, which no program writes to.
  var isCopy = false
  /// The time at which a newer file replaced it, by the monotonic clock.
  var replaced: Duration?
  /// The first line, once it was needed.
  private var header: [UInt8]?

  /// Creates a file that is read from its beginning.
  init(_ file: GrowingFile) {
    self.file = file
    reader = FollowReader(inode: file.inode)
  }

  /// Creates a file at a place; `nil` if it does not have the bytes before the place.
  init?(_ file: GrowingFile, at place: FollowPlace) throws {
    guard try file.size() >= place.offset else { return nil }
    let head = try file.read(at: 0, upTo: place.window)
    let tail = try file.read(at: place.offset - UInt64(place.window), upTo: place.window)
    guard place.isBehind(head: head, tail: tail) else { return nil }
    self.file = file
    var place = place
    place.inode = file.inode
    reader = FollowReader(at: place, head: head, tail: tail)
  }

  /// Reads the first line of the file, at most 64 KiB of it.
  mutating func firstLine() throws -> [UInt8] {
    if let header { return header }
    let bytes = try file.read(at: 0, upTo: 64 << 10)
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let first = Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    header = first
    return first
  }

  /// Whether the file was truncated or rewritten, so that the bytes read are missing.
  var isCutOff: Bool {
    get throws {
      let tail = reader.tail
      return try file.size() < reader.offset
        || file.read(at: 0, upTo: reader.head.count) != reader.head
        || file.read(at: reader.offset - UInt64(tail.count), upTo: tail.count) != tail
    }
  }
}
