extension FeedFile {
  /// Finds the place of a value.
  ///
  /// Keys lead through maps; numbers from zero, or the `id` of an entry, lead through lists. Where
  /// the path leads nowhere, the place is that of the last value on it.
  ///
  /// - Parameters:
  ///   - path: The keys from the root to the value, for example `["sources", "live", "where"]`.
  ///   - offset: A place within the text of the value, in Unicode scalars from zero.
  /// - Returns: The place of the value, or within it where the file has the text as it is.
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
        // What stands in a list may stand alone if it is the only one.
        break
      }
    }
    return source.position(of: node, offset: offset)
  }

  /// Describes a problem that was found after the file had been read, as in its SQL.
  ///
  /// - Parameters:
  ///   - severity: Whether a feed can be made of the file all the same.
  ///   - message: What is wrong, in lower case, without a final period.
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
  /// The place within a scalar, as far as the file shows its text as it is.
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
