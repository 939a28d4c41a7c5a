import FeedDocuments

/// A file that is open and read from a place on.
struct FollowedFile {
  let file: GrowingFile
  var reader: FollowReader
  /// Whether the file is a copy that was made before the followed file was cut off; no program writes to it.
  var isCopy = false
  /// The time at which another file took its place, since the start of the machine.
  var replaced: Duration?

  /// A file that is read from its beginning.
  init(_ file: GrowingFile) {
    self.file = file
    reader = FollowReader(inode: file.inode)
  }

  /// A file that is read from a place on, or `nil` if it does not have the bytes before the place.
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

  /// Whether the file no longer has the bytes that were read: it was cut off, or written again.
  var isCutOff: Bool {
    get throws {
      let tail = reader.tail
      return try file.size() < reader.offset
        || file.read(at: 0, upTo: reader.head.count) != reader.head
        || file.read(at: reader.offset - UInt64(tail.count), upTo: tail.count) != tail
    }
  }
}
