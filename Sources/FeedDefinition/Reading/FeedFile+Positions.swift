extension FeedFile {
  /// Finds the place of a value.
  ///
  /// Keys lead through maps; numbers from zero, or the `id` of an entry, lead through lists. If the
  /// path does not exist, the place is that of the last value on it.
  ///
  /// - Parameters:
  ///   - path: The keys from the root to the value, for example `["sources", "live", "where"]`.
  ///   - offset: A place within the text of the value, in Unicode scalars from zero.
  /// - Returns: The place of the value, or a place within it if the file contains its text
  ///   verbatim.
  public func position(at path: [String], offset: Int = 0) -> FeedFilePosition {
    var node = root
    for key in path {
      if let value = node.entry(key)?.value {
        node = value
      } else if let list = node.list,
        let element = list.first(where: { $0[\SectionKeys.id]?.string == key })
          ?? Int(key).flatMap({ list.indices.contains($0) ? list[$0] : nil })
      {
        node = element
      } else if key != "0" {
        // A list of one entry may be written without the list.
        break
      }
    }
    return source.position(of: node, offset: offset)
  }

  /// Describes a problem that was found after the file was read, for example in its SQL.
  ///
  /// - Parameters:
  ///   - severity: Whether the file can be loaded in spite of the problem.
  ///   - message: The problem, in lower case, without a final period.
  ///   - offset: The place within the text of the value, in Unicode scalars from zero.
  public func problem(
    _ severity: FeedFileProblem.Severity = .error,
    code: String,
    message: String,
    hint: String? = nil,
    at path: [String],
    offset: Int = 0
  ) -> FeedFileProblem {
    source.problem(severity, code, message, hint: hint, at: position(at: path, offset: offset))
  }
}

extension SourceText {
  /// Returns the place within a scalar, as far as the file contains its text verbatim.
  func position(of node: YAMLNode, offset: Int) -> FeedFilePosition {
    guard offset > 0, case .scalar(let text, let style) = node.kind else { return node.position }
    let before = Array(text.unicodeScalars.prefix(offset))
    switch style {
    case .plain, .quoted:
      let column = node.position.column + (style == .quoted ? 1 : 0)
      let place = FeedFilePosition(line: node.position.line, column: column)
      guard scalars(from: place).starts(with: before) else { return node.position }
      return FeedFilePosition(line: node.position.line, column: column + offset)
    case .literal:
      let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
      let number = node.position.line + lines.count
      let within = lines.last?.count ?? 0
      guard let line = line(number), let first = self.line(node.position.line + 1) else {
        return node.position
      }
      let indent = first.unicodeScalars.prefix { $0 == " " }.count
      guard line.unicodeScalars.dropFirst(indent).starts(with: lines.last ?? []) else {
        return node.position
      }
      return FeedFilePosition(line: number, column: indent + within + 1)
    case .folded: return node.position
    }
  }
}
