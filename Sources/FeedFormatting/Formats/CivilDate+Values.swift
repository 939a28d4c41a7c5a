import FeedModel

extension CivilDate {
  /// The date that a value denotes: a number of seconds or a smaller unit since 1970, or an ISO 8601 text.
  init?(_ value: Value) {
    switch value {
    case .integer, .real:
      guard let instant = value.instant else { return nil }
      self.init(secondsSince1970: instant.seconds)
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
  /// The instant of a number: whole seconds since 1970, and the microseconds after them.
  ///
  /// A number that is too large for seconds of a year of four digits counts milliseconds, or else microseconds or
  /// nanoseconds.
  fileprivate var instant: (seconds: Int64, microseconds: Int64)? {
    for unit in [1, 1_000, 1_000_000, 1_000_000_000] as [Int64] {
      switch self {
      case .integer(let integer):
        var (seconds, rest) = integer.quotientAndRemainder(dividingBy: unit)
        if rest < 0 { (seconds, rest) = (seconds - 1, rest + unit) }
        if CivilDate.seconds.contains(seconds) { return (seconds, rest * 1_000_000 / unit) }
      case .real(let real):
        let time = real / Double(unit)
        if let seconds = Int64(exactly: time.rounded(.down)), CivilDate.seconds.contains(seconds) {
          return (seconds, Int64(((time - Double(seconds)) * 1_000_000).rounded()))
        }
      case .null, .text, .blob: return nil
      }
    }
    return nil
  }

  /// The instant of the value in microseconds since 1970: a number, or an ISO 8601 date.
  ///
  /// `nil` if the value is not a date, or its year has more than four digits.
  package var microsecondsSince1970: Int64? {
    let instant: (seconds: Int64, microseconds: Int64)?
    switch self {
    case .integer, .real: instant = self.instant
    case .text(let text):
      // A text without seconds is a date, or a time to the minute.
      instant =
        ISOTime.seconds(Array(text.string.utf8)[...]).flatMap { Value.real($0).instant }
        ?? CivilDate(self).map { ($0.secondsSince1970, 0) }
    case .null, .blob: instant = nil
    }
    return instant.map { $0.seconds * 1_000_000 + $0.microseconds }
  }
}
