import FeedModel

/// In which form a condition wants the time that `:now` stands for.
///
/// A tick sets one time, which a text in ISO 8601 or a number of seconds may be. SQLite calls any text
/// larger than any number, so that either would be wrong beside a column of the other.
enum TimeForm: CaseIterable {
  /// As the tick has set it.
  case asSet
  /// A text in UTC, as `2026-07-01T18:30:00Z`: beside columns of texts.
  case text
  /// Whole seconds since 1970: beside columns of numbers.
  case seconds

  /// The parameter that `:now` becomes in this form.
  ///
  /// SQLite numbers parameters with a name as they come, so that a name could get the number of a
  /// key's value; these numbers are beyond all of ours.
  var parameter: String {
    switch self {
    case .asSet: "?64"
    case .text: "?65"
    case .seconds: "?66"
    }
  }

  /// Writes a time in this form; a value that is not a time comes back unchanged.
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
