/// A date of the Gregorian calendar, computed without system calls.
package struct CivilDate: Hashable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour = 0
  package var minute = 0
  package var second = 0
  /// Whether the date has a time of day; a day alone is the same day everywhere.
  package var hasTime = true

  /// Creates the beginning of a day.
  package init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The days since 1970-01-01.
  package var days: Int {
    // Years are counted from March, so that the leap day is the last of its year.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The seconds since 1970 of the date in UTC.
  package var secondsSince1970: Int64 {
    Int64(days * 86_400 + hour * 3600 + minute * 60 + second)
  }

  /// The day of the week; Monday is zero.
  package var weekday: Int { ((days + 3) % 7 + 7) % 7 }

  /// Returns the number of days of a month.
  package static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns whether a year has a leap day.
  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}

extension CivilDate {
  /// The seconds from the beginning of year 1 to the end of year 9999, the last of four digits.
  package static let seconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// Creates the date of an instant in UTC; `nil` outside of ``seconds``.
  package init?(secondsSince1970 seconds: Int64) {
    guard Self.seconds.contains(seconds) else { return nil }
    let ofDay = Int((seconds % 86_400 + 86_400) % 86_400)
    // Days are counted from 1 March of year 0, in eras of 400 years, which all have the same
    // length.
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
}

extension CivilDate {
  /// Reads texts such as `2026-07-01`, `2026-07-01 18:30` or `2026-07-01T18:30:05.25+02:00`.
  package init?(iso8601 bytes: ArraySlice<UInt8>) {
    guard let time = WrittenTime(bytes) else { return nil }
    let second = Int(time.second ?? 0)
    if time.offset == 0 {
      self = time.date
      self.second = second
    } else {
      self.init(secondsSince1970: time.toTheMinute + Int64(second))
    }
  }
}
