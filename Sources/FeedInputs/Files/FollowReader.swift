import Foundation

/// A reader of the lines of one growing file, which converts bytes to messages and places.
struct FollowReader: Sendable {
  /// A message, and the place after it.
  struct Message: Hashable, Sendable {
    var line: LineCutter.Line
    var place: FollowPlace
  }

  /// The place after the last line that was read.
  private(set) var place: FollowPlace
  /// The first bytes of the file, as far as they were read.
  private(set) var head: [UInt8]
  /// The last bytes that were read.
  private(set) var tail: [UInt8]
  /// The hash of the head once it is complete.
  private var headHash: UInt64?
  private var cutter: LineCutter

  /// Starts at the beginning of a file.
  init(inode: UInt64) {
    self.init(at: FollowPlace(inode: inode, offset: 0, head: [], tail: []), head: [], tail: [])
  }

  /// Resumes at a place.
  ///
  /// - Parameters:
  ///   - head: The first bytes of the file.
  ///   - tail: The last bytes before the place.
  init(at place: FollowPlace, head: [UInt8], tail: [UInt8]) {
    self.place = place
    self.head = Array(head.prefix(place.window))
    self.tail = tail
    cutter = LineCutter(at: place.offset)
  }

  /// The offset of the next bytes to read.
  var offset: UInt64 { cutter.end }

  /// Reads the next bytes.
  ///
  /// - Parameter bytes: The bytes from ``offset`` on.
  mutating func read(_ bytes: [UInt8]) -> [Message] {
    if head.count < FollowPlace.windowBytes {
      head += bytes.prefix(FollowPlace.windowBytes - head.count)
    }
    let window = tail + bytes
    let start = cutter.end - UInt64(tail.count)
    defer { tail = window.suffix(FollowPlace.windowBytes) }
    return cutter.cut(bytes).map { line in
      message(line, behind: window[..<Int(line.end - start)])
    }
  }

  /// Completes a last line that has no newline.
  ///
  /// - Parameter isLast: Whether no more bytes are expected; otherwise the line counts only if it is a complete JSON
  ///   object or array.
  /// - Returns: The line, or `nil` if there is none.
  mutating func finish(isLast: Bool) -> Message? {
    guard cutter.hasRest else { return nil }
    if !isLast {
      guard let end = cutter.rest.last, end == UInt8(ascii: "}") || end == UInt8(ascii: "]"),
        (try? JSONSerialization.jsonObject(with: Data(cutter.rest))) != nil
      else { return nil }
    }
    return cutter.finish().map { message($0, behind: tail[...]) }
  }

  private mutating func message(
    _ line: LineCutter.Line,
    behind bytes: ArraySlice<UInt8>
  ) -> Message {
    if headHash == nil, line.end >= FollowPlace.windowBytes {
      headHash = FollowPlace.hash(head[...], at: line.end)
    }
    place = FollowPlace(
      inode: place.inode,
      offset: line.end,
      head: headHash ?? FollowPlace.hash(head[...], at: line.end),
      tail: bytes
    )
    return Message(line: line, place: place)
  }
}
