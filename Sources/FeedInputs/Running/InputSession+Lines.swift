extension InputSession {
  /// Takes a line as a message; an empty one is none.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - position: Where the input goes on behind it.
  /// - Throws: What ``deliver(_:position:)`` throws.
  func deliver(_ line: LineCutter.Line, position: String?) async throws {
    if line.isTooLong {
      let most = LineCutter.mostBytes >> 20
      try await reject(
        line.bytes,
        because: "the line has more than \(most) MiB",
        position: position
      )
    } else if !line.bytes.withoutByteOrderMark.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) {
      try await deliver(line.bytes, position: position)
    }
  }

  /// Takes a message as it came from a bus; of one that is empty there is only the position.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - position: Where the input goes on behind it.
  /// - Throws: What ``deliver(_:position:)`` throws.
  package func deliver(message bytes: [UInt8], position: String?) async throws {
    if bytes.count > LineCutter.mostBytes {
      let most = LineCutter.mostBytes >> 20
      try await reject(
        Array(bytes.prefix(LineCutter.keptBytes)),
        because: "the message has more than \(most) MiB",
        position: position
      )
    } else if !bytes.withoutByteOrderMark.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
      try await deliver(bytes, position: position)
    } else if position != self.position {
      try await didHear(position: position)
    }
  }
}

extension [UInt8] {
  /// The bytes without the mark at their start that says "UTF-8", which is not allowed in JSON, and common.
  var withoutByteOrderMark: [UInt8] {
    starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
  }
}
