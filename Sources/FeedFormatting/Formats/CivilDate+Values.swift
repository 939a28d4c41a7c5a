import FeedModel

extension CivilDate {
  /// The date that a value stands for: a number of seconds since 1970, or a text of ISO 8601.
  init?(_ value: Value) {
    switch value {
    case .integer(let seconds): self.init(secondsSince1970: seconds)
    case .real(let seconds):
      guard let whole = Int64(exactly: seconds.rounded(.down)) else { return nil }
      self.init(secondsSince1970: whole)
    case .text(let text): self.init(iso8601: Array(text.string.utf8)[...])
    case .null, .blob: return nil
    }
  }

  /// What calendars and clocks of a zone show at this moment.
  ///
  /// - Returns: The date, or `nil` if its year has more than four digits.
  func shifted(to zone: TimeZoneTable) -> CivilDate? {
    guard hasTime else { return self }
    let seconds = secondsSince1970
    let offset = zone.offset(at: seconds)
    return offset == 0 ? self : CivilDate(secondsSince1970: seconds + Int64(offset))
  }
}

extension Value {
  /// The instant that the value stands for in seconds since 1970: a number, or a date of ISO 8601.
  ///
  /// `nil` if the value is not a date, or its year has more than four digits.
  package var secondsSince1970: Int64? {
    if case .integer(let seconds) = self, CivilDate.seconds.contains(seconds) { return seconds }
    return CivilDate(self)?.secondsSince1970
  }
}
