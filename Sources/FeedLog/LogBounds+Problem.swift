extension LogBounds {
  /// Returns the error that prevents reading after a position, if any.
  ///
  /// - Returns: The error, or `nil` if the next entry is in the log or will be appended.
  func problem(with position: LogPosition) -> LogError? {
    if position.sequence > last { return .shortened(position: position.sequence, last: last) }
    guard position.sequence + 1 < first else { return nil }
    return .trimmed(next: position.sequence + 1, first: first)
  }
}
