import FeedModel

extension CivilDate {
  /// The date that a value denotes: a number of seconds since 1970, or an ISO 8601 text.
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

  /// Returns the date and time that calendars and clocks of a zone show at this moment.
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
  /// The instant of the value in microseconds since 1970: a number, or an ISO 8601 date.
  ///
  /// `nil` if the value is not a date, or its year has more than four digits.
  package var microsecondsSince1970: Int64? {
    switch self {
    case .integer(let seconds): return Self.microseconds(seconds, 0)
    case .real(let seconds): return Self.microseconds(seconds)
    case .text(let text):
      // A text without seconds is a date, or a time to the minute.
      return ISOTime.seconds(Array(text.string.utf8)[...]).map(Self.microseconds)
        ?? CivilDate(self).flatMap { Self.microseconds($0.secondsSince1970, 0) }
    case .null, .blob: return nil
    }
  }

  private static func microseconds(_ seconds: Double) -> Int64? {
    let whole = seconds.rounded(.down)
    return Int64(exactly: whole)
      .flatMap { microseconds($0, Int64(((seconds - whole) * 1_000_000).rounded())) }
  }

  private static func microseconds(_ seconds: Int64, _ fraction: Int64) -> Int64? {
    CivilDate.seconds.contains(seconds) ? seconds * 1_000_000 + fraction : nil
  }
}
