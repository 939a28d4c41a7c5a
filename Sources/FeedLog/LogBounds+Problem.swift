extension LogBounds {
  /// Why the log cannot be read on from a position.
  ///
  /// - Parameter position: What was read last.
  /// - Returns: The error, or `nil` if the next entry is there or yet to come.
  func problem(with position: LogPosition) -> LogError? {
    if position.sequence > last { return .shortened(position: position.sequence, last: last) }
    guard position.sequence + 1 < first else { return nil }
    return .trimmed(next: position.sequence + 1, first: first)
  }
}
