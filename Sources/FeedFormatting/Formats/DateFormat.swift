public import FeedModel

/// A format of dates: `dd.MM.yyyy HH:mm`, in UTC unless another zone is set.
///
/// The letters are those of Unicode's date patterns: `yyyy yy MMM MM M dd d EEE HH H mm ss`. Other
/// letters must be in single quotes; all other characters are copied.
public struct DateFormat: Hashable, Sendable {
  enum Field: String, CaseIterable {
    case year = "yyyy"
    case shortYear = "yy"
    case monthName = "MMM"
    case twoDigitMonth = "MM"
    case month = "M"
    case twoDigitDay = "dd"
    case day = "d"
    case weekday = "EEE"
    case twoDigitHour = "HH"
    case hour = "H"
    case minute = "mm"
    case second = "ss"
  }

  enum Part: Hashable {
    case field(Field)
    case literal(String)
  }

  /// The pattern of the format.
  public let pattern: String
  let parts: [Part]
  /// The zone whose calendars and clocks are shown; a date without a time of day is not converted.
  public var zone: TimeZoneTable = .utc

  init?(_ pattern: String) {
    self.pattern = pattern
    var parts: [Part] = []
    var rest = Substring(pattern)
    while let first = rest.first {
      if first == "'" {
        let quoted = rest.dropFirst()
        guard let end = quoted.firstIndex(of: "'") else { return nil }
        parts.append(.literal(quoted.startIndex == end ? "'" : String(quoted[..<end])))
        rest = quoted[quoted.index(after: end)...]
      } else if first.isLetter {
        let run = rest.prefix { $0 == first }
        guard let field = Field(rawValue: String(run)) else { return nil }
        parts.append(.field(field))
        rest = rest[run.endIndex...]
      } else {
        parts.append(.literal(String(first)))
        rest = rest.dropFirst()
      }
    }
    guard parts.contains(where: { if case .field = $0 { true } else { false } }) else { return nil }
    self.parts = parts
  }

  /// Letters that are probably mistakes: minutes in a date, or months in a time.
  var slip: (written: String, meant: String, what: String)? {
    let fields = parts.compactMap { if case .field(let field) = $0 { field } else { nil } }
    let hasHour = fields.contains { $0 == .hour || $0 == .twoDigitHour }
    let hasDate = fields.contains { [.day, .twoDigitDay, .year, .shortYear].contains($0) }
    if fields.contains(.minute), !hasHour, hasDate { return ("mm", "MM", "minutes") }
    if fields.contains(.twoDigitMonth), hasHour, !hasDate { return ("MM", "mm", "months") }
    return nil
  }

  /// Writes a date.
  ///
  /// - Parameter value: Seconds since 1970, or a text such as `2026-07-01T18:30:00Z`.
  /// - Returns: The text, or `nil` if the value is not a date.
  public func text(of value: Value) -> String? {
    guard let date = CivilDate(value)?.shifted(to: zone) else { return nil }
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .field(let field): text += date.text(of: field)
      }
    }
    return text
  }
}

extension CivilDate {
  fileprivate func text(of field: DateFormat.Field) -> String {
    switch field {
    case .year: padded(year, 4)
    case .shortYear: padded((year % 100 + 100) % 100, 2)
    case .monthName: Self.monthNames[month - 1]
    case .twoDigitMonth: padded(month, 2)
    case .month: String(month)
    case .twoDigitDay: padded(day, 2)
    case .day: String(day)
    case .weekday: Self.weekdayNames[weekday]
    case .twoDigitHour: padded(hour, 2)
    case .hour: String(hour)
    case .minute: padded(minute, 2)
    case .second: padded(second, 2)
    }
  }

  private func padded(_ number: Int, _ length: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, length - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }

  private static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}
