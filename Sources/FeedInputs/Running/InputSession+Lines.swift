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
    } else if !line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
      try await deliver(line.bytes, position: position)
    }
  }
}
