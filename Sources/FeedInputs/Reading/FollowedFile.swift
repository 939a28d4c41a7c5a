import FeedDocuments

/// An open file, and the reader at its current place.
struct FollowedFile {
  let file: GrowingFile
  var reader: FollowReader
  /// Whether the file is a copy from before a truncation, which no program writes to.
  var isCopy = false
  /// The time at which a newer file replaced it, by the monotonic clock.
  var replaced: Duration?

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
