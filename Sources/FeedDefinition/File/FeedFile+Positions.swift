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
