import FeedModel

/// The form in which a condition compares with the time of `:now`.
///
/// A tick sets one time: a text in ISO 8601 or a number of seconds. In SQLite every text is larger
/// than every number, so the time must have the type of the column that it is compared with.
enum TimeForm: CaseIterable {
  /// The value that the tick set.
  case asSet
  /// A text in UTC such as `2026-07-01T18:30:00Z`, for text columns.
  case text
  /// Whole seconds since 1970, for numeric columns.
  case seconds

  /// The parameter that replaces `:now` in this form.
  ///
  /// SQLite numbers named parameters by their order in the statement, so a name could get the number
  /// of a key value. These numbers are larger than those of all key values.
  var parameter: String {
    switch self {
    case .asSet: "?64"
    case .text: "?65"
    case .seconds: "?66"
    }
  }

  /// Returns a time in this form; returns a value that is not a time unchanged.
  func value(of time: Value) -> Value {
    switch (self, time) {
    case (.text, .integer(let seconds)):
      return ISOTime.text(seconds).map { .text(Text($0)) } ?? time
    case (.text, .real(let seconds)):
      guard let whole = Int64(exactly: seconds.rounded(.down)) else { return time }
      return ISOTime.text(whole).map { .text(Text($0)) } ?? time
    case (.seconds, .text(let text)):
      guard let seconds = ISOTime.seconds(Array(text.string.utf8)[...]) else { return time }
      return .integer(Int64(seconds.rounded(.down)))
    default: return time
    }
  }
}
