import FeedModel

/// A date of the Gregorian calendar, in UTC unless shifted, worked out without asking the machine for anything.
struct CivilDate: Hashable {
  var year: Int
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0
  /// Whether a time of the day was given; a day alone is the same day everywhere.
  var hasTime = true

  /// The days since 1970-01-01.
  var days: Int {
    // Years are counted from March, so that the leap day is the last of its year.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The seconds since 1970 of a date in UTC.
  var secondsSince1970: Int64 { Int64(days * 86_400 + hour * 3600 + minute * 60 + second) }

  /// What calendars and clocks of a zone show at this moment.
  ///
  /// - Returns: The date, or `nil` if it is beyond the years that four digits hold.
  func shifted(to zone: TimeZoneTable) -> CivilDate? {
    guard hasTime else { return self }
    let seconds = secondsSince1970
    let offset = zone.offset(at: seconds)
    return offset == 0 ? self : CivilDate(secondsSince1970: seconds + Int64(offset))
  }

  /// Zero for Monday.
  var weekday: Int { ((days + 3) % 7 + 7) % 7 }
}

extension Value {
  /// The instant that the value stands for in seconds since 1970: a number, or a date of ISO 8601.
  ///
  /// `nil` for what is no date, and beyond the years that four digits hold.
  package var secondsSince1970: Int64? {
    if case .integer(let seconds) = self, CivilDate.seconds.contains(seconds) { return seconds }
    return CivilDate(self)?.secondsSince1970
  }
}

extension CivilDate {
  /// The years that four digits hold.
  static let seconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  init?(_ value: Value) {
    switch value {
    case .integer(let seconds): self.init(secondsSince1970: seconds)
    case .real(let seconds):
      guard let whole = Int64(exactly: seconds.rounded(.down)) else { return nil }
      self.init(secondsSince1970: whole)
    case .text(let text): self.init(iso8601: text.string)
    case .null, .blob: return nil
    }
  }

  init?(secondsSince1970 seconds: Int64) {
    guard Self.seconds.contains(seconds) else { return nil }
    let ofDay = Int((seconds % 86_400 + 86_400) % 86_400)
    let shifted = Int(seconds - Int64(ofDay)) / 86_400 + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    (hour, minute, second) = (ofDay / 3600, ofDay / 60 % 60, ofDay % 60)
  }

  /// Reads `2026-07-01`, `2026-07-01 18:30`, `2026-07-01T18:30:05.25+02:00` and the like.
  init?(iso8601 text: String) {
    var rest = Substring(text)
    guard let year = Self.number(4, &rest), Self.take("-", &rest),
      let month = Self.number(2, &rest), Self.take("-", &rest), let day = Self.number(2, &rest),
      (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    self.init(year: year, month: month, day: day)
    guard !rest.isEmpty else {
      hasTime = false
      return
    }
    guard Self.take("T", &rest) || Self.take(" ", &rest), let hour = Self.number(2, &rest),
      Self.take(":", &rest), let minute = Self.number(2, &rest), hour < 24, minute < 60
    else { return nil }
    (self.hour, self.minute) = (hour, minute)
    if Self.take(":", &rest) {
      guard let second = Self.number(2, &rest), second < 61 else { return nil }
      self.second = second
      if Self.take(".", &rest) { rest = rest.drop(while: \.isNumber) }
    }
    if rest.isEmpty || rest == "Z" { return }
    guard let offset = Self.offset(rest) else { return nil }
    self.init(secondsSince1970: secondsSince1970 - Int64(offset))
  }

  /// The seconds that a zone such as `+02:00` is ahead of UTC.
  private static func offset(_ text: Substring) -> Int? {
    var rest = text
    let isAhead = take("+", &rest)
    guard isAhead || take("-", &rest), let hours = number(2, &rest) else { return nil }
    _ = take(":", &rest)
    let minutes = rest.isEmpty ? 0 : number(2, &rest)
    guard let minutes, rest.isEmpty, hours < 24, minutes < 60 else { return nil }
    return (isAhead ? 1 : -1) * (hours * 3600 + minutes * 60)
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func take(_ character: Character, _ rest: inout Substring) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  private static func number(_ length: Int, _ rest: inout Substring) -> Int? {
    let digits = rest.prefix(length)
    guard digits.count == length, digits.allSatisfy({ ("0"..."9").contains($0) }) else {
      return nil
    }
    rest.removeFirst(length)
    return Int(digits)
  }
}
