import FeedStore

extension InputSession {
  /// Delivers a line as a message; skips an empty line.
  ///
  /// - Parameter position: The position of the input after the message.
  /// - Throws: The errors of ``deliver(_:position:isWhole:)``.
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

  /// Delivers a whole document in its format; the input fails if it is rejected.
  ///
  /// - Parameter position: The position of the input after the document.
  /// - Throws: ``InputError``; the errors of ``deliver(_:position:isWhole:)``.
  func deliver(_ body: [UInt8], _ format: BodyFormat, position: String?) async throws {
    // The document of a source is converted where it is read.
    if target.isDocument { return try await deliver(body, position: position) }
    let json: [UInt8]
    do throws(FormatProblem) { json = try format.json(body) } catch {
      let reason = "line \(error.line): \(error.message)"
      return try await reject(body, because: reason, position: position, isWhole: true)
    }
    try await deliver(json, position: position, isWhole: true)
  }

  /// Delivers a line in its format; skips a line without data.
  ///
  /// - Parameters:
  ///   - header: The first line of the file.
  ///   - position: The position of the input after the line.
  /// - Throws: The errors of ``deliver(_:position:isWhole:)``.
  func deliver(
    _ line: LineCutter.Line,
    _ format: BodyFormat,
    header: [UInt8] = [],
    position: String?
  ) async throws {
    guard !line.isTooLong, format != .json else {
      return try await deliver(line, position: position)
    }
    let json: [UInt8]?
    do throws(FormatProblem) { json = try format.json(line: line.bytes, header: header) } catch {
      return try await reject(line.bytes, because: error.message, position: position)
    }
    if let json { try await deliver(json, position: position) }
  }

  /// Rejects a message that is too long, with its beginning.
  ///
  /// - Throws: The errors of ``deliver(_:position:isWhole:)``.
  func rejectLong(_ bytes: [UInt8], _ noun: String, position: String?) async throws {
    let most = LineCutter.mostBytes >> 20
    try await reject(
      Array(bytes.prefix(LineCutter.keptBytes)),
      because: "the \(noun) has more than \(most) MiB",
      position: position
    )
  }

  /// Delivers a message of a bus; records only the position of an empty message.
  ///
  /// - Parameter position: The position of the input after the message.
  /// - Throws: The errors of ``deliver(_:position:isWhole:)``.
  package func deliver(message bytes: [UInt8], position: String?) async throws {
    if bytes.count > LineCutter.mostBytes {
      try await rejectLong(bytes, "message", position: position)
    } else if !bytes.withoutByteOrderMark.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
      try await deliver(bytes, position: position)
    } else if position != self.position {
      try await didHear(position: position)
    }
  }
}

extension [UInt8] {
  /// The bytes without a UTF-8 byte order mark, which JSON does not allow.
  var withoutByteOrderMark: [UInt8] {
    starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
  }
}
