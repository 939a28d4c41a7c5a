/// Reads the lines of one file that grows: bytes in, messages and positions out.
struct FollowReader: Sendable {
  /// A message, and the position behind it.
  struct Message: Hashable, Sendable {
    var line: LineCutter.Line
    var position: FollowPosition
  }

  let inode: UInt64
  private var head: [UInt8]
  private var cutter: LineCutter

  /// Begins to read a file, or goes on where a position says.
  ///
  /// - Parameters:
  ///   - inode: The number of the file.
  ///   - size: How many bytes it has.
  ///   - head: Its first bytes.
  ///   - position: Where the input was before; it counts only if it is a position of this file.
  init(inode: UInt64, size: UInt64, head: [UInt8], from position: FollowPosition?) {
    self.inode = inode
    let goesOn = position?.isOf(inode: inode, size: size, head: head) ?? false
    let offset = goesOn ? position?.offset ?? 0 : 0
    self.head = Array(head.prefix(min(FollowPosition.headBytes, Int(clamping: offset))))
    cutter = LineCutter(at: offset)
  }

  /// Where the next bytes are to be read from.
  var offset: UInt64 { cutter.end }

  /// Whether the file no longer holds what was read of it: it was cut off, or written anew.
  ///
  /// - Parameters:
  ///   - size: How many bytes it has now.
  ///   - head: Its first bytes now.
  /// - Returns: Whether it is to be read from its beginning.
  func isOutdated(size: UInt64, head: [UInt8]) -> Bool {
    size < offset || !head.starts(with: self.head)
  }

  /// Reads on.
  ///
  /// - Parameter bytes: The bytes from ``offset`` on.
  /// - Returns: The lines that they end.
  mutating func read(_ bytes: [UInt8]) -> [Message] {
    if head.count < FollowPosition.headBytes {
      head += bytes.prefix(FollowPosition.headBytes - head.count)
    }
    return cutter.cut(bytes).map(message)
  }

  /// The line at the end that nobody will end any more, since another file has taken the place of this one.
  mutating func finish() -> Message? { cutter.finish().map(message) }

  private func message(_ line: LineCutter.Line) -> Message {
    Message(
      line: line,
      position: FollowPosition(inode: inode, offset: line.end, head: head)
    )
  }
}
